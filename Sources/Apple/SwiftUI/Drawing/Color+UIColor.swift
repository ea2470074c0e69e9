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
}
