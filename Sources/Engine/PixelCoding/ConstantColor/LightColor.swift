/// Red, green and blue, of light or of codes.
///
/// The standard library's vectors would do, but the compiler leaves some of their operations, conversions among them,
/// as one call per element: a photo took 20 times as long.
struct LightColor: Sendable {
    var red: Float
    var green: Float
    var blue: Float

    static let black = LightColor(red: 0, green: 0, blue: 0)

    @inline(__always) static func + (a: Self, b: Self) -> Self {
        Self(red: a.red + b.red, green: a.green + b.green, blue: a.blue + b.blue)
    }

    @inline(__always) static func - (a: Self, b: Self) -> Self {
        Self(red: a.red - b.red, green: a.green - b.green, blue: a.blue - b.blue)
    }

    @inline(__always) static func + (a: Self, gray: Float) -> Self {
        Self(red: a.red + gray, green: a.green + gray, blue: a.blue + gray)
    }

    @inline(__always) static func * (a: Self, factor: Float) -> Self {
        Self(red: a.red * factor, green: a.green * factor, blue: a.blue * factor)
    }

    @inline(__always) var sum: Float { red + green + blue }
    @inline(__always) var largest: Float { max(red, green, blue) }
    @inline(__always) var smallest: Float { min(red, green, blue) }

    /// Clamped at black.
    @inline(__always) var visible: Self { Self(red: max(red, 0), green: max(green, 0), blue: max(blue, 0)) }
}
