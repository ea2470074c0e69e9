import Foundation

/// A controller that another one presents: full, or as a sheet over a dimmed window.
@MainActor
final class Presentation {
    let controller: UIViewController
    private weak var host: UIViewController?
    private let backdrop = UIView(frame: .zero)
    private let isFull: Bool
    private var isLeaving = false

    init(_ controller: UIViewController, over host: UIViewController, animated: Bool, completion: (() -> Void)?) {
        self.controller = controller
        self.host = host
        isFull = controller.modalPresentationStyle.isFull
        controller.presenter = host
        let around: UIView = host.view.window ?? host.view
        controller.beginAppearanceTransition(true, animated: animated)
        if coversAll { host.beginAppearanceTransition(false, animated: animated) }
        if !isFull {
            backdrop.frame = around.bounds
            backdrop.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            backdrop.backgroundColor = UIColor(white: 0, alpha: 0.3)
            let tap = UITapGestureRecognizer()
            tap.onAction = { [weak self] _ in self?.tappedOutside() }
            backdrop.addGestureRecognizer(tap)
            around.addSubview(backdrop)
        }
        let view: UIView = controller.view
        if !isFull, controller.drawsSheet {
            view.layer.masksToBounds = true
            if view.backgroundColor == nil { view.backgroundColor = .systemBackground }
        }
        around.addSubview(view)
        showSheet(in: around)
        sheet?.onChange = { [weak self, weak around] in
            if let self, let around, !isLeaving { showSheet(in: around) }
        }
        let finish: (Bool) -> Void = { [self] _ in
            // It may have been dismissed meanwhile.
            if !isLeaving {
                if coversAll { self.host?.endAppearanceTransition() }
                self.controller.endAppearanceTransition()
            }
            completion?()
        }
        guard animated, ViewAnimation.isSeen(view) else {
            finish(true)
            return
        }
        let end = view.center
        let start = CGPoint(x: end.x, y: end.y + around.bounds.height)
        view.center = start
        backdrop.alpha = 0
        UIView.animate(
            withDuration: 0.35,
            animations: { [self] in
                view.center = end
                backdrop.alpha = 1
            }, completion: finish)
    }

    /// Whether nothing of the presenting view is left to see.
    private var coversAll: Bool { controller.modalPresentationStyle == .fullScreen }

    private var sheet: UISheetPresentationController? {
        isFull || !controller.drawsSheet ? nil : controller.sheetPresentationController
    }

    private func shownFrame(in bounds: CGRect) -> CGRect {
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
        let view: UIView = controller.view
        let bounds = around.bounds
        view.frame = shownFrame(in: bounds)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        guard let sheet else { return }
        // A sheet that is not of full height keeps its height in a window that gets higher.
        if sheet.height(in: room(in: bounds)) < room(in: bounds) {
            view.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
        }
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
        let host = revealsHost && coversAll ? host : nil
        controller.beginAppearanceTransition(false, animated: animated)
        host?.beginAppearanceTransition(true, animated: animated)
        let view: UIView = controller.view
        let finish: (Bool) -> Void = { [self] _ in
            view.removeFromSuperview()
            backdrop.removeFromSuperview()
            controller.endAppearanceTransition()
            host?.endAppearanceTransition()
            controller.presenter = nil
            // The controller may be presented again.
            grabber?.removeFromSuperview()
            grabber = nil
            completion?()
        }
        guard animated, ViewAnimation.isSeen(view) else { return finish(true) }
        UIView.animate(
            withDuration: 0.3,
            animations: { [self] in
                view.center.y += view.bounds.height
                backdrop.alpha = 0
            }, completion: finish)
    }
}

extension UIViewController {
    /// Whether its view gets the looks and the place of a sheet; an alert places itself.
    var drawsSheet: Bool { !(self is UIAlertController) }
}
