import Foundation

extension NSAttributedString.Key {
    /// A ``UIFont``; without it, text has the font of what shows it. Source: Apple, NSAttributedString.Key.font.
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    /// A ``UIColor``. Source: Apple, NSAttributedString.Key.foregroundColor.
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
    /// A ``UIColor``. Source: Apple, NSAttributedString.Key.backgroundColor.
    public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
    /// An ``NSParagraphStyle``. Source: Apple, NSAttributedString.Key.paragraphStyle.
    public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
    /// Points between letters. Source: Apple, NSAttributedString.Key.kern.
    public static let kern = NSAttributedString.Key(rawValue: "NSKern")
    /// Points upwards. Source: Apple, NSAttributedString.Key.baselineOffset.
    public static let baselineOffset = NSAttributedString.Key(rawValue: "NSBaselineOffset")
    /// The raw value of an ``NSUnderlineStyle``. Linux: any but 0 is a single line.
    /// Source: Apple, NSAttributedString.Key.underlineStyle.
    public static let underlineStyle = NSAttributedString.Key(rawValue: "NSUnderline")
    /// The raw value of an ``NSUnderlineStyle``. Linux: any but 0 is a single line.
    /// Source: Apple, NSAttributedString.Key.strikethroughStyle.
    public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
}

/// Lines beneath or through text. Source: Apple, NSUnderlineStyle.
public struct NSUnderlineStyle: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let single = NSUnderlineStyle(rawValue: 1)
    public static let thick = NSUnderlineStyle(rawValue: 2)
    public static let double = NSUnderlineStyle(rawValue: 9)
}

/// How lines of text are arranged. Source: Apple, NSParagraphStyle. Linux: one for a whole text, its first one.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying {
    fileprivate var values = Values()

    struct Values {
        var alignment = NSTextAlignment.natural
        var lineBreakMode = NSLineBreakMode.byWordWrapping
        var lineSpacing: CGFloat = 0
    }

    public override init() {}

    public class var `default`: NSParagraphStyle { NSParagraphStyle() }

    open var alignment: NSTextAlignment { values.alignment }
    open var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
    /// Points between lines.
    open var lineSpacing: CGFloat { values.lineSpacing }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSParagraphStyle()
        copy.values = values
        return copy
    }

    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = NSMutableParagraphStyle()
        copy.values = values
        return copy
    }

    open override func copy() -> Any { copy(with: nil) }
    open override func mutableCopy() -> Any { mutableCopy(with: nil) }
}

/// Source: Apple, NSMutableParagraphStyle.
open class NSMutableParagraphStyle: NSParagraphStyle {
    open override var alignment: NSTextAlignment {
        get { values.alignment }
        set { values.alignment = newValue }
    }

    open override var lineBreakMode: NSLineBreakMode {
        get { values.lineBreakMode }
        set { values.lineBreakMode = newValue }
    }

    open override var lineSpacing: CGFloat {
        get { values.lineSpacing }
        set { values.lineSpacing = newValue }
    }
}
