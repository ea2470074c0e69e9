import AVFoundation
import CaptureEngine
import DeviceKinds
import TestSupport
import Testing

struct SharedCameraTests {
    /// Two sessions with the same camera; the second one starts last.
    private func start(_ traits: DeviceTraits) throws -> [AVCaptureSession] {
        let world = CaptureWorld(backends: [FakeBackend(["camera"], traits: traits)], host: Nowhere())
        return try CaptureWorld.$current.withValue(world) {
            let device = try #require(AVCaptureDevice(uniqueID: "fake:camera"))
            return try (0..<2).map { _ in
                let session = AVCaptureSession()
                session.addInput(try AVCaptureDeviceInput(device: device))
                session.addOutput(AVCaptureVideoDataOutput())
                session.startRunning()
                return session
            }
        }
    }

    @Test func itsBackendSaysThatSessionsShareACamera() throws {
        let sessions = try start(.shareable)
        #expect(sessions.map(\.isRunning) == [true, true])
        for session in sessions { session.stopRunning() }
    }

    @Test func anyOtherCameraBelongsToTheSessionThatStartedLast() throws {
        let sessions = try start([])
        #expect(sessions.map(\.isRunning) == [false, true])
        #expect(sessions.map(\.isInterrupted) == [true, false])
        for session in sessions { session.stopRunning() }
    }
}
