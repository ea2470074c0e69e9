import Foundation
import QuartzCore

/// Source: Apple, UIViewAnimatingState.
public enum UIViewAnimatingState: Int, Sendable {
    case inactive = 0
    case active = 1
    case stopped = 2
}

/// Source: Apple, UIViewAnimatingPosition.
public enum UIViewAnimatingPosition: Int, Sendable {
    case end = 0
    case start = 1
    case current = 2
}

extension UIView {
    /// Source: Apple, UIView.AnimationCurve.
    public enum AnimationCurve: Int, Sendable {
        case easeInOut = 0
        case easeIn = 1
        case easeOut = 2
        case linear = 3
    }
}

/// The layers that a block has changed.
@MainActor
final class AnimatedLayers {
    struct Entry {
        let layer: CALayer
        let key: String
        let start: Any?
        var end: Any?
    }

    var entries: [Entry] = []

    func add(_ layer: CALayer, _ key: String) {
        entries.append(Entry(layer: layer, key: key, start: layer.value(forKeyPath: key)))
    }
}

/// An animation that can be stopped, scrubbed and reversed. Source: Apple, UIViewPropertyAnimator.
///
/// | what happens | inactive | running | paused | stopped |
/// | --- | --- | --- | --- | --- |
/// | `startAnimation()` | → running | nothing | → running, from ``fractionComplete`` | nothing |
/// | `pauseAnimation()` | → paused, at the start | → paused | nothing | nothing |
/// | `stopAnimation(_:)` | nothing | → stopped, or inactive | → stopped, or inactive | nothing |
/// | `finishAnimation(at:)` | nothing | nothing | nothing | → inactive, with the completions |
///
/// The views have the values of where they are seen while it is paused.
@MainActor @preconcurrency
open class UIViewPropertyAnimator: NSObject {
    public let duration: TimeInterval
    open private(set) var state = UIViewAnimatingState.inactive
    private var isPaused = false
    /// Where a run began, from 0 to 1, when, and how long all of it would take.
    private var run = (fraction: 0.0, start: 0.0, duration: 0.0)
    /// Runs of before tell of their ends, too.
    private var runs = 0
    private let timing: CAMediaTimingFunction?
    private let spring: SpringShape?
    private var blocks: [() -> Void] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []
    private var layers = AnimatedLayers()

    private init(_ duration: TimeInterval, _ timing: CAMediaTimingFunction?, _ spring: SpringShape?) {
        (self.duration, self.timing, self.spring) = (duration, timing, spring)
    }

    public convenience init(duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil) {
        let names: [CAMediaTimingFunctionName] = [.easeInEaseOut, .easeIn, .easeOut, .linear]
        self.init(duration, CAMediaTimingFunction(name: names[curve.rawValue]), nil)
        blocks = animations.map { [$0] } ?? []
    }

    public convenience init(
        duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
        animations: (() -> Void)? = nil
    ) {
        let curve = CAMediaTimingFunction(
            controlPoints: Float(point1.x), Float(point1.y), Float(point2.x), Float(point2.y))
        self.init(duration, curve, nil)
        blocks = animations.map { [$0] } ?? []
    }

