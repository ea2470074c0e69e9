import Foundation

/// Edges in the direction of writing. Source: Apple, NSDirectionalRectEdge.
public struct NSDirectionalRectEdge: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let top = NSDirectionalRectEdge(rawValue: 1)
    public static let leading = NSDirectionalRectEdge(rawValue: 2)
    public static let bottom = NSDirectionalRectEdge(rawValue: 4)
    public static let trailing = NSDirectionalRectEdge(rawValue: 8)
    public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}

extension UIButton {
    /// How a button looks. Source: Apple, UIButton.Configuration.
    @MainActor @preconcurrency
    public struct Configuration {
        /// Source: Apple, UIButton.Configuration.CornerStyle.
        public enum CornerStyle: Int, Sendable {
            case fixed = -1
            case dynamic = 0
            case small = 1
            case medium = 2
            case large = 3
            case capsule = 4
        }

        /// Source: Apple, UIButton.Configuration.Size.
        public enum Size: Int, Sendable {
            case medium = 0
            case small = 1
            case mini = 2
            case large = 3
        }

        private enum Style {
            case plain, gray, tinted, filled
        }

        private var style: Style
        public var title: String?
        public var image: UIImage?
        public var imagePadding: CGFloat = 0
        public var imagePlacement = NSDirectionalRectEdge.leading
        public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
        public var contentInsets = NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
        public var baseForegroundColor: UIColor?
        public var baseBackgroundColor: UIColor?
        public var cornerStyle = CornerStyle.dynamic
        public var buttonSize = Size.medium

        private init(_ style: Style) {
            self.style = style
        }

        public static func plain() -> Configuration { Configuration(.plain) }
        public static func gray() -> Configuration { Configuration(.gray) }
        public static func tinted() -> Configuration { Configuration(.tinted) }
        public static func filled() -> Configuration { Configuration(.filled) }
        public static func borderless() -> Configuration { Configuration(.plain) }
        public static func bordered() -> Configuration { Configuration(.gray) }
        public static func borderedTinted() -> Configuration { Configuration(.tinted) }
        public static func borderedProminent() -> Configuration { Configuration(.filled) }

        func foreground(_ tint: UIColor) -> UIColor {
            baseForegroundColor ?? (style == .filled ? .white : tint)
        }

        func fill(_ tint: UIColor) -> UIColor? {
            switch style {
            case .plain: baseBackgroundColor
            case .gray: baseBackgroundColor ?? .secondarySystemFill
            case .tinted: (baseBackgroundColor ?? tint).withAlphaComponent(0.18)
            case .filled: baseBackgroundColor ?? tint
            }
        }

        var font: UIFont {
            switch buttonSize {
            case .mini, .small: .preferredFont(forTextStyle: .subheadline)
            case .medium, .large: .preferredFont(forTextStyle: .body)
            }
        }

        var shownImage: UIImage? {
            preferredSymbolConfigurationForImage.flatMap { image?.applyingSymbolConfiguration($0) } ?? image
        }

        func cornerRadius(height: CGFloat) -> CGFloat? {
            switch cornerStyle {
            case .fixed: nil
            case .small: 4
            case .dynamic, .medium: 6
            case .large: 12
            case .capsule: height / 2
            }
        }
    }
}
