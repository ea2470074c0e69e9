import Foundation
import Testing

@testable import UIKit

@Suite struct ListBatchTests {
    private let first = IndexPath(indexes: [0, 0])

    @Test func aChangeByItselfIsFollowedAtOnce() throws {
        var batch = ListBatch()
        let followed = batch.change { $0.deleted = [first] }
        let changes = try #require(followed)
        #expect(changes.place(first) == nil && !changes.isAnimated)
    }

    @Test func aBatchIsFollowedWhenItsOutermostBlockEnds() throws {
        var batch = ListBatch()
        batch.begin()
        let early = batch.change { $0.deleted = [first] }
        #expect(early == nil)
        batch.begin()
        let inner = batch.change { $0.inserted = [first] }
        #expect(inner == nil)
        let ends = [batch.end(), batch.end(), batch.end()]
        #expect(ends[0] == nil && ends[2] == nil)
        let changes = try #require(ends[1])
        #expect(changes.place(first) == nil && changes.isAnimated)
        #expect(changes.place(IndexPath(indexes: [0, 1])) == IndexPath(indexes: [0, 1]))
    }

    @Test func theNextBatchKnowsNothingOfTheLast() throws {
        var batch = ListBatch()
        batch.begin()
        _ = batch.change { $0.deleted = [first] }
        _ = batch.end()
        batch.begin()
        let end = batch.end()
        let changes = try #require(end)
        #expect(changes.place(first) == first)
    }
}

@Suite struct ItemPrefetchingTests {
    private func path(_ item: Int) -> IndexPath { IndexPath(indexes: [0, item]) }

    @Test func eachItemIsAnnouncedOnceAndTakenBackWhenItIsFar() {
        var prefetching = ItemPrefetching()
        var told = prefetching.follow(near: Set((0..<5).map(path)), shown: [path(0), path(1)])
        #expect(told.new == [path(2), path(3), path(4)] && told.gone.isEmpty)
        // 2 and 3 have come into sight, which takes nothing back; 4 is not near anymore.
        told = prefetching.follow(near: [path(1), path(2), path(3), path(9)], shown: [path(2), path(3)])
        #expect(told.new == [path(1), path(9)] && told.gone == [path(4)])
        prefetching.forget()
        told = prefetching.follow(near: [path(9)], shown: [])
        #expect(told.new == [path(9)] && told.gone.isEmpty)
    }
}
