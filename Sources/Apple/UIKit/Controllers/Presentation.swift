import Foundation

/// A controller that another one presents: full, or as a sheet over a dimmed window.
@MainActor
final class Presentation {
    let controller: UIViewController
    private weak var host: UIViewController?
    private weak var source: UIViewController?
    /// The view around that of the host: an animator may move that one to its container.
    private weak var hostPlace: UIView?
    let isFull: Bool
    private(set) var isLeaving = false
    let backdrop = SheetBackdrop(frame: .zero)
    /// How far a person has pulled the sheet down.
    var pull: CGFloat = 0
    var grabber: SheetGrabber?
    /// Where both views move, if the app has a say in how.
    private let container: PresentationContainer?
    /// An app's own.
    let custom: UIPresentationController?

    /// - Parameter source: the controller that was asked to present it.
    init(_ controller: UIViewController, over host: UIViewController, source: UIViewController) {
        (self.controller, self.host, self.source) = (controller, host, source)
        isFull = controller.modalPresentationStyle.isFull
        let delegate = controller.transitioningDelegate
        container = delegate == nil ? nil : PresentationContainer(frame: .zero)
        custom =
            controller.modalPresentationStyle != .custom
            ? nil : delegate?.presentationController(forPresented: controller, presenting: host, source: source)
        if controller.modalPresentationStyle == .custom { controller.take(custom) }
    }

    func begin(animated: Bool, completion: (() -> Void)?) {
        guard let host else { return }
        controller.presenter = host
        hostPlace = host.view.superview
        let around = place(in: host.view.window ?? host.view)
        let coordinator = animated && ViewAnimation.isSeen(host.view) ? TransitionCoordinator() : nil
        setCoordinator(coordinator, host)
        controller.beginAppearanceTransition(true, animated: animated)
        if coversAll { host.beginAppearanceTransition(false, animated: animated) }
        if !isFull { dim(around) }
        let view = shownView
        addSheet(view, to: around)
        custom?.presentationTransitionWillBegin()
        followSheet(in: around)
        let finish: (Bool) -> Void = { [self] in arrive($0, coordinator, completion) }
        guard let coordinator else { return finish(true) }
        let animator = controller.transitioningDelegate?.animationController(
            forPresented: controller, presenting: host, source: source ?? host)
        guard let animator else { return slideIn(view, in: around, beside: coordinator) { finish(true) } }
        PresentationTransition(
            animator, from: host, to: controller, presented: controller,
            views: coversAll ? [.from: host.view, .to: view] : [.to: view], in: around, place: view.frame, end: finish
        ).run(beside: coordinator)
    }

    /// - Returns: the view that the presented one is added to.
    private func place(in window: UIView) -> UIView {
        guard let container else { return window }
        container.frame = window.bounds
        container.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        container.presentation = custom
        custom?.containerView = container
        window.addSubview(container)
        return container
    }

    /// - Parameter didComplete: `false` if an animator has taken the presentation back.
    private func arrive(_ didComplete: Bool, _ coordinator: TransitionCoordinator?, _ completion: (() -> Void)?) {
        // A dismissal that has begun meanwhile has its own.
        if controller.coordinator === coordinator { setCoordinator(nil, host) }
        custom?.presentationTransitionDidEnd(didComplete)
        // It may have been dismissed meanwhile.
        if !isLeaving {
            if coversAll { host?.endAppearanceTransition() }
            controller.endAppearanceTransition()
        }
        coordinator?.finish(didComplete)
        completion?()
        if !didComplete, host?.presentation === self { host?.dismiss(animated: false) }
    }

    private func slideIn(
        _ view: UIView, in around: UIView, beside coordinator: TransitionCoordinator, then finish: @escaping () -> Void
    ) {
        let duration = 0.35
        coordinator.run(duration)
        let end = view.center
        view.center = CGPoint(x: end.x, y: end.y + around.bounds.height)
        backdrop.alpha = 0
        UIView.animate(
            withDuration: duration,
            animations: { [self] in
                view.center = end
                backdrop.alpha = 1
            }, completion: { _ in finish() })
    }

