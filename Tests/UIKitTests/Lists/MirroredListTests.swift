import Foundation
import Testing

@testable import UIKit

/// Tables and collections that go from right to left, 300 wide.
@MainActor @Suite struct MirroredListTests {
    private final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate {
        func tableView(_ table: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
        func tableView(_ table: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
            cell.textLabel?.text = "\(path.row)"
            return cell
        }
        func tableView(_ table: UITableView, canEditRowAt path: IndexPath) -> Bool { false }
        func tableView(
            _ table: UITableView, leadingSwipeActionsConfigurationForRowAt path: IndexPath
        ) -> UISwipeActionsConfiguration? {
            UISwipeActionsConfiguration(actions: ["first", "second"].map { actionNamed($0) })
        }
        private func actionNamed(_ name: String) -> UIContextualAction {
            UIContextualAction(style: .normal, title: name) { $2(true) }
        }
    }

    private let area = CGRect(x: 0, y: 0, width: 300, height: 44)

    private func cell(_ style: UITableViewCell.CellStyle) -> UITableViewCell {
        let cell = UITableViewCell(style: style, reuseIdentifier: nil)
        cell.frame = area
        cell.textLabel?.text = "title"
        cell.detailTextLabel?.text = "detail"
        cell.imageView?.image = UIImage(systemName: "camera")
        cell.accessoryType = .detailDisclosureButton
        return cell
    }

    /// What is seen of a cell, in its own coordinates.
    private func parts(_ cell: UITableViewCell) -> [CGRect] {
        cell.layoutIfNeeded()
        let content = cell.contentView.subviews.filter { $0.frame.width > 0 }
        let others = cell.subviews.filter { $0 !== cell.contentView && !$0.isHidden }
        return content.map { $0.convert($0.bounds, to: cell) } + others.map(\.frame)
    }

    /// Widths of texts are no whole numbers, so that sums of them differ in the last digit.
    private func areAlike(_ some: [CGRect], _ others: [CGRect]) -> Bool {
        some.count == others.count
            && zip(some, others).allSatisfy {
                abs($0.minX - $1.minX) + abs($0.minY - $1.minY) + abs($0.width - $1.width) < 0.001
            }
    }

    @Test(arguments: [UITableViewCell.CellStyle.default, .value1, .value2, .subtitle])
    func aRowIsMirrored(_ style: UITableViewCell.CellStyle) {
        let (one, other) = (cell(style), cell(style))
        other.semanticContentAttribute = .forceRightToLeft
        let expected = parts(one).map { CGRect(x: 300 - $0.maxX, y: $0.minY, width: $0.width, height: $0.height) }
        #expect(areAlike(parts(other), expected))
        // Laid out again, it stays so.
        other.setNeedsLayout()
        #expect(areAlike(parts(other), expected) && !areAlike(expected, parts(one)))
    }

    @Test func titlesBesideValuesEndAtThem() {
        let cell = cell(.value2)
        #expect(cell.textLabel?.textAlignment == .right)
        cell.semanticContentAttribute = .forceRightToLeft
        #expect(cell.textLabel?.textAlignment == .left)
    }

    @Test func theButtonOfEditModeIsAtTheRight() {
        let cell = cell(.default)
        cell.semanticContentAttribute = .forceRightToLeft
        cell.show(.delete) { _ in }
        cell.layoutIfNeeded()
        let button = cell.subviews.first { ($0 as? UIButton)?.accessibilityLabel?.hasPrefix("Delete") == true }
        #expect(button?.frame.maxX == 300 && cell.contentView.frame.maxX == 260)
    }

    @Test func leadingActionsAreAtTheRight() throws {
        let (rows, window) = (Rows(), UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400)))
        let table = UITableView(frame: window.bounds)
        table.semanticContentAttribute = .forceRightToLeft
        window.rootViewController = UIViewController()
        window.rootViewController?.view.addSubview(table)
        (table.dataSource, table.delegate) = (rows, rows)
        window.isHidden = false
        window.layoutIfNeeded()
        func swipe(by distance: CGFloat) {
            window.receiveTouch(.began, at: CGPoint(x: 150, y: 66), time: 0)
            for step in 1...4 {
                let x = 150 + distance * CGFloat(step) / 4
                window.receiveTouch(.moved, at: CGPoint(x: x, y: 66), time: Double(step) / 10)
            }
            window.receiveTouch(.ended, at: CGPoint(x: 150 + distance, y: 66), time: 1)
            window.layoutIfNeeded()
        }
        let row = try #require(table.cellForRow(at: IndexPath(row: 1, section: 0)))
        // There are no trailing actions.
        swipe(by: 120)
        #expect(row.frame.minX == 0)
        swipe(by: -120)
        #expect(row.frame.minX == -160)
        let strip = try #require(table.subviews.first { $0.subviews.contains { $0.accessibilityLabel == "first" } })
        #expect(strip.frame.minX == 140 && strip.frame.width == 160)
        #expect(strip.subviews.map(\.frame.minX) == [80, 0])
    }

    @Test func linesEndAtTheLeft() {
        let (rows, table) = (Rows(), UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400)))
        table.semanticContentAttribute = .forceRightToLeft
        table.dataSource = rows
        table.layoutIfNeeded()
        let lines = table.subviews.filter { $0.frame.height == 1 }.map(\.frame)
        #expect(lines.count == 3 && lines.allSatisfy { $0.minX == 0 && $0.maxX == 284 })
    }

    @Test func theBarOfATableIsAtTheLeft() {
        let (rows, window) = (Rows(), UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 100)))
        let table = UITableView(frame: window.bounds)
        table.semanticContentAttribute = .forceRightToLeft
        window.rootViewController = UIViewController()
        window.rootViewController?.view.addSubview(table)
        table.dataSource = rows
        window.isHidden = false
        window.layoutIfNeeded()
        table.contentOffset.y = 20
        let bars = (table.layer.sublayers ?? []).filter { $0.zPosition == 1000 }
        #expect(bars.map(\.frame.minX) == [3])
    }

    @Test func theAccessoriesOfAListAreAtTheLeft() {
        let cell = UICollectionViewListCell(frame: area)
        cell.accessories = [.label(text: "9"), .disclosureIndicator()]
        cell.layoutIfNeeded()
        let before = cell.accessoryViews.map(\.frame)
        let content = cell.contentView.frame
        cell.semanticContentAttribute = .forceRightToLeft
        cell.layoutIfNeeded()
        let expected = before.map { $0.offsetBy(dx: 300 - $0.minX - $0.maxX, dy: 0) }
        #expect(areAlike(cell.accessoryViews.map(\.frame), expected))
        #expect(cell.contentView.frame.maxX == 300 && cell.contentView.frame.width == content.width)
        #expect(abs((before.last?.maxX ?? 0) - 284) < 0.001)
    }
}
