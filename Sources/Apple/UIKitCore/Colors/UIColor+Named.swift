import Foundation

/// The named colors. Source: Apple, UIColor, "Standard colors" and "UI element colors".
extension UIColor {
    // MARK: The same everywhere

    public class var black: UIColor { Fixed.black }
    public class var darkGray: UIColor { Fixed.darkGray }
    public class var lightGray: UIColor { Fixed.lightGray }
    public class var white: UIColor { Fixed.white }
    public class var gray: UIColor { Fixed.gray }
    public class var red: UIColor { Fixed.red }
    public class var green: UIColor { Fixed.green }
    public class var blue: UIColor { Fixed.blue }
    public class var cyan: UIColor { Fixed.cyan }
    public class var yellow: UIColor { Fixed.yellow }
    public class var magenta: UIColor { Fixed.magenta }
    public class var orange: UIColor { Fixed.orange }
    public class var purple: UIColor { Fixed.purple }
    public class var brown: UIColor { Fixed.brown }
    /// Black, transparent.
    public class var clear: UIColor { Fixed.clear }

    // MARK: In light and dark

    public class var systemRed: UIColor { System.systemRed }
    public class var systemOrange: UIColor { System.systemOrange }
    public class var systemYellow: UIColor { System.systemYellow }
    public class var systemGreen: UIColor { System.systemGreen }
    public class var systemMint: UIColor { System.systemMint }
    public class var systemTeal: UIColor { System.systemTeal }
    public class var systemCyan: UIColor { System.systemCyan }
    public class var systemBlue: UIColor { System.systemBlue }
    public class var systemIndigo: UIColor { System.systemIndigo }
    public class var systemPurple: UIColor { System.systemPurple }
    public class var systemPink: UIColor { System.systemPink }
    public class var systemBrown: UIColor { System.systemBrown }
    public class var systemGray: UIColor { System.systemGray }
    public class var systemGray2: UIColor { System.systemGray2 }
    public class var systemGray3: UIColor { System.systemGray3 }
    public class var systemGray4: UIColor { System.systemGray4 }
    public class var systemGray5: UIColor { System.systemGray5 }
    public class var systemGray6: UIColor { System.systemGray6 }
    /// Linux: always the system's blue; a view's tint is `UIView.tintColor`.
    public class var tintColor: UIColor { System.tintColor }

    // MARK: Words

    public class var label: UIColor { System.label }
    public class var secondaryLabel: UIColor { System.secondaryLabel }
    public class var tertiaryLabel: UIColor { System.tertiaryLabel }
    public class var quaternaryLabel: UIColor { System.quaternaryLabel }
    public class var placeholderText: UIColor { System.placeholderText }
    public class var link: UIColor { System.link }
    public class var darkText: UIColor { System.darkText }
    public class var lightText: UIColor { System.lightText }

    // MARK: What is behind them

    public class var systemBackground: UIColor { System.systemBackground }
    public class var secondarySystemBackground: UIColor { System.secondarySystemBackground }
    public class var tertiarySystemBackground: UIColor { System.tertiarySystemBackground }
    public class var systemGroupedBackground: UIColor { System.systemGroupedBackground }
    public class var secondarySystemGroupedBackground: UIColor { System.secondarySystemGroupedBackground }
    public class var tertiarySystemGroupedBackground: UIColor { System.tertiarySystemGroupedBackground }
    public class var systemFill: UIColor { System.systemFill }
    public class var secondarySystemFill: UIColor { System.secondarySystemFill }
    public class var tertiarySystemFill: UIColor { System.tertiarySystemFill }
    public class var quaternarySystemFill: UIColor { System.quaternarySystemFill }
    public class var separator: UIColor { System.separator }
    public class var opaqueSeparator: UIColor { System.opaqueSeparator }
}

