import Foundation

/// A controller that another one presents: full, or as a sheet over a dimmed window.
@MainActor
final class Presentation {
    let controller: UIViewController
    private weak var host: UIViewController?
    private weak var source: UIViewController?
    /// The view around that of the host: an animator may move that one to its container.
    private weak var hostPlace: UIView?
    private let backdrop = SheetBackdrop(frame: .zero)
    private let isFull: Bool
    private var isLeaving = false
    /// Where both views move, if the app has a say in how.
    private let container: PresentationContainer?
    /// An app's own.
    private let custom: UIPresentationController?

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
        let window: UIView = host.view.window ?? host.view
        if let container {
            container.frame = window.bounds
            container.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            container.presentation = custom
            custom?.containerView = container
            window.addSubview(container)
        }
        let around = container ?? window
        let coordinator = animated && ViewAnimation.isSeen(host.view) ? TransitionCoordinator() : nil
        setCoordinator(coordinator, host)
        controller.beginAppearanceTransition(true, animated: animated)
        if coversAll { host.beginAppearanceTransition(false, animated: animated) }
        if !isFull {
            backdrop.frame = around.bounds
            backdrop.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            backdrop.backgroundColor = UIColor(white: 0, alpha: 0.3)
            let tap = UITapGestureRecognizer()
            tap.onAction = { [weak self] _ in self?.tappedOutside() }
            backdrop.addGestureRecognizer(tap)
            backdrop.onResize = { [weak self, weak around] in
                if let self, let around, !isLeaving, sheet != nil { showSheet(in: around) }
            }
            around.addSubview(backdrop)
        }
        let view = shownView
        if !isFull, controller.drawsSheet {
            view.layer.masksToBounds = true
            if view.backgroundColor == nil { view.backgroundColor = .systemBackground }
        }
        around.addSubview(view)
        showSheet(in: around)
        custom?.presentationTransitionWillBegin()
        sheet?.onChange = { [weak self, weak around] in
            if let self, let around, !isLeaving { showSheet(in: around) }
        }
        let finish: (Bool) -> Void = { [self] didComplete in
            // A dismissal that has begun meanwhile has its own.
            if controller.coordinator === coordinator { setCoordinator(nil, self.host) }
            custom?.presentationTransitionDidEnd(didComplete)
            // It may have been dismissed meanwhile.
            if !isLeaving {
                if coversAll { self.host?.endAppearanceTransition() }
                self.controller.endAppearanceTransition()
            }
            coordinator?.finish(didComplete)
            completion?()
            if !didComplete, self.host?.presentation === self { self.host?.dismiss(animated: false) }
        }
        guard let coordinator else {
            finish(true)
            return
        }
        let animator = controller.transitioningDelegate?.animationController(
            forPresented: controller, presenting: host, source: source ?? host)
        if let animator {
            PresentationTransition(
                animator, from: host, to: controller, presented: controller,
                views: coversAll ? [.from: host.view, .to: view] : [.to: view], in: around, place: view.frame,
                end: finish
            ).run(beside: coordinator)
            return
        }
        coordinator.run(0.35)
        let end = view.center
        let start = CGPoint(x: end.x, y: end.y + around.bounds.height)
        view.center = start
        backdrop.alpha = 0
        UIView.animate(
            withDuration: 0.35,
            animations: { [self] in
                view.center = end
                backdrop.alpha = 1
            }, completion: { _ in finish(true) })
    }

    private func setCoordinator(_ coordinator: TransitionCoordinator?, _ host: UIViewController?) {
        controller.coordinator = coordinator
        host?.coordinator = coordinator
    }

    private var shownView: UIView { custom?.presentedView ?? controller.view }

    /// Whether nothing of the presenting view is left to see.
    private var coversAll: Bool { controller.modalPresentationStyle == .fullScreen }

    private var sheet: UISheetPresentationController? {
        isFull || !controller.drawsSheet ? nil : controller.sheetPresentationController
    }

    private func shownFrame(in bounds: CGRect) -> CGRect {
        if let custom { return custom.frameOfPresentedViewInContainerView }
        if isFull || !controller.drawsSheet { return bounds }
        let room = room(in: bounds)
        let height = min(max(0, (sheet?.height(in: room) ?? room) - pull), room)
        return CGRect(x: bounds.minX, y: bounds.maxY - height, width: bounds.width, height: height)
    }

    /// The height of a sheet of full height.
    private func room(in bounds: CGRect) -> CGFloat { bounds.height - min(44, bounds.height * 0.08) }

    // MARK: Sheets of several heights

    /// How far a person has pulled the sheet down.
    private var pull: CGFloat = 0
    private var grabber: SheetGrabber?

    /// Gives the view the place and the looks that its sheet has now.
    private func showSheet(in around: UIView) {
        let view = shownView
        let bounds = around.bounds
        view.frame = shownFrame(in: bounds)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        guard let sheet else { return }
        view.layer.cornerRadius = sheet.preferredCornerRadius ?? 12
        backdrop.isHidden = sheet.isUndimmed(in: room(in: bounds))
        if sheet.prefersGrabberVisible, grabber == nil {
            let made = SheetGrabber { [weak self, weak around] distance, isOver in
                if let self, let around { pulled(distance, isOver, in: around) }
            } press: { [weak self, weak around] in
                if let self, let around { showNextHeight(in: around) }
            }
            view.addSubview(made)
            grabber = made
        }
        grabber?.isHidden = !sheet.prefersGrabberVisible
        grabber?.frame = CGRect(x: 0, y: 0, width: view.bounds.width, height: 16)
        grabber?.autoresizingMask = .flexibleWidth
    }

    private func pulled(_ distance: CGFloat, _ isOver: Bool, in around: UIView) {
        guard let sheet else { return }
        pull = distance
        guard isOver else { return showSheet(in: around) }
        let room = room(in: around.bounds)
        let (all, height) = (sheet.heights(in: room), sheet.height(in: room) - distance)
        pull = 0
        // Pulled to the lower edge, it goes.
        if height < all[0].height / 2, !controller.isModalInPresentation {
            tappedOutside()
            // A delegate may refuse.
            if !isLeaving { UIView.animate(withDuration: 0.25) { self.showSheet(in: around) } }
            return
        }
        let nearest = all.min { abs($0.height - height) < abs($1.height - height) }
        UIView.animate(withDuration: 0.25) {
            if let nearest { sheet.choose(nearest.identifier) }
        }
    }

    private func showNextHeight(in around: UIView) {
        guard let sheet else { return }
        let room = room(in: around.bounds)
        let (all, now) = (sheet.heights(in: room), sheet.height(in: room))
        let next = all.first { $0.height > now } ?? all[0]
        UIView.animate(withDuration: 0.25) { sheet.choose(next.identifier) }
    }

    private func tappedOutside() {
        if !isLeaving { controller.presentationController?.dismissByPerson() }
    }

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
        let finish: () -> Void = { [self] in
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
        guard let coordinator else { return finish() }
        if let presenter, let animator = controller.transitioningDelegate?.animationController(forDismissed: controller)
        {
            PresentationTransition(
                animator, from: controller, to: presenter, presented: controller,
                views: coversAll ? [.from: view, .to: presenter.view] : [.from: view],
                in: container ?? view.superview ?? view, place: view.frame
            ) { [self] didComplete in
                if didComplete { finish() } else { stay(presenter, host, coordinator, completion) }
            }
            .run(beside: coordinator)
            return
        }
        coordinator.run(0.3)
        UIView.animate(
            withDuration: 0.3,
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

/// What is behind a sheet, as large as the window: it tells when that changes, because heights are parts of it.
private final class SheetBackdrop: UIView {
    var onResize: (() -> Void)?
    private var size = CGSize.zero

    override func layoutSubviews() {
        super.layoutSubviews()
        guard bounds.size != size else { return }
        let isFirst = size == .zero
        size = bounds.size
        if !isFirst { onResize?() }
    }
}

extension UIViewController {
    /// Whether its view gets the looks and the place of a sheet; an alert places itself.
    var drawsSheet: Bool { !(self is UIAlertController) }
}
