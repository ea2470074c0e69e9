import QuartzCore
import Testing

@testable import UIKit

@MainActor @Suite struct TransitionStyleTests {
    private func slide(_ type: CATransitionType, _ subtype: CATransitionSubtype?) throws -> Slide {
        let transition = CATransition()
        (transition.type, transition.subtype) = (type, subtype)
        guard case .slide(let slide) = TransitionStyle(transition) else { throw CancellationError() }
        return slide
    }

    private let size = CGSize(width: 100, height: 40)

    @Test func aPushMovesBoth() throws {
        let left = try slide(.push, .fromRight).places(0.25, in: size)
        #expect(left.old == CGPoint(x: -25, y: 0) && left.new == CGPoint(x: 75, y: 0))
        let right = try slide(.push, nil).places(0.25, in: size)
        #expect(right.old == CGPoint(x: 25, y: 0) && right.new == CGPoint(x: -75, y: 0))
    }

    /// What moves in from the top goes up on iOS, and what is revealed from the bottom goes down.
    @Test func oneOfThemMovesInOrAway() throws {
        let moveIn = try slide(.moveIn, .fromTop)
        #expect(!moveIn.isOldInFront)
        #expect(moveIn.places(0.5, in: size).old == .zero && moveIn.places(0.5, in: size).new == CGPoint(x: 0, y: 20))
        let reveal = try slide(.reveal, .fromBottom)
        #expect(reveal.isOldInFront)
        #expect(reveal.places(0.5, in: size).old == CGPoint(x: 0, y: 20) && reveal.places(0.5, in: size).new == .zero)
    }

    @Test func aFadeDissolves() {
        #expect(TransitionStyle(CATransition()) == .dissolve)
    }
}
