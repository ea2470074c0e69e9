import Foundation
import Testing

@testable import UIKit

@MainActor @Suite struct DiffableDataSourceTests {
    private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

    private final class Cell: UICollectionViewCell {
        var item: Int?
        var times = 0
    }

    /// The items for which cells were asked.
    @MainActor private final class Log {
        var asked: [Int] = []
    }

    @MainActor private final class Shelf {
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 400), collectionViewLayout: UICollectionViewFlowLayout())
        let source: UICollectionViewDiffableDataSource<String, Int>
        private let log = Log()

        init() {
            let registration = UICollectionView.CellRegistration<Cell, Int> { cell, _, item in
                cell.item = item
                cell.times += 1
            }
            let log = log
            source = UICollectionViewDiffableDataSource(collectionView: view) { view, path, item in
                log.asked.append(item)
                return view.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
            }
        }

        func show(_ items: [(String, [Int])], edit: (inout Snapshot) -> Void = { _ in }) {
            var snapshot = Snapshot()
            for (section, items) in items {
                snapshot.appendSections([section])
                snapshot.appendItems(items)
            }
            edit(&snapshot)
            log.asked = []
            source.apply(snapshot)
            view.layoutIfNeeded()
        }

        var asked: [Int] { log.asked }
        var items: [Int?] { view.visibleCells.map { ($0 as? Cell)?.item } }
    }

    private let shelf = Shelf()

    @Test func aSnapshotIsShown() {
        shelf.show([("a", [1, 2]), ("b", [3])])
        #expect(shelf.items == [1, 2, 3] && shelf.view.numberOfSections == 2)
        #expect(shelf.source.itemIdentifier(for: IndexPath(item: 0, section: 1)) == 3)
        #expect(shelf.source.indexPath(for: 2) == IndexPath(item: 1, section: 0))
        #expect(shelf.source.sectionIdentifier(for: 1) == "b" && shelf.source.index(for: "b") == 1)
        #expect(shelf.source.itemIdentifier(for: IndexPath(item: 5, section: 0)) == nil)
    }

    @Test func whatStaysKeepsItsCellAndItsSelection() {
        shelf.show([("a", [1, 2, 3]), ("b", [4])])
        shelf.view.allowsMultipleSelection = true
        for path in [IndexPath(item: 0, section: 0), IndexPath(item: 1, section: 0), IndexPath(item: 0, section: 1)] {
            shelf.view.selectItem(at: path, animated: false, scrollPosition: [])
        }
        let four = shelf.view.cellForItem(at: IndexPath(item: 0, section: 1))
        // 2 goes, 4 changes its section, 5 is new, and sections change places.
        shelf.show([("b", []), ("a", [4, 3, 5, 1])])
        #expect(shelf.items == [4, 3, 5, 1] && shelf.asked == [5])
        let selected = [IndexPath(item: 0, section: 1), IndexPath(item: 3, section: 1)]
        #expect(shelf.view.indexPathsForSelectedItems == selected)
        #expect(shelf.view.cellForItem(at: IndexPath(item: 0, section: 1)) === four)
    }

    @Test func reloadedItemsGetAnotherCellAndReconfiguredOnesKeepIt() throws {
        shelf.show([("a", [1, 2, 3])])
        let cells = shelf.view.visibleCells
        shelf.show([("a", [1, 2, 3])]) {
            $0.reloadItems([1])
            $0.reconfigureItems([3])
        }
        #expect(shelf.asked.sorted() == [1, 3])
        let three = try #require(shelf.view.visibleCells[2] as? Cell)
        #expect(three === cells[2] && three.times == 2)
        // It is done once.
        #expect(shelf.source.snapshot().reloadedItemIdentifiers == [])
        shelf.show([("a", [1, 2, 3])])
        #expect(shelf.asked == [])
    }

    @Test func applyingCanBeAwaited() async {
        var snapshot = Snapshot()
        snapshot.appendSections(["a"])
        snapshot.appendItems([7])
        await shelf.source.apply(snapshot, animatingDifferences: false)
        shelf.view.layoutIfNeeded()
        #expect(shelf.items == [7])
        await shelf.source.apply(Snapshot())
        shelf.view.layoutIfNeeded()
        #expect(shelf.items == [] && shelf.view.numberOfSections == 0)
    }

    @Test func snapshotsAreEdited() {
        var snapshot = Snapshot()
        snapshot.appendSections(["a", "c"])
        snapshot.insertSections(["b"], afterSection: "a")
        snapshot.appendItems([1, 2], toSection: "a")
        snapshot.appendItems([9])
        snapshot.insertItems([3], beforeItem: 1)
        snapshot.insertItems([4], afterItem: 1)
        #expect(snapshot.sectionIdentifiers == ["a", "b", "c"] && snapshot.itemIdentifiers == [3, 1, 4, 2, 9])
        snapshot.moveItem(9, beforeItem: 3)
        snapshot.moveItem(3, afterItem: 2)
        #expect(snapshot.itemIdentifiers(inSection: "a") == [9, 1, 4, 2, 3])
        #expect(snapshot.sectionIdentifier(containingItem: 9) == "a" && snapshot.numberOfItems(inSection: "c") == 0)
        snapshot.deleteItems([4, 77])
        snapshot.moveSection("c", beforeSection: "a")
        snapshot.appendItems([5], toSection: "c")
        #expect(snapshot.itemIdentifiers == [5, 9, 1, 2, 3] && snapshot.indexOfItem(1) == 2)
        snapshot.deleteSections(["a"])
        #expect(snapshot.itemIdentifiers == [5] && snapshot.numberOfItems == 1)
        #expect(snapshot.sectionIdentifiers == ["c", "b"] && snapshot.indexOfSection("a") == nil)
        snapshot.deleteAllItems()
        #expect(snapshot.numberOfSections == 0)
    }

    @Test func aTableFollowsSnapshotsToo() {
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 400))
        table.register(UITableViewCell.self, forCellReuseIdentifier: "mode")
        let source = UITableViewDiffableDataSource<Int, String>(tableView: table) { table, path, name in
            let cell = table.dequeueReusableCell(withIdentifier: "mode", for: path)
            cell.textLabel?.text = name
            return cell
        }
        var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
        snapshot.appendSections([0])
        snapshot.appendItems(["photo", "video", "slow motion"])
        source.apply(snapshot)
        table.layoutIfNeeded()
        table.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
        let cell = table.visibleCells[1]
        snapshot.insertItems(["panorama"], beforeItem: "photo")
        snapshot.deleteItems(["slow motion"])
        source.apply(snapshot, animatingDifferences: false)
        #expect(table.visibleCells.map { $0.textLabel?.text } == ["panorama", "photo", "video"])
        #expect(table.indexPathForSelectedRow?.row == 2 && table.visibleCells[2] === cell)
        #expect(source.indexPath(for: "video")?.row == 2 && table.dataSource === source)
    }
}
