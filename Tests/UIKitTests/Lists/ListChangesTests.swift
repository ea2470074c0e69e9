import Foundation
import Testing

@testable import UIKit

@Suite struct ListChangesTests {
    private func path(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(indexes: [section, item]) }

    /// The changes of a batch, done to names: what Apple documents is that deletions count before, insertions after.
    @Test func placesAreThoseOfTheDataAfterTheChanges() {
        let changes = ListChanges(
            deleted: [path(1), path(4)], inserted: [path(0), path(3)], moved: [path(6): path(2), path(0, 1): path(6)])
        // a b c d e f g, then h i: without b, e, the moved g and h, it is a c d f.
        // With new ones at 0 and 3, g at 2, h at 6: new a g new c d h f.
        let expected: [(IndexPath, IndexPath?)] = [
            (path(0), path(1)), (path(1), nil), (path(2), path(4)), (path(3), path(5)), (path(4), nil),
            (path(5), path(7)), (path(6), path(2)), (path(0, 1), path(6)), (path(1, 1), path(0, 1)),
        ]
        for (old, new) in expected { #expect(changes.place(of: old) == new, "\(old)") }
    }

    /// The same as one element after the other would go.
    @Test(arguments: 0..<20) func placesOfManyAreThoseOfEach(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let count = 60
        let deleted = Set((0..<count).filter { _ in Bool.random(using: &numbers) })
        let left = (0..<count).filter { !deleted.contains($0) }
        var after: [Int?] = left
        var inserted: [Int] = []
        for place in 0..<20 where Bool.random(using: &numbers) {
            inserted.append(min(place * 2, after.count))
            after.insert(nil, at: inserted.last!)
        }
        let changes = ListChanges(deleted: Set(deleted.map { path($0) }), inserted: inserted.map { path($0) })
        let places = ChangedPlaces(changes)
        for item in 0..<count {
            #expect(places.place(of: path(item)) == after.firstIndex(of: item).map { path($0) })
        }
    }

    private struct SeededNumbers: RandomNumberGenerator {
        var state: UInt64
        init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }
        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    @Test func sectionsTakeTheirItemsAlong() {
        let changes = ListChanges(deletedSections: [1], insertedSections: [0], movedSections: [3: 1])
        // a b c d: without b and the moved d, it is a c; a new one in front, d at 1: new d a c.
        #expect(changes.place(of: path(2, 0)) == path(2, 2))
        #expect(changes.place(of: path(0, 1)) == nil)
        #expect(changes.place(of: path(0, 2)) == path(0, 3))
        #expect(changes.place(of: path(7, 3)) == path(7, 1))
    }
}
