import Foundation
import QuartzCore

/// How the changes of a block are animated.
@MainActor
struct ViewAnimation {
    var duration: TimeInterval
    var delay: TimeInterval = 0
    var options: UIView.AnimationOptions = []
    var spring: SpringShape?
    var timing: CAMediaTimingFunction?
    /// How many times it runs, if the options do not repeat it forever; 0 is once.
    var repeatCount: Float = 0
    /// Told of what changes.
    var layers: AnimatedLayers?
    /// Takes the changes instead, until all keyframes are known.
    var keyframes: KeyframeRecorder?
    let completion: AnimationCompletion

    /// The block that runs now.
    static var current: ViewAnimation?
    static var areEnabled = true

    /// Runs a block whose changes are animated.
    static func run(
        _ duration: TimeInterval, delay: TimeInterval = 0, options: UIView.AnimationOptions = [],
        spring: SpringShape? = nil, timing: CAMediaTimingFunction? = nil, layers: AnimatedLayers? = nil,
        _ animations: () -> Void,
        _ completion: ((Bool) -> Void)?
    ) {
        let end = end(completion)
        let new = ViewAnimation(
            duration: duration, delay: delay, options: options, spring: spring, timing: timing, layers: layers,
            completion: end)
        new.inheriting().run(animations)
        end.seal()
    }

    /// Runs a block with keyframes.
    ///
    /// - Parameter animate: animates what was recorded; its second argument gives each animation its times.
    static func runKeyframes(
        _ duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions,
        _ animate: (KeyframeRecorder, (CAKeyframeAnimation) -> Void) -> Void, _ animations: () -> Void,
        _ completion: ((Bool) -> Void)?
    ) {
        // The block around lasts until its keyframes have ended.
        let around = current?.completion
        around?.begin()
        let end = end(completion, around: around)
        let keyframes = KeyframeRecorder()
        let new = ViewAnimation(
            duration: duration, delay: delay, options: options, layers: current?.layers, keyframes: keyframes,
            completion: end
        ).inheriting()
        new.run { keyframes.record(from: 0, lasting: 1, animations) }
        animate(keyframes) { animation in
            animation.timingFunction = options.timing
            new.setTimes(of: animation)
        }
        end.seal()
    }

    private static func end(
        _ completion: ((Bool) -> Void)?, around: AnimationCompletion? = nil
    ) -> AnimationCompletion {
        // It is called on the main actor, which ticks the clock.
        nonisolated(unsafe) let told = completion
        return AnimationCompletion { isFinished in
            told?(isFinished)
            around?.end(finished: isFinished)
        }
    }

    /// With the duration of the block around it.
    private func inheriting() -> ViewAnimation {
        guard let outer = Self.current, !options.contains(.overrideInheritedDuration) else { return self }
        var new = self
        new.duration = outer.duration
        return new
    }

    private func run(_ animations: () -> Void) {
        let outer = Self.current
        Self.current = self
        animations()
        Self.current = outer
    }

    private func setTimes(of animation: CAAnimation) {
        animation.duration = duration
        if delay > 0 {
            animation.beginTime = LayerClock.current.now + delay
            animation.fillMode = .backwards
        }
        animation.repeatCount = options.contains(.repeat) ? .infinity : repeatCount
        animation.autoreverses = options.contains(.autoreverse)
        animation.completion = completion
    }

    static func action(for view: UIView, _ layer: CALayer, _ key: String) -> (any CAAction)? {
        guard let current, areEnabled, current.duration > 0, animated.contains(key) else { return nil }
        current.layers?.add(layer, key)
        guard view.windowLink != nil else { return nil }
        if let keyframes = current.keyframes {
            keyframes.add(layer, key)
            return nil
        }
        let animation: CABasicAnimation
        if let spring = current.spring {
            let swing = CASpringAnimation(keyPath: key)
            (swing.stiffness, swing.damping) = (spring.stiffness, spring.damping)
            swing.initialVelocity = spring.velocity
            animation = swing
        } else {
            animation = CABasicAnimation(keyPath: key)
            animation.timingFunction = current.timing ?? current.options.timing
        }
        current.setTimes(of: animation)
        return animation
    }

    /// Whether changes are animated now.
    static var isUnderWay: Bool { current != nil && areEnabled }

    /// Whether somebody sees how a view comes or goes.
    static func isSeen(_ view: UIView) -> Bool {
        view.presence != nil || (view.windowLink != nil && LayerClock.current.isManual)
    }

    private static let animated: Set<String> = [
        "bounds", "position", "transform", "opacity", "backgroundColor", "cornerRadius", "borderWidth", "borderColor",
        "shadowOpacity", "shadowRadius", "shadowOffset", "shadowColor", "blurRadius", "transitionPart", "contentsRect",
        "zPosition",
        "strokeEnd", "strokeStart", "strokeColor", "fillColor", "lineWidth", "colors", "locations", "startPoint",
        "endPoint",
    ]
}

/// How strong a spring of the mass 1 is.
struct SpringShape {
    var stiffness: CGFloat
    var damping: CGFloat
    var velocity: CGFloat

    /// One that comes to rest, but for a thousandth of its way, in a time.
    init(ratio: CGFloat, settlingIn duration: TimeInterval, velocity: CGFloat) {
        let ratio = max(ratio, 0.01)
        // One that just does not swing is slower.
        let frequency = (ratio >= 1 ? 9.2 : 6.9 / ratio) / CGFloat(max(duration, 0.001))
        (stiffness, damping, self.velocity) = (frequency * frequency, 2 * ratio * frequency, velocity)
    }

    init(_ animation: CASpringAnimation) {
        (stiffness, damping) = (animation.stiffness, animation.damping)
        velocity = animation.initialVelocity
    }
}
