import Foundation
import Testing

@testable import SwiftUI

@Suite @MainActor struct AnimationTests {
    @Test func curvesHaveApplesValues() {
        func values(_ curve: UnitCurve) -> [Double] { [0.25, 0.5, 0.75].map { curve.value(at: $0) } }
        func near(_ curve: UnitCurve, _ expected: [Double], _ tolerance: Double) -> Bool {
            zip(values(curve), expected).allSatisfy { abs($0 - $1) < tolerance }
        }
        // The figures are given with two or three digits.
        #expect(near(.easeIn, [0.09, 0.32, 0.62], 0.0051))
        #expect(near(.easeOut, [0.38, 0.68, 0.91], 0.0051))
        #expect(near(.easeInOut, [0.13, 0.5, 0.87], 0.0051))
        #expect(near(.linear, [0.25, 0.5, 0.75], 1e-9))
        #expect(near(.circularEaseIn, [0.032, 0.134, 0.339], 0.00051))
        #expect(near(.circularEaseOut, [0.661, 0.866, 0.968], 0.00051))
        #expect(near(.circularEaseInOut, [0.067, 0.5, 0.933], 0.00051))
        let slopes = [0, 0.25, 0.5, 0.75, 1].map { UnitCurve.easeInOut.velocity(at: $0) }
        #expect(zip(slopes, [0, 1.06, 1.72, 1.06, 0]).allSatisfy { abs($0 - $1) < 0.0051 })
    }

    @Test func springsFollowTheirFigures() {
        let spring = Spring(response: 0.5, dampingRatio: 0.825)
        #expect(abs(spring.stiffness - 157.91) < 0.01 && abs(spring.damping - 20.73) < 0.01)
        #expect(Spring(duration: 0.5, bounce: 0.3).dampingRatio == 0.7)
        // Released at rest from 1: the value begins flat, and ends at the target.
        #expect(spring.value(target: 1.0, time: 0) == 0)
        #expect(abs(spring.value(target: 1.0, time: 3) - 1) < 1e-6)
        // A critically damped spring never passes its target.
        let smooth = Spring.smooth
        #expect((0...100).allSatisfy { smooth.value(target: 1.0, time: Double($0) / 50) <= 1 })
        #expect((0...100).contains { Spring.bouncy.value(target: 1.0, time: Double($0) / 50) > 1 })
    }

    /// What is left when an animation is over is not seen to be gone, however fast it was at first.
    @Test(arguments: [0.5, 1, 1.5], [-60.0, -3, 3, 20, 300])
    func aFastSpringTakesLonger(_ ratio: Double, _ velocity: Double) {
        let spring = Spring(response: 0.5, dampingRatio: ratio)
        let animation = Animation.interpolatingSpring(spring, initialVelocity: velocity)
        let values = (0...10_000).map { animation.progress(at: Double($0) / 1000) }
        let end = values.firstIndex { $0.isOver } ?? 0
        #expect(end > 100 && values[end].value == 1)
        // The figure of a spring at rest leaves out how far its swings go: it is not exact either.
        #expect(abs(values[end - 1].value - 1) < 0.002)
    }

