import Foundation
import Testing

@testable import SwiftUI

/// A clock that a test moves on.
final class ManualWallClock: WallClock, @unchecked Sendable {
    private var current = Date(timeIntervalSinceReferenceDate: 1000)
    private var waiting: [(date: Date, action: @MainActor @Sendable () -> Void)] = []

    override var now: Date { current }
    override func wake(at date: Date, _ action: @escaping @MainActor @Sendable () -> Void) {
        waiting.append((date, action))
    }
    /// How many wait for a later moment.
    var count: Int { waiting.count }

    @MainActor func advance(by seconds: TimeInterval) {
        current += seconds
        let due = waiting.filter { $0.date <= current }
        waiting.removeAll { $0.date <= current }
        for element in due { element.action() }
    }
}

@Suite @MainActor struct TimeTests {
    private let clock = ManualWallClock()

    @Test func aTimerCountsTheSeconds() {
        let shown = Shown(Text(clock.now - 58.5, style: .timer).environment(\.wallClock, clock))
        #expect(shown.texts == ["0:58"])
        clock.advance(by: 0.6)
        shown.update()
        #expect(shown.texts == ["0:59"])
        clock.advance(by: 1)
        shown.update()
        #expect(shown.texts == ["1:00"])
    }

    @Test func aCountdownTicksToo() {
        let shown = Shown(Text(clock.now + 10.5, style: .timer).environment(\.wallClock, clock))
        #expect(shown.texts == ["0:10"])
        clock.advance(by: 0.6)
        shown.update()
        #expect(shown.texts == ["0:09"])
    }

    struct Toggling: View {
        @State var isOn = true
        let start: Date
        let get: (Binding<Bool>) -> Void
        var body: some View {
            let _ = get($isOn)
            if isOn { Text(start, style: .timer) } else { Text(verbatim: "none") }
        }
    }

    @Test func nothingTicksWithoutATimer() {
        let still = Shown(Text(clock.now, style: .date).environment(\.wallClock, clock))
        #expect(clock.count == 0 && still.texts.count == 1)
        var binding: Binding<Bool>!
        let shown = Shown(Toggling(start: clock.now) { binding = $0 }.environment(\.wallClock, clock))
        #expect(clock.count == 1)
        binding.wrappedValue = false
        shown.update()
        clock.advance(by: 5)
        shown.update()
        #expect(clock.count == 0)
    }

    @Test func aTimelineIsEvaluatedAtItsDates() {
        let start = clock.now
        var dates: [TimeInterval] = []
        func note(_ date: Date) -> Text {
            dates.append(date.timeIntervalSince(start))
            return Text(verbatim: "\(dates.count)")
        }
        let shown = Shown(
            TimelineView(.periodic(from: start - 3, by: 5)) { context in
                note(context.date)
            }
            .environment(\.wallClock, clock))
        #expect(dates == [-3] && clock.count == 1)
        clock.advance(by: 1)
        shown.update()
        #expect(dates == [-3])
        clock.advance(by: 1)
        shown.update()
        #expect(dates == [-3, 2] && clock.count == 1)
    }

    @Test func schedulesBeginWithTheirLastDate() {
        func seconds(_ dates: some Sequence<Date>, _ count: Int) -> [TimeInterval] {
            dates.prefix(count).map(\.timeIntervalSinceReferenceDate)
        }
        func date(_ seconds: TimeInterval) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
        let periodic = PeriodicTimelineSchedule(from: date(0), by: 5)
        #expect(seconds(periodic.entries(from: date(12), mode: .normal), 3) == [10, 15, 20])
        let animation = AnimationTimelineSchedule(minimumInterval: 1.5)
        #expect(seconds(animation.entries(from: date(0), mode: .normal), 3) == [0, 1.5, 3])
        let paused = AnimationTimelineSchedule(paused: true)
        #expect(seconds(paused.entries(from: date(0), mode: .normal), 3) == [])
        let minutes = EveryMinuteTimelineSchedule()
        #expect(seconds(minutes.entries(from: date(130), mode: .normal), 2) == [120, 180])
    }
}
