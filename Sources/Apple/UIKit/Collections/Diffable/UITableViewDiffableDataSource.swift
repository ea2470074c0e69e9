import Foundation

/// Shows snapshots in a table. Source: Apple, UITableViewDiffableDataSource.
///
/// Rows that are in the old snapshot and in the new one keep their cells and stay selected.
@MainActor @preconcurrency
open class UITableViewDiffableDataSource<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: NSObject, UITableViewDataSource {
    public typealias CellProvider =
        @MainActor (
            _ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
        ) -> UITableViewCell?

    private weak var view: UITableView?
    private let provider: CellProvider
    private var content = DiffableContent<SectionIdentifierType, ItemIdentifierType>()
    /// With `none`, nothing moves.
    open var defaultRowAnimation = UITableView.RowAnimation.automatic

    /// Becomes the table's data source; the table does not keep it.
    public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
        (view, provider) = (tableView, cellProvider)
        super.init()
        tableView.dataSource = self
    }

    /// - `completion`: called when what moves has arrived.
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) {
        let (changes, reconfigured) = content.take(
            snapshot, animated: animatingDifferences && defaultRowAnimation != .none)
        guard let view else {
            completion?()
            return
        }
        view.follow(changes) { _ in completion?() }
        if !reconfigured.isEmpty { view.reconfigureRows(at: reconfigured) }
    }

    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true
    ) async {
        await withCheckedContinuation { continuation in
            apply(snapshot, animatingDifferences: animatingDifferences) { continuation.resume() }
        }
    }

    /// Makes all cells anew; nothing is selected anymore.
    open func applySnapshotUsingReloadData(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        completion: (() -> Void)? = nil
    ) {
        content.replace(with: snapshot)
        view?.reloadData()
        completion?()
    }

    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { content.current }

    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? { content.section(at: index) }
    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
        content.current.indexOfSection(sectionIdentifier)
    }
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { content.current.item(at: indexPath) }
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? { content.path(of: itemIdentifier) }

    open func numberOfSections(in tableView: UITableView) -> Int { content.current.numberOfSections }

    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        content.count(inSection: section)
    }

    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        guard let item = itemIdentifier(for: indexPath), let cell = provider(tableView, indexPath, item) else {
            preconditionFailure("there is no cell for the row at \(indexPath): UITableViewDiffableDataSource")
        }
        return cell
    }

    /// A subclass says which rows can be edited, and what is done with them.
    open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    open func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}

    /// A subclass gives the titles of its sections.
    open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
    open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
}
