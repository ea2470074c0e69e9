import Foundation
import UIKitCore

extension UIView {
    /// Source: Apple, UIView.TintAdjustmentMode.
    public enum TintAdjustmentMode: Int, Sendable {
        /// As the superview's.
        case automatic = 0
        case normal = 1
        case dimmed = 2
    }

    var undimmedTint: UIColor { ownTint ?? superviewLink?.undimmedTint ?? .systemBlue }

    func tellAdjustmentChange() {
        tintColorDidChange()
        for subview in subviewList where subview.ownAdjustment == .automatic { subview.tellAdjustmentChange() }
    }

    func tellTintChange() {
        tintColorDidChange()
        for subview in subviewList where subview.ownTint == nil { subview.tellTintChange() }
    }
}

extension UIColor {
    /// A gray of the same lightness.
    var dimmed: UIColor {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 1)
        getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        return UIColor(white: 0.299 * red + 0.587 * green + 0.114 * blue, alpha: alpha)
    }
}
