import Foundation
import QuartzCore

/// Finds a gesture in touches. Source: Apple, UIGestureRecognizer.
///
/// Linux: without selectors there are no targets; a subclass that overrides ``state``, or the delegate, learns of it.
///
///     possible ─ began ─ changed … ─ ended or cancelled      what lasts
///     possible ─ ended                                       a tap
///     possible ─ failed                                      something else
@MainActor @preconcurrency
open class UIGestureRecognizer: NSObject {
    /// Source: Apple, UIGestureRecognizer.State.
    public enum State: Int, Sendable {
        case possible = 0
        case began = 1
        case changed = 2
        case ended = 3
        case cancelled = 4
        case failed = 5

        public static var recognized: State { .ended }
    }

    weak var viewLink: UIView?
    private(set) var trackedTouches: [UITouch] = []
    private var required: [WeakRecognizer] = []
    private var dependents: [WeakRecognizer] = []
    /// Recognized, once those that have to fail have done so.
    private var pending: State?
    private var current = State.possible
    /// Called with each state that a gesture reaches.
    package final var onAction: (@MainActor (UIGestureRecognizer) -> Void)?

    private struct WeakRecognizer { weak var recognizer: UIGestureRecognizer? }

    public override init() {}

    open weak var delegate: (any UIGestureRecognizerDelegate)?
    open var view: UIView? { viewLink }
    /// Whether a view stops getting touches of which the gesture consists.
    open var cancelsTouchesInView = true
    open var name: String?

    open var isEnabled = true {
        didSet { if !isEnabled, current != .possible || !trackedTouches.isEmpty { end(.cancelled) } }
    }

    /// Set by subclasses.
    open var state: State {
        get { current }
        set { change(to: newValue) }
    }

    /// Whether the gesture is under way, or was found with these touches.
    final var hasRecognized: Bool { [.began, .changed, .ended].contains(current) }

    private var isUnderWay: Bool { current == .began || current == .changed }

    /// Whether it was found, or was not, and waits for all fingers to go.
    private var isOver: Bool { [.ended, .cancelled, .failed].contains(current) }

