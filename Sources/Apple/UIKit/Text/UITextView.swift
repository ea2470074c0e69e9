import Foundation
import GtkSupport
import UIKitCore

/// Lines of text that a person edits. Source: Apple, UITextView.
///
/// Linux: GTK's text view edits and scrolls it. The tabulator key writes a tab; Control-Tab leaves the text.
open class UITextView: UIScrollView, UITextInputTraits {
    /// Posted with the text view as its object, as the other two.
    public nonisolated static let textDidBeginEditingNotification = Notification.Name(
        "UITextViewTextDidBeginEditingNotification")
    public nonisolated static let textDidChangeNotification = Notification.Name("UITextViewTextDidChangeNotification")
    public nonisolated static let textDidEndEditingNotification = Notification.Name(
        "UITextViewTextDidEndEditingNotification")

    final weak var area: TextArea?
    private var current = ""
    /// The text with its attributes, if the program gave it any.
    private var styled: NSMutableAttributedString?
    private var isSetting = false
    private var isFollowing = false
    private var isEditing = false
    /// Whether the delegate has been asked already.
    private var isAllowed = false
    private var selection = NSRange(location: 0, length: 0)
    private var ownTypingAttributes: [NSAttributedString.Key: Any]?
    public let textContainer = NSTextContainer()
    private var listener: (any UITextViewDelegate)? { delegate as? any UITextViewDelegate }

    /// - `textContainer`: Linux: without effect; see ``textContainer``.
    public init(frame: CGRect, textContainer: NSTextContainer?) {
        super.init(frame: frame)
        setUp()
    }

    public override convenience init(frame: CGRect) { self.init(frame: frame, textContainer: nil) }

    /// Linux: always `nil`, as there are no archives of views.
    public required init?(coder: NSCoder) { nil }

    private func setUp() {
        backgroundColor = .systemBackground
        textContainer.view = self
        contentInsetAdjustmentBehavior = .never
        // GTK scrolls, and a drag selects: it moves nothing that is around the text.
        panGestureRecognizer.isEnabled = false
        addGestureRecognizer(TextDrag())
    }

    // MARK: Text

    /// Never `nil`. Setting it tells the delegate nothing.
    open var text: String! {
        get { current }
        set { set(newValue ?? "", nil) }
    }

    /// Never `nil`. Linux: fonts, colors, underlines, tracking and baseline offsets are shown.
    open var attributedText: NSAttributedString! {
        get {
            styled.map { NSAttributedString(attributedString: $0) }
                ?? NSAttributedString(string: current, attributes: ownAttributes)
        }
        set {
            let text = newValue ?? NSAttributedString(string: "")
            set(text.string, NSMutableAttributedString(attributedString: text))
        }
    }

    private func set(_ text: String, _ attributed: NSMutableAttributedString?) {
        (current, styled) = (text, attributed)
        isSetting = true
        area?.text = text
        isSetting = false
        selection = NSRange(location: (text as NSString).length, length: 0)
        area?.selection = scalars(selection)
        showRuns()
        textChanged()
    }

    open var hasText: Bool { !current.isEmpty }

    /// What a person does with the keyboard: the delegate is not asked, but told.
    open func insertText(_ text: String) { replace(selectedRange, with: text) }

    open func deleteBackward() {
        var range = selectedRange
        if range.length == 0 {
            guard range.location > 0 else { return }
            range = (current as NSString).rangeOfComposedCharacterSequence(at: range.location - 1)
        }
        replace(range, with: "")
    }

    private func replace(_ range: NSRange, with text: String) {
        take(range, text)
        isSetting = true
        area?.text = current
        isSetting = false
        showRuns()
        selectedRange = NSRange(location: range.location + (text as NSString).length, length: 0)
        told()
    }

    /// What is selected, or where the cursor is; in UTF-16 units.
    open var selectedRange: NSRange {
        get { selection }
        set {
            let length = (current as NSString).length
            let start = min(max(0, newValue.location), length)
            select(NSRange(location: start, length: min(max(0, newValue.length), length - start)))
            isSetting = true
            area?.selection = scalars(selection)
            isSetting = false
        }
    }

