import Foundation

/// A sheet over a dimmed window, which a person may pull from one height to another.
extension Presentation {
    /// Adds the dimmed view behind the sheet.
    func dim(_ around: UIView) {
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

    /// Adds the presented view, in the looks of a sheet if it is one.
    func addSheet(_ view: UIView, to around: UIView) {
        if !isFull, controller.drawsSheet {
            view.layer.masksToBounds = true
            if view.backgroundColor == nil { view.backgroundColor = .systemBackground }
        }
        around.addSubview(view)
        showSheet(in: around)
    }

    /// Shows the heights that an app sets from now on.
    func followSheet(in around: UIView) {
        sheet?.onChange = { [weak self, weak around] in
            if let self, let around, !isLeaving { showSheet(in: around) }
        }
    }

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

    /// Gives the view the place and the looks that its sheet has now.
    private func showSheet(in around: UIView) {
        let view = shownView
        let bounds = around.bounds
        view.frame = shownFrame(in: bounds)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        guard let sheet else { return }
        view.layer.cornerRadius = sheet.preferredCornerRadius ?? 12
        backdrop.isHidden = sheet.isUndimmed(in: room(in: bounds))
        if sheet.prefersGrabberVisible, grabber == nil { addGrabber(to: view, in: around) }
        grabber?.isHidden = !sheet.prefersGrabberVisible
        grabber?.frame = CGRect(x: 0, y: 0, width: view.bounds.width, height: 16)
        grabber?.autoresizingMask = .flexibleWidth
    }

    private func addGrabber(to view: UIView, in around: UIView) {
        let made = SheetGrabber { [weak self, weak around] distance, isOver in
            if let self, let around { pulled(distance, isOver, in: around) }
        } press: { [weak self, weak around] in
            if let self, let around { showNextHeight(in: around) }
        }
        view.addSubview(made)
        grabber = made
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
}

/// What is behind a sheet, as large as the window: it tells when that changes, because heights are parts of it.
final class SheetBackdrop: UIView {
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
