import Foundation
import OpenCombine
import OpenCombineFoundation

/// A run loop as a scheduler, whether it is running or not.
///
/// On Linux nothing runs `RunLoop.main` in a program whose `main` is asynchronous, or in a test, but the main dispatch
/// queue always runs, and a main run loop also serves it. So work for the main run loop goes to that queue.
struct RunLoopScheduler: Scheduler {
    typealias SchedulerTimeType = RunLoop.SchedulerTimeType
    typealias SchedulerOptions = RunLoop.SchedulerOptions

    let runLoop: RunLoop

    init(_ runLoop: RunLoop) {
        self.runLoop = runLoop
    }

    private var isMain: Bool { runLoop === RunLoop.main }

    var now: SchedulerTimeType { SchedulerTimeType(Date()) }
    var minimumTolerance: SchedulerTimeType.Stride { 0 }

    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        guard isMain else { return runLoop.schedule(options: options, action) }
        DispatchQueue.main.schedule(action)
    }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        guard isMain else {
            return runLoop.schedule(after: date, tolerance: tolerance, options: options, action)
        }
        DispatchQueue.main.schedule(after: Self.queueTime(date), action)
    }

    func schedule(
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
    public func receive(on scheduler: RunLoop) -> some Publisher<Output, Failure> {
        receive(on: RunLoopScheduler(scheduler), options: nil)
    }

    /// Source: Apple, Publisher.debounce(for:scheduler:options:).
    public func debounce(
        for dueTime: RunLoop.SchedulerTimeType.Stride, scheduler: RunLoop
    ) -> some Publisher<Output, Failure> {
        debounce(for: dueTime, scheduler: RunLoopScheduler(scheduler), options: nil)
    }

    /// Source: Apple, Publisher.throttle(for:scheduler:latest:).
    public func throttle(
        for interval: RunLoop.SchedulerTimeType.Stride, scheduler: RunLoop, latest: Bool
    ) -> some Publisher<Output, Failure> {
        throttle(for: interval, scheduler: RunLoopScheduler(scheduler), latest: latest)
    }

    /// Source: Apple, Publisher.delay(for:tolerance:scheduler:options:).
    public func delay(
        for interval: RunLoop.SchedulerTimeType.Stride, scheduler: RunLoop
    ) -> some Publisher<Output, Failure> {
        delay(for: interval, scheduler: RunLoopScheduler(scheduler), options: nil)
    }
}

extension Timer {
    /// The times at which a timer fires, once it is connected: Apple's `Timer.TimerPublisher`.
    ///
    /// Linux: a timer of the main run loop fires even if nothing runs that loop.
    final class TickPublisher: ConnectablePublisher {
        typealias Output = Date
        typealias Failure = Never

        /// Seconds from one tick to the next.
        let interval: TimeInterval
        /// How many seconds late a tick may be; `nil` means none.
        let tolerance: TimeInterval?
        /// The main run loop need not be running.
        let runLoop: RunLoop
        /// The mode in which the run loop lets it tick.
        let mode: RunLoop.Mode
        private let ticks = PassthroughSubject<Date, Never>()

        init(interval: TimeInterval, tolerance: TimeInterval?, runLoop: RunLoop, mode: RunLoop.Mode) {
            self.interval = interval
            self.tolerance = tolerance
            self.runLoop = runLoop
            self.mode = mode
        }

        func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
            ticks.receive(subscriber: subscriber)
        }

        /// Starts the timer, which runs until the result is cancelled.
        func connect() -> any Cancellable {
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
    ) -> some ConnectablePublisher<Date, Never> {
        TickPublisher(interval: interval, tolerance: nil, runLoop: runLoop, mode: mode)
    }

    /// Publishes the time again and again. Source: Apple, Timer.publish(every:tolerance:on:in:options:).
    ///
    /// - Parameters:
    ///   - interval: in seconds.
    ///   - tolerance: how many seconds late a tick may be.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval?, on runLoop: RunLoop, in mode: RunLoop.Mode
    ) -> some ConnectablePublisher<Date, Never> {
        TickPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode)
    }
}
