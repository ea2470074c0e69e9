import Foundation
import UIKitCore

/// Names the animations with which a controller comes and goes. Source: Apple, UIViewControllerTransitioningDelegate.
@MainActor @preconcurrency
public protocol UIViewControllerTransitioningDelegate: NSObjectProtocol {
    /// - Returns: `nil` for the usual animation.
    func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    /// - Returns: `nil` for the usual animation.
    func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)?
    /// Asked for controllers of the style `custom`.
    ///
    /// - Returns: `nil` for a controller that fills the window.
    func presentationController(
        forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController?
}

extension UIViewControllerTransitioningDelegate {
    public func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    public func animationController(
        forDismissed dismissed: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    public func presentationController(
        forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? { nil }
}

/// Shows how one controller takes another one's place. Source: Apple, UIViewControllerAnimatedTransitioning.
@MainActor @preconcurrency
public protocol UIViewControllerAnimatedTransitioning: NSObjectProtocol {
    /// In seconds; animations beside the transition take as long.
    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval
    /// Begins the animations. At their end, it calls ``UIViewControllerContextTransitioning/completeTransition(_:)``.
    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
    func animationEnded(_ transitionCompleted: Bool)
}

extension UIViewControllerAnimatedTransitioning {
    public func animationEnded(_ transitionCompleted: Bool) {}
}

/// Source: Apple, UITransitionContextViewControllerKey.
public struct UITransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let from = Self(rawValue: "UITransitionContextFromViewController")
    public static let to = Self(rawValue: "UITransitionContextToViewController")
}

/// Source: Apple, UITransitionContextViewKey.
public struct UITransitionContextViewKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let from = Self(rawValue: "UITransitionContextFromView")
    public static let to = Self(rawValue: "UITransitionContextToView")
}

/// What a transition is about. Source: Apple, UIViewControllerContextTransitioning.
///
/// Linux: no transition follows a finger.
@MainActor @preconcurrency
public protocol UIViewControllerContextTransitioning: NSObjectProtocol {
    /// The view in which both move.
    var containerView: UIView { get }
    var isAnimated: Bool { get }
    var isInteractive: Bool { get }
    var transitionWasCancelled: Bool { get }
    var presentationStyle: UIModalPresentationStyle { get }
    var targetTransform: CGAffineTransform { get }
    /// The transition is over.
    ///
    /// - Parameter didComplete: `false` takes it back.
    func completeTransition(_ didComplete: Bool)
    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
    /// `nil` for a view that stays where it is.
    func view(forKey key: UITransitionContextViewKey) -> UIView?
    /// In the container's coordinates; zero for what is not there yet.
    func initialFrame(for vc: UIViewController) -> CGRect
    /// In the container's coordinates; zero for what will not be there.
    func finalFrame(for vc: UIViewController) -> CGRect
}

/// One transition between the controller that presents and the one that is presented.
@MainActor
final class PresentationTransition: NSObject, UIViewControllerContextTransitioning {
    let containerView: UIView
    private let from: UIViewController
    private let to: UIViewController
    /// The views that come and go; one that stays is not among them.
    private let views: [UITransitionContextViewKey: UIView]
    /// Where the presented view is while it is there.
    private let place: CGRect
    let presentationStyle: UIModalPresentationStyle
    private let presented: UIViewController
    private let animator: any UIViewControllerAnimatedTransitioning
    private let end: (Bool) -> Void
    private var isOver = false
    private(set) var transitionWasCancelled = false

    /// - Parameter end: called once, with whether the transition was completed.
    init(
        _ animator: any UIViewControllerAnimatedTransitioning, from: UIViewController, to: UIViewController,
        presented: UIViewController, views: [UITransitionContextViewKey: UIView], in container: UIView,
        place: CGRect, end: @escaping (Bool) -> Void
    ) {
        (self.animator, self.from, self.to, self.presented) = (animator, from, to, presented)
        (self.views, containerView, self.place, self.end) = (views, container, place, end)
        presentationStyle = presented.modalPresentationStyle
    }

    func run(beside coordinator: TransitionCoordinator) {
        coordinator.run(animator.transitionDuration(using: self))
        animator.animateTransition(using: self)
    }

    var isAnimated: Bool { true }
    var isInteractive: Bool { false }
    var targetTransform: CGAffineTransform { .identity }

    func completeTransition(_ didComplete: Bool) {
        guard !isOver else { return }
        isOver = true
        transitionWasCancelled = !didComplete
        animator.animationEnded(didComplete)
        end(didComplete)
    }

    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
        key == .from ? from : key == .to ? to : nil
    }

    func view(forKey key: UITransitionContextViewKey) -> UIView? { views[key] }

    func initialFrame(for vc: UIViewController) -> CGRect {
        if vc === presented { return vc === from ? place : .zero }
        return vc === from || vc === to ? containerView.bounds : .zero
    }

    func finalFrame(for vc: UIViewController) -> CGRect {
        if vc === presented { return vc === to ? place : .zero }
        return vc === from || vc === to ? containerView.bounds : .zero
    }
}

/// What happens beside a transition.
@MainActor
final class TransitionCoordinator: UIViewControllerTransitionCoordinator, UIViewControllerTransitionCoordinatorContext {
    private var animations: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
    private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
    var isAnimated: Bool { true }
    private(set) var isCancelled = false

    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool {
        if let animation { animations.append(animation) }
        if let completion { completions.append(completion) }
        return true
    }

    /// Shows what was added, in a time; without a time, at once.
    func run(_ duration: TimeInterval) {
        let all = animations
        animations = []
        let body = { for animation in all { animation(self) } }
        if duration > 0, !all.isEmpty {
            UIView.animate(withDuration: duration, animations: body)
        } else {
            body()
        }
    }

    func finish(_ didComplete: Bool) {
        run(0)
        isCancelled = !didComplete
        let all = completions
        completions = []
        for completion in all { completion(self) }
    }
}

/// The view in which a presentation of an app's own happens.
final class PresentationContainer: UIView {
    weak var presentation: UIPresentationController?

    override func layoutSubviews() {
        super.layoutSubviews()
        presentation?.containerViewWillLayoutSubviews()
        presentation?.containerViewDidLayoutSubviews()
    }
}
