import Foundation

/// How a collection follows changes in its data source. The methods that report them are in the class, for subclasses.
extension UICollectionView {
    func change(_ edit: (inout ListChanges) -> Void) {
        let changes = batch.change {
            edit(&$0)
            $0.isAnimated = true
        }
        if let changes { follow(changes) }
    }

    func reload() {
        pressHighlight.end()
        for path in shown.paths { remove(path) }
        for key in shownOthers.keys { removeOther(key) }
        counts = nil
        prefetching.forget()
        invalidateLayout(isOfAll: true)
    }

    /// Tells the layout that the items may have changed.
    private func invalidateLayout(isOfAll: Bool) {
        let context = collectionViewLayout.newContext()
        (context.isOfAll, context.isOfCounts) = (isOfAll, true)
        collectionViewLayout.invalidateLayout(with: context)
    }

    /// The items of the data source have changed.
    func follow(_ changes: FollowedChanges, _ completion: ((Bool) -> Void)? = nil) {
        pressHighlight.follow { changes.keeps($0) ? changes.place($0) : nil }
        selected = Set(selected.compactMap(changes.place))
        for (path, cell) in shown.follow(changes) { discard(cell, path) }
        shown.arrange()
        for key in shownOthers.keys { removeOther(key) }
        counts = nil
        followStrips(changes)
        collectionViewLayout.follow(changes)
        invalidateLayout(isOfAll: false)
        showChanges(
            animated: changes.isAnimated,
            { isAnimated in
                self.movesCells = isAnimated
                self.layoutIfNeeded()
                self.movesCells = false
            }, completion: completion)
    }
}
