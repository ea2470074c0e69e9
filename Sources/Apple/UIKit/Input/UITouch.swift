import Foundation

/// A finger on the screen, or the pointer while its button is pressed. Source: Apple, UITouch.
@MainActor @preconcurrency
open class UITouch: NSObject {
    /// Source: Apple, UITouch.Phase.
    public enum Phase: Int, Sendable {
        case began = 0
        case moved = 1
        case stationary = 2
        case ended = 3
        case cancelled = 4
    }

    open internal(set) var phase = Phase.began
    /// In seconds since the system's start.
    open internal(set) var timestamp: TimeInterval
    /// How many taps here in quick succession this one is.
    open internal(set) var tapCount = 1
    /// The view that it began in.
    open internal(set) weak var view: UIView?
    open internal(set) weak var window: UIWindow?
    /// Those that get it, from the innermost view out.
    open internal(set) var gestureRecognizers: [UIGestureRecognizer]?
    var place: CGPoint
    var placeBefore: CGPoint
    /// Whether a recognizer has taken it from the view.
    var isTaken = false

    package init(at place: CGPoint, time: TimeInterval) {
        (self.place, placeBefore, timestamp) = (place, place, time)
    }

    /// Linux: 1 for every touch; nothing here measures how hard it is.
    open var force: CGFloat { 1 }
    open var maximumPossibleForce: CGFloat { 1 }

    /// In a view's coordinates; without one, in the window's.
    open func location(in view: UIView?) -> CGPoint { view?.convert(place, from: nil) ?? place }

    open func previousLocation(in view: UIView?) -> CGPoint { view?.convert(placeBefore, from: nil) ?? placeBefore }

    /// Linux: as ``location(in:)``, which is as precise as the screen or the pen that reports it.
    open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }

    /// Linux: as ``previousLocation(in:)``.
    open func precisePreviousLocation(in view: UIView?) -> CGPoint { previousLocation(in: view) }
}

/// Something that happened on the screen. Source: Apple, UIEvent.
@MainActor @preconcurrency
open class UIEvent: NSObject {
    /// Source: Apple, UIEvent.EventType.
    public enum EventType: Int, Sendable {
        case touches = 0
        case scroll = 10
    }

    open var type: EventType { kind }
    open internal(set) var timestamp: TimeInterval
    /// All fingers that are down.
    open var allTouches: Set<UITouch>? { touchSet }
    var touchSet: Set<UITouch>
    /// In points.
    package let scroll: CGPoint
    /// In the window's coordinates.
    package let scrollPlace: CGPoint
    private let kind: EventType

    package init(touches: Set<UITouch>, time: TimeInterval) {
        (touchSet, timestamp, kind, scroll, scrollPlace) = (touches, time, .touches, .zero, .zero)
    }

    package init(scroll: CGPoint, at place: CGPoint, time: TimeInterval) {
        (touchSet, timestamp, kind, self.scroll, scrollPlace) = ([], time, .scroll, scroll, place)
    }

    open func touches(for view: UIView) -> Set<UITouch>? {
        let touches = touchSet.filter { $0.view === view }
        return touches.isEmpty ? nil : touches
    }

    open func touches(for window: UIWindow) -> Set<UITouch>? {
        let touches = touchSet.filter { $0.window === window }
        return touches.isEmpty ? nil : touches
    }
}
