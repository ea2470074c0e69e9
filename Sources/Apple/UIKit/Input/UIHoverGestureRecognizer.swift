import Foundation

/// A pointer over the view, with no button held. Source: Apple, UIHoverGestureRecognizer.
///
/// It begins when the pointer comes, changes with each move, and ends when it goes. A finger does not hover.
open class UIHoverGestureRecognizer: UIGestureRecognizer {
    /// In the window's coordinates.
    private var place = CGPoint.zero

    open override func location(in view: UIView?) -> CGPoint { view?.convert(place, from: nil) ?? place }

    /// Linux: always 0; a pointer touches the screen.
    open var zOffset: CGFloat { 0 }

    /// - Parameter place: in the window's coordinates; `nil` when the pointer has gone.
    final func hover(at place: CGPoint?) {
        guard isEnabled else { return }
        guard let place else { return state = .ended }
        self.place = place
        startAnew()
        state = state == .possible ? .began : .changed
    }

    /// Touches are none of its business.
    package override var isLooking: Bool { false }
}
