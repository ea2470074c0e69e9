import UIKitCore

/// How views and their controllers are told of changed traits.
extension UIView {
    /// Tells the outermost controllers, which tell those in them.
    func tellTraitsWillChange(to traits: UITraitCollection, with change: UnseenChange) {
        if let controller = controller as? UIViewController {
            return controller.willTransition(to: traits, with: change)
        }
        for subview in subviewList where subview.ownStyle == .unspecified {
            subview.tellTraitsWillChange(to: traits, with: change)
        }
    }

    func tellTraitChange(from old: UITraitCollection?) {
        if let background { layer.backgroundColor = background.resolvedColor(with: traitCollection).cgColor }
        traitCollectionDidChange(old)
        directionChanged()
        (controller as? UIViewController)?.traitCollectionDidChange(old)
        setNeedsDisplay()
        for subview in subviewList { subview.tellTraitChange(from: old) }
    }
}
