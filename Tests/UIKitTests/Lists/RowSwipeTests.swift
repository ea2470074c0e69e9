import Foundation
import Testing

@testable import UIKit

/// Rows that are moved aside or edited, in a table of four rows of 44 points.
@MainActor @Suite(.serialized) struct RowSwipeTests {
    private final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate {
        var names = ["a", "b", "c", "d"]
        var told: [String] = []
        var leading: UISwipeActionsConfiguration?
        func tableView(_ table: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }
        func tableView(_ table: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
            cell.textLabel?.text = names[path.row]
            return cell
        }
        func tableView(_ table: UITableView, canEditRowAt path: IndexPath) -> Bool { path.row != 0 }
        func tableView(
            _ table: UITableView, commit style: UITableViewCell.EditingStyle, forRowAt path: IndexPath
        ) {
            told.append("\(style) \(names[path.row])")
            guard style == .delete else { return }
            names.remove(at: path.row)
            table.deleteRows(at: [path], with: .automatic)
        }
        func tableView(
            _ table: UITableView, editingStyleForRowAt path: IndexPath
        ) -> UITableViewCell.EditingStyle { names[path.row] == "d" ? .insert : .delete }
        func tableView(
            _ table: UITableView, leadingSwipeActionsConfigurationForRowAt path: IndexPath
        ) -> UISwipeActionsConfiguration? { leading }
        func tableView(_ table: UITableView, didSelectRowAt path: IndexPath) { told.append("selected \(path.row)") }
    }

    private let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    private let rows = Rows()

    init() {
        let controller = UIViewController()
        window.rootViewController = controller
        controller.view.addSubview(table)
        (table.dataSource, table.delegate) = (rows, rows)
        window.isHidden = false
        window.layoutIfNeeded()
    }

    private func cell(_ row: Int) -> UITableViewCell? { table.cellForRow(at: IndexPath(row: row, section: 0)) }

    private func swipe(_ row: Int, from start: CGFloat, to end: CGFloat) {
        let y = CGFloat(row) * 44 + 22
        window.receiveTouch(.began, at: CGPoint(x: start, y: y), time: 0)
        for step in 1...4 {
            window.receiveTouch(
                .moved, at: CGPoint(x: start + (end - start) * CGFloat(step) / 4, y: y), time: Double(step) / 10)
        }
        window.receiveTouch(.ended, at: CGPoint(x: end, y: y), time: 1)
        window.layoutIfNeeded()
    }

    /// What can be pressed beside the rows or in them.
    private func buttons(_ view: UIView? = nil) -> [UIButton] {
        (view ?? table).subviews.flatMap { ($0 as? UIButton).map { [$0] } ?? buttons($0) }
    }

    @Test func aSwipeShowsTheButtonThatDeletesTheRow() throws {
        swipe(1, from: 250, to: 180)
        #expect(cell(1)?.frame.minX == -80 && cell(2)?.frame.minX == 0)
        let button = try #require(buttons().first)
        #expect(button.accessibilityLabel == "Delete")
        #expect(button.convert(button.bounds, to: table) == CGRect(x: 220, y: 44, width: 80, height: 44))
        button.pressed()
        #expect(rows.told == ["delete b"] && rows.names == ["a", "c", "d"])
        window.layoutIfNeeded()
        #expect(buttons().isEmpty && cell(1)?.textLabel?.text == "c" && cell(1)?.frame.minX == 0)
    }

    @Test func aShortSwipeAnUneditableRowAndAVerticalDragOpenNothing() {
        swipe(1, from: 250, to: 225)
        #expect(cell(1)?.frame.minX == 0 && buttons().isEmpty)
        swipe(0, from: 250, to: 100)
        #expect(cell(0)?.frame.minX == 0 && buttons().isEmpty)
        swipe(1, from: 100, to: 250)
        #expect(cell(1)?.frame.minX == 0 && buttons().isEmpty)
    }

    @Test func aPressOnARowClosesWhatIsOpenFirst() {
        swipe(1, from: 250, to: 180)
        cell(2)?.pressed()
        #expect(rows.told.isEmpty && cell(1)?.frame.minX == 0 && buttons().isEmpty)
        cell(2)?.pressed()
        #expect(rows.told == ["selected 2"])
    }

    @Test func actionsOfAProgramAreDoneByTheirButtonsOrAFullSwipe() throws {
        let rows = rows
        let star = UIContextualAction(style: .normal, title: "Star") { _, _, done in
            rows.told.append("star")
            done(true)
        }
        star.backgroundColor = .systemBlue
        let hide = UIContextualAction(style: .normal, title: "Hide") { _, _, done in
            rows.told.append("hide")
            done(false)
        }
        rows.leading = UISwipeActionsConfiguration(actions: [star, hide])
        swipe(2, from: 20, to: 120)
        #expect(cell(2)?.frame.minX == 160)
        let shown = buttons()
        #expect(shown.map(\.accessibilityLabel) == ["Star", "Hide"] && shown[0].backgroundColor == .systemBlue)
        #expect(shown.map { $0.convert($0.bounds, to: table).minX } == [0, 80])
        shown[1].pressed()
        #expect(rows.told == ["hide"] && cell(2)?.frame.minX == 0)
        swipe(2, from: 20, to: 290)
        #expect(rows.told == ["hide", "star"] && cell(2)?.frame.minX == 0)
        rows.leading?.performsFirstActionWithFullSwipe = false
        swipe(2, from: 20, to: 290)
        #expect(rows.told.count == 2 && cell(2)?.frame.minX == 160)
    }

    @Test func inEditModeRowsHaveButtons() throws {
        table.setEditing(true, animated: false)
        window.layoutIfNeeded()
        #expect(cell(0)?.isEditing == false && cell(1)?.editingStyle == .delete && cell(3)?.editingStyle == .insert)
        #expect(buttons().map(\.accessibilityLabel) == ["Delete b", "Delete c", "Insert d"])
        #expect(cell(1)?.contentView.frame.minX == 40 && cell(0)?.contentView.frame.minX == 0)
        // Nothing is selected, unless the program wants it.
        cell(1)?.pressed()
        #expect(rows.told.isEmpty)
        try #require(buttons().last).pressed()
        #expect(rows.told == ["insert d"])
        try #require(buttons().first { $0.accessibilityLabel == "Delete b" }).pressed()
        #expect(cell(1)?.frame.minX == -80)
        try #require(buttons().first { $0.accessibilityLabel == "Delete" }).pressed()
        #expect(rows.told == ["insert d", "delete b"] && rows.names == ["a", "c", "d"])
        table.isEditing = false
        window.layoutIfNeeded()
        #expect(buttons().isEmpty && cell(1)?.contentView.frame.minX == 0)
    }

    @Test func severalRowsAreChosenInEditMode() {
        table.allowsMultipleSelectionDuringEditing = true
        table.isEditing = true
        window.layoutIfNeeded()
        #expect(buttons().isEmpty)
        cell(1)?.pressed()
        cell(2)?.pressed()
        #expect(table.indexPathsForSelectedRows?.map(\.row) == [1, 2])
        table.isEditing = false
        #expect(table.indexPathsForSelectedRows == nil)
    }
}
