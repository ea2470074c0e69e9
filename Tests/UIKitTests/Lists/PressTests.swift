import Foundation
import Testing

@testable import UIKit

/// What delegates are asked before a person chooses, and told while a finger is there.
@MainActor @Suite struct PressTests {
    private final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate {
        var told: [String] = []
        var dead: Set<Int> = []
        var kept: Set<Int> = []

        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 4 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            UITableViewCell(style: .default, reuseIdentifier: nil)
        }
        func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
            told.append("may \(indexPath.row)")
            return !dead.contains(indexPath.row)
        }
        func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
            told.append("down \(indexPath.row)")
        }
        func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
            told.append("up \(indexPath.row)")
        }
        func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
            kept.contains(indexPath.row) ? nil : indexPath
        }
        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            told.append("select \(indexPath.row)")
        }
        func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
            told.append("deselect \(indexPath.row)")
        }
    }

    private func withTable(_ body: (UITableView, Rows, UIWindow) -> Void) {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
        let (table, rows) = (UITableView(frame: window.bounds, style: .plain), Rows())
        (table.dataSource, table.delegate) = (rows, rows)
        window.addSubview(table)
        window.isHidden = false
        window.layoutIfNeeded()
        body(table, rows, window)
        window.isHidden = true
    }

    private func row(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

    @Test func aPressOnARowIsShownAndThenSelects() {
        withTable { table, rows, window in
            window.receiveTouch(.began, at: CGPoint(x: 100, y: 60), time: 0)
            #expect(rows.told == ["may 1", "down 1"])
            #expect(table.cellForRow(at: row(1))?.isHighlighted == true)
            #expect(table.cellForRow(at: row(1))?.configurationState.isHighlighted == true)
            window.receiveTouch(.ended, at: CGPoint(x: 100, y: 60), time: 0.1)
            #expect(rows.told == ["may 1", "down 1", "up 1", "select 1"])
            #expect(table.cellForRow(at: row(1))?.isHighlighted == false)
        }
    }

    @Test func aProgramHighlightsAndSelectsACell() {
        final class Marked: UITableViewCell {
            var told: [String] = []
            override func setHighlighted(_ highlighted: Bool, animated: Bool) {
                super.setHighlighted(highlighted, animated: animated)
                told.append("highlighted \(highlighted)")
            }
            override func setSelected(_ selected: Bool, animated: Bool) {
                super.setSelected(selected, animated: animated)
                told.append("selected \(selected)")
            }
        }
        let cell = Marked(style: .default, reuseIdentifier: nil)
        cell.isHighlighted = true
        cell.isSelected = true
        #expect(cell.isHighlighted && cell.isSelected && cell.told == ["highlighted true", "selected true"])
    }

    @Test func aPressFollowsARowThatMoves() {
        withTable { table, rows, window in
            window.receiveTouch(.began, at: CGPoint(x: 100, y: 60), time: 0)
            let cell = table.cellForRow(at: row(1))
            // The data stays: only places are told.
            table.moveRow(at: row(1), to: row(3))
            #expect(table.cellForRow(at: row(3)) === cell && cell?.isHighlighted == true)
            window.receiveTouch(.cancelled, at: CGPoint(x: 100, y: 60), time: 0.1)
            #expect(cell?.isHighlighted == false && rows.told == ["may 1", "down 1", "up 3"])
        }
    }

    @Test func aPressEndsWithItsRow() {
        withTable { table, rows, window in
            window.receiveTouch(.began, at: CGPoint(x: 100, y: 60), time: 0)
            table.reloadRows(at: [row(1)], with: .none)
            #expect(rows.told == ["may 1", "down 1", "up 1"])
            window.receiveTouch(.ended, at: CGPoint(x: 100, y: 60), time: 0.1)
            window.receiveTouch(.began, at: CGPoint(x: 100, y: 100), time: 1)
            let cell = table.cellForRow(at: row(2))
            table.reloadData()
            #expect(cell?.isHighlighted == false && rows.told.last == "up 2")
            window.receiveTouch(.cancelled, at: CGPoint(x: 100, y: 100), time: 1.1)
        }
    }

    @Test func aRowThatIsNotHighlightedIsNotSelected() {
        withTable { table, rows, window in
            rows.dead = [1]
            window.receiveTouch(.began, at: CGPoint(x: 100, y: 60), time: 0)
            #expect(table.cellForRow(at: row(1))?.isHighlighted == false)
            window.receiveTouch(.ended, at: CGPoint(x: 100, y: 60), time: 0.1)
            // The keyboard's press asks as well.
            table.cellForRow(at: row(1))?.pressed()
            #expect(rows.told == ["may 1", "may 1"] && table.indexPathForSelectedRow == nil)
            table.cellForRow(at: row(2))?.pressed()
            #expect(rows.told.suffix(2) == ["may 2", "select 2"])
        }
    }

    @Test func aFingerThatMovesOnSelectsNothing() {
        withTable { table, rows, window in
            window.receiveTouch(.began, at: CGPoint(x: 100, y: 60), time: 0)
            for (step, y) in [80.0, 120, 160].enumerated() {
                window.receiveTouch(.moved, at: CGPoint(x: 100, y: y), time: 0.1 * Double(step + 1))
            }
            window.receiveTouch(.ended, at: CGPoint(x: 100, y: 160), time: 0.5)
            #expect(rows.told == ["may 1", "down 1", "up 1"] && table.indexPathForSelectedRow == nil)
        }
    }

    @Test func aDelegateKeepsARowSelected() {
        withTable { table, rows, _ in
            table.allowsMultipleSelection = true
            for number in [0, 1, 1] { table.press(row(number)) }
            #expect(table.indexPathsForSelectedRows == [row(0)])
            rows.kept = [0]
            table.press(row(0))
            #expect(table.indexPathsForSelectedRows == [row(0)])
            table.allowsMultipleSelection = false
            rows.kept = []
            rows.told = []
            table.press(row(2))
            #expect(rows.told == ["may 2", "deselect 0", "select 2"])
            #expect(table.indexPathsForSelectedRows == [row(2)])
        }
    }

    // MARK: Items

    private final class Items: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
        var told: [String] = []
        var dead: Set<Int> = []

        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 4 }
        func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
        }
        func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
            !dead.contains(indexPath.item)
        }
        func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {
            told.append("down \(indexPath.item)")
        }
        func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {
            told.append("up \(indexPath.item)")
        }
        func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
            told.append("select \(indexPath.item)")
        }
    }

    @Test func anItemsPressIsShownUnlessTheDelegateSaysNo() {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 300))
        let layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 50, height: 50)
        (layout.minimumInteritemSpacing, layout.minimumLineSpacing) = (0, 0)
        let (view, items) = (UICollectionView(frame: window.bounds, collectionViewLayout: layout), Items())
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        (view.dataSource, view.delegate) = (items, items)
        window.addSubview(view)
        window.isHidden = false
        window.layoutIfNeeded()
        defer { window.isHidden = true }
        func tap(_ x: CGFloat) {
            window.receiveTouch(.began, at: CGPoint(x: x, y: 20), time: 0)
            window.receiveTouch(.ended, at: CGPoint(x: x, y: 20), time: 0.1)
        }
        items.dead = [0]
        tap(10)
        #expect(items.told.isEmpty && view.indexPathsForSelectedItems == [])
        window.receiveTouch(.began, at: CGPoint(x: 190, y: 20), time: 1)
        let last = IndexPath(item: 3, section: 0)
        #expect(view.cellForItem(at: last)?.isHighlighted == true)
        window.receiveTouch(.ended, at: CGPoint(x: 190, y: 20), time: 1.1)
        #expect(items.told == ["down 3", "up 3", "select 3"] && view.indexPathsForSelectedItems == [last])
    }

    // MARK: Configurations

    @Test func whatADataSourceSaysLaterCountsForTheCellsConfiguration() {
        final class Source: NSObject, UITableViewDataSource {
            var updates: [Int] = []
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
            func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
                let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
                cell.configurationUpdateHandler = { [unowned self] cell, _ in updates.append(cell.tag) }
                cell.setNeedsUpdateConfiguration()
                // The cell is not ready before.
                cell.tag = 7
                return cell
            }
        }
        let (table, source) = (UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 300)), Source())
        table.dataSource = source
        table.layoutIfNeeded()
        #expect(source.updates == [7])
        let cell = table.cellForRow(at: IndexPath(row: 0, section: 0))
        cell?.tag = 8
        cell?.setNeedsUpdateConfiguration()
        #expect(source.updates == [7, 8])
    }
}
