import Foundation

/// Told when a person dismisses what is presented. Source: Apple, UIAdaptivePresentationControllerDelegate.
///
/// It is not told when the program itself dismisses it.
@MainActor @preconcurrency
public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
    /// It was not dismissed, because of ``UIViewController/isModalInPresentation`` or of the first method here.
    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
    public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { true }
    public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
    public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
}

/// How a controller is presented. Source: Apple, UIPresentationController.
///
/// A subclass is used for controllers of the style `custom`, whose transitioning delegate makes it. Linux: do not use it
/// when the presented controller is gone.
@MainActor @preconcurrency
open class UIPresentationController: NSObject {
    private unowned let controller: UIViewController
    private weak var presenting: UIViewController?
    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

    public init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
        (controller, presenting) = (presentedViewController, presentingViewController)
    }

    open var presentedViewController: UIViewController { controller }
    /// Before it is presented, the controller itself, unless it was named.
    open var presentingViewController: UIViewController {
        controller.presentingViewController ?? presenting ?? controller
    }

    // MARK: An app's own

    /// The view around the presented one; `nil` before it is presented, and for the styles of the library.
    open internal(set) weak var containerView: UIView?
    /// Where the presented view is at the end of its transition: all of the container by default.
    open var frameOfPresentedViewInContainerView: CGRect { containerView?.bounds ?? .zero }

    /// For views of its own around the presented one, and for animations beside the transition.
    open func presentationTransitionWillBegin() {}
    open func presentationTransitionDidEnd(_ completed: Bool) {}
    open func dismissalTransitionWillBegin() {}
    open func dismissalTransitionDidEnd(_ completed: Bool) {}
    open func containerViewWillLayoutSubviews() {}
    open func containerViewDidLayoutSubviews() {}

    open var presentationStyle: UIModalPresentationStyle { controller.modalPresentationStyle }
    open var presentedView: UIView? { controller.view }

    /// A person wants to dismiss it.
    func dismissByPerson() {
        guard !controller.isModalInPresentation, delegate?.presentationControllerShouldDismiss(self) ?? true else {
            delegate?.presentationControllerDidAttemptToDismiss(self)
            return
        }
        delegate?.presentationControllerWillDismiss(self)
        controller.presentingViewController?.dismiss(animated: true) { [self] in
            delegate?.presentationControllerDidDismiss(self)
        }
    }
}
