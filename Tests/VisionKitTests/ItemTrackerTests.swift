import Foundation
import Testing

@testable import VisionKit

@Suite struct ItemTrackerTests {
    private let one: RecognizedItem
    private let other: RecognizedItem
    private let line: RecognizedItem

    init() throws {
        let codes = try FoundItems.codes(["one", "other"])
        (one, other) = (codes[0], codes[1])
        let texts = FoundItems.search().texts(in: try FoundItems.page(["a line of text"]), FramePlace())
        line = try #require(texts?.first)
    }

    private func read(_ words: String, _ x: Double, _ y: Double) -> RecognizedItem {
        guard case .text(let text) = line.at(x, y) else { return line }
        return .text(
            RecognizedItem.Text(id: text.id, bounds: text.bounds, observation: text.observation, transcript: words))
    }

    @Test func aCodeKeepsItsIdentityWhereverItMoves() {
        var tracker = ItemTracker(followsAll: true)
        let first = tracker.follow([one.at(50, 50), other.at(200, 50)], of: .codes, nearest: .zero)
        #expect(first.added.count == 2 && first.updated.isEmpty && first.removed.isEmpty)
        let ids = first.added.map(\.id)
        // They change places.
        let second = tracker.follow([other.at(50, 52), one.at(200, 52)], of: .codes, nearest: .zero)
        #expect(second.added.isEmpty && Set(second.updated.map(\.id)) == Set(ids))
        #expect(tracker.items.map(\.id) == ids)
        #expect(tracker.items.map(\.bounds.middle.x) == [200, 50])
    }

    @Test func ofCodesAlikeTheNearestIsTheSame() {
        var tracker = ItemTracker(followsAll: true)
        let ids = tracker.follow([one.at(50, 50), one.at(150, 50)], of: .codes, nearest: .zero).added.map(\.id)
        // One after the other, the first track would take the code at 120.
        _ = tracker.follow([one.at(120, 50), one.at(40, 50)], of: .codes, nearest: .zero)
        #expect(tracker.items.map(\.id) == ids && tracker.items.map(\.bounds.middle.x) == [40, 120])
    }

    @Test func anItemThatTremblesIsNotUpdated() {
        var tracker = ItemTracker(followsAll: true)
        _ = tracker.follow([one.at(50, 50)], of: .codes, nearest: .zero)
        #expect(tracker.follow([one.at(50.3, 50)], of: .codes, nearest: .zero).isEmpty)
        // Small steps add up: where it was said to be counts.
        #expect(tracker.follow([one.at(50.6, 50)], of: .codes, nearest: .zero).updated.count == 1)
    }

    @Test func anItemGoesWithTheThirdSearchThatMissesItAndReturnsAsANewOne() {
        var tracker = ItemTracker(followsAll: true)
        let id = tracker.follow([one.at(50, 50)], of: .codes, nearest: .zero).added.first?.id
        for _ in 0..<2 { #expect(tracker.follow([], of: .codes, nearest: .zero).isEmpty) }
        #expect(tracker.follow([one.at(50, 50)], of: .codes, nearest: .zero).isEmpty)
        for _ in 0..<2 { #expect(tracker.follow([], of: .codes, nearest: .zero).isEmpty) }
        #expect(tracker.follow([], of: .codes, nearest: .zero).removed.map(\.id) == [id])
        #expect(tracker.items.isEmpty)
        #expect(tracker.follow([one.at(50, 50)], of: .codes, nearest: .zero).added.first?.id != id)
    }

    @Test func aSearchForCodesSaysNothingAboutText() {
        var tracker = ItemTracker(followsAll: true)
        _ = tracker.follow([read("hello", 50, 50)], of: .texts, nearest: .zero)
        for _ in 0..<5 { #expect(tracker.follow([], of: .codes, nearest: .zero).isEmpty) }
        #expect(tracker.items.count == 1)
    }

    @Test func aLineThatIsReadDifferentlyInItsPlaceIsUpdated() {
        var tracker = ItemTracker(followsAll: true)
        let id = tracker.follow([read("hel1o", 50, 50)], of: .texts, nearest: .zero).added.first?.id
        let changes = tracker.follow([read("hello", 52, 50)], of: .texts, nearest: .zero)
        #expect(changes.added.isEmpty && changes.updated.map(\.id) == [id] && tracker.items.first?.words == "hello")
        // Elsewhere, other words are another line.
        #expect(tracker.follow([read("world", 52, 140)], of: .texts, nearest: .zero).added.count == 1)
    }

    @Test func theSameWordsNearbyAreTheSameLine() {
        var tracker = ItemTracker(followsAll: true)
        let id = tracker.follow([read("hello", 50, 50)], of: .texts, nearest: .zero).added.first?.id
        #expect(tracker.follow([read("hello", 110, 50)], of: .texts, nearest: .zero).updated.first?.id == id)
        #expect(tracker.follow([read("hello", 600, 50)], of: .texts, nearest: .zero).added.count == 1)
    }

    @Test func oneAtATimeIsTheNearestUntilItGoes() {
        var tracker = ItemTracker(followsAll: false)
        let middle = CGPoint(x: 100, y: 100)
        let first = tracker.follow([one.at(10, 10), other.at(90, 90)], of: .codes, nearest: middle)
        #expect(first.added.map(\.words) == ["other"])
        // The other one comes nearer.
        _ = tracker.follow([one.at(100, 100), other.at(150, 90)], of: .codes, nearest: middle)
        #expect(tracker.items.map(\.words) == ["other"])
        for _ in 0..<3 { _ = tracker.follow([one.at(100, 100)], of: .codes, nearest: middle) }
        #expect(tracker.items.map(\.words) == ["one"])
    }

    @Test func allAreForgottenAtOnce() {
        var tracker = ItemTracker(followsAll: true)
        _ = tracker.follow([one.at(50, 50), other.at(90, 90)], of: .codes, nearest: .zero)
        #expect(tracker.removeAll().removed.count == 2 && tracker.items.isEmpty && tracker.removeAll().isEmpty)
    }
}
