import Foundation

/// An acceleration along three axes, in g. Source: Apple, CMAcceleration.
///
/// The axes are the device's as one looks at its screen: x to the right, y up, z out of the screen. At rest it is the
/// direction of gravity: 0, -1, 0 for a device that stands upright.
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

/// Something that was measured at some time. Source: Apple, CMLogItem.
open class CMLogItem: NSObject, @unchecked Sendable {  // constant
    /// Seconds since the machine was started, without the time in which it slept.
    public let timestamp: TimeInterval

    init(timestamp: TimeInterval) {
        self.timestamp = timestamp
    }
}

/// What an accelerometer measured. Source: Apple, CMAccelerometerData.
public final class CMAccelerometerData: CMLogItem, @unchecked Sendable {  // constant
    public let acceleration: CMAcceleration

    init(_ acceleration: CMAcceleration) {
        self.acceleration = acceleration
        super.init(timestamp: ProcessInfo.processInfo.systemUptime)
    }
}

/// Gets what was measured, or why nothing was. Source: Apple, CMAccelerometerHandler.
public typealias CMAccelerometerHandler = @Sendable (CMAccelerometerData?, (any Error)?) -> Void
