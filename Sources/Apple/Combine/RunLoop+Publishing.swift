import Foundation
import OpenCombine
import OpenCombineFoundation

/// A run loop as a scheduler, whether somebody runs it or not.
///
/// On Linux nobody runs `RunLoop.main` in a program whose `main` is asynchronous, or in a test; but the main dispatch queue
/// is always served, by a main run loop too. What is meant for the main run loop goes there. Not Apple's.
public struct RunLoopScheduler: Scheduler {
    /// A moment, and seconds between two. Source: Apple, RunLoop.SchedulerTimeType.
    public typealias SchedulerTimeType = RunLoop.SchedulerTimeType
    /// Nothing to choose. Source: Apple, RunLoop.SchedulerOptions.
    public typealias SchedulerOptions = RunLoop.SchedulerOptions

    /// The run loop that is meant. Not Apple's.
    public let runLoop: RunLoop

    init(_ runLoop: RunLoop) {
        self.runLoop = runLoop
    }

    private var isMain: Bool { runLoop === RunLoop.main }

    /// By the system's clock. Source: Apple, Scheduler.now.
    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
    /// 0 seconds: any tolerance will do. Source: Apple, Scheduler.minimumTolerance.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        guard isMain else { return runLoop.schedule(options: options, action) }
        DispatchQueue.main.schedule(action)
    }

    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        guard isMain else {
            return runLoop.schedule(after: date, tolerance: tolerance, options: options, action)
        }
        DispatchQueue.main.schedule(after: Self.queueTime(date), action)
    }

    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        guard isMain else {
            return runLoop.schedule(
                after: date, interval: interval, tolerance: tolerance, options: options, action)
        }
        return DispatchQueue.main.schedule(
            after: Self.queueTime(date), interval: .seconds(interval.timeInterval), action)
    }

    private static func queueTime(_ date: SchedulerTimeType) -> DispatchQueue.SchedulerTimeType {
        DispatchQueue.SchedulerTimeType(.now() + date.date.timeIntervalSinceNow)
    }
}

extension Publisher {
    /// Source: Apple, Publisher.receive(on:options:).
    public func receive(on scheduler: RunLoop) -> Publishers.ReceiveOn<Self, RunLoopScheduler> {
        receive(on: RunLoopScheduler(scheduler), options: nil)
    }

    /// Source: Apple, Publisher.debounce(for:scheduler:options:).
    public func debounce(
        for dueTime: RunLoop.SchedulerTimeType.Stride, scheduler: RunLoop
    ) -> Publishers.Debounce<Self, RunLoopScheduler> {
        debounce(for: dueTime, scheduler: RunLoopScheduler(scheduler), options: nil)
    }

    /// Source: Apple, Publisher.throttle(for:scheduler:latest:).
    public func throttle(
        for interval: RunLoop.SchedulerTimeType.Stride, scheduler: RunLoop, latest: Bool
    ) -> Publishers.Throttle<Self, RunLoopScheduler> {
        throttle(for: interval, scheduler: RunLoopScheduler(scheduler), latest: latest)
    }

    /// Source: Apple, Publisher.delay(for:tolerance:scheduler:options:).
    public func delay(
        for interval: RunLoop.SchedulerTimeType.Stride, scheduler: RunLoop
    ) -> Publishers.Delay<Self, RunLoopScheduler> {
        delay(for: interval, scheduler: RunLoopScheduler(scheduler), options: nil)
    }
}

extension Timer {
    /// The times at which a timer fires, once it is connected. Source: Apple, Timer.TimerPublisher.
    ///
    /// Linux: as with ``RunLoopScheduler``, a timer of the main run loop needs nobody to run that loop.
    public final class TickPublisher: ConnectablePublisher {
        public typealias Output = Date
        public typealias Failure = Never

        /// Seconds from one tick to the next. Source: Apple, Timer.TimerPublisher.interval.
        public let interval: TimeInterval
        /// By how many seconds a tick may be late; `nil` is none. Source: Apple, Timer.TimerPublisher.tolerance.
        public let tolerance: TimeInterval?
        /// Source: Apple, Timer.TimerPublisher.runLoop.
        public let runLoop: RunLoop
        /// The mode in which the run loop lets it tick. Source: Apple, Timer.TimerPublisher.mode.
        public let mode: RunLoop.Mode
        private let ticks = PassthroughSubject<Date, Never>()

        init(interval: TimeInterval, tolerance: TimeInterval?, runLoop: RunLoop, mode: RunLoop.Mode) {
            self.interval = interval
            self.tolerance = tolerance
            self.runLoop = runLoop
            self.mode = mode
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
            ticks.receive(subscriber: subscriber)
        }

        /// Starts the timer; it runs as long as what is returned is not cancelled. Source: Apple, Timer.TimerPublisher.connect().
        public func connect() -> any Cancellable {
            nonisolated(unsafe) let ticks = self.ticks  // a subject has a lock of its own
            let scheduler = RunLoopScheduler(runLoop)
            guard runLoop === RunLoop.main else {
                let timer = Timer(timeInterval: interval, repeats: true) { _ in ticks.send(Date()) }
                timer.tolerance = tolerance ?? 0
                runLoop.add(timer, forMode: mode)
                return AnyCancellable { timer.invalidate() }
            }
            return scheduler.schedule(
                after: scheduler.now.advanced(by: .seconds(interval)), interval: .seconds(interval)
            ) {
                ticks.send(Date())
            }
        }
    }

    /// Publishes the time again and again. Source: Apple, Timer.publish(every:tolerance:on:in:options:).
    ///
    /// - Parameter interval: in seconds.
    public static func publish(
        every interval: TimeInterval, on runLoop: RunLoop, in mode: RunLoop.Mode
    ) -> TickPublisher {
        TickPublisher(interval: interval, tolerance: nil, runLoop: runLoop, mode: mode)
    }

    /// Publishes the time again and again. Source: Apple, Timer.publish(every:tolerance:on:in:options:).
    ///
    /// - Parameters:
    ///   - interval: in seconds.
    ///   - tolerance: by how many seconds a tick may be late.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval?, on runLoop: RunLoop, in mode: RunLoop.Mode
    ) -> TickPublisher {
        TickPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode)
    }
}
