import Foundation
import PixelCoding
import Testing

@Suite struct FaceTrackerTests {
    private func face(_ x: Double, size: Double = 0.2, turns: Int = 0) -> FoundFace {
        FoundFace(bounds: CGRect(x: x - size / 2, y: 0.4, width: size, height: size), quarterTurns: turns)
    }

    @Test func aFaceCountsFromTheSecondSearchThatFindsIt() {
        var tracker = FaceTracker()
        #expect(tracker.follow([face(0.3)]).isEmpty)
        #expect(tracker.follow([face(0.3)]).map(\.id) == [1])
        #expect(tracker.follow([]).isEmpty)
    }

    @Test func aFaceThatWasFoundOnceIsForgottenAtOnce() {
        var tracker = FaceTracker()
        #expect(tracker.follow([face(0.3)]).isEmpty)
        #expect(tracker.follow([]).isEmpty)
        #expect(tracker.follow([face(0.3)]).isEmpty)
    }

    @Test func aMovingAndGrowingFaceKeepsItsNumber() {
        var tracker = FaceTracker()
        var ids: Set<Int> = []
        for step in 0..<10 {
            let found = tracker.follow([face(0.2 + 0.06 * Double(step), size: 0.15 + 0.01 * Double(step))])
            ids.formUnion(found.map(\.id))
        }
        #expect(ids == [1])
    }

    @Test func facesThatPassEachOtherKeepTheirNumbersWhileTheyDiffer() {
        var tracker = FaceTracker()
        _ = tracker.follow([face(0.2), face(0.7)])
        #expect(tracker.follow([face(0.72), face(0.22)]).map(\.id).count == 2)
        let left = tracker.follow([face(0.24)]).map(\.id)
        let both = tracker.follow([face(0.26), face(0.7)])
        #expect(both.map(\.id).first == left.first)
        #expect(Set(both.map(\.id)).count == 2)
    }

    @Test func aFaceIsRememberedForTwoMisses() {
        var tracker = FaceTracker()
        for _ in 0..<2 { _ = tracker.follow([face(0.3)]) }
        for _ in 0..<2 { #expect(tracker.follow([]).isEmpty) }
        #expect(tracker.follow([face(0.32)]).map(\.id) == [1])
        for _ in 0..<3 { _ = tracker.follow([]) }
        #expect(tracker.follow([face(0.32)]).isEmpty)
        #expect(tracker.follow([face(0.32)]).map(\.id) == [2])
    }

    @Test func neighborsThatMoveTogetherKeepTheirNumbers() {
        var tracker = FaceTracker()
        for _ in 0..<2 { _ = tracker.follow([face(0.3), face(0.44)]) }
        // The left one is now nearer to where the right one was.
        #expect(tracker.follow([face(0.38), face(0.45)]).map(\.id) == [1, 2])
        #expect(tracker.follow([face(0.45)]).map(\.id) == [2])
    }

    @Test func whoComesAfterForgettingIsNew() {
        var tracker = FaceTracker()
        for _ in 0..<2 { _ = tracker.follow([face(0.3)]) }
        tracker.forget()
        #expect(tracker.follow([face(0.3)]).isEmpty)
        #expect(tracker.follow([face(0.3)]).map(\.id) == [2])
    }

    @Test func itKnowsTheDirectionsOfItsFaces() {
        var tracker = FaceTracker()
        #expect(tracker.quarterTurns.isEmpty)
        _ = tracker.follow([face(0.3, turns: 3), face(0.7, turns: 1), face(0.1, turns: 3)])
        #expect(tracker.quarterTurns == [1, 3])
    }
}
