import Foundation

/// What a font is chosen by. Source: Apple, UIFontDescriptor.
open class UIFontDescriptor: NSObject, @unchecked Sendable {  // constant
    /// Properties that a font has or has not. Source: Apple, UIFontDescriptor.SymbolicTraits.
    public struct SymbolicTraits: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        public static let traitItalic = SymbolicTraits(rawValue: 1)
        public static let traitBold = SymbolicTraits(rawValue: 2)
        public static let traitMonoSpace = SymbolicTraits(rawValue: 1 << 10)
    }

    /// Variants of the system's font. Source: Apple, UIFontDescriptor.SystemDesign.
    public struct SystemDesign: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let `default` = SystemDesign(rawValue: "NSCTFontUIFontDesignDefault")
        public static let rounded = SystemDesign(rawValue: "NSCTFontUIFontDesignRounded")
        public static let serif = SystemDesign(rawValue: "NSCTFontUIFontDesignSerif")
        public static let monospaced = SystemDesign(rawValue: "NSCTFontUIFontDesignMonospaced")
    }

    private struct Content: Hashable {
        var name: String?
        var family: String?
        var size: CGFloat
        var weight = UIFont.Weight.regular
        var isItalic = false
        var hasMonospacedDigits = false
        var design = SystemDesign.default
    }

    private let content: Content

    private init(_ content: Content) {
        self.content = content
    }

    convenience init(
        size: CGFloat, weight: UIFont.Weight = .regular, isItalic: Bool = false, hasMonospacedDigits: Bool = false,
        design: SystemDesign = .default
    ) {
        self.init(
            Content(
                size: size, weight: weight, isItalic: isItalic, hasMonospacedDigits: hasMonospacedDigits,
                design: design))
    }

    /// - `fontName`: a family, or a face such as "Avenir-HeavyOblique".
    public convenience init(name fontName: String, size: CGFloat) {
        let parts = fontName.split(separator: "-", maxSplits: 1)
        var content = Content(name: fontName, family: parts.first.map(String.init) ?? fontName, size: size)
        if parts.count == 2 {
            let face = parts[1].lowercased()
            content.isItalic = face.contains("italic") || face.contains("oblique")
            let weights: [(String, UIFont.Weight)] = [
                ("ultralight", .ultraLight), ("thin", .thin), ("light", .light), ("medium", .medium),
                ("semibold", .semibold), ("demibold", .semibold), ("bold", .bold), ("heavy", .heavy),
                ("black", .black),
            ]
            content.weight = weights.first { face.contains($0.0) }?.1 ?? .regular
        }
        self.init(content)
    }

    open class func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
        preferredFontDescriptor(withTextStyle: style, compatibleWith: nil)
    }

    open class func preferredFontDescriptor(
        withTextStyle style: UIFont.TextStyle, compatibleWith traitCollection: UITraitCollection?
    ) -> UIFontDescriptor {
        let category = (traitCollection ?? .current).preferredContentSizeCategory
        return UIFontDescriptor(
            size: style.pointSize(in: category), weight: style == .headline ? .semibold : .regular)
    }

    private func changed(_ change: (inout Content) -> Void) -> UIFontDescriptor {
        var content = content
        change(&content)
        return UIFontDescriptor(content)
    }

    open func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor { changed { $0.size = newPointSize } }

    open func withFamily(_ newFamily: String) -> UIFontDescriptor {
        changed { ($0.name, $0.family) = (nil, newFamily) }
    }

    /// Linux: never `nil`.
    open func withSymbolicTraits(_ symbolicTraits: UIFontDescriptor.SymbolicTraits) -> UIFontDescriptor? {
        changed {
            $0.isItalic = symbolicTraits.contains(.traitItalic)
            if symbolicTraits.contains(.traitBold) != self.symbolicTraits.contains(.traitBold) {
                $0.weight = symbolicTraits.contains(.traitBold) ? .bold : .regular
            }
            if symbolicTraits.contains(.traitMonoSpace) { $0.design = .monospaced }
        }
    }

    /// Linux: never `nil`.
    open func withDesign(_ design: UIFontDescriptor.SystemDesign) -> UIFontDescriptor? {
        changed { $0.design = design }
    }

    open var pointSize: CGFloat { content.size }

    open var symbolicTraits: UIFontDescriptor.SymbolicTraits {
        var traits: SymbolicTraits = []
        if content.isItalic { traits.insert(.traitItalic) }
        if content.weight.rawValue >= UIFont.Weight.semibold.rawValue { traits.insert(.traitBold) }
        if content.design == .monospaced { traits.insert(.traitMonoSpace) }
        return traits
    }

    var name: String? { content.name }
    var family: String? { content.family }
    var weight: UIFont.Weight { content.weight }
    var isItalic: Bool { content.isItalic }
    var hasMonospacedDigits: Bool { content.hasMonospacedDigits }
    var design: SystemDesign { content.design }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UIFontDescriptor)?.content == content }

    open override var hash: Int { content.hashValue }
}