    open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
        required.append(WeakRecognizer(recognizer: otherGestureRecognizer))
        otherGestureRecognizer.dependents.append(WeakRecognizer(recognizer: self))
    }

    open var numberOfTouches: Int { trackedTouches.count }

    /// The middle of the touches.
    open func location(in view: UIView?) -> CGPoint {
        let places = (trackedTouches.isEmpty ? lastTouches : trackedTouches).map { $0.location(in: view) }
        guard !places.isEmpty else { return .zero }
        let count = CGFloat(places.count)
        return CGPoint(x: places.map(\.x).reduce(0, +) / count, y: places.map(\.y).reduce(0, +) / count)
    }

    open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
        trackedTouches[touchIndex].location(in: view)
    }

    private var lastTouches: [UITouch] = []

    // MARK: For subclasses

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }

    /// Forgets the gesture; called after its end.
    open func reset() {}

    open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }

    /// Leaves a touch to others.
    open func ignore(_ touch: UITouch, for event: UIEvent) { trackedTouches.removeAll { $0 === touch } }

    // MARK: Touches

    final func takes(_ touch: UITouch) -> Bool {
        isEnabled && delegate?.gestureRecognizer(self, shouldReceive: touch) != false
    }

    final func receive(_ touches: Set<UITouch>, _ event: UIEvent, _ phase: UITouch.Phase) {
        guard isEnabled else { return }
        if phase == .began {
            // After its end, a gesture begins anew when all fingers have gone.
            if trackedTouches.isEmpty, current != .possible { forget() }
            trackedTouches += touches
            lastTouches = trackedTouches
        }
        guard touches.contains(where: trackedTouches.contains) else { return }
        if !isOver {
            switch phase {
            case .began: touchesBegan(touches, with: event)
            case .moved, .stationary: touchesMoved(touches, with: event)
            case .ended: touchesEnded(touches, with: event)
            case .cancelled: touchesCancelled(touches, with: event)
            }
        }
        guard phase == .ended || phase == .cancelled else { return }
        lastTouches = trackedTouches
        trackedTouches.removeAll(where: touches.contains)
        if trackedTouches.isEmpty, isOver, pending == nil { forgetLater() }
    }

    private func forgetLater() {
        // The view still asks who has taken the touch.
        Task { @MainActor [weak self] in
            if let self, trackedTouches.isEmpty, isOver { forget() }
        }
    }

    /// Makes a gesture that is over ready for the next one.
    final func startAnew() {
        if isOver { forget() }
    }

    private func forget() {
        current = .possible
        pending = nil
        reset()
    }

    private func end(_ state: State) {
        if isUnderWay { report(state) } else { current = state }
        if trackedTouches.isEmpty { forget() }
    }

    // MARK: States

    private func change(to new: State) {
        switch (current, new) {
        case (.possible, .began), (.possible, .ended): recognize(new)
        case (.possible, .failed), (.possible, .cancelled): fail()
        case (.began, .changed), (.changed, .changed), (.began, .ended), (.changed, .ended), (.began, .cancelled),
            (.changed, .cancelled):
            if pending != nil {
                pending = new == .changed ? .began : new
            } else {
                report(new)
            }
        case (.began, .failed), (.changed, .failed): report(.cancelled)
        default: break
        }
    }

    private func fail() {
        current = .failed
        tellDependents()
    }

    private func recognize(_ new: State) {
        guard let view = viewLink else { return }
        guard delegate?.gestureRecognizerShouldBegin(self) != false, view.gestureRecognizerShouldBegin(self),
            !rivals.contains(where: { $0.hasRecognized && $0.pending == nil && $0.prevents(self) })
        else { return fail() }
        let waits = (required.compactMap(\.recognizer) + rivals.filter { mustFail($0) }).contains { $0.mayStillBegin }
        if waits {
            pending = new
            return dependOnRivals()
        }
        for rival in rivals where !rival.hasRecognized && prevents(rival) { rival.change(to: .failed) }
        report(new)
    }

    /// Hears of those rivals that have to fail.
    private func dependOnRivals() {
        for rival in rivals where mustFail(rival) && !rival.dependents.contains(where: { $0.recognizer === self }) {
            rival.dependents.append(WeakRecognizer(recognizer: self))
        }
    }

    private func mustFail(_ other: UIGestureRecognizer) -> Bool {
        shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
            || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
            || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
    }

    /// Whether it has begun to look, and has found nothing yet.
    private var mayStillBegin: Bool { isEnabled && current == .possible && isLooking }

    /// Whether touches of this gesture have been seen.
    package var isLooking: Bool { !trackedTouches.isEmpty }

    private func report(_ new: State) {
        current = new
        onAction?(self)
        if new == .ended || new == .cancelled {
            tellDependents()
            if trackedTouches.isEmpty { forgetLater() }
        }
    }

    /// Those that wait for this one to fail go on, or fail.
    private func tellDependents() {
        for dependent in dependents.compactMap(\.recognizer) {
            guard let pending = dependent.pending else {
                if hasRecognized, dependent.current == .possible, dependent.isLooking { dependent.change(to: .failed) }
                continue
            }
            dependent.pending = nil
            if hasRecognized {
                dependent.current = .failed
            } else {
                dependent.recognize(pending)
            }
            if dependent.trackedTouches.isEmpty { dependent.forgetLater() }
        }
        if current == .failed, trackedTouches.isEmpty { forgetLater() }
    }

    /// The other recognizers of the same touches.
    private var rivals: [UIGestureRecognizer] {
        var rivals: [UIGestureRecognizer] = []
        for touch in trackedTouches.isEmpty ? lastTouches : trackedTouches {
            for other in touch.gestureRecognizers ?? [] where other !== self && !rivals.contains(other) {
                rivals.append(other)
            }
        }
        return rivals
    }

    private func prevents(_ other: UIGestureRecognizer) -> Bool {
        guard canPrevent(other), other.canBePrevented(by: self) else { return false }
        return delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) != true
            && other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) != true
    }

    /// Calls `body` after a time, unless the gesture is over by then.
    final func after(_ seconds: TimeInterval, _ body: @escaping @MainActor () -> Void) {
        let clock = LayerClock.current
        let end = clock.now + seconds
        clock.onEachFrame { now in
            guard now >= end else { return true }
            if isOnMainActor { MainActor.assumeIsolated(body) }
            return false
        }
    }
}
