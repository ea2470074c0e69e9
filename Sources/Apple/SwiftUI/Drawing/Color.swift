import Foundation

/// A color, which may depend on the environment. Source: Apple, Color.
public nonisolated struct Color: Hashable, Sendable {
    /// Source: Apple, Color.RGBColorSpace.
    public enum RGBColorSpace: Hashable, Sendable {
        case sRGB
        case sRGBLinear
        case displayP3
    }

    /// A color as it is on the screen: sRGB, not linear. Source: Apple, Color.Resolved.
    public struct Resolved: Hashable, Sendable {
        public var red: Float
        public var green: Float
        public var blue: Float
        public var opacity: Float

        public init(colorSpace: RGBColorSpace = .sRGB, red: Float, green: Float, blue: Float, opacity: Float = 1) {
            self.init(space: colorSpace, Double(red), Double(green), Double(blue), Double(opacity))
        }

        init(space: RGBColorSpace, _ red: Double, _ green: Double, _ blue: Double, _ opacity: Double) {
            var rgb = [red, green, blue]
            switch space {
            case .sRGB: break
            case .sRGBLinear: rgb = rgb.map(Self.encoded)
            case .displayP3:
                let linear = rgb.map(Self.decoded)
                rgb = Self.fromP3.map { row in Self.encoded(zip(row, linear).reduce(0) { $0 + $1.0 * $1.1 }) }
            }
            (self.red, self.green, self.blue) = (Float(rgb[0]), Float(rgb[1]), Float(rgb[2]))
            self.opacity = Float(opacity)
        }

        private static let fromP3 = [
            [1.2249401, -0.2249404, 0], [-0.0420569, 1.0420571, 0], [-0.0196376, -0.0786361, 1.0982735],
        ]

        private static func encoded(_ value: Double) -> Double {
            let size = abs(value)
            let code = size <= 0.0031308 ? 12.92 * size : 1.055 * pow(size, 1 / 2.4) - 0.055
            return value < 0 ? -code : code
        }

        private static func decoded(_ value: Double) -> Double {
            let size = abs(value)
            let light = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
            return value < 0 ? -light : light
        }
    }

    indirect enum Kind: Hashable, Sendable {
        case fixed(Resolved)
        /// One of the system's, for light and for dark.
        case system(light: Resolved, dark: Resolved)
        case faded(Color, Double)
        case mixed(Color, Color, Double)
        case accent
    }
    let kind: Kind

    init(kind: Kind) { self.kind = kind }

    public init(_ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
        kind = .fixed(Resolved(space: colorSpace, red, green, blue, opacity))
    }

    public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
    }

    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        func component(_ offset: Double) -> Double {
            let k = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
            return brightness - brightness * saturation * max(0, min(k, 4 - k, 1))
        }
        self.init(red: component(5), green: component(3), blue: component(1), opacity: opacity)
    }

    public init(_ resolved: Resolved) { kind = .fixed(resolved) }

    public func opacity(_ opacity: Double) -> Color { Color(kind: .faded(self, opacity)) }

    /// The color, mixed with a part of another one.
    public func mix(with rhs: Color, by fraction: Double) -> Color { Color(kind: .mixed(self, rhs, fraction)) }

    public func resolve(in environment: EnvironmentValues) -> Resolved {
        switch kind {
        case .fixed(let color): return color
        case .system(let light, let dark): return environment.colorScheme == .dark ? dark : light
        case .faded(let color, let opacity):
            var color = color.resolve(in: environment)
            color.opacity *= Float(opacity)
            return color
        case .mixed(let first, let second, let fraction):
            var color = first.resolve(in: environment)
            let other = second.resolve(in: environment)
            let part = Float(fraction)
            color.red += (other.red - color.red) * part
            color.green += (other.green - color.green) * part
            color.blue += (other.blue - color.blue) * part
            color.opacity += (other.opacity - color.opacity) * part
            return color
        case .accent: return (environment.tintColor ?? .blue).resolve(in: environment)
        }
    }
}

extension Color {
    private static func system(_ light: (Int, Int, Int), _ dark: (Int, Int, Int), _ opacity: Double = 1) -> Color {
        func color(_ value: (Int, Int, Int)) -> Resolved {
            Resolved(
                space: .sRGB, Double(value.0) / 255, Double(value.1) / 255, Double(value.2) / 255, opacity)
        }
        return Color(kind: .system(light: color(light), dark: color(dark)))
    }

    public static let red = system((255, 59, 48), (255, 69, 58))
    public static let orange = system((255, 149, 0), (255, 159, 10))
    public static let yellow = system((255, 204, 0), (255, 214, 10))
    public static let green = system((52, 199, 89), (48, 209, 88))
    public static let mint = system((0, 199, 190), (99, 230, 226))
    public static let teal = system((48, 176, 199), (64, 200, 224))
    public static let cyan = system((50, 173, 230), (100, 210, 255))
    public static let blue = system((0, 122, 255), (10, 132, 255))
    public static let indigo = system((88, 86, 214), (94, 92, 230))
    public static let purple = system((175, 82, 222), (191, 90, 242))
    public static let pink = system((255, 45, 85), (255, 55, 95))
    public static let brown = system((162, 132, 94), (172, 142, 104))
    public static let gray = system((142, 142, 147), (142, 142, 147))
    public static let white = Color(white: 1)
    public static let black = Color(white: 0)
    public static let clear = Color(white: 0, opacity: 0)
    public static let primary = system((0, 0, 0), (255, 255, 255))
    public static let secondary = system((60, 60, 67), (235, 235, 245), 0.6)
    /// The tint of the views around.
    public static let accentColor = Color(kind: .accent)
    static let screen = system((255, 255, 255), (0, 0, 0))
    static let groupedScreen = system((242, 242, 247), (0, 0, 0))
    static let groupedCell = system((255, 255, 255), (28, 28, 30))
    static let separator = system((198, 198, 200), (56, 56, 58))
    static let controlFill = system((118, 118, 128), (118, 118, 128), 0.16)
}

extension EnvironmentValues {
    private struct Tint: EnvironmentKey { static let defaultValue: Color? = nil }

    var tintColor: Color? {
        get { self[Tint.self] }
        set { self[Tint.self] = newValue }
    }
}

extension Color.Resolved: Animatable {
    public var animatableData: AnimatablePair<Float, AnimatablePair<Float, AnimatablePair<Float, Float>>> {
        get { AnimatablePair(red, AnimatablePair(green, AnimatablePair(blue, opacity))) }
        set {
            red = newValue.first
            green = newValue.second.first
            blue = newValue.second.second.first
            opacity = newValue.second.second.second
        }
    }

    var numbers: [Double] { [Double(red), Double(green), Double(blue), Double(opacity)] }

    init(numbers: ArraySlice<Double>) {
        let values = Array(numbers)
        self.init(space: .sRGB, values[0], values[1], values[2], values[3])
    }
}
