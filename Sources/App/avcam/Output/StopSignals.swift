import Foundation
import Locking

/// Turns Ctrl-C and similar signals into a request to stop; a second one ends the program at once.
///
/// The same signal twice within ``echo`` counts as one: `timeout` sends its signal to the program and to the whole
/// group. So do SIGHUP and SIGTERM, which the end of a session sends. A signal that was ignored when the program started
/// stays ignored: SIGHUP under `nohup`, SIGINT in a shell's background job.
final class StopSignals: Sendable {
    /// One element for the first signal.
    let requests: AsyncStream<Void>
    /// Readable permanently from the first signal on, for code that waits with `poll`.
    var descriptor: Int32 { wake.fileHandleForReading.fileDescriptor }
    private let wake = Pipe()
    private let first: First
    private let sleeper: Sleeper

    /// How soon a repeated signal counts as the same request. Nobody who wants to end at once presses Ctrl-C twice in
    /// this time.
    private static let echo = Duration.milliseconds(500)

    /// Whether a signal has arrived.
    var isStopRequested: Bool { first.value.withLock { $0 != nil } }

    /// When the first signal arrived.
    var stopMoment: ContinuousClock.Instant? { first.value.withLock { $0?.moment } }

    /// - Parameter ending: says what becomes of the work, just before the program ends because of the second signal, or
    ///   because no thread can be started.
    init(ending: @escaping @Sendable () -> String?) {
        // The reader of a pipe may close it; the capture continues.
        signal(SIGPIPE, SIG_IGN)
        let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
        self.requests = requests
        let first = First()
        self.first = first
        let sleeper = Sleeper()
        self.sleeper = sleeper
        // Keeps both ends of the pipe, because a program that is about to end may have released this object.
        let wake = wake
        WatchThread.shared.prepare(ending: ending)
        // Until a signal is heard, its default action ends the program. If it were ignored until then, it could be lost.
        WatchThread.shared.hear(Self.wanted) { number in
            switch first.take(number, echo: Self.echo) {
            case .first:
                try? wake.fileHandleForWriting.write(contentsOf: Data([1]))
                WatchThread.shared.run {
                    continuation.yield()
                    sleeper.value.withLock { $0 }?.cancel()
                }
            case .echo: break
            case .second:
                WatchThread.leave(.interrupted, saying: ending)
            }
        }
    }

    /// The signals that the program was not told to ignore when it started.
    private static let wanted = [SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU].filter { !isIgnored($0) }

    static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Restores SIGQUIT's default: the program ends at once, with a core dump where those are enabled. Swift's runtime
    /// would spend a minute writing a report while the camera runs on.
    static func letQuitEndAtOnce() {
        if !isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
    }

    /// Sleeps until a given time, until the first signal, or until the task is cancelled.
    func sleep(until moment: ContinuousClock.Instant) async {
        guard moment > .now else { return }
        // A signal cancels the sleep, which is not an error.
        let sleep = Task { try? await Task.sleep(until: moment) }
        let isTooLate = first.value.withLock { value in
            sleeper.value.withLock { $0 = sleep }
            return value != nil
        }
        if isTooLate { sleep.cancel() }
        _ = await withTaskCancellationHandler {
            await sleep.value
        } onCancel: {
            sleep.cancel()
        }
    }

    private final class Sleeper: Sendable {
        let value = Mutex<Task<Void?, Never>?>(nil)
    }

    /// The first signal.
    private final class First: Sendable {
        enum Rank { case first, echo, second }

        let value = Mutex<(number: Int32, moment: ContinuousClock.Instant)?>(nil)

        func take(_ number: Int32, echo: Duration) -> Rank {
            value.withLock { value in
                let now = ContinuousClock.now
                guard let first = value else {
                    value = (number, now)
                    return .first
                }
                // The kernel sends it each second.
                if number == SIGXCPU { return .echo }
                let isSame = first.number == number || Set([first.number, number]) == [SIGHUP, SIGTERM]
                return isSame && now - first.moment < echo ? .echo : .second
            }
        }
    }
}
