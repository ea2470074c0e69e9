import CaptureEngine
import Glibc
import LinuxVideo

/// What the numbers of controls mean.
///
/// Drivers report neither what a step of gain means nor which distance a focus value is. So ISO goes from 100 at the
/// lowest gain to 1600 at the highest, in equal ratios. The lens position goes from 0 at the highest focus value, the
/// nearest, to 1 at the lowest. A white balance in kelvin is 5000 times the ratio of the red gain to the blue one.
enum ControlScale {
    static let isos: ClosedRange<Float> = 100...1600

    // MARK: The exposure

    /// How many units of the exposure control are a second.
    private static let exposureUnits: Int32 = 10_000

    /// - Parameter units: a value of the exposure control.
    static func duration(_ units: Int32) -> CMTime { CMTime(value: Int64(units), timescale: exposureUnits) }

    /// - Returns: a value for the exposure control, not rounded.
    static func units(_ duration: CMTime) -> Double { duration.seconds * Double(exposureUnits) }

    /// - Returns: the part of the gain's range.
    static func part(ofISO iso: Double) -> Double { log2(max(iso, 1) / lowestISO) / log2(isoRatio) }

    /// - Parameter part: of the gain's range.
    static func iso(atPart part: Double) -> Double { lowestISO * exp2(part * log2(isoRatio)) }

    private static let lowestISO = Double(isos.lowerBound)
    private static let isoRatio = Double(isos.upperBound / isos.lowerBound)

    // MARK: The white balance

    private static let neutralTemperature = 5000.0

    /// - Returns: kelvins.
    static func temperature(_ gains: WhiteBalanceGains) -> Double {
        neutralTemperature * Double(gains.red / gains.blue)
    }

    /// - Parameter temperature: in kelvins.
    static func gains(temperature: Double) -> WhiteBalanceGains {
        let ratio = Float(temperature / neutralTemperature)
        return ratio >= 1
            ? WhiteBalanceGains(red: ratio, green: 1, blue: 1) : WhiteBalanceGains(red: 1, green: 1, blue: 1 / ratio)
    }

    /// The gain that a value of a color's balance stands for; the driver's default is a gain of 1.
    static func gain(_ value: Int32, of balance: VideoControl) -> Float {
        Float(value) / Float(balance.defaultValue)
    }

    /// - Returns: a value for a color's balance.
    static func value(ofGain gain: Float, of balance: VideoControl) -> Int32 {
        balance.nearest(Double(gain) * Double(balance.defaultValue))
    }
}
