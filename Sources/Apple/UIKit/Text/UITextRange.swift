import Foundation

/// A place in a text. Source: Apple, UITextPosition.
@MainActor @preconcurrency open class UITextPosition: NSObject {
    public override init() {}
}

/// A part of a text. Source: Apple, UITextRange.
///
/// A view that shows texts of its own makes subclasses, which know their positions.
@MainActor @preconcurrency open class UITextRange: NSObject {
    public override init() {}

    open var isEmpty: Bool { start === end }
    open var start: UITextPosition { place }
    open var end: UITextPosition { place }
    private let place = UITextPosition()
}

extension UITextView {
    /// What an input method has put into the text and may still change. Linux: always `nil`, as the text has what an
    /// input method composes only when it is done; it is shown at the cursor until then.
    public var markedTextRange: UITextRange? { nil }
}

extension UITextField {
    /// What an input method has put into the text and may still change. Linux: always `nil`, as the text has what an
    /// input method composes only when it is done; it is shown at the cursor until then.
    public var markedTextRange: UITextRange? { nil }
}
