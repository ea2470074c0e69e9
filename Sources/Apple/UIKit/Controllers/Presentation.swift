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
        view.frame = shownFrame(in: around.bounds)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        if !isFull, controller.drawsSheet {
            view.layer.cornerRadius = 12
            view.layer.masksToBounds = true
            if view.backgroundColor == nil { view.backgroundColor = .systemBackground }
        }
        around.addSubview(view)
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

    private func shownFrame(in bounds: CGRect) -> CGRect {
        if isFull || !controller.drawsSheet { return bounds }
        let top = min(44, bounds.height * 0.08)
        return CGRect(x: bounds.minX, y: bounds.minY + top, width: bounds.width, height: bounds.height - top)
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
