import Foundation

/// Describes a typeface and a size; Pango finds the font that is nearest to it when text is laid out.
///
/// Linux: the metrics are those of iOS's system font at the size, whatever the desktop's font is, so that layouts agree
/// with iOS's. A font by name is not looked up, and so never `nil`: Pango replaces what is not installed.
///
/// Source: Apple, UIFont.
open class UIFont: NSObject, @unchecked Sendable {  // constant
    /// How thick strokes are: -1 to 1. Source: Apple, UIFont.Weight.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        public init(_ rawValue: CGFloat) {
            self.init(rawValue: rawValue)
        }

        public static let ultraLight = Weight(-0.8)
        public static let thin = Weight(-0.6)
        public static let light = Weight(-0.4)
        public static let regular = Weight(0)
        public static let medium = Weight(0.23)
        public static let semibold = Weight(0.3)
        public static let bold = Weight(0.4)
        public static let heavy = Weight(0.56)
        public static let black = Weight(0.62)

        /// As CSS and Pango count: 100 to 900.
        package var number: Int {
            let steps: [(Weight, Int)] = [
                (.ultraLight, 100), (.thin, 200), (.light, 300), (.regular, 400), (.medium, 500), (.semibold, 600),
                (.bold, 700), (.heavy, 800), (.black, 900),
            ]
            return steps.min { abs($0.0.rawValue - rawValue) < abs($1.0.rawValue - rawValue) }?.1 ?? 400
        }
    }

    open var fontDescriptor: UIFontDescriptor { descriptor }
    private let descriptor: UIFontDescriptor

    /// - `pointSize`: 0 for the descriptor's own.
    public init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
        self.descriptor = pointSize > 0 ? descriptor.withSize(pointSize) : descriptor
    }

    /// A font by the name of its family or face, such as "Helvetica-Bold".
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        self.init(descriptor: UIFontDescriptor(name: fontName, size: fontSize), size: fontSize)
    }

    // MARK: The system's

    open class func systemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .regular) }

    open class func systemFont(ofSize fontSize: CGFloat, weight: UIFont.Weight) -> UIFont {
        UIFont(descriptor: UIFontDescriptor(size: fontSize, weight: weight), size: fontSize)
    }

    open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        systemFont(ofSize: fontSize, weight: .bold)
    }

    open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(descriptor: UIFontDescriptor(size: fontSize, isItalic: true), size: fontSize)
    }

    /// All digits have the same width, so that a counter does not shake.
    open class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: UIFont.Weight) -> UIFont {
        UIFont(
            descriptor: UIFontDescriptor(size: fontSize, weight: weight, hasMonospacedDigits: true), size: fontSize)
    }

    open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: UIFont.Weight) -> UIFont {
        UIFont(descriptor: UIFontDescriptor(size: fontSize, weight: weight, design: .monospaced), size: fontSize)
    }

    /// In the size that the current traits ask for.
    open class func preferredFont(forTextStyle style: UIFont.TextStyle) -> UIFont {
        preferredFont(forTextStyle: style, compatibleWith: nil)
    }

    open class func preferredFont(
        forTextStyle style: UIFont.TextStyle, compatibleWith traitCollection: UITraitCollection?
    ) -> UIFont {
        UIFont(
            descriptor: .preferredFontDescriptor(withTextStyle: style, compatibleWith: traitCollection), size: 0)
    }

    open class var labelFontSize: CGFloat { 17 }
    open class var buttonFontSize: CGFloat { 18 }
    open class var smallSystemFontSize: CGFloat { 12 }
    open class var systemFontSize: CGFloat { 14 }

    // MARK: Properties

    open func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(descriptor: descriptor, size: fontSize) }

    open var pointSize: CGFloat { descriptor.pointSize }
    /// Linux: of the system's font ".AppleSystemUIFont".
    open var familyName: String { descriptor.family ?? ".AppleSystemUIFont" }
    open var fontName: String { descriptor.name ?? familyName }

    /// From the baseline up.
    open var ascender: CGFloat { 0.95239 * pointSize }
    /// From the baseline down: negative.
    open var descender: CGFloat { -0.24101 * pointSize }
    open var capHeight: CGFloat { 0.70459 * pointSize }
    open var xHeight: CGFloat { 0.52637 * pointSize }
    open var lineHeight: CGFloat { ascender - descender }
    /// Between lines, in addition to their height.
    open var leading: CGFloat { 0 }

    // What Pango needs to know.
    package var weight: Weight { descriptor.weight }
    package var isItalic: Bool { descriptor.isItalic }
    package var isMonospaced: Bool { descriptor.design == .monospaced }
    package var hasMonospacedDigits: Bool { descriptor.hasMonospacedDigits }
    package var design: UIFontDescriptor.SystemDesign { descriptor.design }
    /// `nil` for the system's.
    package var family: String? { descriptor.family }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UIFont)?.descriptor.isEqual(descriptor) == true }

    open override var hash: Int { descriptor.hash }
}
