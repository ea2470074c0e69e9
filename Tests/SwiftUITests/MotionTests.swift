import Foundation
import Testing

@testable import SwiftUI

@Suite @MainActor struct MotionTests {
    private func turned() async { await withCheckedContinuation { end in DispatchQueue.main.async { end.resume() } } }

    @Test func phasesFollowEachOtherAndStopWithTheView() async {
        let handle = Held<Bool, AnyView>.Handle()
        let shown = Shown(
            Held(true, handle) { isShown in
                AnyView(
                    Group {
                        if isShown.wrappedValue {
                            PhaseAnimator(["a", "b", "c"]) {
                                Text(verbatim: $0)
                            } animation: { _ in
                                .linear(duration: 1)
                            }
                        }
                    })
            })
        var seen = shown.texts
        for _ in 0..<4 {
            shown.advance(by: 1.1)
            await turned()
            shown.update()
            seen += shown.texts
        }
        #expect(seen == ["b", "c", "a", "b", "c"] || seen == ["a", "b", "c", "a", "b"])
        handle.value = false
        shown.update()
        shown.advance(by: 2)
        await turned()
        shown.advance(by: 2)
        #expect(!shown.graph.clock.isTicking)
    }

    @Test func aTriggerStartsOnePass() async {
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
        await turned()
        shown.update()
        shown.advance(by: 0.5)
        #expect(shown.drawn[0].shownFrame.now.minX == 25)
        shown.advance(by: 0.6)
        await turned()
        shown.update()
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
}
