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
        // What changes twice begins where it first was, and has another end.
        if let known = entries.firstIndex(where: { $0.layer === layer && $0.key == key }) {
            return entries[known].end = nil
        }
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
    /// Where a run began, from 0 to 1, when, and how long the whole way would take.
    private var run = (fraction: 0.0, start: 0.0, duration: 0.0)
    /// Of the run, if it is not the animation's own.
    private var runCurve: Curve?
    /// Grows with each pause and each run: the end of an earlier run is none.
    private var generation = 0
    private let curve: Curve
    private var blocks: [() -> Void] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []
    private var layers = AnimatedLayers()

    @MainActor private struct Curve {
        var timing: CAMediaTimingFunction?
        var spring: SpringShape?

        init(_ timing: CAMediaTimingFunction?, _ spring: SpringShape?) {
            (self.timing, self.spring) = (timing, spring)
        }

        init(_ parameters: any UITimingCurveProvider, lasting duration: TimeInterval) {
            timing = parameters.cubicTimingParameters?.curve
            spring = (parameters as? UISpringTimingParameters)?.shape(settlingIn: duration)
        }
    }

    private init(_ duration: TimeInterval, _ curve: Curve) { (self.duration, self.curve) = (duration, curve) }

    public convenience init(duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil) {
        let names: [CAMediaTimingFunctionName] = [.easeInEaseOut, .easeIn, .easeOut, .linear]
        self.init(duration, Curve(CAMediaTimingFunction(name: names[curve.rawValue]), nil))
        blocks = animations.map { [$0] } ?? []
    }

    public convenience init(
        duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
        animations: (() -> Void)? = nil
    ) {
        let curve = CAMediaTimingFunction(
            controlPoints: Float(point1.x), Float(point1.y), Float(point2.x), Float(point2.y))
        self.init(duration, Curve(curve, nil))
        blocks = animations.map { [$0] } ?? []
    }

    /// - `parameters`: a curve, or a spring.
    public convenience init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
        let duration = (parameters as? UISpringTimingParameters)?.settlingDuration ?? duration
        self.init(duration, Curve(parameters, lasting: duration))
    }

    public convenience init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) {
        self.init(duration, Curve(nil, SpringShape(ratio: ratio, settlingIn: duration, velocity: 0)))
        blocks = animations.map { [$0] } ?? []
    }

    open var isRunning: Bool { state == .active && !isPaused }

    /// Whether the way goes back to the start. It may change at any time.
    open var isReversed = false {
        didSet {
            guard isReversed != oldValue, isRunning else { return }
            freeze(at: fraction(isReversed: oldValue))
            resumeRun()
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

    /// Runs at once if the animation has begun, for the rest of its duration.
    open func addAnimations(_ animation: @escaping () -> Void) {
        blocks.append(animation)
        guard state == .active else { return }
        let fraction = fractionComplete
        let delay = isPaused ? 0 : max(0, run.start - LayerClock.current.now)
        runBlocks(lasting: run.duration * rest(at: fraction), delay: delay, runCurve, isAll: false)
        guard isPaused || isReversed else { return }
        // The blocks have set where the way ends, and it goes elsewhere.
        let isRunning = isRunning
        isPaused = true
        hold { show(at: fraction) }
        if isRunning { resumeRun() }
    }

    /// Goes on as before, for the rest of the way.
    private func resumeRun() { resume(in: run.duration * rest(at: run.fraction), runCurve) }

    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
        completions.append(completion)
    }

    open func startAnimation() { startAnimation(afterDelay: 0) }

    open func startAnimation(afterDelay delay: TimeInterval) {
        if isPaused { return resume(delay: delay) }
        guard state == .inactive else { return }
        begin(delay: delay)
        runBlocks(lasting: duration, delay: delay)
        guard isReversed, isRunning else { return }
        // It is where it would go to.
        freeze(at: 0)
        resume()
    }

    private func begin(delay: TimeInterval = 0) {
        state = .active
        (run, runCurve) = ((0, LayerClock.current.now + delay, duration), nil)
    }

    /// - Parameter isAll: whether the animation ends with these blocks, even if nothing moves.
    private func runBlocks(
        lasting duration: TimeInterval, delay: TimeInterval = 0, _ curve: Curve? = nil, isAll: Bool = true
    ) {
        let new = blocks
        blocks = []
        animate(duration, delay: delay, curve ?? self.curve, layers, isAll: isAll) { for block in new { block() } }
    }

    private func animate(
        _ duration: TimeInterval, delay: TimeInterval, _ curve: Curve, _ layers: AnimatedLayers?, isAll: Bool = true,
        _ body: () -> Void
    ) {
        let (generation, target) = (generation, isReversed ? UIViewAnimatingPosition.start : .end)
        ViewAnimation.run(
            duration, delay: delay, options: .overrideInheritedDuration, spring: curve.spring, timing: curve.timing,
            layers: layers, body
        ) { isFinished in
            guard isFinished, self.isRunning, self.generation == generation else { return }
            guard isAll || self.rest(at: self.fractionComplete) < 1e-6 else { return }
            guard self.pausesOnCompletion else { return self.end(at: target) }
            self.freeze(at: target == .start ? 0 : 1)
        }
    }

    // MARK: Pausing

    /// Holds the views where they are seen.
    open func pauseAnimation() {
        if isRunning { return freeze(at: fractionComplete) }
        guard state == .inactive else { return }
        begin()
        // Before the blocks run: without a window, they end at once.
        isPaused = true
        runBlocks(lasting: duration)
        hold { show(at: 0) }
    }

    /// Goes on after a pause.
    ///
    /// - Parameters:
    ///   - parameters: how; `nil` for the animation's own curve.
    ///   - durationFactor: the part of the duration that the rest of the way takes; 0 for as long as it had left.
    open func continueAnimation(
        withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
    ) {
        guard isPaused else { return }
        let rest = durationFactor > 0 ? duration * durationFactor : duration * rest(at: run.fraction)
        resume(in: rest, parameters.map { Curve($0, lasting: rest) })
    }

    /// The part of the way that is left.
    private func rest(at fraction: CGFloat) -> CGFloat { isReversed ? fraction : 1 - fraction }

    private func freeze(at fraction: CGFloat) {
        let seen = layers.entries.map { ($0.layer.presentation() ?? $0.layer).value(forKeyPath: $0.key) }
        isPaused = true
        run.fraction = fraction
        hold { for (entry, value) in zip(layers.entries, seen) { set(entry, to: value) } }
    }

    /// Ends what moves; `body` sets what is seen then.
    private func hold(_ body: () -> Void) {
        generation += 1
        // What the blocks have set is replaced below.
        for index in layers.entries.indices where layers.entries[index].end == nil {
            let entry = layers.entries[index]
            layers.entries[index].end = entry.layer.value(forKeyPath: entry.key)
        }
        for entry in layers.entries { entry.layer.removeAnimation(forKey: entry.key) }
        body()
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

    private func resume(in time: TimeInterval? = nil, delay: TimeInterval = 0, _ curve: Curve? = nil) {
        isPaused = false
        generation += 1
        let part = rest(at: run.fraction)
        let time = time ?? duration * part
        guard part > 0 else {
            if pausesOnCompletion { isPaused = true } else { end(at: isReversed ? .start : .end) }
            return
        }
        (run.start, run.duration, runCurve) = (LayerClock.current.now + delay, time / part, curve)
        animate(time, delay: delay, curve ?? self.curve, nil) {
            for entry in layers.entries {
                entry.layer.setValue(isReversed ? entry.start : entry.end, forKeyPath: entry.key)
            }
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
        let animator = UIViewPropertyAnimator(duration, Curve(options.timing, nil))
        animator.blocks = [animations]
        animator.completions = completion.map { [$0] } ?? []
        animator.startAnimation(afterDelay: delay)
        return animator
    }
}
