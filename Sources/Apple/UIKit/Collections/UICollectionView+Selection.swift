import Foundation

extension UICollectionView {
    public var indexPathsForSelectedItems: [IndexPath]? { selected.sorted() }

    /// The delegate is not told. Without ``UICollectionView/allowsSelection``, nothing happens.
    public func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: UICollectionView.ScrollPosition) {
        guard selectsNow else { return }
        if !selectsSeveral || indexPath == nil {
            for path in selected where path != indexPath { deselectItem(at: path, animated: animated) }
        }
        guard let indexPath else { return }
        selected.insert(indexPath)
        cellForItem(at: indexPath)?.isSelected = true
        if !scrollPosition.isEmpty { scrollToItem(at: indexPath, at: scrollPosition, animated: animated) }
    }

    public func deselectItem(at indexPath: IndexPath, animated: Bool) {
        guard selectsNow else { return }
        selected.remove(indexPath)
        cellForItem(at: indexPath)?.isSelected = false
    }

    /// A finger is on an item.
    final func touch(_ path: IndexPath) {
        guard selectsNow else { return }
        let isAllowed = listener?.collectionView(self, shouldHighlightItemAt: path) != false
        pressHighlight.begin(path, isAllowed: isAllowed) { [weak self] path, isOn in
            guard let self else { return }
            cellForItem(at: path)?.isHighlighted = isOn
            if isOn {
                listener?.collectionView(self, didHighlightItemAt: path)
            } else {
                listener?.collectionView(self, didUnhighlightItemAt: path)
            }
        }
    }

    /// Whether a person may choose an item: the delegate's answer at touch-down, or now for the keyboard.
    private func mayPress(_ path: IndexPath) -> Bool {
        pressHighlight.answer(for: path) ?? (listener?.collectionView(self, shouldHighlightItemAt: path) != false)
    }

    /// A person has chosen an item.
    final func press(_ path: IndexPath) {
        guard selectsNow, mayPress(path) else { return }
        if selected.contains(path) {
            // Where one is selected, it stays so.
            guard selectsSeveral else {
                listener?.collectionView(self, didSelectItemAt: path)
                return
            }
            guard listener?.collectionView(self, shouldDeselectItemAt: path) != false else { return }
            deselectItem(at: path, animated: false)
            listener?.collectionView(self, didDeselectItemAt: path)
            return
        }
        guard listener?.collectionView(self, shouldSelectItemAt: path) != false else { return }
        let old = selectsSeveral ? [] : selected
        selectItem(at: path, animated: false, scrollPosition: [])
        for path in old.sorted() { listener?.collectionView(self, didDeselectItemAt: path) }
        listener?.collectionView(self, didSelectItemAt: path)
    }

    /// Brings an item to a place of the visible part.
    public func scrollToItem(
        at indexPath: IndexPath, at scrollPosition: UICollectionView.ScrollPosition, animated: Bool
    ) {
        layoutIfNeeded()
        guard let rect = layoutAttributesForItem(at: indexPath)?.frame else { return }
        let insets = adjustedContentInset
        scrollStrip(to: indexPath, at: scrollPosition, animated: animated)
        var place = contentOffset
        if scrollPosition.contains(.top) { place.y = rect.minY - insets.top }
        if scrollPosition.contains(.centeredVertically) { place.y = rect.midY - bounds.height / 2 }
        if scrollPosition.contains(.bottom) { place.y = rect.maxY + insets.bottom - bounds.height }
        if scrollPosition.contains(.left) { place.x = rect.minX - insets.left }
        if scrollPosition.contains(.centeredHorizontally) { place.x = rect.midX - bounds.width / 2 }
        if scrollPosition.contains(.right) { place.x = rect.maxX + insets.right - bounds.width }
        guard !scrollPosition.isEmpty else { return scrollRectToVisible(rect, animated: animated) }
        setContentOffset(inside(place), animated: animated)
    }

    /// Brings an item to a place in the part of its section that scrolls by itself.
    private func scrollStrip(
        to path: IndexPath, at position: UICollectionView.ScrollPosition, animated: Bool
    ) {
        guard let strip = strip(ofSection: path.section), let rect = layoutAttributesForItem(at: path)?.frame else {
            return
        }
        let (frame, insets) = (convert(rect, to: strip), strip.contentInset)
        var place = strip.contentOffset
        if position.contains(.left) { place.x = frame.minX - insets.left }
        if position.contains(.centeredHorizontally) { place.x = frame.midX - strip.bounds.width / 2 }
        if position.contains(.right) { place.x = frame.maxX + insets.right - strip.bounds.width }
        if position.contains(.top) { place.y = frame.minY - insets.top }
        if position.contains(.centeredVertically) { place.y = frame.midY - strip.bounds.height / 2 }
        if position.contains(.bottom) { place.y = frame.maxY + insets.bottom - strip.bounds.height }
        guard !position.isEmpty else { return strip.scrollRectToVisible(frame, animated: animated) }
        strip.setContentOffset(strip.inside(place), animated: animated)
    }
}
