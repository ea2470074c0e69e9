import Foundation

/// How far a finger may move that stays where it is.
private let slack: CGFloat = 10

/// One or several taps. Source: Apple, UITapGestureRecognizer.
open class UITapGestureRecognizer: UIGestureRecognizer {
    open var numberOfTapsRequired = 1
    open var numberOfTouchesRequired = 1
    private var taps = 0
    private var start = CGPoint.zero
    private var attempt = 0
    private var mostTouches = 0

    /// The longest time from one tap to the next.
    private static let pause = 0.35

    package override var isLooking: Bool { super.isLooking || taps > 0 }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        attempt += 1
        mostTouches = max(mostTouches, numberOfTouches)
        if numberOfTouches > numberOfTouchesRequired { return state = .failed }
        let place = location(in: nil)
        if taps == 0 { start = place }
        if hypot(place.x - start.x, place.y - start.y) > 45 { return state = .failed }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        for touch in touches {
            let (now, before) = (touch.location(in: nil), start)
            if numberOfTouches == 1, hypot(now.x - before.x, now.y - before.y) > 45 { return state = .failed }
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard numberOfTouches <= touches.count else { return }
        guard mostTouches == numberOfTouchesRequired else { return state = .failed }
        mostTouches = 0
        taps += 1
        if taps >= numberOfTapsRequired {
            taps = 0
            return state = .ended
        }
        let waiting = attempt
        after(Self.pause) { [weak self] in
            guard let self, attempt == waiting, state == .possible else { return }
            state = .failed
        }
    }

    open override func reset() { (taps, mostTouches) = (0, 0) }
}

/// A finger that stays. Source: Apple, UILongPressGestureRecognizer.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    open var minimumPressDuration: TimeInterval = 0.5
    open var numberOfTapsRequired = 0
    open var numberOfTouchesRequired = 1
    open var allowableMovement: CGFloat = 10
    private var start = CGPoint.zero
    private var attempt = 0

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard numberOfTouches == numberOfTouchesRequired else { return }
        if (touches.first?.tapCount ?? 1) - 1 < numberOfTapsRequired { return state = .failed }
        start = location(in: nil)
        attempt += 1
        let waiting = attempt
        after(minimumPressDuration) { [weak self] in
            guard let self, attempt == waiting, state == .possible, numberOfTouches > 0 else { return }
            state = .began
        }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        if state == .began || state == .changed { return state = .changed }
        let place = location(in: nil)
        if hypot(place.x - start.x, place.y - start.y) > allowableMovement { state = .failed }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        state = state == .possible ? .failed : .ended
    }

    open override func reset() { attempt += 1 }
}

/// A quick stroke. Source: Apple, UISwipeGestureRecognizer.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// Source: Apple, UISwipeGestureRecognizer.Direction.
    public struct Direction: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let right = Direction(rawValue: 1)
        public static let left = Direction(rawValue: 2)
        public static let up = Direction(rawValue: 4)
        public static let down = Direction(rawValue: 8)
    }

    open var direction = Direction.right
    open var numberOfTouchesRequired = 1
    private var start: (place: CGPoint, time: TimeInterval)?

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if numberOfTouches > numberOfTouchesRequired { return state = .failed }
        if numberOfTouches == numberOfTouchesRequired { start = (location(in: nil), event.timestamp) }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let start else { return }
        let place = location(in: nil)
        let (x, y) = (place.x - start.place.x, place.y - start.place.y)
        let (along, across) = abs(x) > abs(y) ? (abs(x), abs(y)) : (abs(y), abs(x))
        if event.timestamp - start.time > 0.5 { return state = .failed }
        if along > slack, across > along * 0.6 { return state = .failed }
        guard along >= 50 else { return }
        let way: Direction = abs(x) > abs(y) ? (x > 0 ? .right : .left) : (y > 0 ? .down : .up)
        state = direction.contains(way) ? .ended : .failed
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }

    open override func reset() { start = nil }
}
