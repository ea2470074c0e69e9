import Foundation
import UIKitCore

extension AttributeScopes {
    /// What UIKit shows of an attributed string. Source: Apple, AttributeScopes.UIKitAttributes.
    public struct UIKitAttributes: AttributeScope {
        public enum FontAttribute: AttributedStringKey {
            public typealias Value = UIFont
            public static let name = "NSFont"
        }
        public enum ForegroundColorAttribute: AttributedStringKey {
            public typealias Value = UIColor
            public static let name = "NSColor"
        }
        public enum BackgroundColorAttribute: AttributedStringKey {
            public typealias Value = UIColor
            public static let name = "NSBackgroundColor"
        }
        /// Points between letters.
        public enum KernAttribute: AttributedStringKey {
            public typealias Value = CGFloat
            public static let name = "NSKern"
        }
        /// Points upwards.
        public enum BaselineOffsetAttribute: AttributedStringKey {
            public typealias Value = CGFloat
            public static let name = "NSBaselineOffset"
        }
        public enum UnderlineStyleAttribute: AttributedStringKey {
            public typealias Value = NSUnderlineStyle
            public static let name = "NSUnderline"
        }
        public enum StrikethroughStyleAttribute: AttributedStringKey {
            public typealias Value = NSUnderlineStyle
            public static let name = "NSStrikethrough"
        }

        public let font: FontAttribute
        public let foregroundColor: ForegroundColorAttribute
        public let backgroundColor: BackgroundColorAttribute
        public let kern: KernAttribute
        public let baselineOffset: BaselineOffsetAttribute
        public let underlineStyle: UnderlineStyleAttribute
        public let strikethroughStyle: StrikethroughStyleAttribute
        public let foundation: FoundationAttributes
    }

    /// Source: Apple, AttributeScopes.uiKit.
    public var uiKit: UIKitAttributes.Type { UIKitAttributes.self }
}

extension AttributeDynamicLookup {
    /// SwiftUI's attribute is meant where both modules have one of the type.
    /// Source: Apple, AttributeDynamicLookup.subscript(dynamicMember:).
    @_disfavoredOverload
    public subscript<T: AttributedStringKey>(
        dynamicMember keyPath: KeyPath<AttributeScopes.UIKitAttributes, T>
    ) -> T { self[T.self] }
}

extension NSUnderlineStyle: Hashable {}

extension NSAttributedString.Key {
    /// A `URL`, or a `String`. Linux: kept; text views do not open it. Source: Apple, NSAttributedString.Key.link.
    public static let link = NSAttributedString.Key(rawValue: "NSLink")
}

extension NSAttributedString {
    /// The text with the attributes that UIKit shows, and its links. Source: Apple, NSAttributedString.init(_:).
    public convenience init(_ attrStr: AttributedString) {
        let text = NSMutableAttributedString(string: "")
        for run in attrStr.runs {
            let part = NSAttributedString(
                string: String(attrStr[run.range].characters), attributes: run.uiKitAttributes)
            text.append(part)
        }
        self.init(attributedString: text)
    }
}

extension AttributedString.Runs.Run {
    fileprivate var uiKitAttributes: [NSAttributedString.Key: Any] {
        typealias Scope = AttributeScopes.UIKitAttributes
        var all: [NSAttributedString.Key: Any] = [:]
        all[.font] = self[Scope.FontAttribute.self]
        all[.foregroundColor] = self[Scope.ForegroundColorAttribute.self]
        all[.backgroundColor] = self[Scope.BackgroundColorAttribute.self]
        all[.kern] = self[Scope.KernAttribute.self]
        all[.baselineOffset] = self[Scope.BaselineOffsetAttribute.self]
        all[.underlineStyle] = self[Scope.UnderlineStyleAttribute.self]?.rawValue
        all[.strikethroughStyle] = self[Scope.StrikethroughStyleAttribute.self]?.rawValue
        // `link` alone is a function of the C library.
        all[.link] = self[AttributeScopes.FoundationAttributes.LinkAttribute.self]
        return all
    }
}

extension AttributedString {
    /// The text with the attributes that UIKit shows, and its links. Source: Apple, AttributedString.init(_:).
    public init(_ nsStr: NSAttributedString) {
        self.init()
        let whole = NSRange(location: 0, length: nsStr.length)
        nsStr.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
            var part = AttributedString((nsStr.string as NSString).substring(with: range))
            typealias Scope = AttributeScopes.UIKitAttributes
            part[Scope.FontAttribute.self] = attributes[.font] as? UIFont
            part[Scope.ForegroundColorAttribute.self] = attributes[.foregroundColor] as? UIColor
            part[Scope.BackgroundColorAttribute.self] = attributes[.backgroundColor] as? UIColor
            part[Scope.KernAttribute.self] = attributes[.kern].flatMap(length)
            part[Scope.BaselineOffsetAttribute.self] = attributes[.baselineOffset].flatMap(length)
            part[Scope.UnderlineStyleAttribute.self] = attributes[.underlineStyle].flatMap(style)
            part[Scope.StrikethroughStyleAttribute.self] = attributes[.strikethroughStyle].flatMap(style)
            part.link = attributes[.link] as? URL ?? (attributes[.link] as? String).flatMap { URL(string: $0) }
            append(part)
        }
    }
}

private func length(_ value: Any) -> CGFloat? {
    value as? CGFloat ?? (value as? Double).map { CGFloat($0) } ?? (value as? Int).map { CGFloat($0) }
        ?? (value as? NSNumber).map { CGFloat($0.doubleValue) }
}

private func style(_ value: Any) -> NSUnderlineStyle? {
    (value as? Int ?? (value as? NSNumber)?.intValue).map { NSUnderlineStyle(rawValue: $0) }
}
