import UIKit

extension Color {
    /// A color of UIKit's, for light and for dark.
    public init(uiColor: UIColor) {
        func resolved(_ style: UIUserInterfaceStyle) -> Resolved {
            var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 1)
            _ = uiColor.resolvedColor(with: UITraitCollection(userInterfaceStyle: style))
                .getRed(&red, green: &green, blue: &blue, alpha: &alpha)
            return Resolved(space: .sRGB, red, green, blue, alpha)
        }
        self.init(kind: .system(light: resolved(.light), dark: resolved(.dark)))
    }

    /// The same for sources from before iOS 15.
    public init(_ color: UIColor) { self.init(uiColor: color) }

    public nonisolated init(cgColor: CGColor) {
        let color = UIColor(cgColor: cgColor)
        var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
        _ = color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        self.init(red: red, green: green, blue: blue, opacity: alpha)
    }

    /// A color of an asset catalog. One that is not there is clear, and said on standard error.
    ///
    /// - `bundle`: `nil` for the program's.
    public init(_ name: String, bundle: Bundle? = nil) {
        if let color = UIColor(named: name, in: bundle, compatibleWith: nil) {
            self.init(uiColor: color)
        } else {
            FileHandle.standardError.write(Data("Color: no asset catalog has a color named “\(name)”.\n".utf8))
            self = .clear
        }
    }

    /// `nil` for a color that depends on the environment.
    public var cgColor: CGColor? {
        guard case .fixed(let color) = kind else { return nil }
        return color.cgColor
    }
}

extension UIColor {
    /// A color of SwiftUI's, for light and for dark.
    public convenience init(_ color: Color) {
        func resolved(_ scheme: ColorScheme) -> UIColor {
            var environment = EnvironmentValues()
            environment.colorScheme = scheme
            return UIColor(cgColor: color.resolve(in: environment).cgColor)
        }
        let (light, dark) = (resolved(.light), resolved(.dark))
        self.init { $0.userInterfaceStyle == .dark ? dark : light }
    }
}
