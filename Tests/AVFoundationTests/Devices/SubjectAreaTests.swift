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
            let count = Monitor(0)
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureDevice.subjectAreaDidChangeNotification, object: camera.device, queue: nil
            ) { _ in count.withLock { $0 += 1 } }
            defer { NotificationCenter.default.removeObserver(token) }
            camera.device.exposureMode = .locked
            camera.device.isSubjectAreaChangeMonitoringEnabled = true
            // A second of the scene: the ball moves half its way, and there has been a flash.
            let start = try camera.frame().presentationTimeStamp
            _ = try camera.frame(at: start + CMTime(seconds: 1.1, preferredTimescale: 1000))
            #expect(count.withLock { $0 } == 0)
            SimulatedPhone.ofTest.setSceneBrightness(0.2)
            #expect(count.wait(timeout: .seconds(30)) { $0 > 0 ? $0 : nil } == 1)
        }
    }
}
