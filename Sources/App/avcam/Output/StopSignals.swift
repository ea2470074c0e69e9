import Foundation
import Locking

/// Turns Ctrl-C and similar signals into a request to stop; a second one ends the program at once.
///
/// The same signal twice in a moment is one: `timeout` sends its own to the program and to the whole group. A signal
/// that was ignored when the program began stays ignored: SIGHUP under `nohup`, SIGINT in a shell's background job.
final class StopSignals: Sendable {
    /// One element for the first signal.
    let requests: AsyncStream<Void>
    /// Readable permanently from the first signal on, for code that waits with `poll`.
    var descriptor: Int32 { wake.fileHandleForReading.fileDescriptor }
    private let wake = Pipe()
    private let first: First
    private let sleeper: Sleeper

    /// How soon the same signal counts as the same request. Nobody presses Ctrl-C twice in that time to be done at once.
    private static let echo = Duration.milliseconds(500)

    /// Whether there was a signal.
    var isStopRequested: Bool { first.value.withLock { $0 != nil } }

    /// When there was a signal first.
    var stopMoment: ContinuousClock.Instant? { first.value.withLock { $0?.moment } }

    /// - Parameter impatient: called on the second signal, just before the program ends.
    init(impatient: @escaping @Sendable () -> Void) {
        let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
        self.requests = requests
        let queue = DispatchQueue(label: "StopSignals")
        let first = First()
        self.first = first
        let sleeper = Sleeper()
        self.sleeper = sleeper
        // Keeps both ends of the pipe, because a program that is about to end may have released this object.
        let wake = wake
        for number in Self.wanted {
            // Until Dispatch catches it, it ends the program: one that was ignored meanwhile would be lost.
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                switch first.take(number, echo: Self.echo) {
                case .first:
                    try? wake.fileHandleForWriting.write(contentsOf: Data([1]))
                    continuation.yield()
                    sleeper.value.withLock { $0 }?.cancel()
                case .echo: break
                case .second:
                    impatient()
                    exit(ExitStatus.interrupted.rawValue)
                }
            }
            source.activate()
            sources.append(source)
        }
    }

    /// Those that the program was not told to ignore, as it began.
    private static let wanted = [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Lets SIGQUIT do what it is for: the program ends at once, with a core where those are wanted. Swift's runtime would
    /// write a report for a minute, while the camera goes on.
    static func letQuitEndAtOnce() {
        if !isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
    }

    /// Sleeps until a given time, or until the first signal.
    func sleep(until moment: ContinuousClock.Instant) async {
        guard moment > .now else { return }
        // If the sleep is cut short, it is over.
        let sleep = Task { try? await Task.sleep(until: moment) }
        let isTooLate = first.value.withLock { value in
            sleeper.value.withLock { $0 = sleep }
            return value != nil
        }
        if isTooLate { sleep.cancel() }
        _ = await sleep.value
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
                return first.number == number && now - first.moment < echo ? .echo : .second
            }
        }
    }

    // Set only in the initializer, and kept as long as the object lives.
    private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []
}
