import Foundation

/// How a table follows changes in its data source. The methods that report them are in the class, for subclasses.
extension UITableView {
    func change(_ animation: RowAnimation, _ edit: (inout ListChanges) -> Void) {
        let changes = batch.change {
            edit(&$0)
            if animation != .none { $0.isAnimated = true }
        }
        if let changes { follow(changes) }
    }

    /// For a block within another one, only calls the completion.
    func endUpdates(_ completion: ((Bool) -> Void)?) {
        guard let changes = batch.end() else {
            completion?(true)
            return
        }
        follow(changes, completion)
    }

    /// The rows of the data source have changed.
    func follow(_ changes: FollowedChanges, _ completion: ((Bool) -> Void)? = nil) {
        swiper.close()
        pressHighlight.follow { changes.keeps($0) ? changes.place($0) : nil }
        selected = Set(selected.compactMap(changes.place))
        let old = places
        for (path, cell) in shown.follow(changes) { discard(cell, path) }
        shown.arrange()
        forgetRows()
        loadIfNeeded()
        places.keepHeights(of: old, changes) { shown[$0] != nil }
        stack()
        showChanges(
            animated: changes.isAnimated,
            { isAnimated in
                self.movesCells = isAnimated
                self.setNeedsLayout()
                self.layoutIfNeeded()
                self.movesCells = false
            }, completion: completion)
    }
}
