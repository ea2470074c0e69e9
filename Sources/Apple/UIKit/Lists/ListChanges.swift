import Foundation

/// Changes of a table or a collection that belong together: places of what goes are those before them, places of what
/// comes are those after them.
struct ListChanges {
    var deleted: Set<IndexPath> = []
    var inserted: [IndexPath] = []
    var moved: [IndexPath: IndexPath] = [:]
    /// Elements that are asked for again; they stay at their places.
    var reloaded: Set<IndexPath> = []
    var deletedSections = IndexSet()
    var insertedSections = IndexSet()
    var movedSections: [Int: Int] = [:]
    var reloadedSections = IndexSet()
    var isAnimated = false

    /// Where an element is after the changes; `nil` if it has gone.
    func place(of path: IndexPath) -> IndexPath? {
        if let place = moved[path] { return place }
        guard !deleted.contains(path), let section = place(ofSection: path.section) else { return nil }
        let gone = deleted.union(moved.keys).filter { $0.section == path.section && $0.item < path.item }.count
        var item = path.item - gone
        let new = (inserted + moved.values).filter { $0.section == section }.map(\.item).sorted()
        for place in new where place <= item { item += 1 }
        return IndexPath(item: item, section: section)
    }

    private func place(ofSection section: Int) -> Int? {
        if let place = movedSections[section] { return place }
        guard !deletedSections.contains(section) else { return nil }
        var place = section - deletedSections.union(IndexSet(movedSections.keys)).count(in: 0..<section)
        for new in insertedSections.union(IndexSet(movedSections.values)) where new <= place { place += 1 }
        return place
    }

    /// Whether the view that shows an element can stay.
    func keeps(_ path: IndexPath) -> Bool {
        !reloaded.contains(path) && !reloadedSections.contains(path.section)
    }

    /// What follows the changes in a view.
    var followed: FollowedChanges {
        FollowedChanges(place: { place(of: $0) }, keeps: { keeps($0) }, isAnimated: isAnimated)
    }
}

/// Where the elements of a view that is told of changes have gone.
struct FollowedChanges {
    /// The new place of an element; `nil` if it has gone.
    let place: (IndexPath) -> IndexPath?
    /// Whether the view that shows an element can stay.
    let keeps: (IndexPath) -> Bool
    let isAnimated: Bool
}

extension UIScrollView {
    /// Shows changed elements: those that stay move to their new places.
    ///
    /// - Parameter layOut: is told whether what moves is animated.
    final func showChanges(
        animated: Bool, _ layOut: @escaping (_ isAnimated: Bool) -> Void, completion: ((Bool) -> Void)?
    ) {
        guard animated, UIView.areAnimationsEnabled, ViewAnimation.isSeen(self) else {
            layOut(false)
            completion?(true)
            return
        }
        UIView.animate(withDuration: 0.3) {
            layOut(true)
        } completion: { isComplete in
            // What it has left is not seen any more.
            self.scrolled(from: self.bounds, animated: false)
            completion?(isComplete)
        }
    }
}
