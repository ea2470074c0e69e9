import Testing

@testable import SwiftUI

@Suite @MainActor struct GridTests {
    private func box(_ width: CGFloat, _ height: CGFloat) -> some View { Color.red.frame(width: width, height: height) }

    @Test func columnsAreAsWideAsTheirWidestView() {
        let shown = Shown(
            Grid(horizontalSpacing: 10, verticalSpacing: 5) {
                GridRow {
                    box(20, 10)
                    box(30, 20)
                }
                GridRow {
                    box(40, 10)
                    box(10, 10)
                }
            })
        #expect(shown.size == CGSize(width: 80, height: 35))
        #expect(
            shown.leaves == [
                CGRect(x: 10, y: 5, width: 20, height: 10), CGRect(x: 50, y: 0, width: 30, height: 20),
                CGRect(x: 0, y: 25, width: 40, height: 10), CGRect(x: 60, y: 25, width: 10, height: 10),
            ])
    }

    @Test func viewsOutsideOfRowsTakeAllColumns() {
        let shown = Shown(
            Grid(alignment: .leading, horizontalSpacing: 10, verticalSpacing: 5) {
                GridRow {
                    box(20, 10)
                    box(30, 10)
                }
                Color.blue.frame(height: 1)
            }.fixedSize(horizontal: true, vertical: false))
        #expect(shown.leaves.last == CGRect(x: 0, y: 15, width: 60, height: 1))
    }

    @Test func cellsTakeSeveralColumnsAndStandWhereTheyWant() {
        let shown = Shown(
            Grid(horizontalSpacing: 0, verticalSpacing: 0) {
                GridRow(alignment: .bottom) {
                    box(10, 10).gridColumnAlignment(.trailing)
                    box(10, 40)
                }
                GridRow {
                    box(50, 10)
                    box(50, 10).gridCellAnchor(.topLeading)
                }
                GridRow { box(20, 10).gridCellColumns(2) }
            })
        #expect(
            shown.leaves == [
                CGRect(x: 40, y: 30, width: 10, height: 10), CGRect(x: 70, y: 0, width: 10, height: 40),
                CGRect(x: 0, y: 40, width: 50, height: 10), CGRect(x: 50, y: 40, width: 50, height: 10),
                CGRect(x: 40, y: 50, width: 20, height: 10),
            ])
    }

    @Test func whatBendsSharesTheRestAndUnsizedCellsAskForNothing() {
        let shown = Shown(
            Grid(horizontalSpacing: 0, verticalSpacing: 0) {
                GridRow {
                    box(100, 10)
                    Color.red.frame(height: 10)
                }
            }, width: 300)
        #expect(shown.drawn.map(\.frame.width) == [100, 200])
        let narrow = Shown(
            Grid(horizontalSpacing: 0, verticalSpacing: 0) {
                GridRow { box(100, 10) }
                Divider().gridCellUnsizedAxes(.horizontal)
            }, width: 300)
        #expect(narrow.size.width == 100)
    }

    @Test func rowsOfACollectionAreRows() {
        let shown = Shown(
            Grid(horizontalSpacing: 0, verticalSpacing: 0) {
                ForEach(0..<2) { row in
                    GridRow { ForEach(0..<3) { _ in box(10, CGFloat(row + 1) * 10) } }
                }
            })
        #expect(shown.size == CGSize(width: 30, height: 30) && shown.drawn.count == 6)
    }
}
