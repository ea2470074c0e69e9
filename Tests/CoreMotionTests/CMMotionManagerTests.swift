import CaptureEngine
import CoreMotion
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

@Suite(.ownPhoneOnManualClock) struct CMMotionManagerTests {
    private let phone = SimulatedPhone.ofTest
    private let manager = CMMotionManager()

    private func startCamera() throws -> any FrameSource {
        let device = try phone.device(named: "back")
        let camera = try phone.source(for: device)
        try camera.start(SourceConfiguration(format: device.formats[0])) { _ in }
        return camera
    }

    private func measure() throws -> CMAcceleration {
        let data = Monitor<CMAccelerometerData?>(nil)
        manager.startAccelerometerUpdates(to: OperationQueue()) { new, _ in data.withLock { $0 = new } }
        defer { manager.stopAccelerometerUpdates() }
        return try #require(data.wait(timeout: .seconds(30)) { $0 }).acceleration
    }

    @Test func thePhoneHasAnAccelerometerWhileItsCameraRuns() throws {
        #expect(!manager.isAccelerometerAvailable)
        let camera = try startCamera()
        #expect(manager.isAccelerometerAvailable)
        camera.stop()
        #expect(!manager.isAccelerometerAvailable)
    }

    @Test(
        arguments: [
            (.portrait, [0, -1, 0]), (.portraitUpsideDown, [0, 1, 0]), (.landscapeLeft, [-1, 0, 0]),
            (.landscapeRight, [1, 0, 0]), (.faceUp, [0, 0, -1]), (.faceDown, [0, 0, 1]),
        ] as [(BodyOrientation, [Double])])
    func gravityPointsToTheGround(orientation: BodyOrientation, expected: [Double]) throws {
        let camera = try startCamera()
        defer { camera.stop() }
        phone.body.turn(to: orientation)
        let measured = try measure()
        for (value, expected) in zip([measured.x, measured.y, measured.z], expected) {
            #expect(abs(value - expected) < 1e-9)
        }
    }

    @Test func aTiltIsClockwise() throws {
        let camera = try startCamera()
        defer { camera.stop() }
        phone.body.turn(to: .portrait)
        phone.body.tilt(by: 30)
        let measured = try measure()
        #expect(abs(measured.x - 0.5) < 1e-9 && measured.y < -0.8)
    }
}
