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

    @Test func sectionsTakeTheirItemsAlong() {
        let changes = ListChanges(deletedSections: [1], insertedSections: [0], movedSections: [3: 1])
        // a b c d: without b and the moved d, it is a c; a new one in front, d at 1: new d a c.
        #expect(changes.place(of: path(2, 0)) == path(2, 2))
        #expect(changes.place(of: path(0, 1)) == nil)
        #expect(changes.place(of: path(0, 2)) == path(0, 3))
        #expect(changes.place(of: path(7, 3)) == path(7, 1))
    }
}
