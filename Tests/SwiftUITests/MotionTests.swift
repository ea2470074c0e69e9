import Foundation
import Testing

@testable import SwiftUI

@Suite @MainActor struct MotionTests {
    @Test func phasesFollowEachOtherAndStopWithTheView() {
        let handle = Held<Bool, AnyView>.Handle()
        let shown = Shown(
            Held(true, handle) { isShown in
                AnyView(
                    Group {
                        if isShown.wrappedValue {
                            PhaseAnimator(["a", "b", "c"]) {
                                // Something that is animated.
                                Text(verbatim: $0).opacity($0 == "a" ? 1 : $0 == "b" ? 0.5 : 0.2)
                            } animation: { _ in
                                .linear(duration: 1)
                            }
                        }
                    })
            })
        var seen = shown.texts
        for _ in 0..<4 {
            shown.advance(by: 1.1)
            shown.advance(by: 0)
            seen += shown.texts
        }
        #expect(seen == ["b", "c", "a", "b", "c"])
        handle.value = false
        shown.update()
        shown.advance(by: 2)
        shown.advance(by: 2)
        #expect(!shown.graph.clock.isTicking)
    }

    @Test func aTriggerStartsOnePass() {
        let handle = Held<Int, AnyView>.Handle()
        let shown = Shown(
            Held(0, handle) { count in
                AnyView(
                    Color.red.frame(width: 10, height: 10)
                        .phaseAnimator([0.0, 50.0], trigger: count.wrappedValue) { view, x in
                            view.offset(x: x)
                        } animation: { _ in
                            .linear(duration: 1)
                        })
            }, width: 10, height: 10)
        #expect(!shown.graph.clock.isTicking)
        handle.value = 1
        shown.update()
        shown.advance(by: 0.5)
        #expect(shown.drawn[0].shownFrame.now.minX == 25)
        shown.advance(by: 0.6)
        shown.advance(by: 0)
        shown.advance(by: 0.5)
        #expect(shown.drawn[0].shownFrame.now.minX == 25)
        shown.advance(by: 0.6)
        shown.advance(by: 0)
        shown.advance(by: 0.1)
        #expect(shown.drawn[0].shownFrame.now.minX == 0 && !shown.graph.clock.isTicking)
    }

    struct Values {
        var x = 0.0
        var angle = Angle.zero
    }

    @Test func tracksFollowTheirKeyframes() {
        let timeline = KeyframeTimeline(initialValue: Values()) {
            KeyframeTrack(\.x) {
                LinearKeyframe(10, duration: 1)
                MoveKeyframe(100)
                LinearKeyframe(0, duration: 2, timingCurve: .easeIn)
            }
            KeyframeTrack(\.angle) {
                CubicKeyframe(.degrees(90), duration: 1)
                CubicKeyframe(.degrees(0), duration: 1)
            }
        }
        #expect(timeline.duration == 3)
        #expect(timeline.value(time: 0.5).x == 5 && timeline.value(time: 1).x == 100)
        // Ease-in has done .32 of the way at half of the time.
        #expect(abs(timeline.value(time: 2).x - 68.4) < 0.6)
        #expect(timeline.value(time: 9).x == 0 && timeline.value(progress: 1).x == 0)
        #expect(abs(timeline.value(time: 1).angle.degrees - 90) < 1e-9)
        // A cubic that turns around is slow at its turn, and symmetric.
        let (before, after) = (timeline.value(time: 0.9).angle, timeline.value(time: 1.1).angle)
        #expect(abs(before.degrees - after.degrees) < 1e-9 && before.degrees > 85)
    }

