import Foundation

/// A gyroscope of the kernel's.
package struct IIOGyroscope: Sendable {
    private let sensor: IIOSensor

    /// The first one found; `nil` if there is none.
    ///
    /// - Parameter devices: `/sys/bus/iio/devices`, or a folder that looks like it.
    package init?(devices: URL) {
        guard let sensor = IIOSensor("anglvel", devices: devices) else { return nil }
        self.sensor = sensor
    }

    /// In radians per second around the screen's axes, counterclockwise for those who look against an axis; `nil` when the
    /// sensor does not answer.
    package var rotationRate: SIMD3<Double>? { sensor.value }
}
