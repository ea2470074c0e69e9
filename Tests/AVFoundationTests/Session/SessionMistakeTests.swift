import AVFoundation
import SimulatedDevices
import TestSupport
import Testing

enum SessionMistake: String, Mistake {
    case startingWhileConfiguring, stoppingWhileConfiguring, committingWithoutBeginning
    case addingASecondCamera, addingAnInputTwice, addingAnInputOfAnotherSession, addingACameraTwiceToAMultiCamSession
    case addingAVirtualCameraBesideItsLens
    case addingACameraThatLacksThePreset
    case addingAnOutputTwice, addingAnOutputOfAnotherSession, addingASecondPhotoOutput
    case choosingAPresetThatTheCameraLacks, choosingAPresetForSeveralCameras
    case beingToldOfDeferredStartsNowhere

    var reason: String {
        switch self {
        case .startingWhileConfiguring:
            "*** -[AVCaptureSession startRunning] startRunning may not be called between calls to beginConfiguration and "
                + "commitConfiguration"
        case .stoppingWhileConfiguring:
            "*** -[AVCaptureSession stopRunning] stopRunning may not be called between calls to beginConfiguration and "
                + "commitConfiguration"
        case .committingWithoutBeginning:
            "*** -[AVCaptureSession commitConfiguration] commitConfiguration must be paired with beginConfiguration"
        case .addingASecondCamera:
            "*** -[AVCaptureSession addInput:] Multiple audio/video AVCaptureInputs are not currently supported"
        case .addingAnInputTwice:
            "*** -[AVCaptureSession addInput:] An AVCaptureInput instance may not be added to more than one session"
        case .addingAnInputOfAnotherSession:
            "*** -[AVCaptureSession addInputWithNoConnections:] An AVCaptureInput instance may not be added to more than "
                + "one session"
        case .addingACameraTwiceToAMultiCamSession:
            "*** -[AVCaptureSession addInput:] Simulated Back Camera is an input of the session already"
        case .addingAVirtualCameraBesideItsLens:
            "*** -[AVCaptureSession addInput:] Simulated Back Triple Camera cannot run beside the session's cameras - use "
                + "supportedMultiCamDeviceSets"
        case .addingACameraThatLacksThePreset:
            "*** -[AVCaptureSession addInput:] Simulated External Camera does not support AVCaptureSessionPreset352x288"
        case .addingAnOutputTwice:
            "*** -[AVCaptureSession addOutput:] An AVCaptureOutput instance may not be added to more than one session"
        case .addingAnOutputOfAnotherSession:
            "*** -[AVCaptureSession addOutputWithNoConnections:] An AVCaptureOutput instance may not be added to more "
                + "than one session"
        case .addingASecondPhotoOutput:
            "*** -[AVCaptureSession addOutput:] Only one AVCapturePhotoOutput may be added to a session"
        case .choosingAPresetThatTheCameraLacks:
            "*** -[AVCaptureSession setSessionPreset:] AVCaptureSessionPreset352x288 is not supported by the session's "
                + "inputs - use -canSetSessionPreset:"
        case .choosingAPresetForSeveralCameras:
            "*** -[AVCaptureSession setSessionPreset:] AVCaptureSessionPresetHigh is not supported by the session's "
                + "inputs - use -canSetSessionPreset:"
        case .beingToldOfDeferredStartsNowhere:
            "*** -[AVCaptureSession setDeferredStartDelegate:deferredStartDelegateCallbackQueue:] NULL queue passed"
        }
    }

    func make() throws {
        let session = AVCaptureSession()
        let input = try MistakeScene.input()
        let output = AVCapturePhotoOutput()
        defer { withExtendedLifetime(session) {} }
        switch self {
        case .startingWhileConfiguring:
            session.beginConfiguration()
            session.startRunning()
        case .stoppingWhileConfiguring:
            session.startRunning()
            session.beginConfiguration()
            session.stopRunning()
        case .committingWithoutBeginning: session.commitConfiguration()
        case .addingASecondCamera:
            session.addInput(input)
            session.addInput(try MistakeScene.input("front"))
        case .addingAnInputTwice:
            session.addInput(input)
            session.addInput(input)
        case .addingAnInputOfAnotherSession:
            session.addInput(input)
            AVCaptureSession().addInputWithNoConnections(input)
        case .addingACameraTwiceToAMultiCamSession:
            let session = AVCaptureMultiCamSession()
            session.addInput(input)
            session.addInput(try MistakeScene.input())
        case .addingAVirtualCameraBesideItsLens:
            let session = AVCaptureMultiCamSession()
            session.addInput(input)
            session.addInput(try MistakeScene.input("back-triple"))
        case .addingACameraThatLacksThePreset:
            session.sessionPreset = .cif352x288
            session.addInput(try externalInput())
        case .addingAnOutputTwice:
            session.addOutput(output)
            session.addOutput(output)
        case .addingAnOutputOfAnotherSession:
            session.addOutput(output)
            AVCaptureSession().addOutputWithNoConnections(output)
        case .addingASecondPhotoOutput:
            session.addOutput(output)
            session.addOutput(AVCapturePhotoOutput())
        case .choosingAPresetThatTheCameraLacks:
            session.addInput(try externalInput())
            session.sessionPreset = .cif352x288
        case .choosingAPresetForSeveralCameras: AVCaptureMultiCamSession().sessionPreset = .high
        case .beingToldOfDeferredStartsNowhere:
            session.setDeferredStartDelegate(DeferredStartDelegate(), deferredStartDelegateCallbackQueue: nil)
        }
    }

    /// A camera with two formats.
    private func externalInput() throws -> AVCaptureDeviceInput {
        SimulatedPhone.shared.plug()
        return try MistakeScene.input("external")
    }
}

private final class DeferredStartDelegate: NSObject, AVCaptureSessionDeferredStartDelegate {
    func sessionWillRunDeferredStart(_ session: AVCaptureSession) {}
    func sessionDidRunDeferredStart(_ session: AVCaptureSession) {}
}

@Suite struct SessionMistakeTests {
    @Test(arguments: SessionMistake.allCases)
    func stopsTheProcess(_ mistake: SessionMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