    /// What a person writes next gets these; at first those of the character before it.
    open var typingAttributes: [NSAttributedString.Key: Any] {
        get {
            if let ownTypingAttributes { return ownTypingAttributes }
            guard let styled, styled.length > 0 else { return ownAttributes }
            let place = min(max(0, selection.location - 1), styled.length - 1)
            return styled.attributes(at: place, effectiveRange: nil)
        }
        set { ownTypingAttributes = newValue }
    }

    private var ownAttributes: [NSAttributedString.Key: Any] {
        [.font: font ?? .systemFont(ofSize: 12), .foregroundColor: textColor ?? .label]
    }

    open func scrollRangeToVisible(_ range: NSRange) { area?.scrollToVisible(scalars(range).upperBound) }

    /// Places are counted in Unicode scalars by GTK.
    private func scalars(_ range: NSRange) -> Range<Int> {
        let text = current as NSString
        let start = min(range.location, text.length)
        let first = text.substring(to: start).unicodeScalars.count
        let part = text.substring(with: NSRange(location: start, length: min(range.length, text.length - start)))
        return first..<(first + part.unicodeScalars.count)
    }

    // MARK: Editing

    /// A person has changed the text.
    package final func edited(to text: String) {
        guard !isSetting, text != current else { return }
        let (range, new) = UITextField.change(from: current, to: text)
        if listener?.textView(self, shouldChangeTextIn: range, replacementText: new) == false {
            return putBack(range, new)
        }
        take(range, new)
        if let area { select(utf16(area.selection)) }
        showRuns()
        told()
    }

    private func take(_ range: NSRange, _ text: String) {
        if let styled {
            styled.replaceCharacters(
                in: range, with: NSAttributedString(string: text, attributes: typingAttributes))
        }
        current = (current as NSString).replacingCharacters(in: range, with: text)
        ownTypingAttributes = nil
    }

    /// The text is as it was; the cursor stays where the change began or ended.
    private func putBack(_ range: NSRange, _ new: String) {
        isSetting = true
        let old = scalars(range)
        area?.replace(
            from: old.lowerBound, count: new.unicodeScalars.count, with: (current as NSString).substring(with: range))
        isSetting = false
        showRuns()
    }

    private func told() {
        textChanged()
        NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
        listener?.textViewDidChange(self)
    }

    private func textChanged() {
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    private func select(_ range: NSRange) {
        guard range != selection else { return }
        selection = range
        ownTypingAttributes = nil
        listener?.textViewDidChangeSelection(self)
    }

    /// A person has moved the cursor.
    package final func selected(_ place: Range<Int>) {
        // A change of the text tells of itself first.
        guard !isSetting, area.map({ $0.text == current }) != false else { return }
        select(utf16(place))
    }

    private func utf16(_ place: Range<Int>) -> NSRange {
        let scalars = Array(current.unicodeScalars)
        func length(_ part: ArraySlice<Unicode.Scalar>) -> Int { part.reduce(0) { $0 + UTF16.width($1) } }
        let (start, end) = (min(place.lowerBound, scalars.count), min(place.upperBound, scalars.count))
        return NSRange(location: length(scalars[..<start]), length: length(scalars[start..<end]))
    }

    /// Whether a person may change the text.
    open var isEditable = true { didSet { if isEditable != oldValue { looksChanged() } } }
    /// Whether a person may select and copy it.
    open var isSelectable = true { didSet { if isSelectable != oldValue { looksChanged() } } }

    package final func focusChanged(_ hasFocus: Bool) {
        guard hasFocus != isEditing, isEditable || isEditing else { return }
        if hasFocus, !isAllowed, listener?.textViewShouldBeginEditing(self) == false {
            // Not while GTK tells of the focus.
            DispatchQueue.main.async { [weak self] in self?.area?.dropFocus() }
            return
        }
        isEditing = hasFocus
        // A person who presses the text makes it the first responder, too.
        if hasFocus { FirstResponder.current = self } else if isFirstResponder { FirstResponder.current = nil }
        if hasFocus {
            KeyboardPresence.began(self)
            NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
            listener?.textViewDidBeginEditing(self)
        } else {
            KeyboardPresence.ended(self)
            NotificationCenter.default.post(name: Self.textDidEndEditingNotification, object: self)
            listener?.textViewDidEndEditing(self)
        }
    }

    open override var canBecomeFirstResponder: Bool { isEditable }

    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        if !isFirstResponder, listener?.textViewShouldBeginEditing(self) == false { return false }
        guard super.becomeFirstResponder() else { return false }
        isAllowed = true
        if let area {
            area.view.canFocus = true
            area.view.grabFocus()
        } else {
            focusChanged(true)
        }
        isAllowed = false
        return true
    }

