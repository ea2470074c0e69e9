import Foundation

/// A color on a screen: codes of sRGB, 0…255.
package struct ShownColor: Sendable, Equatable, CustomStringConvertible {
    package var red: Double
    package var green: Double
    package var blue: Double

    package init(_ red: Double, _ green: Double, _ blue: Double) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    package var description: String { "\(Int(red.rounded())) \(Int(green.rounded())) \(Int(blue.rounded()))" }

    /// How far the parts are from each other; 0 for gray.
    package var spread: Double { max(red, green, blue) - min(red, green, blue) }

    /// CIE L*a*b* for D65. Source: CIE 15; IEC 61966-2-1.
    private var lab: (l: Double, a: Double, b: Double) {
        func light(_ code: Double) -> Double {
            code <= 0.04045 * 255 ? code / 255 / 12.92 : pow((code / 255 + 0.055) / 1.055, 2.4)
        }
        func root(_ part: Double) -> Double {
            part > 216.0 / 24389 ? cbrt(part) : (24389.0 / 27 * part + 16) / 116
        }
        let (r, g, b) = (light(red), light(green), light(blue))
        let x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
        let y = root(0.2126 * r + 0.7152 * g + 0.0722 * b)
        let z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.0888)
        return (116 * y - 16, 500 * (x - y), 200 * (y - z))
    }

    /// CIEDE2000: 1 is what an eye just notices. Source: ISO/CIE 11664-6.
    package func difference(to other: ShownColor) -> Double {
        let (one, two) = (lab, other.lab)
        func seventh(_ chroma: Double) -> Double { (pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7))).squareRoot() }
        let g = 0.5 * (1 - seventh((hypot(one.a, one.b) + hypot(two.a, two.b)) / 2))
        let (a1, a2) = (one.a * (1 + g), two.a * (1 + g))
        let (c1, c2) = (hypot(a1, one.b), hypot(a2, two.b))
        func angle(_ a: Double, _ b: Double) -> Double {
            let degrees = atan2(b, a) * 180 / .pi
            return degrees < 0 ? degrees + 360 : degrees
        }
        let (h1, h2) = (angle(a1, one.b), angle(a2, two.b))
        var turn = c1 * c2 == 0 ? 0 : h2 - h1
        if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
        func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
        func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
        let hue = 2 * (c1 * c2).squareRoot() * sine(turn / 2)
        let (lightness, chroma) = ((one.l + two.l) / 2, (c1 + c2) / 2)
        var middle = h1 + h2
        if c1 * c2 != 0 {
            middle = abs(h1 - h2) <= 180 ? middle / 2 : middle < 360 ? (middle + 360) / 2 : (middle - 360) / 2
        }
        let t =
            1 - 0.17 * cosine(middle - 30) + 0.24 * cosine(2 * middle) + 0.32 * cosine(3 * middle + 6)
            - 0.2 * cosine(4 * middle - 63)
        let offset = (lightness - 50) * (lightness - 50)
        let l = (two.l - one.l) / (1 + 0.015 * offset / (20 + offset).squareRoot())
        let c = (c2 - c1) / (1 + 0.045 * chroma)
        let h = hue / (1 + 0.015 * chroma * t)
        let rotation = -sine(60 * exp(-pow((middle - 275) / 25, 2))) * 2 * seventh(chroma)
        return (l * l + c * c + h * h + rotation * c * h).squareRoot()
    }
}
