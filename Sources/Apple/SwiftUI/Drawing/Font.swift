import UIKit

/// A font, found when the text is shown. Source: Apple, Font.
public struct Font: Hashable, Sendable {
    /// Source: Apple, Font.Weight.
    public struct Weight: Hashable, Sendable {
        let value: CGFloat
        public static let ultraLight = Weight(value: -0.8)
        public static let thin = Weight(value: -0.6)
        public static let light = Weight(value: -0.4)
        public static let regular = Weight(value: 0)
        public static let medium = Weight(value: 0.23)
        public static let semibold = Weight(value: 0.3)
        public static let bold = Weight(value: 0.4)
        public static let heavy = Weight(value: 0.56)
        public static let black = Weight(value: 0.62)
    }

    /// Source: Apple, Font.Design.
    public enum Design: Hashable, Sendable {
        case `default`
        case serif
        case rounded
        case monospaced
    }

    /// Source: Apple, Font.TextStyle.
    public enum TextStyle: CaseIterable, Hashable, Sendable {
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2

        /// The size with the standard setting for text.
        var size: CGFloat {
            switch self {
            case .largeTitle: 34
            case .title: 28
            case .title2: 22
            case .title3: 20
            case .headline, .body: 17
            case .callout: 16
            case .subheadline: 15
            case .footnote: 13
            case .caption: 12
            case .caption2: 11
            }
        }
    }

    var family: String?
    /// With the usual size of text.
    var size: CGFloat
    /// With which the size follows the size of text; `nil` for one that stays.
    var textStyle: TextStyle?
    var weight: Weight?
    var design = Design.default
    var isItalic = false
    var hasMonospacedDigits = false
    /// UIKit's, which nothing changes.
    private(set) var platform: UIFont?

    init(platform: UIFont) {
        self.init(size: platform.pointSize)
        self.platform = platform
    }

    private init(
        family: String? = nil, size: CGFloat, following textStyle: TextStyle? = nil, weight: Weight? = nil,
        design: Design = .default
    ) {
        self.family = family
        self.size = size
        self.textStyle = textStyle
        self.weight = weight
        self.design = design
    }

    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
        Font(size: size, weight: weight, design: design ?? .default)
    }

    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        Font(
            size: style.size, following: style, weight: weight ?? (style == .headline ? .semibold : nil),
            design: design ?? .default)
    }

    public static func custom(_ name: String, size: CGFloat) -> Font {
        Font(family: name, size: size, following: .body)
    }
    public static func custom(_ name: String, fixedSize: CGFloat) -> Font { Font(family: name, size: fixedSize) }
    public static func custom(_ name: String, size: CGFloat, relativeTo textStyle: TextStyle) -> Font {
        Font(family: name, size: size, following: textStyle)
    }

    public static let largeTitle = system(.largeTitle)
    public static let title = system(.title)
    public static let title2 = system(.title2)
    public static let title3 = system(.title3)
    public static let headline = system(.headline)
    public static let subheadline = system(.subheadline)
    public static let body = system(.body)
    public static let callout = system(.callout)
    public static let footnote = system(.footnote)
    public static let caption = system(.caption)
    public static let caption2 = system(.caption2)

    private func with(_ change: (inout Font) -> Void) -> Font {
        var font = self
        change(&font)
        return font
    }

    public func weight(_ weight: Weight) -> Font { with { $0.weight = weight } }
    public func bold() -> Font { weight(.bold) }
    public func italic() -> Font { with { $0.isItalic = true } }
    public func monospaced() -> Font { with { $0.design = .monospaced } }
    public func monospacedDigit() -> Font { with { $0.hasMonospacedDigits = true } }
}

extension EnvironmentValues {
    private struct Face: EnvironmentKey { static let defaultValue: Font? = nil }
    private struct FaceStyle: EnvironmentKey { static let defaultValue: FontStyle = FontStyle() }
    private struct Lines: EnvironmentKey { static let defaultValue: Int? = nil }
    private struct LineAlignment: EnvironmentKey { static let defaultValue = TextAlignment.leading }
    private struct LineGap: EnvironmentKey { static let defaultValue: CGFloat = 0 }
    private struct Scale: EnvironmentKey { static let defaultValue: CGFloat = 1 }
    private struct Truncation: EnvironmentKey { static let defaultValue = Text.TruncationMode.tail }

