import Foundation
import GtkSupport

/// Decides about the editing of a text field. Source: Apple, UITextFieldDelegate.
@MainActor @preconcurrency
public protocol UITextFieldDelegate: AnyObject {
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
    /// Whether the field may give up the keyboard. Linux: a person who clicks elsewhere takes it away in any case.
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
    func textFieldDidBeginEditing(_ textField: UITextField)
    func textFieldDidEndEditing(_ textField: UITextField)
    /// By itself, it calls ``textFieldDidEndEditing(_:)``. Linux: the reason is always `committed`.
    func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason)
    func textFieldDidChangeSelection(_ textField: UITextField)
    /// For the button that empties the text.
    func textFieldShouldClear(_ textField: UITextField) -> Bool
    /// For the return key.
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
    /// Whether a person's change is taken.
    ///
    /// - `range`: what is replaced, in UTF-16 units of the text before the change.
    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool
}

extension UITextFieldDelegate {
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
    public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
    public func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason) {
        textFieldDidEndEditing(textField)
    }
    public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    public func textFieldDidEndEditing(_ textField: UITextField) {}
    public func textFieldDidChangeSelection(_ textField: UITextField) {}
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
    public func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool { true }
}

/// A line of text that a person edits. Source: Apple, UITextField. Linux: GTK's entry, in the desktop's looks.
open class UITextField: UIControl, UITextInputTraits {
    private final weak var entry: Entry?
    private var isSetting = false
    private var current = ""
    private final let looks = Looks()
    /// Whether the delegate has been asked already.
    private var isAllowed = false
    open weak var delegate: (any UITextFieldDelegate)?
    open private(set) var isEditing = false

    public override init(frame: CGRect) {
        super.init(frame: frame)
        accessibilityTraits = .none
    }

    public required init?(coder: NSCoder) { nil }

    /// Never `nil`.
    open var text: String? {
        get { current }
        set {
            current = newValue ?? ""
            isSetting = true
            entry?.text = current
            isSetting = false
            showLooks()
        }
    }

    /// Source: Apple, UITextField.BorderStyle. Linux: any but `none` is the desktop's frame.
    public enum BorderStyle: Int, Sendable {
        case none = 0
        case line = 1
        case bezel = 2
        case roundedRect = 3
    }

    /// Source: Apple, UITextField.DidEndEditingReason.
    public enum DidEndEditingReason: Int, Sendable {
        case committed = 0
        case cancelled = 1
    }

    /// Source: Apple, UITextField.ViewMode.
    public enum ViewMode: Int, Sendable {
        case never = 0
        case whileEditing = 1
        case unlessEditing = 2
        case always = 3
    }

    /// Linux: a field has the desktop's frame at first.
    open var borderStyle = BorderStyle.roundedRect { didSet { showLooks() } }
    /// When there is a button that empties a text.
    open var clearButtonMode = ViewMode.never { didSet { showLooks() } }
    open var textAlignment = NSTextAlignment.natural { didSet { showLooks() } }

    /// `nil` is the desktop's.
    open var font: UIFont? { didSet { showLooks() } }
    /// `nil` is the desktop's.
    open var textColor: UIColor? { didSet { showLooks() } }

    /// A placeholder with looks of its own. Linux: its color and font are those of its first character.
    open var attributedPlaceholder: NSAttributedString? {
        didSet {
            placeholder = attributedPlaceholder?.string
            showLooks()
        }
    }

    private var rules: [String: String] {
        var rules: [String: String] = [:]
        let own = [textColor.map { "color: \($0.look);" }, font?.look].compactMap { $0 }.joined(separator: " ")
        if !own.isEmpty { rules[""] = own }
        if let text = attributedPlaceholder, text.length > 0 {
            let attributes = text.attributes(at: 0, effectiveRange: nil)
            let color = (attributes[.foregroundColor] as? UIColor).map { "color: \($0.look); opacity: 1;" }
            let looks = [color, (attributes[.font] as? UIFont)?.look].compactMap { $0 }.joined(separator: " ")
            if !looks.isEmpty { rules[" > text > placeholder"] = looks }
        }
        let (start, end) = isRightToLeft ? ("right", "left") : ("left", "right")
        let sides = [
            (start, shownWidth(of: leftView, leftViewMode)), (end, shownWidth(of: rightView, rightViewMode)),
        ]
        let insets = sides.compactMap { side, width in width.map { "padding-\(side): \($0)px;" } }
        if !insets.isEmpty { rules["", default: ""] += " " + insets.joined(separator: " ") }
        return rules
    }

