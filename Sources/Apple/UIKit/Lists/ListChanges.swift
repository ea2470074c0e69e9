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
    func place(of path: IndexPath) -> IndexPath? { ChangedPlaces(self).place(of: path) }

    func place(ofSection section: Int) -> Int? {
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
        let places = ChangedPlaces(self)
        return FollowedChanges(
            place: { places.place(of: $0) }, section: { place(ofSection: $0) }, keeps: { keeps($0) },
            isAnimated: isAnimated)
    }
}

/// The places of elements after changes, sorted once: thousands of elements ask for theirs.
struct ChangedPlaces {
    private let changes: ListChanges
    /// What leaves each section, by its places before, and what comes into it, by its places after.
    private var gone: [Int: [Int]] = [:]
    /// How many elements of a section are before each that comes.
    private var before: [Int: [Int]] = [:]

    init(_ changes: ListChanges) {
        self.changes = changes
        func sorted(_ paths: some Sequence<IndexPath>) -> [Int: [Int]] {
            Dictionary(grouping: paths, by: \.section).mapValues { $0.map(\.item).sorted() }
        }
        gone = sorted(changes.deleted.union(changes.moved.keys))
        before = sorted(changes.inserted + changes.moved.values).mapValues { items in
            items.enumerated().map { $1 - $0 }
        }
    }

    /// `nil` if the element has gone.
    func place(of path: IndexPath) -> IndexPath? {
        if let place = changes.moved[path] { return place }
        guard !changes.deleted.contains(path), let section = changes.place(ofSection: path.section) else { return nil }
        let stayed = path.item - (gone[path.section]?.count(below: path.item) ?? 0)
        return IndexPath(item: stayed + (before[section]?.count(below: stayed + 1) ?? 0), section: section)
    }
}

extension [Int] {
    /// How many of the numbers, which are sorted, are smaller.
    fileprivate func count(below limit: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < limit { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Where the elements of a view that is told of changes have gone.
struct FollowedChanges {
    /// The new place of an element; `nil` if it has gone.
    let place: (IndexPath) -> IndexPath?
    /// The new place of a section; `nil` if it has gone.
    let section: (Int) -> Int?
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
            // What it has left is not seen anymore.
            self.scrolled(from: self.bounds, animated: false)
            completion?(isComplete)
        }
    }
}
