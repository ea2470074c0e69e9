import Foundation
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct ContentConfigurationTests {
    private func labels(_ view: UIView) -> [UILabel] {
        view.subviews.flatMap { ($0 as? UILabel).map { [$0] } ?? labels($0) }.filter { !$0.isHidden }
    }

    private func cell(_ style: UITableViewCell.CellStyle = .default) -> UITableViewCell {
        let cell = UITableViewCell(style: style, reuseIdentifier: nil)
        cell.frame = CGRect(x: 0, y: 0, width: 300, height: 60)
        return cell
    }

    @Test func aCellShowsItsContentAndSaysIt() {
        let cell = cell()
        var content = cell.defaultContentConfiguration()
        (content.text, content.secondaryText) = ("Sunset", "12 photos")
        content.image = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 20)).image { _ in }
        cell.contentConfiguration = content
        cell.layoutIfNeeded()
        #expect(cell.accessibilityLabel == "Sunset, 12 photos")
        let shown = labels(cell)
        #expect(shown.map(\.text) == ["Sunset", "12 photos"])
        // The picture, then both texts below each other, in the middle.
        #expect(shown.map(\.frame.minX) == [72, 72] && shown[1].frame.minY == shown[0].frame.maxY + 3)
        #expect(abs(shown[0].frame.minY - (60 - shown[1].frame.maxY)) < 0.01)
        cell.contentConfiguration = nil
        #expect(labels(cell).allSatisfy { $0.text != "Sunset" })
    }

    @Test func aValueStandsAtTheEndWhereThereIsRoom() {
        let cell = cell(.value1)
        var content = cell.defaultContentConfiguration()
        (content.text, content.secondaryText) = ("Size", "3 MB")
        cell.contentConfiguration = content
        cell.layoutIfNeeded()
        #expect(labels(cell)[1].frame.maxX == 292 && labels(cell)[0].frame.minX == 16)
        content.secondaryText = String(repeating: "long ", count: 20)
        cell.contentConfiguration = content
        cell.layoutIfNeeded()
        #expect(labels(cell)[1].frame.minX == 16 && labels(cell)[1].frame.minY > labels(cell)[0].frame.minY)
    }

    @Test func rowsAreAsHighAsTheirContentWants() {
        let cell = cell()
        var content = cell.defaultContentConfiguration()
        content.text = "one line"
        cell.contentConfiguration = content
        #expect(cell.fittingHeight(width: 300) == 44)
        content.secondaryText = String(repeating: "word ", count: 60)
        cell.contentConfiguration = content
        #expect(cell.fittingHeight(width: 300) > 100)
    }

    @Test func anAccessoryLeavesLessRoomForTheText() {
        let cell = cell()
        var content = cell.defaultContentConfiguration()
        content.text = "a text"
        for _ in 0..<100 where cell.contentConfiguration == nil || cell.fittingHeight(width: 300) == 44 {
            content.text! += " and more"
            cell.contentConfiguration = content
        }
        #expect(cell.fittingHeight(width: 300) > 44)
        // One word less fits in one line, but not beside an accessory.
        content.text = String(content.text!.dropLast(" and more".count))
        cell.contentConfiguration = content
        #expect(cell.fittingHeight(width: 300) == 44)
        cell.accessoryView = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
        #expect(cell.fittingHeight(width: 300) > 44)
    }

    /// A cell that sets its content when it is told to.
    private final class Told: UITableViewCell {
        var states: [UICellConfigurationState] = []
        override func updateConfiguration(using state: UICellConfigurationState) { states.append(state) }
    }

    private final class ToldRows: NSObject, UITableViewDataSource {
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            tableView.dequeueReusableCell(withIdentifier: "told", for: indexPath)
        }
        func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
        func tableView(
            _ tableView: UITableView, commit style: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) {}
    }

    @Test func cellsAreConfiguredBeforeTheyAreShownAndInEditMode() throws {
        let rows = ToldRows()
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 200, height: 300))
        table.register(Told.self, forCellReuseIdentifier: "told")
        table.dataSource = rows
        table.layoutIfNeeded()
        let cell = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)) as? Told)
        #expect(cell.states.map(\.isEditing) == [false])
        table.setEditing(true, animated: false)
        table.layoutIfNeeded()
        #expect(cell.states.map(\.isEditing) == [false, true])
        // Another row is shown by the same cells.
        table.setEditing(false, animated: false)
        let before = cell.states.count
        table.reloadData()
        table.layoutIfNeeded()
        let cells = table.visibleCells.compactMap { $0 as? Told }
        #expect(cells.contains { $0 === cell } && cell.states.count > before)
    }

    @Test func aContentOfTheProgramFollowsTheState() {
        final class Dot: UIView, UIContentView {
            var configuration: any UIContentConfiguration { didSet { count += 1 } }
            var count = 0
            init(_ configuration: any UIContentConfiguration) {
                self.configuration = configuration
                super.init(frame: .zero)
            }
            required init?(coder: NSCoder) { nil }
        }
        struct Look: UIContentConfiguration {
            var isOn = false
            func makeContentView() -> any UIView & UIContentView { Dot(self) }
            func updated(for state: any UIConfigurationState) -> Look {
                Look(isOn: (state as? UICellConfigurationState)?.isSelected ?? false)
            }
        }
        let cell = UICollectionViewCell(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
        var told: [Bool] = []
        cell.configurationUpdateHandler = { _, state in told.append(state.isSelected) }
        cell.contentConfiguration = Look()
        let dot = cell.contentView.subviews.first as? Dot
        #expect(dot?.frame == CGRect(x: 0, y: 0, width: 100, height: 50))
        cell.isSelected = true
        #expect((dot?.configuration as? Look)?.isOn == true && told == [false, true])
        // The view that is there shows the new value.
        #expect(cell.contentView.subviews.count == 1 && dot?.count == 1)
    }

    private final class Rows: NSObject, UICollectionViewDataSource {
        var texts: [String] = []
        func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { texts.count }
        func collectionView(_ view: UICollectionView, cellForItemAt path: IndexPath) -> UICollectionViewCell {
            let cell = view.dequeueReusableCell(withReuseIdentifier: "row", for: path) as! UICollectionViewListCell
            var content = cell.defaultContentConfiguration()
            content.text = texts[path.item]
            cell.contentConfiguration = content
            cell.accessories = path.item == 0 ? [.label(text: "3"), .disclosureIndicator()] : []
            return cell
        }
    }

    @Test func cellsOfOneAccessoryHaveViewsOfTheirOwn() {
        let accessory = UICellAccessory.checkmark()
        let cells = (0..<2).map { _ in UICollectionViewListCell(frame: CGRect(x: 0, y: 0, width: 200, height: 44)) }
        for cell in cells { cell.accessories = [accessory, .label(text: "3", displayed: .whenEditing)] }
        #expect(cells.map { $0.accessoryViews.map(\.superview) } == cells.map { [$0] })
    }

    @Test func aListHasRowsAcrossItsWidthThatAreAsHighAsTheyWant() throws {
        let rows = Rows()
        rows.texts = ["short", String(repeating: "word ", count: 60), "last"]
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 300, height: 600),
            collectionViewLayout: UICollectionViewCompositionalLayout.list(using: .init(appearance: .insetGrouped)))
        view.register(UICollectionViewListCell.self, forCellWithReuseIdentifier: "row")
        view.dataSource = rows
        view.layoutIfNeeded()
        let cells = (0..<3).compactMap { view.cellForItem(at: IndexPath(item: $0, section: 0)) }
        #expect(cells.map(\.frame.minX) == [16, 16, 16] && cells.map(\.frame.width) == [268, 268, 268])
        #expect(cells[0].frame.height == 44 && cells[1].frame.height > 100 && cells[2].frame.height == 44)
        #expect(cells[1].frame.minY == 62 && cells[2].frame.minY == cells[1].frame.maxY)
        let first = try #require(cells.first as? UICollectionViewListCell)
        first.layoutIfNeeded()
        #expect(first.contentView.frame.width < 250 && first.accessories.count == 2)
        let ends = first.accessoryViews.map(\.frame.maxX)
        #expect(ends[1] == 252 && ends[0] < ends[1])
    }
}
