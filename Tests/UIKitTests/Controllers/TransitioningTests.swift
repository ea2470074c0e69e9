import Foundation
import QuartzCore
import Testing

@testable import UIKit

/// Transitions and presentations of an app's own.
@MainActor @Suite(.serialized) struct TransitioningTests {
    private final class Fade: NSObject, UIViewControllerAnimatedTransitioning {
        var told: [String] = []
        var completes = true
        var takesPresenter = false
        let isDismissal: Bool

        init(isDismissal: Bool) { self.isDismissal = isDismissal }

        func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
            0.5
        }

        func animateTransition(using context: any UIViewControllerContextTransitioning) {
            guard let view = context.view(forKey: isDismissal ? .from : .to) else { return }
            let shown = context.viewController(forKey: isDismissal ? .from : .to)
            told.append("\(shown.map(context.finalFrame) ?? .null)")
            if takesPresenter, let presenter = context.view(forKey: isDismissal ? .to : .from) {
                context.containerView.insertSubview(presenter, at: 0)
            }
            if !isDismissal {
                context.containerView.addSubview(view)
                view.alpha = 0
            }
            UIView.animate(withDuration: 0.5) {
                view.alpha = self.isDismissal ? 0 : 1
            } completion: { _ in
                context.completeTransition(self.completes)
            }
        }

        func animationEnded(_ transitionCompleted: Bool) { told.append("ended \(transitionCompleted)") }
    }

    /// Presents a card in the lower half, before a dark view.
    private final class Card: UIPresentationController {
        let dark = UIView()
        var told: [String] = []

        override var frameOfPresentedViewInContainerView: CGRect {
            let bounds = containerView?.bounds ?? .zero
            return CGRect(x: 0, y: bounds.midY, width: bounds.width, height: bounds.height / 2)
        }

        override func presentationTransitionWillBegin() {
            guard let containerView else { return }
            dark.frame = containerView.bounds
            dark.alpha = 0
            containerView.insertSubview(dark, at: 0)
            told.append("will \(presentedViewController.transitionCoordinator != nil)")
            presentedViewController.transitionCoordinator?.animate { _ in
                self.dark.alpha = 0.5
            } completion: { context in
                self.told.append("beside \(!context.isCancelled)")
            }
        }

        override func presentationTransitionDidEnd(_ completed: Bool) { told.append("did \(completed)") }
        override func dismissalTransitionWillBegin() { told.append("will leave") }
        override func dismissalTransitionDidEnd(_ completed: Bool) { told.append("left \(completed)") }
    }

    private final class Style: NSObject, UIViewControllerTransitioningDelegate {
        let (coming, going) = (Fade(isDismissal: false), Fade(isDismissal: true))
        var card: Card?

        func animationController(
            forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? { coming }
        func animationController(
            forDismissed dismissed: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? { going }
        func presentationController(
            forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
        ) -> UIPresentationController? {
            let card = Card(presentedViewController: presented, presenting: presenting)
            self.card = card
            return card
        }
    }

    private func withScreen(_ body: (UIViewController, LayerClock) -> Void) {
        let clock = LayerClock(standingAt: 100)
        LayerClock.$current.withValue(clock) {
            let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 600))
            let root = UIViewController()
            window.rootViewController = root
            window.isHidden = false
            body(root, clock)
            window.isHidden = true
        }
    }

    @Test func anAnimatorOfTheAppBringsAndTakesAController() {
        withScreen { root, clock in
            let (style, shown) = (Style(), UIViewController())
            shown.modalPresentationStyle = .overFullScreen
            shown.transitioningDelegate = style
            var completed = 0
            root.present(shown, animated: true) { completed += 1 }
            #expect(style.coming.told == ["(0.0, 0.0, 400.0, 600.0)"])
            clock.advance(by: 0.25)
            let opacity = shown.view.layer.presentation()?.opacity ?? 1
            #expect(opacity > 0.1 && opacity < 0.9 && completed == 0)
            // Nothing comes from below.
            #expect(shown.view.layer.presentation()?.position == CGPoint(x: 200, y: 300))
            clock.advance(by: 0.3)
            #expect(completed == 1 && style.coming.told.last == "ended true")
            root.dismiss(animated: true) { completed += 1 }
            #expect(root.presentedViewController == nil && shown.view.window != nil)
            clock.advance(by: 0.6)
            #expect(
                completed == 2 && shown.view.window == nil
                    && style.going.told == ["(0.0, 0.0, 0.0, 0.0)", "ended true"])
            #expect(root.view.superview is UIWindow)
        }
    }

    /// As animators do that move both views.
    @Test func aPresenterThatAnAnimatorTookIsInTheWindowAgain() {
        withScreen { root, clock in
            let (style, shown) = (Style(), UIViewController())
            (style.coming.takesPresenter, style.going.takesPresenter) = (true, true)
            shown.modalPresentationStyle = .fullScreen
            shown.transitioningDelegate = style
            root.present(shown, animated: true)
            #expect(!(root.view.superview is UIWindow))
            clock.advance(by: 0.6)
            root.dismiss(animated: true)
            clock.advance(by: 0.6)
            #expect(root.view.superview is UIWindow && shown.view.window == nil)
        }
    }

    @Test func aDismissalDuringThePresentationKeepsItsCoordinator() {
        withScreen { root, clock in
            let (style, shown) = (Style(), UIViewController())
            shown.modalPresentationStyle = .overFullScreen
            shown.transitioningDelegate = style
            root.present(shown, animated: true)
            clock.advance(by: 0.3)
            root.dismiss(animated: true)
            clock.advance(by: 0.3)
            // The presentation has ended, and the dismissal has not.
            #expect(shown.transitionCoordinator != nil && shown.view.window != nil)
            clock.advance(by: 0.3)
            #expect(shown.transitionCoordinator == nil && shown.view.window == nil)
        }
    }

    @Test func aPresentationControllerOfTheAppPlacesTheView() {
        withScreen { root, clock in
            let (style, shown) = (Style(), UIViewController())
            shown.modalPresentationStyle = .custom
            shown.transitioningDelegate = style
            root.present(shown, animated: true)
            let card = style.card
            #expect(shown.view.frame == CGRect(x: 0, y: 300, width: 400, height: 300))
            #expect(shown.presentationController === card && card?.presentingViewController === root)
            clock.advance(by: 0.25)
            let dark = card?.dark.layer.presentation()?.opacity ?? 0
            #expect(dark > 0.05 && dark < 0.45)
            clock.advance(by: 0.3)
            #expect(card?.told == ["will true", "did true", "beside true"] && shown.transitionCoordinator == nil)
            shown.dismiss(animated: true)
            clock.advance(by: 0.6)
            #expect(card?.told.suffix(2) == ["will leave", "left true"] && card?.dark.window == nil)
        }
    }

    @Test func anAnimatorTakesATransitionBack() {
        withScreen { root, clock in
            let (style, shown) = (Style(), UIViewController())
            shown.modalPresentationStyle = .custom
            shown.transitioningDelegate = style
            root.present(shown, animated: false)
            #expect(style.coming.told.isEmpty && style.card?.told == ["will false", "did true"])
            style.going.completes = false
            root.dismiss(animated: true)
            clock.advance(by: 0.6)
            #expect(root.presentedViewController === shown && shown.view.window != nil)
            #expect(style.card?.told.last == "left false")
            style.going.completes = true
            root.dismiss(animated: true)
            clock.advance(by: 0.6)
            #expect(root.presentedViewController == nil && shown.view.window == nil)
        }
    }
}
