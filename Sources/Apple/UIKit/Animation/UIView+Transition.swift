import Foundation

extension UIView {
    /// Shows `animations`' changes of what is in a view by a transition from what it showed before.
    ///
    /// Linux: a page that curls dissolves, and what flips is seen without perspective.
    public class func transition(
        with view: UIView, duration: TimeInterval, options: UIView.AnimationOptions = [],
        animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        let change = { if let animations { performWithoutAnimation(animations) } }
        guard let style = options.transition, ViewAnimation.isSeen(view) else {
            change()
            completion?(true)
            return
        }
        view.presence?.beginTransition(style)
        change()
        performWithoutAnimation { view.layer.transitionPart = 0 }
        animate(
            withDuration: duration, delay: 0, options: options, animations: { view.layer.transitionPart = 1 },
            completion: completion)
    }

    /// Puts a view in another one's place by a transition of their superview.
    ///
    /// With `showHideTransitionViews`, the one is hidden and the other one shown; they stay where they are.
    public class func transition(
        from fromView: UIView, to toView: UIView, duration: TimeInterval, options: UIView.AnimationOptions = [],
        completion: ((Bool) -> Void)? = nil
    ) {
        guard let around = fromView.superview else {
            completion?(false)
            return
        }
        let change = {
            if options.contains(.showHideTransitionViews) {
                fromView.isHidden = true
                toView.isHidden = false
            } else {
                around.insertSubview(toView, aboveSubview: fromView)
                fromView.removeFromSuperview()
            }
        }
        transition(with: around, duration: duration, options: options, animations: change, completion: completion)
    }
}

extension UIView.AnimationOptions {
    /// `nil` for none.
    var transition: TransitionStyle? {
        switch rawValue & (7 << 20) {
        case Self.transitionFlipFromLeft.rawValue, Self.transitionFlipFromRight.rawValue: .flip(isAcross: true)
        case Self.transitionFlipFromTop.rawValue, Self.transitionFlipFromBottom.rawValue: .flip(isAcross: false)
        case 0: nil
        default: .dissolve
        }
    }
}
