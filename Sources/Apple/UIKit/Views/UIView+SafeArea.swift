import Foundation
import UIKitCore

extension UIView {
    /// What bars and controllers cover, in addition to what is covered of the superview.
    var ownSafeArea: UIEdgeInsets {
        UIEdgeInsets(
            top: additionalSafeArea.top + barSafeArea.top, left: additionalSafeArea.left + barSafeArea.left,
            bottom: additionalSafeArea.bottom + barSafeArea.bottom, right: additionalSafeArea.right + barSafeArea.right)
    }

    func tellSafeAreaChange() {
        safeAreaInsetsDidChange()
        (controller as? UIViewController)?.viewSafeAreaInsetsDidChange()
        setNeedsLayout()
        for subview in subviewList { subview.tellSafeAreaChange() }
    }
}
