import Foundation

/// An accelerometer of the kernel's, in meters per second squared; at rest its value points up.
package struct IIOAccelerometer: Sendable {
    private static let standardGravity = 9.80665

    private let sensor: IIOSensor

    /// The first one found; `nil` if there is none.
    ///
    /// - Parameter devices: `/sys/bus/iio/devices`, or a folder that looks like it.
    package init?(devices: URL) {
        guard let sensor = IIOSensor("accel", devices: devices) else { return nil }
        self.sensor = sensor
    }

    /// In g, toward the ground; `nil` when the sensor does not answer.
    package var acceleration: SIMD3<Double>? { sensor.value.map { -$0 / Self.standardGravity } }
}
