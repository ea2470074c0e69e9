import Testing

@testable import UIKit

/// A table's rows, and what it tells of them.
@MainActor
private final class Codes: NSObject, UITableViewDataSource, UITableViewDelegate {
    final class Cell: UITableViewCell {
        static var count = 0

        override init(style: CellStyle, reuseIdentifier: String?) {
            Self.count += 1
            super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
        }

        required init?(coder: NSCoder) { nil }
    }

    var codes = (0..<100).map { "code \($0)" }
    var told: [String] = []

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { codes.count }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "code", for: indexPath)
        cell.textLabel?.text = codes[indexPath.row]
        cell.textLabel?.numberOfLines = 0
        return cell
    }

    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { 50 }
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { told.append("+\(indexPath.row)") }
    func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) { told.append("-\(indexPath.row)") }
    func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
        told.append("i\(indexPath.row)")
    }
}

@MainActor @Suite(.serialized) struct UITableViewTests {
    private let codes = Codes()
    private let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))

    init() {
        Codes.Cell.count = 0
        table.register(Codes.Cell.self, forCellReuseIdentifier: "code")
        table.dataSource = codes
        table.delegate = codes
        table.layoutIfNeeded()
    }

    private var texts: [String?] { table.visibleCells.map { $0.textLabel?.text } }

    @Test func onlyWhatIsSeenHasCells() {
        #expect(table.contentSize == CGSize(width: 320, height: 5000))
        #expect(texts == ["code 0", "code 1", "code 2", "code 3"] && Codes.Cell.count == 4)
        #expect(table.visibleCells.allSatisfy { $0 is Codes.Cell })
        #expect(table.cellForRow(at: IndexPath(row: 1, section: 0))?.frame.minY == 50)
        table.scrollToRow(at: IndexPath(row: 50, section: 0), at: .top, animated: false)
        table.layoutIfNeeded()
        #expect(texts == ["code 50", "code 51", "code 52", "code 53"] && Codes.Cell.count == 4)
        #expect(table.indexPathForRow(at: CGPoint(x: 1, y: 2501)) == IndexPath(row: 50, section: 0))
    }

    @Test func oneRowIsChosenAtATime() throws {
        let cells = table.visibleCells
        cells[1].pressed()
        cells[2].pressed()
        #expect(codes.told == ["+1", "-1", "+2"])
        #expect(table.indexPathForSelectedRow?.row == 2 && cells[2].isSelected && !cells[1].isSelected)
        table.allowsMultipleSelection = true
        cells[0].pressed()
        #expect(table.indexPathsForSelectedRows?.map(\.row) == [0, 2])
        cells[0].pressed()
        #expect(codes.told.suffix(2) == ["+0", "-0"])
    }

    @Test func aRowThatGoesMovesTheSelection() {
        table.selectRow(at: IndexPath(row: 3, section: 0), animated: false, scrollPosition: .none)
        codes.codes.remove(at: 1)
        table.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .automatic)
        table.layoutIfNeeded()
        #expect(texts == ["code 0", "code 2", "code 3", "code 4"])
        #expect(table.indexPathForSelectedRow?.row == 2 && table.numberOfRows(inSection: 0) == 99)
        table.reloadData()
        #expect(table.indexPathForSelectedRow == nil)
    }

    @Test func selectionLeavesTheContentsColor() {
        let cell = table.cellForRow(at: IndexPath(row: 0, section: 0))
        cell?.contentView.backgroundColor = .yellow
        table.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
        #expect(cell?.isSelected == true && cell?.contentView.backgroundColor == .yellow)
    }

    @Test func aHeaderThatComesLateMovesTheRows() {
        table.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 30))
        table.layoutIfNeeded()
        #expect(table.rectForRow(at: IndexPath(row: 0, section: 0)).minY == 30)
        #expect(table.contentSize.height == 5030)
    }

    @Test func aRowThatIsLoadedAgainIsMeasuredAgain() {
        table.delegate = nil
        table.reloadData()
        table.layoutIfNeeded()
        let path = IndexPath(row: 0, section: 0)
        #expect(table.rectForRow(at: path).height == 44)
        codes.codes[0] = Array(repeating: "a long text", count: 40).joined(separator: " ")
        table.reloadRows(at: [path], with: .none)
        table.layoutIfNeeded()
        #expect(table.rectForRow(at: path).height > 100)
    }

    private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

    @Test func aBatchKeepsTheSelectionAndTheCells() {
        table.allowsMultipleSelection = true
        for row in [0, 1, 3] { table.selectRow(at: path(row), animated: false, scrollPosition: .none) }
        let third = table.cellForRow(at: path(3))
        Codes.Cell.count = 0
        table.performBatchUpdates {
            // In the table's order deletions count first, whatever comes first here.
            codes.codes.remove(at: 1)
            codes.codes.insert("new", at: 0)
            table.insertRows(at: [path(0)], with: .automatic)
            table.deleteRows(at: [path(1)], with: .fade)
        }
        #expect(table.indexPathsForSelectedRows == [path(1), path(3)])
        #expect(texts == ["new", "code 0", "code 2", "code 3"])
        // What stays is neither made nor asked for again.
        #expect(table.cellForRow(at: path(3)) === third && third?.isSelected == true && Codes.Cell.count == 0)
        table.beginUpdates()
        codes.codes.swapAt(1, 3)
        table.moveRow(at: path(3), to: path(1))
        table.moveRow(at: path(1), to: path(3))
        table.endUpdates()
        #expect(table.indexPathsForSelectedRows == [path(1), path(3)] && table.cellForRow(at: path(1)) === third)
        #expect(texts == ["new", "code 3", "code 2", "code 0"])
        table.reloadSections([0], with: .none)
        #expect(table.indexPathsForSelectedRows == nil)
    }

    @Test func anEmptyBatchMeasuresTheRowsAgain() {
        table.delegate = nil
        table.reloadData()
        table.layoutIfNeeded()
        let first = table.cellForRow(at: path(0))
        first?.textLabel?.text = Array(repeating: "a long text", count: 40).joined(separator: " ")
        table.beginUpdates()
        table.endUpdates()
        #expect(table.rectForRow(at: path(0)).height > 100 && table.cellForRow(at: path(0)) === first)
    }

    @Test func aReconfiguredRowKeepsItsCell() {
        let cell = table.cellForRow(at: path(2))
        codes.codes[2] = "changed"
        table.reconfigureRows(at: [path(2), path(90)])
        #expect(table.cellForRow(at: path(2)) === cell && cell?.textLabel?.text == "changed")
    }

    @Test func aDetailButtonIsPressedApartFromItsRow() throws {
        let cell = try #require(table.cellForRow(at: path(2)))
        cell.accessoryType = .detailDisclosureButton
        cell.layoutIfNeeded()
        let button = try #require(cell.subviews.compactMap { $0 as? UIButton }.first)
        #expect(button.frame.width > 10 && button.frame.maxX < 310 && button.frame.minX > cell.contentView.frame.maxX)
        button.sendActions(for: .touchUpInside)
        #expect(codes.told == ["i2"])
        cell.pressed()
        #expect(codes.told == ["i2", "+2"])
        cell.accessoryType = .checkmark
        #expect(!cell.subviews.contains { $0 is UIButton })
    }

    @Test func namesAndValuesMeetAtALine() throws {
        let cell = UITableViewCell(style: .value2, reuseIdentifier: nil)
        cell.textLabel?.text = "ISO"
        cell.detailTextLabel?.text = "400"
        cell.layoutIfNeeded()
        let (name, value) = (try #require(cell.textLabel), try #require(cell.detailTextLabel))
        #expect(name.textAlignment == .right && name.frame.maxX == 107 && value.frame.minX == 113)
        #expect(value.textColor == .label && cell.accessibilityLabel == "ISO, 400")
    }
}
