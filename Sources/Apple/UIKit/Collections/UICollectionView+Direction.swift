import Foundation

/// A layout that was written for the other direction, and is mirrored.
extension UICollectionView {
    /// How far it can be scrolled from the left to the right, and whether that is backwards.
    struct Scrolling {
        let start: CGFloat
        let end: CGFloat
        let isFlipped: Bool
    }

    /// Whether the layout was written for the other direction.
    var isFlipped: Bool {
        let layout = collectionViewLayout
        return effectiveUserInterfaceLayoutDirection != layout.developmentLayoutDirection
            && (layout.flipsHorizontallyInOppositeLayoutDirection || layout.isMirroredByItself)
    }

    /// Converts a rectangle of the layout to the view's coordinates, or back.
    func flipped(_ rect: CGRect) -> CGRect {
        guard isFlipped else { return rect }
        // Content that is narrower than the view keeps to the right.
        let insets = adjustedContentInset
        let width = max(contentSize.width, bounds.width - insets.left - insets.right)
        return rect.offsetBy(dx: width - rect.minX - rect.maxX, dy: 0)
    }

    /// What the layout says of elements, in the view's coordinates.
    func flipped(_ all: [UICollectionViewLayoutAttributes]) -> [UICollectionViewLayoutAttributes] {
        guard isFlipped else { return all }
        return all.map { attributes in
            guard let copy = attributes.copy() as? UICollectionViewLayoutAttributes else { return attributes }
            copy.frame = flipped(attributes.frame)
            return copy
        }
    }

    /// The elements in a part of the content, both in the view's coordinates.
    func elements(in rect: CGRect) -> [UICollectionViewLayoutAttributes] {
        flipped(collectionViewLayout.layoutAttributesForElements(in: flipped(rect)) ?? [])
    }

    // MARK: Where it is scrolled to

    /// How far it is scrolled from the edge where it begins.
    var leadingOffset: CGFloat {
        guard let scrolling else { return 0 }
        return scrolling.isFlipped ? scrolling.end - contentOffset.x : contentOffset.x - scrolling.start
    }

    /// Scrolls there again after its content, its size or its direction has changed.
    func keepLeadingOffset(_ offset: CGFloat) {
        let new = Scrolling(
            start: inside(CGPoint(x: -CGFloat.infinity, y: 0)).x, end: inside(CGPoint(x: CGFloat.infinity, y: 0)).x,
            isFlipped: isFlipped)
        let wasFlipped = scrolling?.isFlipped == true
        scrolling = new
        guard new.isFlipped || wasFlipped else { return }
        let x = new.isFlipped ? new.end - offset : new.start + offset
        contentOffset.x = inside(CGPoint(x: x, y: contentOffset.y)).x
    }
}
