import AVFoundation
import Locking
import SimulatedPhone
import TestSupport
import Testing

/// An app's capture code and its phone in one process, as in tests of apps.
@Suite(.onePhoneAtATime, .timeLimit(.minutes(2)))
struct PhoneOfThisProcessTests {
    private let phone = Phone.ofThisProcess
    private let session = AVCaptureSession()
    private let camera: AVCaptureDevice

    init() throws {
        camera = try #require(AVCaptureDevice(uniqueID: Phone.Device.front.uniqueID))
        session.addInput(try AVCaptureDeviceInput(device: camera))
        session.addOutput(AVCaptureVideoDataOutput())
    }

    @Test func theAppSeesWhatHappensToThePhone() async throws {
        session.startRunning()
        try await phone.wait { $0.running == [.front] }
        let coordinator = AVCaptureDevice.RotationCoordinator(device: camera, previewLayer: nil)
        phone.turn(to: .portrait)
        try await wait { coordinator.videoRotationAngleForHorizonLevelCapture == 90 }
        phone.turn(to: .landscapeLeft)
        let losses = Mutex(0)
        let name = AVCaptureDevice.wasDisconnectedNotification
        let observer = NotificationCenter.default.addObserver(forName: name, object: camera, queue: nil) { _ in
            losses.withLock { $0 += 1 }
        }
        phone.unplug(.front)
        try await phone.wait { $0.running.isEmpty }
        try await wait { !camera.isConnected && losses.withLock { $0 } == 1 }
        NotificationCenter.default.removeObserver(observer)
        phone.plug(.front)
        session.stopRunning()
    }

    /// The app is notified on queues of its own. The suite's time limit ends a wait that would never end.
    private func wait(until condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func theSessionIsInterruptedAndContinues() async throws {
        session.startRunning()
        try await phone.wait { $0.running == [.front] }
        phone.interrupt(.cameraInUse)
        try await phone.wait { $0.running.isEmpty }
        try await wait { session.isInterrupted }
        phone.resume(.cameraInUse)
        try await phone.wait { $0.running == [.front] }
        session.stopRunning()
        #expect(phone.state().running.isEmpty)
    }
}
