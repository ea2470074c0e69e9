import Foundation
import UIKitCore

/// Fingers that move together. Source: Apple, UIPanGestureRecognizer.
open class UIPanGestureRecognizer: UIGestureRecognizer {
    open var minimumNumberOfTouches = 1
    open var maximumNumberOfTouches = Int.max
    private var moved = CGPoint.zero
    private var last = CGPoint.zero
    private var speed = CGPoint.zero
    private var lastTime: TimeInterval = 0

    /// How far fingers move before it is a gesture.
    private static let slack: CGFloat = 10

    /// Since the begin, or since it was set.
    open func translation(in view: UIView?) -> CGPoint { vector(moved, in: view) }

    open func setTranslation(_ translation: CGPoint, in view: UIView?) {
        guard let view else { return moved = translation }
        let (origin, end) = (view.convert(CGPoint.zero, to: nil), view.convert(translation, to: nil))
        moved = CGPoint(x: end.x - origin.x, y: end.y - origin.y)
    }

    /// Points per second.
    open func velocity(in view: UIView?) -> CGPoint { vector(speed, in: view) }

    private func vector(_ vector: CGPoint, in view: UIView?) -> CGPoint {
        guard let view else { return vector }
        let (origin, end) = (view.convert(CGPoint.zero, from: nil), view.convert(vector, from: nil))
        return CGPoint(x: end.x - origin.x, y: end.y - origin.y)
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if numberOfTouches > maximumNumberOfTouches, state == .possible { return state = .failed }
        last = location(in: nil)
        lastTime = event.timestamp
        if state == .possible { (moved, speed) = (.zero, .zero) }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        let place = location(in: nil)
        let (x, y) = (place.x - last.x, place.y - last.y)
        moved = CGPoint(x: moved.x + x, y: moved.y + y)
        let time = event.timestamp - lastTime
        if time > 0 {
            // The last few steps count.
            let share = CGFloat(min(1, time / 0.05))
            speed = CGPoint(
                x: speed.x * (1 - share) + x / CGFloat(time) * share,
                y: speed.y * (1 - share) + y / CGFloat(time) * share)
        }
        (last, lastTime) = (place, event.timestamp)
        guard state == .possible else { return state = .changed }
        guard numberOfTouches >= minimumNumberOfTouches, hypot(moved.x, moved.y) >= Self.slack, mayBegin() else {
            return
        }
        state = .began
    }

    /// Whether this way is the gesture's.
    func mayBegin() -> Bool { true }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard numberOfTouches <= touches.count else {
            // The others go on from where they are.
            let rest = touches
            Task { @MainActor [weak self] in
                if let self, rest.isDisjoint(with: trackedTouches) { last = location(in: nil) }
            }
            return
        }
        // A finger that rested has no speed.
        if event.timestamp - lastTime > 0.1 { speed = .zero }
        state = state == .possible ? .failed : .ended
    }

    open override func reset() { (moved, speed) = (.zero, .zero) }
}

/// A pan from an edge. Source: Apple, UIScreenEdgePanGestureRecognizer.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    open var edges: UIRectEdge = []

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard state == .possible, let bounds = touches.first?.window?.bounds else {
            return super.touchesBegan(touches, with: event)
        }
        let place = location(in: nil)
        let isAtEdge =
            edges.contains(.left) && place.x < 20 || edges.contains(.right) && place.x > bounds.width - 20
            || edges.contains(.top) && place.y < 20 || edges.contains(.bottom) && place.y > bounds.height - 20
        guard isAtEdge else { return state = .failed }
        super.touchesBegan(touches, with: event)
    }
}

/// Two fingers that move apart or together. Source: Apple, UIPinchGestureRecognizer.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// How far the fingers are from each other now, compared with the begin.
    open var scale: CGFloat = 1 {
        didSet { if !isMeasuring, scale != 0 { reference = distance / scale } }
    }
    /// Of the scale, per second.
    open private(set) var velocity: CGFloat = 0
    private var reference: CGFloat = 0
    private var lastTime: TimeInterval = 0
    private var isMeasuring = false

    private var distance: CGFloat {
        guard numberOfTouches >= 2 else { return 0 }
        let (one, two) = (location(ofTouch: 0, in: nil), location(ofTouch: 1, in: nil))
        return max(1, hypot(two.x - one.x, two.y - one.y))
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard numberOfTouches == 2, state == .possible else { return }
        (reference, lastTime) = (distance, event.timestamp)
        measure(1)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard numberOfTouches >= 2, reference > 0 else { return }
        let new = distance / reference
        let time = event.timestamp - lastTime
        if time > 0 { velocity = (new - scale) / CGFloat(time) }
        lastTime = event.timestamp
        if state == .possible {
            if abs(distance - reference) >= 8 {
                measure(new)
                state = .began
            }
        } else {
            measure(new)
            state = .changed
        }
    }

    private func measure(_ new: CGFloat) {
        isMeasuring = true
        scale = new
        isMeasuring = false
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if state == .possible {
            if numberOfTouches <= touches.count { state = .failed }
        } else if numberOfTouches - touches.count < 2 {
            state = .ended
        }
    }

    open override func reset() {
        (reference, velocity) = (0, 0)
        measure(1)
    }
}

/// Two fingers that turn. Source: Apple, UIRotationGestureRecognizer.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    /// In radians, clockwise, since the begin or since it was set.
    open var rotation: CGFloat = 0
    /// Radians per second.
    open private(set) var velocity: CGFloat = 0
    private var last: CGFloat = 0
    private var lastTime: TimeInterval = 0

    private var angle: CGFloat {
        let (one, two) = (location(ofTouch: 0, in: nil), location(ofTouch: 1, in: nil))
        return atan2(two.y - one.y, two.x - one.x)
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard numberOfTouches == 2, state == .possible else { return }
        (last, lastTime, rotation) = (angle, event.timestamp, 0)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard numberOfTouches >= 2 else { return }
        let now = angle
        // The shorter way round.
        let step = CGFloat(remainder(Double(now - last), 2 * Double.pi))
        rotation += step
        let time = event.timestamp - lastTime
        if time > 0 { velocity = step / CGFloat(time) }
        (last, lastTime) = (now, event.timestamp)
        if state != .possible {
            state = .changed
        } else if abs(rotation) >= 0.1 {
            state = .began
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if state == .possible {
            if numberOfTouches <= touches.count { state = .failed }
        } else if numberOfTouches - touches.count < 2 {
            state = .ended
        }
    }

    open override func reset() { (rotation, velocity) = (0, 0) }
}