    @Test func aSpringBeginsWithItsVelocity() {
        let spring = Spring(mass: 1, stiffness: 100, damping: 20)
        func values(_ velocity: Double) -> [Double] {
            let animation = Animation.interpolatingSpring(
                mass: 1, stiffness: 100, damping: 20, initialVelocity: velocity)
            return [0, 0.05, 0.1, 0.3].map { animation.progress(at: $0).value }
        }
        for velocity in [0.0, 8, -5] {
            // At critical damping, 1 - ((1 + 10 t) - v t) exp(-10 t).
            let expected = [0, 0.05, 0.1, 0.3].map { 1 - (1 + 10 * $0 - velocity * $0) * exp(-10 * $0) }
            #expect(zip(values(velocity), expected).allSatisfy { abs($0 - $1) < 1e-9 })
        }
        #expect(
            Animation.interpolatingSpring(spring, initialVelocity: 8)
                != Animation.interpolatingSpring(spring, initialVelocity: 0))
    }

    struct Moving: View {
        @State var isFar = false
        let get: (Binding<Bool>) -> Void
        var body: some View {
            let _ = get($isFar)
            Color.red.frame(width: 10, height: 10).offset(x: isFar ? 100 : 0)
        }
    }

    @Test func framesMoveOnTheClock() {
        var binding: Binding<Bool>!
        let shown = Shown(Moving { binding = $0 }, width: 10, height: 10)
        withAnimation(.linear(duration: 1)) { binding.wrappedValue = true }
        shown.update()
        let item = shown.drawn[0]
        #expect(item.frame.minX == 100 && item.shownFrame.now.minX == 0)
        shown.advance(by: 0.25)
        #expect(item.shownFrame.now.minX == 25)
        shown.advance(by: 0.5)
        #expect(item.shownFrame.now.minX == 75)
        #expect(shown.graph.clock.isTicking)
        shown.advance(by: 0.5)
        #expect(item.shownFrame.now.minX == 100)
        shown.advance(by: 0.1)
        #expect(!shown.graph.clock.isTicking)
    }

    @Test func aChangeOnTheWayStartsFromWhatIsSeen() {
        var binding: Binding<Bool>!
        let shown = Shown(Moving { binding = $0 }, width: 10, height: 10)
        withAnimation(.linear(duration: 1)) { binding.wrappedValue = true }
        shown.update()
        shown.advance(by: 0.5)
        withAnimation(.linear(duration: 1)) { binding.wrappedValue = false }
        shown.update()
        #expect(shown.drawn[0].shownFrame.now.minX == 50)
        shown.advance(by: 0.5)
        #expect(shown.drawn[0].shownFrame.now.minX == 25)
    }

    private struct Coming: View {
        @State private var isThere = false
        let transition: AnyTransition
        let get: (Binding<Bool>) -> Void

        var body: some View {
            let _ = get($isThere)
            ZStack {
                if isThere { Color.red.frame(width: 10, height: 10).transition(transition) }
            }
        }
    }

    @Test func aTransitionHasAnAnimationOfItsOwn() {
        var binding: Binding<Bool>!
        let transition = AnyTransition.asymmetric(
            insertion: .opacity.animation(.linear(duration: 1)), removal: .move(edge: .top).animation(nil))
        let shown = Shown(Coming(transition: transition) { binding = $0 }, width: 10, height: 10)
        // Nothing says that the change is animated.
        binding.wrappedValue = true
        shown.update()
        #expect(shown.drawn.count == 1 && shown.graph.clock.isTicking)
        shown.advance(by: 0.9)
        #expect(shown.graph.clock.isTicking)
        shown.advance(by: 0.2)
        shown.advance(by: 0.1)
        #expect(!shown.graph.clock.isTicking)
        withAnimation(.linear(duration: 1)) { binding.wrappedValue = false }
        shown.update()
        #expect(shown.drawn.isEmpty)
    }

    @Test func combinedTransitionsHaveOneAnimation() {
        let combined = AnyTransition.scale.combined(with: .opacity.animation(.linear(duration: 2)))
        #expect(combined.insertion.transaction(Transaction()).animation == .linear(duration: 2))
        #expect(AnyTransition.scale.removal.transaction(Transaction(animation: .default)).animation == .default)
    }

    @Test func completionsRunWhenAllIsStill() {
        var binding: Binding<Bool>!
        var isDone = false
        let shown = Shown(Moving { binding = $0 }, width: 10, height: 10)
        withAnimation(.linear(duration: 1)) {
            binding.wrappedValue = true
        } completion: {
            isDone = true
        }
        shown.update()
        shown.advance(by: 0.5)
        #expect(!isDone)
        shown.advance(by: 0.6)
        #expect(isDone)
        isDone = false
        withAnimation(.linear(duration: 1)) {
        } completion: {
            isDone = true
        }
        shown.update()
        #expect(isDone)
    }

    @Test func repeatedAnimationsGoBackAndForth() {
        let animation = Animation.linear(duration: 1).repeatCount(3)
        #expect([0.5, 1.25, 2.5].map { animation.progress(at: $0).value } == [0.5, 0.75, 0.5])
        #expect(!Animation.linear(duration: 1).repeatForever().progress(at: 1000.5).isOver)
        #expect(Animation.linear(duration: 1).delay(1).progress(at: 1.5).value == 0.5)
        #expect(Animation.linear(duration: 1).speed(2).progress(at: 0.25).value == 0.5)
    }

    struct Numbered: View, Animatable {
        nonisolated var number: Double
        nonisolated var animatableData: Double {
            get { number }
            set { number = newValue }
        }
        var body: some View { Text(verbatim: "\(number)") }
    }

    struct Counting: View {
        @State var number = 0.0
        let get: (Binding<Double>) -> Void
        var body: some View {
            let _ = get($number)
            Numbered(number: number).animation(.linear(duration: 1), value: number)
        }
    }

    @Test func animatableViewsAreEvaluatedForEachFrame() {
        var binding: Binding<Double>!
        let shown = Shown(Counting { binding = $0 })
        binding.wrappedValue = 8
        shown.update()
        #expect(shown.texts == ["0.0"])
        shown.advance(by: 0.5)
        #expect(shown.texts == ["4.0"])
        shown.advance(by: 0.5)
        #expect(shown.texts == ["8.0"])
    }
}
