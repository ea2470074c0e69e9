import Foundation

/// How the device is held and moved. Source: Apple, CMDeviceMotion.
///
/// Linux: ``gravity`` is the slow part of what the accelerometer measures, and ``userAcceleration`` the rest.
public final class CMDeviceMotion: CMLogItem, @unchecked Sendable {  // constant
    /// The direction to the ground, about 1 g long.
    public let gravity: CMAcceleration
    /// What the person adds to ``gravity``, in g.
    public let userAcceleration: CMAcceleration
    /// Linux: as the gyroscope measures it; all 0 without one.
    public let rotationRate: CMRotationRate
    public let attitude: CMAttitude

    init(gravity: CMAcceleration, measured: CMAcceleration, rotation: CMRotationRate) {
        self.gravity = gravity
        userAcceleration = CMAcceleration(
            x: measured.x - gravity.x, y: measured.y - gravity.y, z: measured.z - gravity.z)
        rotationRate = rotation
        attitude = CMAttitude(gravity: gravity)
        super.init(timestamp: ProcessInfo.processInfo.systemUptime)
    }
}

/// Receives a measurement, or the error. Source: Apple, CMDeviceMotionHandler.
public typealias CMDeviceMotionHandler = @Sendable (CMDeviceMotion?, (any Error)?) -> Void
