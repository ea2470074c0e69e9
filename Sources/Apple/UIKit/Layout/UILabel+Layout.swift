import Foundation

extension UILabel: HasBaselines, HasHeightForWidth {
    // A constraint is often made before the label has a size, so that only its font tells.
    package var baselineFromTop: CGFloat { font.ascender }
    package var baselineFromBottom: CGFloat { -font.descender }

    package func height(forWidth width: CGFloat) -> CGFloat? {
        guard numberOfLines != 1, width > 0 else { return nil }
        return sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height
    }
}
