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

/// An animation that can be stopped. Source: Apple, UIViewPropertyAnimator.
@MainActor @preconcurrency
open class UIViewPropertyAnimator: NSObject {
    public let duration: TimeInterval
    open private(set) var state = UIViewAnimatingState.inactive
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

    public convenience init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) {
        self.init(duration, nil, SpringShape(ratio: ratio, settlingIn: duration, velocity: 0))
        blocks = animations.map { [$0] } ?? []
    }

    open var isRunning: Bool { state == .active }

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
        guard state == .inactive else { return }
        state = .active
        run(delay: delay)
    }

    private func run(delay: TimeInterval) {
        let new = blocks
        blocks = []
        ViewAnimation.run(
            duration, delay: delay, options: .overrideInheritedDuration, spring: spring, timing: timing,
            layers: layers
        ) {
            for block in new { block() }
        } _: { isFinished in
            if isFinished, self.state == .active { self.end(at: .end) }
        }
    }

    /// Leaves the views as they are seen.
    ///
    /// - Parameter withoutFinishing: whether it ends here, without completions.
    open func stopAnimation(_ withoutFinishing: Bool) {
        guard state == .active else { return }
        state = .stopped
        for index in layers.entries.indices {
            let entry = layers.entries[index]
            layers.entries[index].end = entry.layer.value(forKeyPath: entry.key)
            set(entry, to: entry.layer.presentation()?.value(forKeyPath: entry.key))
            entry.layer.removeAnimation(forKey: entry.key)
        }
        guard withoutFinishing else { return }
        state = .inactive
        layers = AnimatedLayers()
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

    private func end(at position: UIViewAnimatingPosition) {
        state = .inactive
        layers = AnimatedLayers()
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
