import Foundation
import GtkSupport

/// Brings a window's touches to recognizers and views.
@MainActor
package final class TouchDelivery {
    private unowned let window: UIWindow
    private var touches: [UInt: UITouch] = [:]
    /// Fingers that came down while the program ignored them.
    private var ignored: Set<UInt> = []
    private var lastTap: (place: CGPoint, time: TimeInterval, count: Int)?

    init(_ window: UIWindow) { self.window = window }

    /// - Returns: whether it ends here; otherwise a GTK widget gets it, too.
    package func receive(id: UInt, _ phase: UITouch.Phase, at place: CGPoint, time: TimeInterval) -> Bool {
        if phase == .began {
            ignored.remove(id)
            if window.program.isIgnoringInteractionEvents { ignored.insert(id) } else { begin(id, at: place, time) }
        }
        if ignored.contains(id) {
            if phase == .ended || phase == .cancelled { ignored.remove(id) }
            return true
        }
        guard let touch = touches[id] else { return false }
        touch.phase = phase
        touch.timestamp = time
        if phase != .began {
            touch.placeBefore = touch.place
            touch.place = place
        }
        let isNative = touch.view?.presence?.content != nil
        if phase == .ended || phase == .cancelled { touches[id] = nil }
        // The finger that goes is still part of the event.
        let event = UIEvent(touches: Set(touches.values).union([touch]), time: time)
        changed = touch
        if UIApplication.isRunning { UIApplication.shared.sendEvent(event) } else { window.sendEvent(event) }
        return !isNative
    }

    private var changed: UITouch?

    private func begin(_ id: UInt, at place: CGPoint, _ time: TimeInterval) {
        let touch = UITouch(at: place, time: time)
        touch.window = window
        touch.view = window.hitTest(place, with: nil)
        if let last = lastTap, time - last.time < 0.35, hypot(place.x - last.place.x, place.y - last.place.y) < 25 {
            touch.tapCount = last.count + 1
        }
        lastTap = (place, time, touch.tapCount)
        let views = sequence(first: touch.view, next: { $0?.superviewLink }).prefix { $0 != nil }.compactMap { $0 }
        touch.gestureRecognizers = views.flatMap(\.recognizers).filter { $0.takes(touch) }
        touch.isTaken = touches.values.contains { $0.keepsOut(touch) }
        touches[id] = touch
    }

    /// Of the touch that this event is about.
    func deliver(_ event: UIEvent) {
        guard let touch = changed else { return }
        changed = nil
        let set: Set<UITouch> = [touch]
        for recognizer in touch.gestureRecognizers ?? [] { recognizer.receive(set, event, touch.phase) }
        guard let view = touch.view, !touch.isTaken else { return }
        let takers = (touch.gestureRecognizers ?? []).filter { $0.hasRecognized && $0.cancelsTouchesInView }
        if !takers.isEmpty {
            touch.isTaken = true
            if touch.phase != .began {
                touch.phase = .cancelled
                view.touchesCancelled(set, with: event)
            }
            return
        }
        switch touch.phase {
        case .began: view.touchesBegan(set, with: event)
        case .moved, .stationary: view.touchesMoved(set, with: event)
        case .ended: view.touchesEnded(set, with: event)
        case .cancelled: view.touchesCancelled(set, with: event)
        }
    }
}

extension UITouch {
    /// Whether another touch is not for its view, because this one is under way.
    fileprivate func keepsOut(_ other: UITouch) -> Bool {
        guard let view, let otherView = other.view, !isTaken else { return false }
        if view === otherView { return !view.isMultipleTouchEnabled }
        return view.isExclusiveTouch || otherView.isExclusiveTouch
    }
}
