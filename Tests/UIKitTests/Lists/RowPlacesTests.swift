import Foundation
import Testing

@testable import UIKit

/// Where rows are, without a table.
@MainActor @Suite struct RowPlacesTests {
    private func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

    private func section(_ heights: [CGFloat], header: CGFloat = 0, footer: CGFloat = 0) -> RowPlaces.Section {
        RowPlaces.Section(
            header: .init(nil, height: header), rows: heights.map { RowPlaces.Row(height: $0, guess: 44) },
            footer: .init(nil, height: footer))
    }

    @Test func sectionsAreBeneathEachOther() {
        var places = RowPlaces([section([10, 20], header: 5, footer: 3), section([30])])
        let end = places.stack(from: 100, gap: 2)
        #expect(end == 172)
        #expect(places.sections[0].header.y == 102 && places.sections[0].footer.y == 137)
        #expect(places[path(0)]?.y == 107 && places[path(1)]?.y == 117 && places[path(0, 1)]?.y == 142)
        #expect(places[path(2)] == nil && places[path(0, 2)] == nil)
    }

    @Test func aRowIsSeenWhereItsRectangleIs() {
        var places = RowPlaces([section([10, 10]), section([10, 10])])
        _ = places.stack(from: 0, gap: 0)
        #expect(places.paths(in: CGRect(x: 0, y: 10, width: 1, height: 15)) == [path(1), path(0, 1)])
        #expect(places.paths(in: CGRect(x: 0, y: 40, width: 1, height: 15)).isEmpty)
    }

    @Test func aMeasuredRowMovesThoseBelow() {
        var places = RowPlaces([section([-1, 10])])
        _ = places.stack(from: 0, gap: 0)
        #expect(places[path(0)]?.isGuessed == true && places[path(1)]?.y == 44)
        let wasRight = places.take(60, for: path(0))
        let end = places.stack(from: 0, gap: 0)
        #expect(!wasRight && end == 70 && places[path(1)]?.y == 60)
        #expect(places[path(0)]?.isGuessed == false)
        let isRight = places.take(60, for: path(0))
        #expect(isRight)
    }

    /// A row whose height the program gives is never measured.
    @Test func onlyRowsThatSayTheirHeightAreMeasuredAgain() {
        var places = RowPlaces([section([-1, 10])])
        _ = places.take(60, for: path(0))
        places.measureAgain(path(0))
        places.measureAgain(path(1))
        #expect(places[path(0)]?.isGuessed == true && places[path(1)]?.isGuessed == false)
    }

    @Test func measuredHeightsFollowTheirRows() {
        var old = RowPlaces([section([-1, -1, -1])])
        _ = old.take(60, for: path(0))
        _ = old.take(70, for: path(1))
        _ = old.take(80, for: path(2))
        var new = RowPlaces([section([-1, -1, -1])])
        let changes = ListChanges(deleted: [path(0)], inserted: [path(2)]).followed
        new.keepHeights(of: old, changes) { $0 == path(0) }
        #expect((0..<3).map { new[path($0)]?.height } == [70, 80, 44])
        // What is shown is measured again, what is new for the first time.
        #expect((0..<3).map { new[path($0)]?.isGuessed } == [true, false, true])
    }
}
