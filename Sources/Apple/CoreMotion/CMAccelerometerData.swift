import Foundation

/// An acceleration along three axes, in g. Source: Apple, CMAcceleration.
///
/// The axes are the device's when facing its screen: x to the right, y up, z out of the screen. At rest it is the
/// direction of gravity: 0, -1, 0 for a device held upright.
public struct CMAcceleration: Sendable {
    /// To the right, in g.
    public var x: Double
    /// Up, in g.
    public var y: Double
    /// Out of the screen, in g.
    public var z: Double

    /// All fields 0, as in free fall.
    public init() { self.init(x: 0, y: 0, z: 0) }

    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }
}

/// A measurement with its time. Source: Apple, CMLogItem.
open class CMLogItem: NSObject, @unchecked Sendable {  // constant
    /// Seconds since the machine was started, without the time spent asleep.
    public let timestamp: TimeInterval

    init(timestamp: TimeInterval) {
        self.timestamp = timestamp
    }
}

/// A measurement of an accelerometer. Source: Apple, CMAccelerometerData.
public final class CMAccelerometerData: CMLogItem, @unchecked Sendable {  // constant
    public let acceleration: CMAcceleration

    init(_ acceleration: CMAcceleration) {
        self.acceleration = acceleration
        super.init(timestamp: ProcessInfo.processInfo.systemUptime)
    }
}

/// Receives a measurement, or the error. Source: Apple, CMAccelerometerHandler.
public typealias CMAccelerometerHandler = @Sendable (CMAccelerometerData?, (any Error)?) -> Void
