import Foundation
import QuartzCore

// Animations as they were made before closures: what changes between beginAnimations and commitAnimations is animated.
// Apple deprecated them in iOS 13. Setters do nothing outside of such a block, and apply to what changes after them.

extension UIView {
    /// Source: Apple, UIView.AnimationTransition.
    public enum AnimationTransition: Int, Sendable {
        case none = 0
        case flipFromLeft = 1
        case flipFromRight = 2
        case curlUp = 3
        case curlDown = 4
    }

    /// Begins a block of changes that are animated, up to ``commitAnimations()``. Blocks can be nested; each has a duration
    /// and a curve of its own.
    ///
    /// - Parameters:
    ///   - animationID: for the delegate. Linux: not used, as there are no selectors.
    ///   - context: as `animationID`.
    public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
        AnimationBlock.begin()
    }

    /// Ends the block that began last; without one, it does nothing.
    public class func commitAnimations() { AnimationBlock.commit() }

    /// In seconds; 0.2 by default.
    public class func setAnimationDuration(_ duration: TimeInterval) {
        AnimationBlock.change { $0.duration = max(duration, 0) }
    }

    /// In seconds; none by default.
    public class func setAnimationDelay(_ delay: TimeInterval) {
        AnimationBlock.change { $0.delay = max(delay, 0) }
    }

    /// When the animations begin; at once by default.
    public class func setAnimationStart(_ startDate: Date) {
        AnimationBlock.change { $0.delay = max(startDate.timeIntervalSinceNow, 0) }
    }

    /// `easeInOut` by default.
    public class func setAnimationCurve(_ curve: UIView.AnimationCurve) {
        AnimationBlock.change { $0.options.curve = curve }
    }

    /// How many times the animations run; fractions count. 0, the default, is once.
    public class func setAnimationRepeatCount(_ repeatCount: Float) {
        AnimationBlock.change { $0.repeatCount = max(repeatCount, 0) }
    }

    /// Whether the animations also run backwards, each time.
    public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
        AnimationBlock.change { animation in
            if repeatAutoreverses {
                animation.options.insert(.autoreverse)
            } else {
                animation.options.remove(.autoreverse)
            }
        }
    }

    /// Linux: without effect; animations always begin where the view is seen, as if it were `true`.
    public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {}

    /// Shows the block's changes of what is in a view by a transition from what it shows now.
    ///
    /// Linux: as ``transition(with:duration:options:animations:completion:)``: a page that curls dissolves.
    ///
    /// - Parameters:
    ///   - transition: how the new content takes the place of the old.
    ///   - view: the view whose content changes.
    ///   - cache: whether both are drawn once for the transition. Linux: the old content is, always; the new one is drawn
    ///     as it changes.
    public class func setAnimationTransition(
        _ transition: UIView.AnimationTransition, for view: UIView, cache: Bool
    ) {
        AnimationBlock.show(transition, of: view)
    }
}

/// A block between `beginAnimations` and `commitAnimations`.
@MainActor
private struct AnimationBlock {
    private let around: ViewAnimation?
    private var views: [UIView] = []

    private static var begun: [AnimationBlock] = []

    static func begin() {
        begun.append(AnimationBlock(around: ViewAnimation.current))
        ViewAnimation.current = ViewAnimation(duration: 0.2, completion: AnimationCompletion { _ in })
    }

    static func commit() {
        guard let block = begun.popLast() else { return }
        for view in block.views {
            UIView.performWithoutAnimation { view.layer.transitionPart = 0 }
            view.layer.transitionPart = 1
        }
        ViewAnimation.current?.completion.seal()
        ViewAnimation.current = block.around
    }

    static func change(_ body: (inout ViewAnimation) -> Void) {
        guard !begun.isEmpty, var animation = ViewAnimation.current else { return }
        body(&animation)
        ViewAnimation.current = animation
    }

    static func show(_ transition: UIView.AnimationTransition, of view: UIView) {
        guard let style = transition.style, !begun.isEmpty, ViewAnimation.isSeen(view) else { return }
        view.presence?.beginTransition(style)
        begun[begun.count - 1].views.append(view)
    }

    private init(around: ViewAnimation?) { self.around = around }
}

extension UIView.AnimationTransition {
    fileprivate var style: TransitionStyle? {
        switch self {
        case .none: nil
        case .flipFromLeft, .flipFromRight: .flip(isAcross: true)
        case .curlUp, .curlDown: .dissolve
        }
    }
}

extension UIView.AnimationOptions {
    /// The options have one of the curves.
    fileprivate var curve: UIView.AnimationCurve {
        get { UIView.AnimationCurve(rawValue: Int(rawValue >> 16 & 7)) ?? .easeInOut }
        set { self = Self(rawValue: rawValue & ~(7 << 16) | UInt(newValue.rawValue) << 16) }
    }
}
