import Foundation

/// How the device is held and moved. Source: Apple, CMDeviceMotion.
///
/// Linux: without a gyroscope, ``gravity`` is the slow part of what the accelerometer measures, and
/// ``userAcceleration`` the rest.
public final class CMDeviceMotion: CMLogItem, @unchecked Sendable {  // constant
    /// The direction to the ground, about 1 g long.
    public let gravity: CMAcceleration
    /// What the person adds to ``gravity``, in g.
    public let userAcceleration: CMAcceleration
    public let attitude: CMAttitude

    init(gravity: CMAcceleration, measured: CMAcceleration) {
        self.gravity = gravity
        userAcceleration = CMAcceleration(
            x: measured.x - gravity.x, y: measured.y - gravity.y, z: measured.z - gravity.z)
        attitude = CMAttitude(gravity: gravity)
        super.init(timestamp: ProcessInfo.processInfo.systemUptime)
    }
}

/// How the device is turned against the ground. Source: Apple, CMAttitude.
public final class CMAttitude: NSObject, Sendable {
    /// Radians around the axis through the device's left and right.
    public let pitch: Double
    /// Radians around the axis through its bottom and top.
    public let roll: Double
    /// Linux: 0; gravity says nothing of the compass.
    public let yaw: Double

    init(gravity: CMAcceleration) {
        pitch = atan2(-gravity.y, (gravity.x * gravity.x + gravity.z * gravity.z).squareRoot())
        roll = atan2(gravity.x, -gravity.z)
        yaw = 0
    }
}

/// Receives a measurement, or the error. Source: Apple, CMDeviceMotionHandler.
public typealias CMDeviceMotionHandler = @Sendable (CMDeviceMotion?, (any Error)?) -> Void
