import CaptureEngine
import Foundation

/// A color without its brightness: its place in the CIE 1931 chromaticity diagram.
struct Chromaticity {
    var x: Double
    var y: Double

    init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The light whose white the gains turn into equal red, green and blue, on a sensor with the primaries of sRGB.
    ///
    /// - Parameter daylight: the gains that do so with daylight.
    init(whiteUnder gains: WhiteBalanceGains, daylight: WhiteBalanceGains) {
        let r = Double(daylight.red / gains.red)
        let g = Double(daylight.green / gains.green)
        let b = Double(daylight.blue / gains.blue)
        let X = 0.4123908 * r + 0.3575843 * g + 0.1804808 * b
        let Y = 0.2126390 * r + 0.7151687 * g + 0.0721923 * b
        let Z = 0.0193308 * r + 0.1191948 * g + 0.9505322 * b
        self.init(x: X / (X + Y + Z), y: Y / (X + Y + Z))
    }

    /// The gains that make the light white; the smallest is 1. Colors outside of sRGB get large gains.
    func gains(daylight: WhiteBalanceGains) -> WhiteBalanceGains {
        let (X, Y, Z) = (x / y, 1.0, (1 - x - y) / y)
        let linear = [
            3.2409699 * X - 1.5373832 * Y - 0.4986108 * Z,
            -0.9692436 * X + 1.8759675 * Y + 0.0415551 * Z,
            0.0556301 * X - 0.2039770 * Y + 1.0569715 * Z,
        ].map { max($0, 1e-3) }
        return WhiteBalanceGains(
            red: daylight.red / Float(linear[0]), green: daylight.green / Float(linear[1]),
            blue: daylight.blue / Float(linear[2])
        ).normalized
    }
}

extension WhiteBalanceGains {
    /// The same ratios with 1 as the smallest.
    var normalized: WhiteBalanceGains {
        let least = min(red, green, blue)
        return WhiteBalanceGains(red: red / least, green: green / least, blue: blue / least)
    }
}

/// A color of light as the temperature of the nearest black body, and its distance from it.
///
/// The distance is measured across the black body's curve in CIE 1960 (u, v). A distance of 1 is 3000 units of tint,
/// and tint is positive above the curve (a green light), as in the DNG specification. The curve is Krystek's
/// approximation, which holds from 1000 K to 15,000 K.
struct ColorOfLight {
    static let temperatures = 1000.0...15_000.0
    private static let tintScale = 3000.0

    var temperature: Double
    var tint: Double

    init(temperature: Double, tint: Double) {
        self.temperature = min(max(temperature, Self.temperatures.lowerBound), Self.temperatures.upperBound)
        self.tint = tint
    }

    init(_ chromaticity: Chromaticity) {
        let denominator = -2 * chromaticity.x + 12 * chromaticity.y + 3
        let (u, v) = (4 * chromaticity.x / denominator, 6 * chromaticity.y / denominator)
        let kelvins = Self.nearest(u, v)
        let (onCurve, across) = (Self.blackBody(kelvins), Self.across(kelvins))
        let distance = (u - onCurve.u) * across.u + (v - onCurve.v) * across.v
        self.init(temperature: kelvins, tint: distance * Self.tintScale)
    }

    var chromaticity: Chromaticity {
        let (onCurve, across) = (Self.blackBody(temperature), Self.across(temperature))
        let distance = tint / Self.tintScale
        let (u, v) = (onCurve.u + across.u * distance, onCurve.v + across.v * distance)
        let denominator = 2 * u - 8 * v + 4
        return Chromaticity(x: 3 * u / denominator, y: 2 * v / denominator)
    }

    private static func blackBody(_ T: Double) -> (u: Double, v: Double) {
        (
            (0.860117757 + 1.54118254e-4 * T + 1.28641212e-7 * T * T)
                / (1 + 8.42420235e-4 * T + 7.08145163e-7 * T * T),
            (0.317398726 + 4.22806245e-5 * T + 4.20481691e-8 * T * T)
                / (1 - 2.89741816e-5 * T + 1.61456053e-7 * T * T)
        )
    }

    /// The direction of positive tint at a temperature, of length 1.
    private static func across(_ T: Double) -> (u: Double, v: Double) {
        let (a, b) = (blackBody(T - 0.5), blackBody(T + 0.5))
        let (du, dv) = (b.u - a.u, b.v - a.v)
        let length = hypot(du, dv)
        // Along the curve u and v fall with the temperature; green lies above it.
        return (dv / length, -du / length)
    }

    /// The temperature of the curve's nearest point: the search halves its step in reciprocal temperature, along
    /// which the curve is nearly even.
    private static func nearest(_ u: Double, _ v: Double) -> Double {
        func distance(_ mired: Double) -> Double {
            let point = blackBody(1e6 / mired)
            return hypot(point.u - u, point.v - v)
        }
        let (coolest, warmest) = (1e6 / temperatures.upperBound, 1e6 / temperatures.lowerBound)
        var best = stride(from: coolest, through: warmest, by: 20).min { distance($0) < distance($1) } ?? coolest
        var step = 20.0
        while step > 1e-4 {
            let candidates = [best - step, best, best + step].map { min(max($0, coolest), warmest) }
            let next = candidates.min { distance($0) < distance($1) } ?? best
            if next == best { step /= 2 }
            best = next
        }
        return 1e6 / best
    }
}