    open override var canResignFirstResponder: Bool { listener?.textViewShouldEndEditing(self) != false }

    @discardableResult
    open override func resignFirstResponder() -> Bool {
        // Another view may have the keyboard, which it keeps.
        guard isFirstResponder else { return true }
        guard super.resignFirstResponder() else { return false }
        area?.dropFocus()
        focusChanged(false)
        return true
    }

    // MARK: Looks

    /// Apple's is 12 points large, too. Of text without attributes.
    open var font: UIFont? = .systemFont(ofSize: 12) { didSet { if font != oldValue { looksChanged() } } }
    open var textColor: UIColor? = .label { didSet { if textColor != oldValue { looksChanged() } } }
    open var textAlignment = NSTextAlignment.natural { didSet { if textAlignment != oldValue { looksChanged() } } }
    open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
        didSet { if textContainerInset != oldValue { looksChanged() } }
    }
    /// Linux: without effect, as the category does not change while a program runs.
    open var adjustsFontForContentSizeCategory = false

    // What on-screen keyboards and input methods are told.
    open var keyboardType = UIKeyboardType.default { didSet { if keyboardType != oldValue { looksChanged() } } }
    open var autocapitalizationType = UITextAutocapitalizationType.sentences {
        didSet { if autocapitalizationType != oldValue { looksChanged() } }
    }
    open var autocorrectionType = UITextAutocorrectionType.default {
        didSet { if autocorrectionType != oldValue { looksChanged() } }
    }
    open var spellCheckingType = UITextSpellCheckingType.default {
        didSet { if spellCheckingType != oldValue { looksChanged() } }
    }
    open var textContentType: UITextContentType! { didSet { if textContentType != oldValue { looksChanged() } } }
    /// Linux: keyboards have their own labels.
    open var returnKeyType = UIReturnKeyType.default
    /// Apple: without effect in text views.
    open var isSecureTextEntry = false

    private var baseStyle: TextStyle {
        var style = TextStyle(font ?? .systemFont(ofSize: 12))
        // GTK's lines are as high as the font says.
        style.lineHeight = nil
        return style
    }

    final func looksChanged() {
        textChanged()
        guard let area else { return }
        area.isEditable = isEditable
        area.view.setTargetable(isEditable || isSelectable)
        area.isScrollable = isScrollEnabled
        let (inset, padding) = (textContainerInset, Double(textContainer.lineFragmentPadding))
        area.setMargins(
            top: Double(inset.top), left: Double(inset.left) + padding, bottom: Double(inset.bottom),
            right: Double(inset.right) + padding)
        area.setAlignment(textAlignment.alignment(in: self))
        area.setStyle(baseStyle, Color((textColor ?? .label).resolvedColor(with: traitCollection).cgColor))
        let input = inputHints
        area.setInput(input.purpose, input.capitals, checksSpelling: input.checksSpelling)
        showRuns()
    }

    private var runs: [TextLayout.Run] {
        styled.map { TextLayout.Run.runs($0, baseStyle).map(\.withoutLineHeight) }
            ?? [TextLayout.Run(current, baseStyle)]
    }

    private func showRuns() { area?.setRuns(styled == nil ? [] : runs) }

    override func directionChanged() {
        super.directionChanged()
        looksChanged()
    }

    // MARK: Size and place

    /// Whether what does not fit is scrolled; else the view wants to be as high as its text.
    open override var isScrollEnabled: Bool {
        get { super.isScrollEnabled }
        set {
            guard newValue != isScrollEnabled else { return }
            super.isScrollEnabled = newValue
            panGestureRecognizer.isEnabled = false
            looksChanged()
        }
    }

    private func textHeight(in width: CGFloat) -> CGFloat {
        let inset = textContainerInset
        let room = width - inset.left - inset.right - 2 * textContainer.lineFragmentPadding
        // An empty text, and one that ends with a new line, have a last line for the cursor.
        let needsLine = current.isEmpty || current.hasSuffix("\n")
        let shown = runs + (needsLine ? [TextLayout.Run(" ", baseStyle)] : [])
        let layout = TextLayout(shown, alignment: textAlignment.layoutAlignment)
        layout.fit(width: Double(max(1, room)), height: nil)
        return CGFloat(layout.size.height.rounded(.up)) + inset.top + inset.bottom
    }

    open override var intrinsicContentSize: CGSize {
        let width = bounds.width > 0 ? bounds.width : 100_000
        return CGSize(
            width: Self.noIntrinsicMetric, height: isScrollEnabled ? Self.noIntrinsicMetric : textHeight(in: width))
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let width = size.width > 0 && size.width < 100_000 ? size.width : bounds.width
        return CGSize(width: width, height: textHeight(in: width))
    }

    private var laidOutWidth: CGFloat = 0

    open override func layoutSubviews() {
        super.layoutSubviews()
        if area == nil { contentSize = CGSize(width: bounds.width, height: textHeight(in: bounds.width)) }
        guard bounds.width != laidOutWidth else { return }
        laidOutWidth = bounds.width
        if !isScrollEnabled { invalidateIntrinsicContentSize() }
    }

    open override var contentOffset: CGPoint {
        get { super.contentOffset }
        set {
            super.contentOffset = newValue
            if !isFollowing { area?.scrollPlace = Double(super.contentOffset.y) }
        }
    }

    /// GTK has scrolled.
    private func follow(_ area: TextArea) {
        guard bounds.height > 0 else { return }
        isFollowing = true
        contentSize = CGSize(width: bounds.width, height: CGFloat(area.textHeight))
        contentOffset = CGPoint(x: 0, y: CGFloat(area.scrollPlace))
        isFollowing = false
    }

    // MARK: On the screen

    package override func makeContent() -> Widget? {
        let area = TextArea()
        self.area = area
        area.text = current
        area.selection = scalars(selection)
        looksChanged()
        area.onEdit { [weak self, weak area] in
            if let area { self?.edited(to: area.text) }
        }
        area.onSelection { [weak self, weak area] in
            if let area { self?.selected(area.selection) }
        }
        area.onFocus { [weak self] in self?.focusChanged($0) }
        area.onScroll { [weak self, weak area] in
            if let area { self?.follow(area) }
        }
        nameArea()
        // A window that is shown gives the keyboard to its first control; text is edited when a person or the program
        // wants it.
        let view = area.view
        view.canFocus = false
        DispatchQueue.main.async { view.canFocus = true }
        return area
    }

    private func nameArea() { if let accessibilityLabel { area?.view.setAccessibleLabel(accessibilityLabel) } }

    open override var accessibilityLabel: String? { didSet { nameArea() } }
}

extension UITextView: EditedView {
    var isEdited: Bool { isEditing }
}

extension TextLayout.Run {
    fileprivate var withoutLineHeight: TextLayout.Run {
        var run = self
        run.style.lineHeight = nil
        return run
    }
}

/// A drag in a text, which selects. It keeps what is around the text from moving.
private final class TextDrag: UIPanGestureRecognizer {
    override init() {
        super.init()
        cancelsTouchesInView = false
    }

    override func mayBegin() -> Bool { (view as? UITextView)?.area != nil }
}