    /// The font of texts that name none.
    public var font: Font? {
        get { self[Face.self] }
        set { self[Face.self] = newValue }
    }

    /// What modifiers of the views around add to the font.
    var fontStyle: FontStyle {
        get { self[FaceStyle.self] }
        set { self[FaceStyle.self] = newValue }
    }

    /// How many lines a text may have; `nil` for any number.
    public var lineLimit: Int? {
        get { self[Lines.self] }
        set { self[Lines.self] = newValue }
    }

    public var multilineTextAlignment: TextAlignment {
        get { self[LineAlignment.self] }
        set { self[LineAlignment.self] = newValue }
    }

    public var lineSpacing: CGFloat {
        get { self[LineGap.self] }
        set { self[LineGap.self] = newValue }
    }

    /// How far a text may shrink to fit.
    public var minimumScaleFactor: CGFloat {
        get { self[Scale.self] }
        set { self[Scale.self] = newValue }
    }

    public var truncationMode: Text.TruncationMode {
        get { self[Truncation.self] }
        set { self[Truncation.self] = newValue }
    }
}

struct FontStyle: Hashable, Sendable {
    var weight: Font.Weight?
    var design: Font.Design?
    var isItalic = false
    var hasMonospacedDigits = false
    var isUnderlined = false
    var isStruckThrough = false
    /// Points between letters. Tracking wins over kerning.
    var tracking: CGFloat?
    var kerning: CGFloat?
    var textSize = DynamicTypeSize.large

    func applied(to font: Font) -> Font {
        var font = font
        font.weight = weight ?? font.weight
        if let design { font.design = design }
        font.isItalic = isItalic || font.isItalic
        font.hasMonospacedDigits = hasMonospacedDigits || font.hasMonospacedDigits
        if let style = font.textStyle { font.size = textSize.scaled(font.size, style) }
        return font
    }
}

/// How the lines of a text are aligned. Source: Apple, TextAlignment.
public enum TextAlignment: Hashable, CaseIterable, Sendable {
    case leading
    case center
    case trailing
}

extension View {
    public nonisolated func font(_ font: Font?) -> some View { environment(\.font, font) }
    public nonisolated func fontWeight(_ weight: Font.Weight?) -> some View { environment(\.fontStyle.weight, weight) }
    public nonisolated func fontDesign(_ design: Font.Design?) -> some View { environment(\.fontStyle.design, design) }
    public nonisolated func bold(_ isActive: Bool = true) -> some View { fontWeight(isActive ? .bold : nil) }
    public nonisolated func italic(_ isActive: Bool = true) -> some View { environment(\.fontStyle.isItalic, isActive) }
    public nonisolated func monospaced(_ isActive: Bool = true) -> some View {
        fontDesign(isActive ? .monospaced : nil)
    }
    public nonisolated func monospacedDigit() -> some View { environment(\.fontStyle.hasMonospacedDigits, true) }
    public nonisolated func underline(_ isActive: Bool = true) -> some View {
        environment(\.fontStyle.isUnderlined, isActive)
    }
    public nonisolated func strikethrough(_ isActive: Bool = true) -> some View {
        environment(\.fontStyle.isStruckThrough, isActive)
    }
    /// Puts points between letters.
    public nonisolated func tracking(_ tracking: CGFloat) -> some View { environment(\.fontStyle.tracking, tracking) }
    /// Puts points between letters where there is no ``tracking(_:)``. Linux: both look alike.
    public nonisolated func kerning(_ kerning: CGFloat) -> some View { environment(\.fontStyle.kerning, kerning) }
    public nonisolated func lineLimit(_ number: Int?) -> some View { environment(\.lineLimit, number) }
    public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        environment(\.multilineTextAlignment, alignment)
    }
    public nonisolated func lineSpacing(_ lineSpacing: CGFloat) -> some View { environment(\.lineSpacing, lineSpacing) }
    public nonisolated func minimumScaleFactor(_ factor: CGFloat) -> some View {
        environment(\.minimumScaleFactor, factor)
    }
    public nonisolated func truncationMode(_ mode: Text.TruncationMode) -> some View {
        environment(\.truncationMode, mode)
    }
}
