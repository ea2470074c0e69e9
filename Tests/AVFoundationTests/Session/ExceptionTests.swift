import AVFoundation
import Foundation
import Testing

/// The mistakes that Apple answers with an exception end the process with Apple's words.
@Suite struct ExceptionTests {
    private static func makeInput(_ name: String = "back") -> AVCaptureDeviceInput {
        guard let device = AVCaptureDevice(uniqueID: "simulated:\(name)"),
            let input = try? AVCaptureDeviceInput(device: device)
        else { exit(0) }  // which the test does not expect
        return input
    }

    private func expectReason(_ reason: String, _ result: ExitTest.Result?) throws {
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains(reason), "said: \(output.prefix(400))")
    }

    @Test func startingBetweenBeginAndCommit() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let session = AVCaptureSession()
            session.beginConfiguration()
            session.startRunning()
        }
        try expectReason(
            "startRunning may not be called between calls to beginConfiguration and commitConfiguration", result)
    }

    @Test func committingWithoutBeginning() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            AVCaptureSession().commitConfiguration()
        }
        try expectReason("-[AVCaptureSession commitConfiguration]", result)
    }

    @Test func addingASecondCamera() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let session = AVCaptureSession()
            session.addInput(Self.makeInput())
            session.addInput(Self.makeInput("front"))
        }
        try expectReason("Multiple audio/video AVCaptureInputs are not currently supported", result)
    }

    @Test func addingAnOutputToTwoSessions() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let output = AVCapturePhotoOutput()
            AVCaptureSession().addOutput(output)
            let session = AVCaptureSession()
            session.addOutput(output)
            session.addOutput(output)
        }
        try expectReason("may not be added to more than one session", result)
    }

    @Test func usingPhotoSettingsTwice() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let session = AVCaptureSession()
            let output = AVCapturePhotoOutput()
            session.addInput(Self.makeInput())
            session.addOutput(output)
            let settings = AVCapturePhotoSettings()
            output.capturePhoto(with: settings, delegate: PhotoDelegate())
            output.capturePhoto(with: settings, delegate: PhotoDelegate())
        }
        try expectReason("Settings may not be re-used", result)
    }

    @Test func takingAPhotoWithoutACamera() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let output = AVCapturePhotoOutput()
            AVCaptureSession().addOutput(output)
            output.capturePhoto(with: AVCapturePhotoSettings(), delegate: PhotoDelegate())
        }
        try expectReason("No active and enabled video connection", result)
    }

    @Test func recordingWithoutAConnection() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            AVCaptureMovieFileOutput().startRecording(
                to: URL(fileURLWithPath: "/tmp/none.mov"), recordingDelegate: MovieDelegate())
        }
        try expectReason("No active/enabled connections", result)
    }

    @Test func configuringADeviceWithoutTheLock() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let device = Self.makeInput().device
            device.activeFormat = device.formats[0]
        }
        try expectReason("without first successfully gaining exclusive access using lockForConfiguration", result)
    }

    @Test func settingAFocusModeThatTheCameraLacks() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.makeInput().device.focusMode = .continuousAutoFocus
        }
        try expectReason("-[AVCaptureDevice setFocusMode:] Not supported - use -isFocusModeSupported:", result)
    }

    @Test func settingAPresetThatTheCameraLacks() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let session = AVCaptureSession()
            session.addInput(Self.makeInput())
            session.sessionPreset = .cif352x288
        }
        try expectReason("is not supported by the session's inputs - use -canSetSessionPreset:", result)
    }
}
