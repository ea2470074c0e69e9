import Foundation

/// What a diffable data source shows: the part that tables and collections have in common.
struct DiffableContent<Section: Hashable & Sendable, Item: Hashable & Sendable> {
    private(set) var current = NSDiffableDataSourceSnapshot<Section, Item>() { didSet { paths = current.paths } }
    /// Where the items are.
    private var paths: [Item: IndexPath] = [:]

    /// Takes a snapshot.
    ///
    /// - Returns: what the view has to do, and the places of the items that are configured again.
    mutating func take(
        _ snapshot: NSDiffableDataSourceSnapshot<Section, Item>, animated: Bool
    ) -> (changes: FollowedChanges, reconfigured: [IndexPath]) {
        let changes = snapshot.changes(from: current, animated: animated)
        current = snapshot.settled
        return (changes, snapshot.reconfiguredItemIdentifiers.compactMap { paths[$0] })
    }

    /// Takes a snapshot that is shown anew.
    mutating func replace(with snapshot: NSDiffableDataSourceSnapshot<Section, Item>) { current = snapshot.settled }

    func section(at index: Int) -> Section? {
        current.sectionIdentifiers.indices.contains(index) ? current.sectionIdentifiers[index] : nil
    }

    func path(of item: Item) -> IndexPath? { paths[item] }

    func count(inSection index: Int) -> Int { section(at: index).map { current.numberOfItems(inSection: $0) } ?? 0 }
}
