import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite struct SubjectAreaTests {
        @Test func anotherSceneIsNotifiedAndAMovingBallIsNot() throws {
            let camera = try MeasuredCamera()
            let changes = ChangeCounter(camera.device)
            camera.device.exposureMode = .locked
            camera.device.isSubjectAreaChangeMonitoringEnabled = true
            // A second of the scene: the ball moves half its way, and there has been a flash.
            let start = try camera.frame().presentationTimeStamp
            _ = try camera.frame(at: start + CMTime(seconds: 1.1, preferredTimescale: 1000))
            #expect(changes.count == 0)
            SimulatedPhone.ofTest.setSceneBrightness(0.2)
            #expect(changes.first() == 1)
        }

        @Test func aPictureThatItsSettingsMakeDarkerIsNoOtherScene() throws {
            let camera = try MeasuredCamera()
            let changes = ChangeCounter(camera.device)
            func waitForHalfASecond() throws {
                let start = try camera.frame().presentationTimeStamp
                _ = try camera.frame(at: start + CMTime(seconds: 0.5, preferredTimescale: 1000))
            }
            camera.device.isSubjectAreaChangeMonitoringEnabled = true
            try waitForHalfASecond()
            let before = try MeasuredFrame(camera.frame())
            camera.device.setExposureTargetBias(-2)
            camera.device.exposureMode = .autoExpose
            #expect(camera.wait(for: \.exposureMode) { $0 == .locked })
            #expect(try MeasuredFrame(camera.frame()).brightness(over: before) < 0.3)
            try waitForHalfASecond()
            #expect(changes.count == 0)
            SimulatedPhone.ofTest.setSceneBrightness(4)
            #expect(changes.first() == 1)
        }
    }
}

/// Counts a device's notifications of another scene.
private final class ChangeCounter {
    private let changes = Monitor(0)
    private let token: any NSObjectProtocol

    init(_ device: AVCaptureDevice) {
        token = NotificationCenter.default.addObserver(
            forName: AVCaptureDevice.subjectAreaDidChangeNotification, object: device, queue: nil
        ) { [changes] _ in changes.withLock { $0 += 1 } }
    }

    deinit { NotificationCenter.default.removeObserver(token) }

    var count: Int { changes.withLock { $0 } }

    /// Waits for one; `nil` if none came.
    func first() -> Int? { changes.wait(timeout: .seconds(30)) { $0 > 0 ? $0 : nil } }
}
