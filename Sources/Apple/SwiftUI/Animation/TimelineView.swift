import Foundation

/// When a timeline's view is evaluated. Source: Apple, TimelineSchedule.
public protocol TimelineSchedule {
    associatedtype Entries: Sequence where Entries.Element == Date
    typealias Mode = TimelineScheduleMode
    /// The dates from one that is not after `startDate` on.
    func entries(from startDate: Date, mode: Mode) -> Entries
}

/// Source: Apple, TimelineScheduleMode.
public enum TimelineScheduleMode: Hashable, Sendable {
    case normal
    case lowFrequency
}

/// Source: Apple, PeriodicTimelineSchedule.
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
    private let start: Date
    private let interval: TimeInterval

    public init(from startDate: Date, by interval: TimeInterval) {
        precondition(interval > 0, "the interval of a periodic schedule is longer than nothing")
        (start, self.interval) = (startDate, interval)
    }

    public func entries(from startDate: Date, mode: Mode) -> AnySequence<Date> {
        let first = (max(0, startDate.timeIntervalSince(start)) / interval).rounded(.down)
        return AnySequence(
            sequence(first: start.addingTimeInterval(first * interval)) { $0.addingTimeInterval(interval) })
    }
}

/// Source: Apple, EveryMinuteTimelineSchedule.
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
    public init() {}

    public func entries(from startDate: Date, mode: Mode) -> AnySequence<Date> {
        PeriodicTimelineSchedule(from: Date(timeIntervalSinceReferenceDate: 0), by: 60)
            .entries(from: startDate, mode: mode)
    }
}

/// Each frame, or not so often. Source: Apple, AnimationTimelineSchedule.
public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
    private let interval: TimeInterval
    private let isPaused: Bool

    public init(minimumInterval: Double? = nil, paused: Bool = false) {
        (interval, isPaused) = (max(minimumInterval ?? 1 / 60, 1 / 60), paused)
    }

    public func entries(from start: Date, mode: Mode) -> AnySequence<Date> {
        if isPaused { return AnySequence([]) }
        return AnySequence(sequence(first: start) { $0.addingTimeInterval(interval) })
    }
}

/// Source: Apple, ExplicitTimelineSchedule.
public struct ExplicitTimelineSchedule<Entries: Sequence>: TimelineSchedule where Entries.Element == Date {
    private let dates: Entries
    public init(_ dates: Entries) { self.dates = dates }
    public func entries(from startDate: Date, mode: Mode) -> Entries { dates }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule {
        .init(from: startDate, by: interval)
    }
}

extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
    public static var everyMinute: EveryMinuteTimelineSchedule { .init() }
}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
    public static var animation: AnimationTimelineSchedule { .init() }
    public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> AnimationTimelineSchedule {
        .init(minimumInterval: minimumInterval, paused: paused)
    }
}

extension TimelineSchedule {
    public static func explicit<S: Sequence>(_ dates: S) -> ExplicitTimelineSchedule<S>
    where Self == ExplicitTimelineSchedule<S>, S.Element == Date { .init(dates) }
}

/// A view that changes with the time. Source: Apple, TimelineView.
public nonisolated struct TimelineView<Schedule: TimelineSchedule, Content> {
    /// Source: Apple, TimelineView.Context.
    public struct Context {
        /// How often the view may change. Source: Apple, TimelineView.Context.Cadence.
        public enum Cadence: Comparable, Sendable {
            case live, seconds, minutes
        }
        public let date: Date
        public let cadence: Cadence
    }
    let schedule: Schedule
    let content: (TimelineViewDefaultContext) -> Content
}

/// The context of every timeline. Source: Apple, TimelineViewDefaultContext.
public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>.Context

extension TimelineView where Content: View {
    public nonisolated init(
        _ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
    ) {
        self.init(schedule: schedule, content: content)
    }
}

@MainActor extension TimelineView: View where Content: View {
    public var body: some View {
        TimelineBody(entries: { AnySequence(schedule.entries(from: $0, mode: .normal)) }) { date in
            AnyView(content(TimelineViewDefaultContext(date: date, cadence: .live)))
        }
    }
}

private struct TimelineBody: View {
    let entries: (Date) -> AnySequence<Date>
    let content: (Date) -> AnyView
    @State private var tick = Tick()
    @Environment(\.wallClock) private var wallClock

    /// The moment that is waited for.
    @MainActor final class Tick {
        let version = StateCell(0)
        var isWaiting = false
    }

    var body: some View {
        let _ = tick.version.read()
        let clock = wallClock ?? .system
        let now = clock.now
        let dates = current(now)
        content(dates.current).modified(Waiting(next: dates.next, tick: tick, clock: clock))
    }

    /// The last date that has come, and the first one that has not.
    private func current(_ now: Date) -> (current: Date, next: Date?) {
        var last: Date?
        for date in entries(now) {
            if date > now { return (last ?? now, date) }
            last = date
        }
        return (last ?? now, nil)
    }

    struct Waiting: Event {
        let next: Date?
        let tick: Tick
        let clock: WallClock

        func update(_ node: EventNode, from old: Self?) {
            guard let next, !tick.isWaiting else { return }
            tick.isWaiting = true
            clock.wake(at: next) { [weak node] in
                tick.isWaiting = false
                guard let node, !node.isDisposed else { return }
                tick.version.write(tick.version.read() &+ 1)
            }
        }
    }
}
