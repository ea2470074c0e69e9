import Foundation
import GtkSupport
import UIKitCore

/// Where text is in a line. Source: Apple, NSTextAlignment.
public enum NSTextAlignment: Int, Sendable {
    case left = 0
    case center = 1
    case right = 2
    case justified = 3
    case natural = 4

    var layoutAlignment: TextLayout.Alignment {
        switch self {
        case .left: .left
        case .center: .center
        case .right: .right
        case .justified: .justified
        case .natural: .natural
        }
    }
}

/// What happens at the end of a line. Source: Apple, NSLineBreakMode.
public enum NSLineBreakMode: Int, Sendable {
    case byWordWrapping = 0
    case byCharWrapping = 1
    case byClipping = 2
    case byTruncatingHead = 3
    case byTruncatingTail = 4
    case byTruncatingMiddle = 5
}

/// Text that is not edited. Source: Apple, UILabel.
open class UILabel: UIView {
    private var attributed: NSAttributedString?
    private var layoutCache: (alignment: TextLayout.Alignment, layout: TextLayout)?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        accessibility.isElement = true
        accessibility.traits = .staticText
    }

    /// Linux: always `nil`, as there are no archives of views.
    public required init?(coder: NSCoder) { nil }

    open var text: String? {
        didSet {
            attributed = nil
            textChanged()
        }
    }

    /// With fonts, colors, underlines, tracking and baseline offsets; what it does not say is the label's.
    open var attributedText: NSAttributedString? {
        get { attributed ?? text.map { NSAttributedString(string: $0) } }
        set {
            text = newValue?.string
            attributed = newValue
            textChanged()
        }
    }

    open var font: UIFont! = .systemFont(ofSize: 17) {
        didSet { textChanged() }
    }

    open var textColor: UIColor! = .label {
        didSet { setNeedsDisplay() }
    }

    open var highlightedTextColor: UIColor? {
        didSet { setNeedsDisplay() }
    }

    open var isHighlighted = false {
        didSet { setNeedsDisplay() }
    }

    open var isEnabled = true {
        didSet { setNeedsDisplay() }
    }

    open var shadowColor: UIColor? {
        didSet { setNeedsDisplay() }
    }

    open var shadowOffset = CGSize(width: 0, height: -1) {
        didSet { setNeedsDisplay() }
    }

    open var textAlignment = NSTextAlignment.natural {
        didSet { textChanged() }
    }

    open var lineBreakMode = NSLineBreakMode.byTruncatingTail {
        didSet { textChanged() }
    }

    /// 0 for as many as there are.
    open var numberOfLines = 1 {
        didSet { textChanged() }
    }

    /// Whether the text becomes smaller where it would be cut off.
    /// Linux: without effect, as the category does not change while a program runs.
    open var adjustsFontForContentSizeCategory = false
    open var adjustsFontSizeToFitWidth = false {
        didSet { textChanged() }
    }

    /// The smallest part of the font's size; 0 for no limit.
    open var minimumScaleFactor: CGFloat = 0 {
        didSet { textChanged() }
    }

    open var preferredMaxLayoutWidth: CGFloat = 0 {
        didSet { invalidateIntrinsicContentSize() }
    }

    private func textChanged() {
        layoutCache = nil
        presence?.update()
        invalidateIntrinsicContentSize()
        setNeedsDisplay()
    }

    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? text }
        set { super.accessibilityLabel = newValue }
    }

    /// Natural alignment follows the program's language, whatever language the text has.
    final var shownAlignment: TextLayout.Alignment { textAlignment.alignment(in: self) }

    private func makeLayout(scale: CGFloat = 1) -> TextLayout {
        var style = TextStyle(font)
        style.size *= Double(scale)
        style.lineHeight = style.lineHeight.map { $0 * Double(scale) }
        let runs = attributed.map { TextLayout.Run.runs($0, style) } ?? [TextLayout.Run(text ?? "", style)]
        let truncation: TextLayout.Truncation =
            switch lineBreakMode {
            case .byTruncatingHead: .start
            case .byTruncatingMiddle: .middle
            case .byTruncatingTail: .end
            default: .clip
            }
        return TextLayout(
            runs, alignment: shownAlignment, lineLimit: numberOfLines, truncation: truncation,
            wrapsCharacters: lineBreakMode == .byCharWrapping)
    }

    private var textLayout: TextLayout {
        // The label may have moved into a view with another direction.
        if let layoutCache, layoutCache.alignment == shownAlignment { return layoutCache.layout }
        let layout = makeLayout()
        layoutCache = (shownAlignment, layout)
        return layout
    }

    /// The size of the text in a width.
    private func size(in width: CGFloat?) -> CGSize {
        guard !(text ?? "").isEmpty else { return CGSize(width: 0, height: 0) }
        let layout = makeLayout()
        layout.fit(width: numberOfLines == 1 ? nil : width.map { Double($0) }, height: nil)
        let size = layout.size
        // Whole pixels, or the text would not fit.
        let scale = max(1, Double(UITraitCollection.current.displayScale))
        func up(_ value: Double) -> CGFloat { CGFloat((value * scale - 0.001).rounded(.up) / scale) }
        return CGSize(width: up(size.width), height: up(size.height))
    }

    open override var intrinsicContentSize: CGSize {
        size(in: preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : nil)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let needed = self.size(in: size.width > 0 && size.width < 100_000 ? size.width : nil)
        return CGSize(width: size.width > 0 ? min(needed.width, size.width) : needed.width, height: needed.height)
    }

    /// How high the text is in a width.
    package func height(forWidth width: CGFloat) -> CGFloat { size(in: width).height }

    /// From the top of the bounds to the last baseline, at the present size.
    package var lastBaselineOffset: CGFloat {
        let layout = fitted()
        return (bounds.height - CGFloat(layout.size.height)) / 2 + CGFloat(layout.lastBaseline)
    }

    private func fitted() -> TextLayout {
        let (width, height) = (Double(bounds.width), Double(bounds.height))
        let layout = textLayout
        layout.fit(width: width, height: height)
        guard adjustsFontSizeToFitWidth, layout.isTruncated else { return layout }
        let least = minimumScaleFactor > 0 ? minimumScaleFactor : 0.1
        var (low, high) = (least, CGFloat(1))
        for _ in 0..<7 {
            let scale = (low + high) / 2
            let smaller = makeLayout(scale: scale)
            smaller.fit(width: width, height: height)
            if smaller.isTruncated { high = scale } else { low = scale }
        }
        let result = makeLayout(scale: low)
        result.fit(width: width, height: height)
        return result
    }

    override func drawContent(in snapshot: Snapshot) {
        guard !(text ?? "").isEmpty, bounds.width > 0 else { return }
        let layout = fitted()
        let color = isHighlighted ? highlightedTextColor ?? textColor : textColor
        var shown = Color((color ?? .label).resolvedColor(with: traitCollection).cgColor)
        if !isEnabled { shown.alpha *= 0.4 }
        let top = Double(bounds.minY) + max(0, (Double(bounds.height) - layout.size.height) / 2)
        snapshot.saved {
            snapshot.translate(Double(bounds.minX), top)
            guard let shadowColor else { return layout.draw(in: snapshot, color: shown) }
            snapshot.saved {
                snapshot.translate(Double(shadowOffset.width), Double(shadowOffset.height))
                layout.draw(in: snapshot, color: Color(shadowColor.cgColor))
            }
            layout.draw(in: snapshot, color: shown)
        }
    }
}
