import Conformances
import Foundation
import Locking
import MissingGraphics

/// Source: Apple, CATextLayerAlignmentMode.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
    public static let left = CATextLayerAlignmentMode(rawValue: "left")
    public static let right = CATextLayerAlignmentMode(rawValue: "right")
    public static let center = CATextLayerAlignmentMode(rawValue: "center")
    public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}

/// Source: Apple, CATextLayerTruncationMode.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let none = CATextLayerTruncationMode(rawValue: "none")
    public static let start = CATextLayerTruncationMode(rawValue: "start")
    public static let middle = CATextLayerTruncationMode(rawValue: "middle")
    public static let end = CATextLayerTruncationMode(rawValue: "end")
}

/// Text from the top of the layer. Source: Apple, CATextLayer.
open class CATextLayer: CALayer, @unchecked Sendable {  // `text` is a Mutex.
    package struct Text {
        package var string: Any?
        package var font: Any?
        package var fontSize: CGFloat = 36
        package var foregroundColor: CGColor? = .white
        package var isWrapped = false
        package var alignmentMode = CATextLayerAlignmentMode.natural
        package var truncationMode = CATextLayerTruncationMode.none
    }

    private let text = Mutex(Text())

    /// Everything about the text at once.
    package final var textValues: Text {
        // A copy, whose text and font programs share at their own risk, as on Apple's systems.
        nonisolated(unsafe) let values = text.withLock { text -> Text in
            nonisolated(unsafe) let text = text
            return text
        }
        return values
    }

    override func blank() -> CALayer { CATextLayer() }

    override func take(from other: CALayer) {
        super.take(from: other)
        guard let other = other as? CATextLayer else { return }
        // A copy of values that programs share at their own risk, as on Apple's systems.
        nonisolated(unsafe) let values = other.textValues
        text.withLock { $0 = values }
    }

    private func set<Value>(_ path: WritableKeyPath<Text, Value>, _ value: Value, _ key: String) {
        // A key path has no state; programs share the value at their own risk, as on Apple's systems.
        nonisolated(unsafe) let (path, value) = (path, value)
        changing(key, .contents) { text.withLock { $0[keyPath: path] = value } }
    }

    /// A `String`, or an `NSAttributedString`.
    open var string: Any? {
        get { textValues.string }
        set { set(\.string, newValue, "string") }
    }

    /// The name of a font, or a `UIFont`, whose size does not count.
    open var font: Any? {
        get { textValues.font }
        set { set(\.font, newValue, "font") }
    }

    open var fontSize: CGFloat {
        get { textValues.fontSize }
        set { set(\.fontSize, newValue, "fontSize") }
    }

    open var foregroundColor: CGColor? {
        get { textValues.foregroundColor }
        set { set(\.foregroundColor, newValue, "foregroundColor") }
    }

    open var isWrapped: Bool {
        get { textValues.isWrapped }
        set { set(\.isWrapped, newValue, "wrapped") }
    }

    open var alignmentMode: CATextLayerAlignmentMode {
        get { textValues.alignmentMode }
        set { set(\.alignmentMode, newValue, "alignmentMode") }
    }

    open var truncationMode: CATextLayerTruncationMode {
        get { textValues.truncationMode }
        set { set(\.truncationMode, newValue, "truncationMode") }
    }

    /// The size of the text: in the layer's width if its lines wrap, and in one line else.
    ///
    /// Linux: measured by UIKit; programs without UIKit draw no text, and get the size that the layer has.
    open override func preferredFrameSize() -> CGSize {
        guard let painter = Self.painter else { return super.preferredFrameSize() }
        return painter.size(textValues, width: bounds.width)
    }

    private static let painter = Conformances.types(of: (any LayerTextPainter).self)
        .lazy.compactMap { $0 as? any LayerTextPainter.Type }.first

    override func animatedValue(_ keyPath: String) -> AnimatedValue? {
        let values = textValues
        switch keyPath {
        case "fontSize": return .number(values.fontSize)
        case "foregroundColor": return .color(values.foregroundColor ?? CGColor(gray: 0, alpha: 0))
        default: return super.animatedValue(keyPath)
        }
    }

    override func setAnimatedValue(_ value: AnimatedValue, _ keyPath: String) {
        switch (keyPath, value) {
        case ("fontSize", .number(let number)): text.withLock { $0.fontSize = number }
        case ("foregroundColor", .color(let color)): text.withLock { $0.foregroundColor = color }
        default: super.setAnimatedValue(value, keyPath)
        }
    }
}
