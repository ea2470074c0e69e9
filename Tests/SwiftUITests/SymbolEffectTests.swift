import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct SymbolEffectTests {
    private func symbol(_ shown: Shown) -> UIView { shown.drawn[0].surface!.view }
    private func scale(_ shown: Shown) -> CGFloat { symbol(shown).transform.a }

    @Test func aSymbolBouncesOnceForEachValue() {
        let handle = Held<Int, AnyView>.Handle()
        let shown = Shown(
            Held(0, handle) { AnyView(Image(systemName: "star").symbolEffect(.bounce, value: $0.wrappedValue)) })
        // Nothing moves before the value changes, or costs anything.
        #expect(scale(shown) == 1 && !shown.graph.clock.isTicking)
        handle.value = 1
        shown.update()
        shown.advance(by: 0.1)
        #expect(scale(shown) > 1.05 && shown.graph.clock.isTicking)
        shown.advance(by: 0.25)
        #expect(scale(shown) < 1)
        shown.advance(by: 0.5)
        shown.advance(by: 0.1)
        #expect(scale(shown) == 1 && !shown.graph.clock.isTicking)
    }

    @Test func optionsRepeatAndHurry() {
        let handle = Held<Int, AnyView>.Handle()
        let shown = Shown(
            Held(0, handle) {
                AnyView(
                    Image(systemName: "star").symbolEffect(
                        .bounce.down, options: .repeat(2).speed(2), value: $0.wrappedValue))
            })
        handle.value = 1
        shown.update()
        shown.advance(by: 0.05)
        #expect(scale(shown) < 0.95)
        // The second time.
        shown.advance(by: 0.3)
        #expect(scale(shown) < 0.95)
        shown.advance(by: 0.3)
        #expect(scale(shown) == 1)
    }

    @Test func aPulseGoesOnWhileItIsActiveAndEndsInItsPeriod() {
        let handle = Held<Bool, AnyView>.Handle()
        let shown = Shown(
            Held(true, handle) { isActive in
                AnyView(Image(systemName: "star").symbolEffect(.pulse, isActive: isActive.wrappedValue))
            })
        shown.advance(by: 0.5)
        #expect(abs(symbol(shown).alpha - 0.3) < 0.01)
        shown.advance(by: 10)
        #expect(abs(symbol(shown).alpha - 0.3) < 0.01)
        handle.value = false
        shown.update()
        shown.advance(by: 0.25)
        #expect(symbol(shown).alpha < 1)
        shown.advance(by: 0.5)
        shown.advance(by: 0.1)
        #expect(symbol(shown).alpha == 1 && !shown.graph.clock.isTicking)
    }

    @Test func variableColorGetsBrighterInSteps() {
        let shown = Shown(Image(systemName: "wifi").symbolEffect(.variableColor.iterative))
        var levels: [Int] = []
        for _ in 0..<3 {
            levels.append(Int((symbol(shown).alpha * 100).rounded()))
            shown.advance(by: 0.3001)
        }
        #expect(levels == [35, 68, 100])
    }

    @Test func aScaleStaysAndATextIsLeftAlone() {
        let handle = Held<Bool, AnyView>.Handle()
        let shown = Shown(
            Held(false, handle) { isActive in
                AnyView(
                    Label("Star", systemImage: "star").symbolEffect(.scale.up, isActive: isActive.wrappedValue))
            })
        handle.value = true
        shown.update()
        shown.advance(by: 1)
        shown.advance(by: 1)
        let (image, text) = (shown.drawn.first { $0.leaf is Image }!, shown.drawn.first { $0.leaf is Text }!)
        #expect(abs(image.surface!.view.transform.a - 1.15) < 0.001 && text.surface!.view.transform.a == 1)
        #expect(!shown.graph.clock.isTicking)
    }

    @Test func effectsCanBeKeptAway() {
        let shown = Shown(Image(systemName: "star").symbolEffectsRemoved().symbolEffect(.pulse))
        shown.advance(by: 0.5)
        #expect(symbol(shown).alpha == 1)
    }

    // MARK: Content transitions

    private func changing(_ transition: ContentTransition) -> (Shown, Held<Int, AnyView>.Handle) {
        let handle = Held<Int, AnyView>.Handle()
        let shown = Shown(
            Held(1, handle) { number in
                AnyView(Text(verbatim: "\(number.wrappedValue)").contentTransition(transition))
            })
        return (shown, handle)
    }

    private func labels(_ shown: Shown) -> [UILabel] { shown.views(UILabel.self) }

    @Test func aTextFadesIntoAnother() {
        let (shown, handle) = changing(.opacity)
        withAnimation(.linear(duration: 1)) { handle.value = 2 }
        shown.update()
        shown.advance(by: 0.25)
        #expect(labels(shown).map(\.text) == ["2", "1"])
        #expect(labels(shown).map { ($0.alpha * 100).rounded() } == [25, 75])
        shown.advance(by: 1)
        #expect(labels(shown).map(\.text) == ["2"] && labels(shown)[0].alpha == 1)
        shown.advance(by: 0.1)
        #expect(!shown.graph.clock.isTicking)
    }

    @Test func aNumberRollsTheWayItGoes() {
        let (shown, handle) = changing(.numericText())
        withAnimation(.linear(duration: 1)) { handle.value = 2 }
        shown.update()
        shown.advance(by: 0.5)
        // The new one comes from below, and the old one leaves upwards.
        #expect(labels(shown).map { $0.transform.ty.sign } == [.plus, .minus])
        let (down, other) = changing(.numericText(countsDown: true))
        withAnimation(.linear(duration: 1)) { other.value = 0 }
        down.update()
        down.advance(by: 0.5)
        #expect(labels(down).map { $0.transform.ty.sign } == [.minus, .plus])
    }

    @Test func withoutAnAnimationOrATransitionTheTextIsThereAtOnce() {
        let (shown, handle) = changing(.opacity)
        handle.value = 2
        shown.update()
        #expect(labels(shown).map(\.text) == ["2"])
        let (plain, other) = changing(.identity)
        withAnimation(.linear(duration: 1)) { other.value = 2 }
        plain.update()
        #expect(labels(plain).map(\.text) == ["2"] && labels(plain)[0].alpha == 1)
    }

    @Test func aSymbolThatAppearsGrowsFromNothingAndStays() {
        let handle = Held<Bool, AnyView>.Handle()
        let shown = Shown(
            Held(true, handle) { isActive in
                AnyView(Image(systemName: "star").symbolEffect(.appear, isActive: isActive.wrappedValue))
            })
        #expect(symbol(shown).alpha < 0.01)
        shown.advance(by: 0.15)
        #expect(abs(symbol(shown).alpha - 0.5) < 0.01 && abs(scale(shown) - 0.75) < 0.01)
        shown.advance(by: 0.2)
        #expect(symbol(shown).alpha == 1 && scale(shown) == 1 && !shown.graph.clock.isTicking)
        handle.value = false
        shown.update()
        shown.advance(by: 0.1)
        #expect(symbol(shown).alpha == 1)
    }
}
