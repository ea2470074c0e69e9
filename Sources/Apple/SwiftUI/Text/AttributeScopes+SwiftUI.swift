import Foundation
import UIKit

extension Text {
    /// A line under or through a text. Source: Apple, Text.LineStyle.
    public struct LineStyle: Hashable, Sendable {
        /// Source: Apple, Text.LineStyle.Pattern. Linux: all lines are solid.
        public struct Pattern: Hashable, Sendable {
            private let name: String
            public static let solid = Pattern(name: "solid")
            public static let dot = Pattern(name: "dot")
            public static let dash = Pattern(name: "dash")
            public static let dashDot = Pattern(name: "dashDot")
            public static let dashDotDot = Pattern(name: "dashDotDot")
        }

        private let pattern: Pattern
        private let color: Color?

        /// - Parameters:
        ///   - pattern: Linux: without effect.
        ///   - color: Linux: without effect, a line has the color of its text.
        public init(pattern: Pattern = .solid, color: Color? = nil) {
            if pattern != .solid || color != nil {
                NoEffectReport.add("Text.LineStyle", "lines are solid, and have the color of their text")
            }
            (self.pattern, self.color) = (pattern, color)
        }

        public static let single = LineStyle()
    }
}

extension AttributeScopes {
    /// What SwiftUI shows of an attributed string. Source: Apple, AttributeScopes.SwiftUIAttributes.
    public struct SwiftUIAttributes: AttributeScope {
        public enum FontAttribute: AttributedStringKey {
            public typealias Value = Font
            public static let name = "SwiftUI.Font"
        }
        public enum ForegroundColorAttribute: AttributedStringKey {
            public typealias Value = Color
            public static let name = "SwiftUI.ForegroundColor"
        }
        public enum BackgroundColorAttribute: AttributedStringKey {
            public typealias Value = Color
            public static let name = "SwiftUI.BackgroundColor"
        }
        public enum UnderlineStyleAttribute: AttributedStringKey {
            public typealias Value = Text.LineStyle
            public static let name = "SwiftUI.UnderlineStyle"
        }
        public enum StrikethroughStyleAttribute: AttributedStringKey {
            public typealias Value = Text.LineStyle
            public static let name = "SwiftUI.StrikethroughStyle"
        }
        /// Points between letters.
        public enum KerningAttribute: AttributedStringKey {
            public typealias Value = CGFloat
            public static let name = "SwiftUI.Kern"
        }
        /// Points between letters; wins over the other one.
        public enum TrackingAttribute: AttributedStringKey {
            public typealias Value = CGFloat
            public static let name = "SwiftUI.Tracking"
        }

        public let font: FontAttribute
        public let foregroundColor: ForegroundColorAttribute
        public let backgroundColor: BackgroundColorAttribute
        public let underlineStyle: UnderlineStyleAttribute
        public let strikethroughStyle: StrikethroughStyleAttribute
        public let kern: KerningAttribute
        public let tracking: TrackingAttribute
        public let uiKit: UIKitAttributes
        public let foundation: FoundationAttributes
    }

    /// Source: Apple, AttributeScopes.swiftUI.
    public var swiftUI: SwiftUIAttributes.Type { SwiftUIAttributes.self }
}

extension AttributeDynamicLookup {
    /// Source: Apple, AttributeDynamicLookup.subscript(dynamicMember:).
    public subscript<T: AttributedStringKey>(
        dynamicMember keyPath: KeyPath<AttributeScopes.SwiftUIAttributes, T>
    ) -> T { self[T.self] }
}

extension Text {
    /// The text with its attributes, SwiftUI's before UIKit's.
    ///
    /// Linux: a link has the tint's color; it is not opened.
    public init(_ attributedContent: AttributedString) {
        let parts = attributedContent.runs.map { part in
            Run(part, String(attributedContent[part.range].characters))
        }
        runs = parts.isEmpty ? [Run(source: .plain(""))] : parts
    }
}

extension Text.Run {
    fileprivate init(_ part: AttributedString.Runs.Run, _ string: String) {
        typealias Own = AttributeScopes.SwiftUIAttributes
        typealias Platform = AttributeScopes.UIKitAttributes
        self.init(source: .plain(string))
        font = part[Own.FontAttribute.self] ?? part[Platform.FontAttribute.self].map { Font(platform: $0) }
        color =
            part[Own.ForegroundColorAttribute.self]
            ?? part[Platform.ForegroundColorAttribute.self].map { Color(uiColor: $0) }
            ?? part.link.map { _ in .accentColor }
        background =
            part[Own.BackgroundColorAttribute.self]
            ?? part[Platform.BackgroundColorAttribute.self].map { Color(uiColor: $0) }
        style.isUnderlined =
            part[Own.UnderlineStyleAttribute.self] != nil
            || part[Platform.UnderlineStyleAttribute.self].map { $0.rawValue != 0 } ?? false
        style.isStruckThrough =
            part[Own.StrikethroughStyleAttribute.self] != nil
            || part[Platform.StrikethroughStyleAttribute.self].map { $0.rawValue != 0 } ?? false
        style.tracking = part[Own.TrackingAttribute.self]
        style.kerning = part[Own.KerningAttribute.self] ?? part[Platform.KernAttribute.self]
    }
}
