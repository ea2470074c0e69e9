import Foundation

/// Decides about the editing of a text view, and hears of it. Source: Apple, UITextViewDelegate.
@MainActor @preconcurrency
public protocol UITextViewDelegate: UIScrollViewDelegate {
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
    /// Whether the view may give up the keyboard. Linux: a person who clicks elsewhere takes it away in any case.
    func textViewShouldEndEditing(_ textView: UITextView) -> Bool
    func textViewDidBeginEditing(_ textView: UITextView)
    func textViewDidEndEditing(_ textView: UITextView)
    /// Whether a person's change is taken.
    ///
    /// - `range`: what is replaced, in UTF-16 units of the text before the change.
    /// - `text`: what takes its place.
    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
    /// A person has changed the text.
    func textViewDidChange(_ textView: UITextView)
    func textViewDidChangeSelection(_ textView: UITextView)
}

extension UITextViewDelegate {
    public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
    public func textViewShouldEndEditing(_ textView: UITextView) -> Bool { true }
    public func textViewDidBeginEditing(_ textView: UITextView) {}
    public func textViewDidEndEditing(_ textView: UITextView) {}
    public func textView(
        _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool { true }
    public func textViewDidChange(_ textView: UITextView) {}
    public func textViewDidChangeSelection(_ textView: UITextView) {}
}

/// The room that a text view's lines are in. Source: Apple, NSTextContainer. Linux: it only knows its padding.
@MainActor @preconcurrency
open class NSTextContainer: NSObject {
    weak var view: UITextView?

    public override init() {}

    /// At both ends of each line, in points.
    open var lineFragmentPadding: CGFloat = 5 { didSet { view?.looksChanged() } }
}
