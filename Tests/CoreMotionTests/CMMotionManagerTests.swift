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

    @Test func theGyroscopeFollowsATurnToItsEnd() throws {
        #expect(!manager.isGyroAvailable && manager.gyroUpdateInterval == 0.01)
        let camera = try startCamera()
        defer { camera.stop() }
        #expect(manager.isGyroAvailable && !manager.isGyroActive && manager.gyroData == nil)
        phone.body.turn(to: .portrait)
        phone.body.tilt(by: 30)
        let heard = Monitor<[CMRotationRate]>([])
        manager.startGyroUpdates(to: OperationQueue()) { data, _ in
            if let data { heard.withLock { $0.append(data.rotationRate) } }
        }
        #expect(manager.isGyroActive)
        // A clockwise turn is negative.
        let turning = try #require(heard.wait(timeout: .seconds(30)) { $0.first })
        #expect(turning.z < -2 && turning.x == 0 && turning.y == 0)
        let clock = try #require(CaptureWorld.current.clock as? ManualClock)
        clock.advance(by: CMTime(value: 1, timescale: 4))
        #expect(heard.wait(timeout: .seconds(30)) { $0.last { $0.z == 0 } } != nil)
        manager.stopGyroUpdates()
        #expect(!manager.isGyroActive && manager.gyroData != nil)
    }

    @Test func aHandThatShakesTurnsThePhone() throws {
        let camera = try startCamera()
        defer { camera.stop() }
        phone.setShake(HandShake(strength: 1))
        // The phone's time has just begun.
        let expected = HandShake(strength: 1).angularSpeed(at: 0)
        let clock = try #require(CaptureWorld.current.clock as? ManualClock)
        let rate = try #require(phone.rotationRate)
        #expect(abs(rate.z - expected) < 1e-9 && abs(expected) > 1e-3)
        clock.advance(by: CMTime(value: 1, timescale: 10))
        let later = try #require(phone.rotationRate)
        #expect(abs(later.z - HandShake(strength: 1).angularSpeed(at: 100_000_000)) < 1e-9)
    }

    private func attitude(_ orientation: BodyOrientation, tilt: Double = 0) throws -> CMAttitude {
        phone.body.turn(to: orientation)
        phone.body.tilt(by: tilt)
        let heard = Monitor<CMDeviceMotion?>(nil)
        manager.startDeviceMotionUpdates(using: .xArbitraryZVertical, to: OperationQueue()) { new, _ in
            heard.withLock { $0 = $0 ?? new }
        }
        defer { manager.stopDeviceMotionUpdates() }
        return try #require(heard.wait(timeout: .seconds(30)) { $0 }).attitude
    }

    @Test func theAttitudeIsATurn() throws {
        #expect(CMMotionManager.availableAttitudeReferenceFrames() == [])
        let camera = try startCamera()
        defer { camera.stop() }
        #expect(CMMotionManager.availableAttitudeReferenceFrames() == .xArbitraryZVertical)
        let left = try attitude(.landscapeLeft)
        let half = 0.5.squareRoot()
        let turn = left.quaternion
        #expect(abs(turn.y + half) < 1e-9 && abs(turn.w - half) < 1e-9 && abs(turn.x) + abs(turn.z) < 1e-9)
        // What is up for the world is at the device's right.
        let matrix = left.rotationMatrix
        #expect(abs(matrix.m13 - 1) < 1e-9 && abs(matrix.m23) < 1e-9 && abs(matrix.m33) < 1e-9)
        #expect(manager.attitudeReferenceFrame == .xArbitraryZVertical)
    }

    @Test func anAttitudeIsComparedWithAnEarlierOne() throws {
        let camera = try startCamera()
        defer { camera.stop() }
        let reference = try #require(try attitude(.faceUp).copy() as? CMAttitude)
        let later = try attitude(.portrait)
        later.multiply(byInverseOf: reference)
        #expect(abs(later.pitch - .pi / 2) < 1e-6)
        later.multiply(byInverseOf: try attitude(.portrait))
        let rest = later.quaternion
        #expect(abs(later.pitch) + abs(later.roll) + abs(later.yaw) < 1e-6 && abs(abs(rest.w) - 1) < 1e-9)
    }

    @Test func theMotionFollowsHowThePhoneIsHeld() throws {
        let camera = try startCamera()
        defer { camera.stop() }
        phone.body.turn(to: .landscapeLeft)
        #expect(manager.isDeviceMotionAvailable && !manager.isDeviceMotionActive)
        let heard = Monitor<[CMDeviceMotion]>([])
        manager.startDeviceMotionUpdates(to: OperationQueue()) { motion, _ in
            heard.withLock { $0 += [motion].compactMap(\.self) }
        }
        let first = try #require(heard.wait(timeout: .seconds(30)) { $0.first })
        #expect(abs(first.gravity.x + 1) < 1e-9 && abs(first.userAcceleration.x) < 1e-9)
        #expect(first.rotationRate.z == 0)
        #expect(abs(first.attitude.roll + .pi / 2) < 1e-9 && abs(first.attitude.pitch) < 1e-9)
        // Gravity turns slowly; what is left is taken for the person's movement.
        let known = heard.withLock { $0.count }
        phone.body.turn(to: .portrait)
        let turning = try #require(
            heard.wait(timeout: .seconds(30)) { $0.dropFirst(known).first { $0.gravity.y < -0.001 } })
        #expect(turning.gravity.y > -0.9 && turning.userAcceleration.y < -0.1)
        #expect(heard.wait(timeout: .seconds(30)) { $0.last { $0.gravity.y < -0.95 } } != nil)
        manager.stopDeviceMotionUpdates()
        #expect(!manager.isDeviceMotionActive && manager.deviceMotion != nil)
    }
}
