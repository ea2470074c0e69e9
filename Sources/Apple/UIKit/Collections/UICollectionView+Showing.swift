import Foundation

/// The views of the visible elements.
extension UICollectionView {
    /// The elements to show. The views of all others are removed.
    func seenAttributes() -> [UICollectionViewLayoutAttributes] {
        placeStrips()
        let seen = flipped(collectionViewLayout.shownElements(in: flipped(passing.area ?? bounds)))
        guard !passing.keepsAll, !strips.values.contains(where: \.passing.keepsAll) else { return seen }
        let cells = Set(seen.filter { $0.representedElementKind == nil }.map(\.indexPath))
        for path in shown.paths where !cells.contains(path) { remove(path) }
        let others = Set(seen.compactMap(Self.key))
        for key in shownOthers.keys where !others.contains(key) { removeOther(key) }
        return seen
    }

    /// - Returns: whether elements have other sizes than estimated.
    func measure(_ seen: [UICollectionViewLayoutAttributes]) -> Bool {
        var isWrong = false
        for attributes in seen where attributes.estimates.isAny {
            let view = Self.key(attributes).flatMap { shownOthers[$0] } ?? shown[attributes.indexPath]
            guard let view else { continue }
            let size = view.preferredLayoutAttributesFitting(attributes).size
            if collectionViewLayout.take(size, for: attributes) { isWrong = true }
        }
        return isWrong
    }

    // MARK: Showing and removing views

    private static func key(_ attributes: UICollectionViewLayoutAttributes) -> ElementKey? {
        attributes.representedElementKind.map { ElementKey(kind: $0, path: attributes.indexPath) }
    }

    func show(_ attributes: UICollectionViewLayoutAttributes) {
        let strip = attributes.isInStrip ? strips[attributes.indexPath.section] : nil
        let key = Self.key(attributes)
        let old: UICollectionReusableView? = key.map { shownOthers[$0] } ?? shown[attributes.indexPath]
        let view = key.map { other($0) } ?? cell(attributes.indexPath)
        guard let view else { return }
        insert(view, attributes.indexPath, in: strip ?? self)
        var placed = attributes
        if let strip, let copy = attributes.copy() as? UICollectionViewLayoutAttributes {
            let (seen, place) = (strip.bounds.origin, strip.frame.origin)
            copy.frame = copy.frame.offsetBy(dx: seen.x - place.x, dy: seen.y - place.y)
            placed = copy
        }
        if old != nil && movesCells {
            view.take(placed)
        } else {
            UIView.performWithoutAnimation { view.take(placed) }
        }
    }

    private func insert(_ view: UICollectionReusableView, _ path: IndexPath, in outer: UIView) {
        guard view.superview !== outer else { return }
        guard view is UICollectionViewCell else { return outer.addSubview(view) }
        if let before = shown.last(before: path, in: outer) { return outer.insertSubview(view, aboveSubview: before) }
        outer.insertSubview(view, at: outer === self && backgroundView != nil ? 1 : 0)
    }

    private func cell(_ path: IndexPath) -> UICollectionViewCell? {
        if let cell = shown[path] { return cell }
        guard let cell = CellMaking.run({ dataSource?.collectionView(self, cellForItemAt: path) }) else { return nil }
        cell.isSelected = selected.contains(path)
        cell.configureForDisplay()
        takePresses(of: cell)
        listener?.collectionView(self, willDisplay: cell, forItemAt: path)
        shown[path] = cell
        return cell
    }

    private func other(_ key: ElementKey) -> UICollectionReusableView? {
        if let view = shownOthers[key] { return view }
        let kind = key.kind ?? ""
        let view = dataSource?.collectionView(self, viewForSupplementaryElementOfKind: kind, at: key.path)
        if let view { shownOthers[key] = view }
        return view
    }

    func remove(_ path: IndexPath) {
        guard let cell = shown[path] else { return }
        shown[path] = nil
        discard(cell, path)
    }

    func discard(_ cell: UICollectionViewCell, _ path: IndexPath) {
        cell.removeFromSuperview()
        views.give(cell)
        listener?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
    }

    func removeOther(_ key: ElementKey) {
        guard let view = shownOthers.removeValue(forKey: key) else { return }
        view.removeFromSuperview()
        views.give(view, kind: key.kind ?? "")
    }

    /// Announces the items of one more screen on all sides, and takes back those that are no longer near.
    func prefetch() {
        guard let prefetchDataSource else { return }
        let area = bounds.insetBy(dx: -bounds.width, dy: -bounds.height)
        let near = Set(
            elements(in: area).filter { $0.representedElementKind == nil }.map(\.indexPath))
        let (new, gone) = prefetching.follow(near: near, shown: shown.paths)
        if !new.isEmpty { prefetchDataSource.collectionView(self, prefetchItemsAt: new) }
        let left = gone.filter { $0.section < numberOfSections && $0.item < numberOfItems(inSection: $0.section) }
        if !left.isEmpty { prefetchDataSource.collectionView(self, cancelPrefetchingForItemsAt: left) }
    }
}
