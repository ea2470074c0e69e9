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

/// How a controller is presented. Source: Apple, UIPresentationController. Linux: the library alone does it.
@MainActor @preconcurrency
open class UIPresentationController: NSObject {
    private unowned let controller: UIViewController
    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

    init(_ controller: UIViewController) { self.controller = controller }

    open var presentedViewController: UIViewController { controller }
    /// Before it is presented, the controller itself.
    open var presentingViewController: UIViewController { controller.presentingViewController ?? controller }
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
