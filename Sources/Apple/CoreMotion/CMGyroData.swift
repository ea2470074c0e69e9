import Foundation

/// How fast the device turns around three axes, in radians per second. Source: Apple, CMRotationRate.
///
/// The axes are those of ``CMAcceleration``. A turn is positive if it is counterclockwise for a person who looks against
/// the axis, as the fingers of a right hand whose thumb is the axis.
public struct CMRotationRate: Sendable {
    /// Around the axis to the right.
    public var x: Double
    /// Around the axis up.
    public var y: Double
    /// Around the axis out of the screen.
    public var z: Double

    /// All fields 0.
    public init() { self.init(x: 0, y: 0, z: 0) }

    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }
}

/// A measurement of a gyroscope. Source: Apple, CMGyroData.
public final class CMGyroData: CMLogItem, @unchecked Sendable {  // constant
    public let rotationRate: CMRotationRate

    init(_ rotationRate: CMRotationRate) {
        self.rotationRate = rotationRate
        super.init(timestamp: ProcessInfo.processInfo.systemUptime)
    }
}

/// Receives a measurement, or the error. Source: Apple, CMGyroHandler.
public typealias CMGyroHandler = @Sendable (CMGyroData?, (any Error)?) -> Void