    @Test func aSpringKeyframeSwingsToItsValue() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            SpringKeyframe(1.0, duration: 2, spring: .bouncy)
        }
        #expect(timeline.value(time: 0) == 0 && abs(timeline.value(time: 1.99) - 1) < 0.01)
        #expect((0...100).contains { timeline.value(time: Double($0) / 100) > 1 })
    }

    @Test func aKeyframeAnimatorMovesForATriggerAlone() {
        let handle = Held<Int, AnyView>.Handle()
        let shown = Shown(
            Held(0, handle) { count in
                AnyView(
                    Color.red.frame(width: 10, height: 10)
                        .keyframeAnimator(initialValue: 0.0, trigger: count.wrappedValue) { view, x in
                            view.offset(x: x)
                        } keyframes: { _ in
                            LinearKeyframe(100.0, duration: 1)
                            LinearKeyframe(0.0, duration: 1)
                        })
            }, width: 10, height: 10)
        let evaluations = shown.graph.evaluations
        shown.advance(by: 5)
        #expect(shown.graph.evaluations == evaluations && !shown.graph.clock.isTicking)
        handle.value = 1
        shown.update()
        shown.advance(by: 0.5)
        #expect(abs(shown.drawn[0].frame.minX - 50) < 0.001)
        shown.advance(by: 1)
        #expect(abs(shown.drawn[0].frame.minX - 50) < 0.001)
        shown.advance(by: 1)
        shown.advance(by: 1)
        #expect(shown.drawn[0].frame.minX == 0 && !shown.graph.clock.isTicking)
    }

    @Test func repeatedKeyframesBeginAnew() {
        let shown = Shown(
            KeyframeAnimator(initialValue: 0.0) { x in
                Color.red.frame(width: 10, height: 10).offset(x: x)
            } keyframes: { _ in
                KeyframeTrack { LinearKeyframe(100.0, duration: 1) }
            }, width: 10, height: 10)
        shown.advance(by: 0.25)
        #expect(abs(shown.drawn[0].frame.minX - 25) < 0.001)
        shown.advance(by: 1.5)
        #expect(abs(shown.drawn[0].frame.minX - 75) < 0.001 && shown.graph.clock.isTicking)
    }

    @Test func withoutPhasesAWarningIsShown() {
        let shown = Shown(PhaseAnimator([String]()) { Text(verbatim: $0) })
        #expect(shown.texts.contains("No phases"))
    }

    @Test func phasesWithoutAnimationsWaitForFrames() {
        var evaluations = 0
        let shown = Shown(
            PhaseAnimator([1, 2, 3]) { phase -> Text in
                evaluations += 1
                return Text(verbatim: "\(phase)")
            } animation: { _ in
                nil
            })
        var seen = shown.texts
        for _ in 0..<3 {
            shown.advance(by: 0.1)
            seen += shown.texts
        }
        #expect(seen == ["2", "3", "1", "2"] && evaluations == 5 && shown.graph.clock.isTicking)
    }

    /// A view on the first of two tabs.
    private func tabs(_ selection: Binding<Int>, _ content: some View) -> AnyView {
        AnyView(
            TabView(selection: selection) {
                content.tabItem { Text(verbatim: "one") }.tag(0)
                Text(verbatim: "other").tabItem { Text(verbatim: "two") }.tag(1)
            })
    }

    @Test func aTabThatIsSeenAgainHasOneChainOfPhases() {
        let handle = Held<Int, AnyView>.Handle()
        var phases: [Int] = []
        let shown = Shown(
            Held(0, handle) { selection in
                tabs(
                    selection,
                    PhaseAnimator([0, 1, 2, 3, 4, 5, 6, 7]) { phase in
                        let _ = phases.append(phase)
                        Text(verbatim: "\(phase)").opacity(Double(phase + 1) / 8)
                    } animation: { _ in
                        .linear(duration: 1)
                    })
            })
        shown.advance(by: 0.5)
        for tab in [1, 0] {
            handle.value = tab
            shown.update()
            #expect(shown.texts.contains("other") == (tab == 1))
        }
        phases = []
        for _ in 0..<4 {
            shown.advance(by: 1.1)
            shown.advance(by: 0)
        }
        // A second chain would have gone on as well.
        #expect(phases.count == 4 && zip(phases, phases.dropFirst()).allSatisfy { $1 == ($0 + 1) % 8 })
    }

    @Test func keyframesThatAreHiddenEndAtTheirEnd() {
        let (tab, trigger) = (Held<Int, AnyView>.Handle(), Held<Int, AnyView>.Handle())
        var value = -1.0
        let shown = Shown(
            Held(0, trigger) { count in
                AnyView(
                    Held(0, tab) { selection in
                        tabs(
                            selection,
                            KeyframeAnimator(initialValue: 0.0, trigger: count.wrappedValue) { x -> Text in
                                value = x
                                return Text(verbatim: "\(x)")
                            } keyframes: { _ in
                                LinearKeyframe(100.0, duration: 1)
                            })
                    })
            })
        trigger.value = 1
        shown.update()
        shown.advance(by: 0.5)
        #expect(abs(value - 50) < 0.001)
        for next in [1, 0] {
            tab.value = next
            shown.update()
            #expect(shown.texts.contains("other") == (next == 1))
        }
        // The frame that was asked for before moves nothing.
        shown.advance(by: 0.1)
        #expect(value == 100 && !shown.graph.clock.isTicking)
    }
}