private enum Fixed {
    static let black = UIColor(.fixed(SIMD4(0, 0, 0, 1)))
    static let darkGray = UIColor(.fixed(SIMD4(1 / 3.0, 1 / 3.0, 1 / 3.0, 1)))
    static let lightGray = UIColor(.fixed(SIMD4(2 / 3.0, 2 / 3.0, 2 / 3.0, 1)))
    static let white = UIColor(.fixed(SIMD4(1, 1, 1, 1)))
    static let gray = UIColor(.fixed(SIMD4(0.5, 0.5, 0.5, 1)))
    static let red = UIColor(.fixed(SIMD4(1, 0, 0, 1)))
    static let green = UIColor(.fixed(SIMD4(0, 1, 0, 1)))
    static let blue = UIColor(.fixed(SIMD4(0, 0, 1, 1)))
    static let cyan = UIColor(.fixed(SIMD4(0, 1, 1, 1)))
    static let yellow = UIColor(.fixed(SIMD4(1, 1, 0, 1)))
    static let magenta = UIColor(.fixed(SIMD4(1, 0, 1, 1)))
    static let orange = UIColor(.fixed(SIMD4(1, 0.5, 0, 1)))
    static let purple = UIColor(.fixed(SIMD4(0.5, 0, 0.5, 1)))
    static let brown = UIColor(.fixed(SIMD4(0.6, 0.4, 0.2, 1)))
    static let clear = UIColor(.fixed(.zero))
}

private enum System {
    static let systemRed = color((255, 59, 48), (255, 69, 58))
    static let systemOrange = color((255, 149, 0), (255, 159, 10))
    static let systemYellow = color((255, 204, 0), (255, 214, 10))
    static let systemGreen = color((52, 199, 89), (48, 209, 88))
    static let systemMint = color((0, 199, 190), (99, 230, 226))
    static let systemTeal = color((48, 176, 199), (64, 200, 224))
    static let systemCyan = color((50, 173, 230), (100, 210, 255))
    static let systemBlue = color((0, 122, 255), (10, 132, 255))
    static let systemIndigo = color((88, 86, 214), (94, 92, 230))
    static let systemPurple = color((175, 82, 222), (191, 90, 242))
    static let systemPink = color((255, 45, 85), (255, 55, 95))
    static let systemBrown = color((162, 132, 94), (172, 142, 104))
    static let systemGray = color((142, 142, 147), (142, 142, 147))
    static let systemGray2 = color((174, 174, 178), (99, 99, 102))
    static let systemGray3 = color((199, 199, 204), (72, 72, 74))
    static let systemGray4 = color((209, 209, 214), (58, 58, 60))
    static let systemGray5 = color((229, 229, 234), (44, 44, 46))
    static let systemGray6 = color((242, 242, 247), (28, 28, 30))
    static let tintColor = color((0, 122, 255), (10, 132, 255))
    static let label = color((0, 0, 0), (255, 255, 255))
    static let secondaryLabel = color((60, 60, 67), (235, 235, 245), 0.6, 0.6)
    static let tertiaryLabel = color((60, 60, 67), (235, 235, 245), 0.3, 0.3)
    static let quaternaryLabel = color((60, 60, 67), (235, 235, 245), 0.18, 0.16)
    static let placeholderText = color((60, 60, 67), (235, 235, 245), 0.3, 0.3)
    static let link = color((0, 122, 255), (9, 132, 255))
    static let darkText = color((0, 0, 0), (0, 0, 0))
    static let lightText = color((255, 255, 255), (255, 255, 255), 0.6, 0.6)
    static let systemBackground = color((255, 255, 255), (0, 0, 0))
    static let secondarySystemBackground = color((242, 242, 247), (28, 28, 30))
    static let tertiarySystemBackground = color((255, 255, 255), (44, 44, 46))
    static let systemGroupedBackground = color((242, 242, 247), (0, 0, 0))
    static let secondarySystemGroupedBackground = color((255, 255, 255), (28, 28, 30))
    static let tertiarySystemGroupedBackground = color((242, 242, 247), (44, 44, 46))
    static let systemFill = color((120, 120, 128), (120, 120, 128), 0.2, 0.36)
    static let secondarySystemFill = color((120, 120, 128), (120, 120, 128), 0.16, 0.32)
    static let tertiarySystemFill = color((118, 118, 128), (118, 118, 128), 0.12, 0.24)
    static let quaternarySystemFill = color((116, 116, 128), (118, 118, 128), 0.08, 0.18)
    static let separator = color((60, 60, 67), (84, 84, 88), 0.29, 0.6)
    static let opaqueSeparator = color((198, 198, 200), (56, 56, 58))

    /// Bytes of red, green and blue, then the opacities: in light, in dark.
    private static func color(
        _ light: (Double, Double, Double), _ dark: (Double, Double, Double), _ opacity: Double = 1,
        _ darkOpacity: Double = 1
    ) -> UIColor {
        UIColor(
            .system(
                light: SIMD4(light.0 / 255, light.1 / 255, light.2 / 255, opacity),
                dark: SIMD4(dark.0 / 255, dark.1 / 255, dark.2 / 255, darkOpacity)))
    }
}