    /// - Parameter parameters: a curve, or a spring.
    public convenience init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
        let spring = parameters as? UISpringTimingParameters
        let duration = spring?.settlingDuration ?? duration
        self.init(duration, parameters.cubicTimingParameters?.curve, spring?.shape(settlingIn: duration))
    }

    public convenience init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) {
        self.init(duration, nil, SpringShape(ratio: ratio, settlingIn: duration, velocity: 0))
        blocks = animations.map { [$0] } ?? []
    }

    open var isRunning: Bool { state == .active && !isPaused }

    /// Whether the way goes back to the start. It may change at any time.
    open var isReversed = false {
        didSet {
            guard isReversed != oldValue, isRunning else { return }
            freeze(at: fraction(isReversed: oldValue))
            resume(lasting: duration)
        }
    }

    /// Whether the pictures follow ``fractionComplete`` without the curve, as a finger wants it. Linux: they always do.
    open var scrubsLinearly = true

    /// Whether it is paused where it would have ended, and can be scrubbed further.
    open var pausesOnCompletion = false

    /// How much of the way to the end is done, from 0 to 1, whatever the direction. Setting it pauses the animation.
    open var fractionComplete: CGFloat {
        get { fraction(isReversed: isReversed) }
        set {
            pauseAnimation()
            guard isPaused, newValue.isFinite else { return }
            show(at: min(max(newValue, 0), 1))
        }
    }

    private func fraction(isReversed: Bool) -> CGFloat {
        guard isRunning, run.duration > 0 else { return run.fraction }
        let part = (LayerClock.current.now - run.start) / run.duration
        return min(max(run.fraction + (isReversed ? -part : part), 0), 1)
    }

    /// Runs at once if the animation has begun.
    open func addAnimations(_ animation: @escaping () -> Void) {
        blocks.append(animation)
        if state == .active { run(delay: 0) }
    }

    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
        completions.append(completion)
    }

    open func startAnimation() { startAnimation(afterDelay: 0) }

    open func startAnimation(afterDelay delay: TimeInterval) {
        if isPaused { return resume(lasting: duration, delay: delay) }
        guard state == .inactive else { return }
        state = .active
        run = (0, LayerClock.current.now + delay, duration)
        run(delay: delay)
        guard isReversed else { return }
        // There is nothing to go back.
        freeze(at: 0)
        resume(lasting: duration)
    }

    private func run(delay: TimeInterval) {
        let new = blocks
        blocks = []
        animate(duration, delay: delay, timing: timing, layers) { for block in new { block() } }
    }

    private func animate(
        _ duration: TimeInterval, delay: TimeInterval, timing: CAMediaTimingFunction?, _ layers: AnimatedLayers?,
        _ body: () -> Void
    ) {
        runs += 1
        let (run, target) = (runs, isReversed ? UIViewAnimatingPosition.start : .end)
        ViewAnimation.run(
            duration, delay: delay, options: .overrideInheritedDuration, spring: spring, timing: timing,
            layers: layers, body
        ) { isFinished in
            guard isFinished, self.isRunning, self.runs == run else { return }
            guard self.pausesOnCompletion else { return self.end(at: target) }
            self.freeze(at: target == .start ? 0 : 1)
        }
    }

    // MARK: Pausing

    /// Holds the views where they are seen.
    open func pauseAnimation() {
        if state == .inactive {
            state = .active
            run = (0, LayerClock.current.now, duration)
            run(delay: 0)
            return freeze(at: 0)
        }
        if isRunning { freeze(at: fractionComplete) }
    }

    /// Goes on after a pause.
    ///
    /// - Parameters:
    ///   - parameters: how; `nil` for the animation's own curve.
    ///   - durationFactor: the part of the duration that the whole way takes now; 0 for the rest of the duration.
    open func continueAnimation(
        withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
    ) {
        guard isPaused else { return }
        let whole = durationFactor > 0 ? duration * durationFactor : duration
        resume(lasting: whole, timing: parameters?.cubicTimingParameters?.curve)
    }

    private func freeze(at fraction: CGFloat) {
        let seen = layers.entries.map { $0.layer.presentation()?.value(forKeyPath: $0.key) }
        noteEnds()
        isPaused = true
        for (entry, value) in zip(layers.entries, seen) {
            entry.layer.removeAnimation(forKey: entry.key)
            set(entry, to: value)
        }
        run.fraction = fraction
    }

    private func show(at fraction: CGFloat) {
        run.fraction = fraction
        for entry in layers.entries {
            guard let start = AnimatedValue(entry.start), let end = AnimatedValue(entry.end) else {
                set(entry, to: fraction < 1 ? entry.start : entry.end)
                continue
            }
            set(entry, to: start.mixed(with: end, fraction).value)
        }
    }

    private func resume(lasting whole: TimeInterval, delay: TimeInterval = 0, timing: CAMediaTimingFunction? = nil) {
        isPaused = false
        run.start = LayerClock.current.now + delay
        run.duration = whole
        let rest = Double(isReversed ? run.fraction : 1 - run.fraction) * whole
        guard rest > 0 else {
            let position = isReversed ? UIViewAnimatingPosition.start : .end
            if pausesOnCompletion { isPaused = true } else { end(at: position) }
            return
        }
        animate(rest, delay: delay, timing: timing ?? self.timing, nil) {
            for entry in layers.entries {
                entry.layer.setValue(isReversed ? entry.start : entry.end, forKeyPath: entry.key)
            }
        }
    }

    /// The values that the blocks have set, before they are replaced by others.
    private func noteEnds() {
        for index in layers.entries.indices where layers.entries[index].end == nil {
            let entry = layers.entries[index]
            layers.entries[index].end = entry.layer.value(forKeyPath: entry.key)
        }
    }

    /// Leaves the views as they are seen.
    ///
    /// - Parameter withoutFinishing: whether it ends here, without completions.
    open func stopAnimation(_ withoutFinishing: Bool) {
        guard state == .active else { return }
        if !isPaused { freeze(at: fractionComplete) }
        state = .stopped
        isPaused = false
        guard withoutFinishing else { return }
        forget()
        completions = []
    }

    /// Ends what was stopped, with the views as they were before, are now, or would have been.
    open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
        guard state == .stopped else { return }
        for entry in layers.entries where finalPosition != .current {
            set(entry, to: finalPosition == .start ? entry.start : entry.end)
        }
        end(at: finalPosition)
    }

    private func set(_ entry: AnimatedLayers.Entry, to value: Any?) {
        UIView.performWithoutAnimation { entry.layer.setValue(value, forKeyPath: entry.key) }
    }

    private func forget() {
        state = .inactive
        layers = AnimatedLayers()
        run = (0, 0, 0)
    }

    private func end(at position: UIViewAnimatingPosition) {
        forget()
        let told = completions
        completions = []
        for completion in told { completion(position) }
    }

    @discardableResult
    open class func runningPropertyAnimator(
        withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
    ) -> UIViewPropertyAnimator {
        let animator = UIViewPropertyAnimator(duration, options.timing, nil)
        animator.blocks = [animations]
        animator.completions = completion.map { [$0] } ?? []
        animator.startAnimation(afterDelay: delay)
        return animator
    }
}