    private func setCoordinator(_ coordinator: TransitionCoordinator?, _ host: UIViewController?) {
        controller.coordinator = coordinator
        host?.coordinator = coordinator
    }

    var shownView: UIView { custom?.presentedView ?? controller.view }

    /// Whether nothing of the presenting view is left to see.
    private var coversAll: Bool { controller.modalPresentationStyle == .fullScreen }

    /// - Parameter revealsHost: `false` if the host goes, too.
    func dismiss(animated: Bool, revealsHost: Bool = true, completion: (() -> Void)?) {
        isLeaving = true
        // What it presents goes with it.
        let above = controller.presentation
        controller.presentation = nil
        above?.dismiss(animated: false, revealsHost: false, completion: nil)
        let (view, presenter) = (shownView, self.host)
        let host = revealsHost && coversAll ? presenter : nil
        let coordinator = animated && ViewAnimation.isSeen(view) ? TransitionCoordinator() : nil
        setCoordinator(coordinator, presenter)
        controller.beginAppearanceTransition(false, animated: animated)
        host?.beginAppearanceTransition(true, animated: animated)
        custom?.dismissalTransitionWillBegin()
        let finish: () -> Void = { [self] in leave(view, presenter, revealed: host, coordinator, completion) }
        guard let coordinator else { return finish() }
        guard let presenter,
            let animator = controller.transitioningDelegate?.animationController(forDismissed: controller)
        else { return slideOut(view, beside: coordinator, then: finish) }
        PresentationTransition(
            animator, from: controller, to: presenter, presented: controller,
            views: coversAll ? [.from: view, .to: presenter.view] : [.from: view],
            in: container ?? view.superview ?? view, place: view.frame
        ) { [self] didComplete in
            if didComplete { finish() } else { stay(presenter, host, coordinator, completion) }
        }
        .run(beside: coordinator)
    }

    /// The view is out of sight.
    ///
    /// - Parameter host: the presenter, if its view can be seen again.
    private func leave(
        _ view: UIView, _ presenter: UIViewController?, revealed host: UIViewController?,
        _ coordinator: TransitionCoordinator?, _ completion: (() -> Void)?
    ) {
        setCoordinator(nil, presenter)
        if let hostPlace, let view = presenter?.viewIfLoaded, view.superview !== hostPlace {
            hostPlace.insertSubview(view, at: 0)
        }
        view.removeFromSuperview()
        backdrop.removeFromSuperview()
        container?.removeFromSuperview()
        custom?.dismissalTransitionDidEnd(true)
        controller.endAppearanceTransition()
        host?.endAppearanceTransition()
        controller.presenter = nil
        // The controller may be presented again.
        grabber?.removeFromSuperview()
        grabber = nil
        coordinator?.finish(true)
        completion?()
    }

    private func slideOut(
        _ view: UIView, beside coordinator: TransitionCoordinator, then finish: @escaping () -> Void
    ) {
        let duration = 0.3
        coordinator.run(duration)
        UIView.animate(
            withDuration: duration,
            animations: { [self] in
                view.center.y += view.bounds.height
                backdrop.alpha = 0
            }, completion: { _ in finish() })
    }

    /// The animator has taken the dismissal back.
    private func stay(
        _ presenter: UIViewController, _ host: UIViewController?, _ coordinator: TransitionCoordinator,
        _ completion: (() -> Void)?
    ) {
        isLeaving = false
        presenter.presentation = self
        setCoordinator(nil, presenter)
        custom?.dismissalTransitionDidEnd(false)
        controller.beginAppearanceTransition(true, animated: true)
        controller.endAppearanceTransition()
        host?.beginAppearanceTransition(false, animated: true)
        host?.endAppearanceTransition()
        coordinator.finish(false)
        completion?()
    }
}
