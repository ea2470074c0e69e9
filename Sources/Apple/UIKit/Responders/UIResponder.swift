import Foundation

/// Something that events reach. Source: Apple, UIResponder.
@MainActor @preconcurrency
open class UIResponder: NSObject {
    public override init() {}

    /// Who gets the events that this one leaves.
    open var next: UIResponder? { nil }

    open var canBecomeFirstResponder: Bool { false }

    open var canResignFirstResponder: Bool { true }

    /// Whether it gets the keyboard's events first.
    open var isFirstResponder: Bool { FirstResponder.current === self }

    /// - Returns: whether it has the keyboard now.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        if isFirstResponder { return true }
        guard canBecomeFirstResponder else { return false }
        if let current = FirstResponder.current, !current.resignFirstResponder() { return false }
        FirstResponder.current = self
        return true
    }

    /// - Returns: whether it has not the keyboard now.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        guard canResignFirstResponder else { return false }
        FirstResponder.current = nil
        return true
    }

    /// Passed on to the next responder, as are the other phases.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }

    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }

    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }

    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }
}

@MainActor
package enum FirstResponder {
    package static weak var current: UIResponder?
}