    // MARK: Views beside the text

    /// A view before the text, at the right if the text begins there, in its own size. Linux: it lies over the entry,
    /// whose text begins after it.
    open var leftView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            showSides()
        }
    }
    open var leftViewMode = ViewMode.never { didSet { showSides() } }
    /// Behind the text.
    open var rightView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            showSides()
        }
    }
    open var rightViewMode = ViewMode.never { didSet { showSides() } }

    private func isShown(_ mode: ViewMode) -> Bool {
        switch mode {
        case .never: false
        case .whileEditing: isEditing
        case .unlessEditing: !isEditing
        case .always: true
        }
    }

    private func shownWidth(of view: UIView?, _ mode: ViewMode) -> CGFloat? {
        guard let view, isShown(mode) else { return nil }
        return view.bounds.width > 0 ? view.bounds.width : view.intrinsicContentSize.width
    }

    private func showSides() {
        for (view, mode) in [(leftView, leftViewMode), (rightView, rightViewMode)] {
            guard let view else { continue }
            if isShown(mode) {
                if view.superview !== self { addSubview(view) }
            } else {
                view.removeFromSuperview()
            }
        }
        setNeedsLayout()
        showLooks()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let isMirrored = isRightToLeft
        for (view, mode, isLeft) in [(leftView, leftViewMode, !isMirrored), (rightView, rightViewMode, isMirrored)] {
            guard let view, let width = shownWidth(of: view, mode) else { continue }
            let height = view.bounds.height > 0 ? min(view.bounds.height, bounds.height) : bounds.height
            view.frame = CGRect(
                x: isLeft ? 0 : bounds.width - width, y: (bounds.height - height) / 2, width: width, height: height)
        }
    }

    /// 0 for the left, 1 for the right.
    final var shownAlignment: Double {
        switch textAlignment {
        case .center: 0.5
        case .left: 0
        case .right: 1
        case .natural, .justified: isRightToLeft ? 1 : 0
        }
    }

    override func directionChanged() {
        super.directionChanged()
        showLooks()
    }

    private func showLooks() {
        looks.apply(rules, to: entry)
        guard let entry else { return }
        entry.hasFrame = borderStyle != .none
        entry.isRightToLeft = isRightToLeft
        entry.textAlignment = shownAlignment
        entry.showClearButton(isShown(clearButtonMode) && hasText)
    }

    /// A person wants the text gone.
    package func cleared() {
        guard delegate?.textFieldShouldClear(self) != false else { return }
        entry?.text = ""
        edited(to: "")
    }

    /// Linux: without effect, as the category does not change while a program runs.
    open var adjustsFontForContentSizeCategory = false
    open var placeholder: String? { didSet { entry?.placeholder = placeholder ?? "" } }
    /// Whether the text is shown as dots.
    open var isSecureTextEntry = false { didSet { entry?.isSecret = isSecureTextEntry } }

    // What on-screen keyboards and input methods are told.
    open var keyboardType = UIKeyboardType.default { didSet { describeInput() } }
    open var autocapitalizationType = UITextAutocapitalizationType.sentences { didSet { describeInput() } }
    open var autocorrectionType = UITextAutocorrectionType.default { didSet { describeInput() } }
    open var spellCheckingType = UITextSpellCheckingType.default { didSet { describeInput() } }
    open var textContentType: UITextContentType! { didSet { describeInput() } }
    /// Linux: keyboards have their own labels.
    open var returnKeyType = UIReturnKeyType.default

    private func describeInput() {
        let input = inputHints
        entry?.setInput(input.purpose, input.capitals, checksSpelling: input.checksSpelling)
    }

    open var hasText: Bool { !current.isEmpty }

    /// A person has changed the text.
    package func edited(to text: String) {
        guard !isSetting, text != current else { return }
        let (range, new) = Self.change(from: current, to: text)
        if delegate?.textField(self, shouldChangeCharactersIn: range, replacementString: new) == false {
            let kept = current
            // Not while the entry tells of its change.
            DispatchQueue.main.async { [weak self] in self?.text = kept }
            return
        }
        current = text
        showLooks()
        sendActions(for: .editingChanged)
        delegate?.textFieldDidChangeSelection(self)
    }

    /// What of a text was replaced, and by what.
    static func change(from old: String, to new: String) -> (range: NSRange, string: String) {
        let (before, after) = (Array(old.utf16), Array(new.utf16))
        var start = zip(before, after).prefix { $0 == $1 }.count
        // Not in the middle of a character.
        while start > 0, UTF16.isTrailSurrogate(before.count > start ? before[start] : after[start]) { start -= 1 }
        let most = min(before.count, after.count) - start
        var end = zip(before.reversed(), after.reversed()).prefix(most).prefix { $0 == $1 }.count
        while end > 0, UTF16.isTrailSurrogate(before[before.count - end]) { end -= 1 }
        let string = String(decoding: after[start..<(after.count - end)], as: UTF16.self)
        return (NSRange(location: start, length: before.count - end - start), string)
    }

    package func focusChanged(_ hasFocus: Bool) {
        guard hasFocus != isEditing else { return }
        if hasFocus, !isAllowed, delegate?.textFieldShouldBeginEditing(self) == false {
            // Not while GTK tells of the focus.
            DispatchQueue.main.async { [weak self] in self?.entry?.dropFocus() }
            return
        }
        isEditing = hasFocus
        showSides()
        // A person who presses the field makes it the first responder, too.
        if hasFocus { FirstResponder.current = self } else if isFirstResponder { FirstResponder.current = nil }
        if hasFocus {
            KeyboardPresence.began(self)
            sendActions(for: .editingDidBegin)
            delegate?.textFieldDidBeginEditing(self)
        } else {
            KeyboardPresence.ended(self)
            sendActions(for: .editingDidEnd)
            delegate?.textFieldDidEndEditing(self, reason: .committed)
        }
    }

    package func returned() {
        guard delegate?.textFieldShouldReturn(self) != false else { return }
        sendActions(for: [.editingDidEndOnExit, .primaryActionTriggered])
    }

    package override func makeContent() -> Widget? {
        let entry = Entry(text: current)
        entry.placeholder = placeholder ?? ""
        entry.isSecret = isSecureTextEntry
        entry.onEdit { [weak self, weak entry] in
            if let entry { self?.edited(to: entry.text) }
        }
        entry.onReturn { [weak self] in self?.returned() }
        entry.onFocus { [weak self] in self?.focusChanged($0) }
        if let label = accessibilityLabel ?? placeholder { entry.setAccessibleLabel(label) }
        self.entry = entry
        describeInput()
        showLooks()
        entry.onIconPress { [weak self] in self?.cleared() }
        // A window that is shown gives the keyboard to its first control; text is edited when a person or the program
        // wants it.
        entry.canFocus = false
        DispatchQueue.main.async { [weak entry] in entry?.canFocus = true }
        return entry
    }

    open override var canBecomeFirstResponder: Bool { isEnabled }

    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        guard isFirstResponder || delegate?.textFieldShouldBeginEditing(self) != false else { return false }
        guard super.becomeFirstResponder() else { return false }
        isAllowed = true
        if let entry {
            entry.canFocus = true
            entry.grabFocus()
        } else {
            focusChanged(true)
        }
        isAllowed = false
        return true
    }

    open override var canResignFirstResponder: Bool { delegate?.textFieldShouldEndEditing(self) != false }

    @discardableResult
    open override func resignFirstResponder() -> Bool {
        // Another view may have the keyboard, which it keeps.
        guard isFirstResponder else { return true }
        guard super.resignFirstResponder() else { return false }
        entry?.dropFocus()
        focusChanged(false)
        return true
    }

    package override var isPressable: Bool { false }

    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 34) }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 34) }
}

extension UITextField: EditedView {
    var isEdited: Bool { isEditing }
}
