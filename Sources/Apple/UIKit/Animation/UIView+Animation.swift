import Foundation
import QuartzCore

extension UIView {
    /// Source: Apple, UIView.AnimationOptions.
    public struct AnimationOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        /// Animations always begin where the view is seen.
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
        public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
        public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
        public static let curveEaseInOut: AnimationOptions = []
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
        public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
        public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
        public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
        public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
        public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
        public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
        public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)
    }

    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        ViewAnimation.run(duration, delay: delay, options: options, animations, completion)
    }

    public class func animate(
        withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        ViewAnimation.run(duration, animations, completion)
    }

    /// A spring that comes to rest in the duration.
    ///
    /// - `dampingRatio`: 1 for no swinging.
    /// - `velocity`: at the begin, in distances to the end per second.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat, options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        let spring = SpringShape(ratio: dampingRatio, settlingIn: duration, velocity: velocity)
        ViewAnimation.run(duration, delay: delay, options: options, spring: spring, animations, completion)
    }

    public class func animate(
        springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity: CGFloat = 0,
        delay: TimeInterval = 0, options: UIView.AnimationOptions = [], animations: () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        let curve = CASpringAnimation(perceptualDuration: duration, bounce: bounce)
        curve.initialVelocity = initialSpringVelocity
        ViewAnimation.run(
            curve.settlingDuration, delay: delay, options: options, spring: SpringShape(curve), animations, completion)
    }

    /// Changes without animation, within a block that is animated.
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        let wereEnabled = ViewAnimation.areEnabled
        ViewAnimation.areEnabled = false
        actionsWithoutAnimation()
        ViewAnimation.areEnabled = wereEnabled
    }

    public class func setAnimationsEnabled(_ enabled: Bool) { ViewAnimation.areEnabled = enabled }

    public class var areAnimationsEnabled: Bool { ViewAnimation.areEnabled }

    public class var inheritedAnimationDuration: TimeInterval { ViewAnimation.current?.duration ?? 0 }
}

extension UIView.AnimationOptions {
    var timing: CAMediaTimingFunction {
        switch rawValue >> 16 & 7 {
        case 1: CAMediaTimingFunction(name: .easeIn)
        case 2: CAMediaTimingFunction(name: .easeOut)
        case 3: CAMediaTimingFunction(name: .linear)
        default: CAMediaTimingFunction(name: .easeInEaseOut)
        }
    }
}
