import Foundation
import Locking

/// Turns Ctrl-C and the like into a request to stop; a second one ends the program at once.
final class StopSignals: Sendable {
    /// One element for the first signal.
    let requests: AsyncStream<Void>
    /// Readable for good from the first signal on, for those who wait with `poll`.
    var descriptor: Int32 { wake.fileHandleForReading.fileDescriptor }
    private let wake = Pipe()
    private let count: Counter
    private let sleeper: Sleeper

    /// Whether there was a signal.
    var isStopRequested: Bool { count.value.withLock { $0 > 0 } }

    /// - Parameter impatient: called on the second signal, just before the program ends.
    init(impatient: @escaping @Sendable () -> Void) {
        let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
        self.requests = requests
        let queue = DispatchQueue(label: "StopSignals")
        let count = Counter()
        self.count = count
        let sleeper = Sleeper()
        self.sleeper = sleeper
        // Both ends: a program that is about to end may have let go of this object.
        let wake = wake
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                let isFirst = count.value.withLock { value in
                    value += 1
                    return value == 1
                }
                if isFirst {
                    try? wake.fileHandleForWriting.write(contentsOf: Data([1]))
                    continuation.yield()
                    sleeper.value.withLock { $0 }?.cancel()
                } else {
                    impatient()
                    exit(ExitStatus.interrupted.rawValue)
                }
            }
            source.activate()
            sources.append(source)
        }
    }

    /// Sleeps until a moment, or until the first signal.
    func sleep(until moment: ContinuousClock.Instant) async {
        guard moment > .now else { return }
        // A sleep that is cut short is over.
        let sleep = Task { try? await Task.sleep(until: moment) }
        let isTooLate = count.value.withLock { value in
            sleeper.value.withLock { $0 = sleep }
            return value > 0
        }
        if isTooLate { sleep.cancel() }
        _ = await sleep.value
    }

    private final class Sleeper: Sendable {
        let value = Mutex<Task<Void?, Never>?>(nil)
    }

    private final class Counter: Sendable {
        let value = Mutex(0)
    }

    // Set in the initialiser only, and kept for as long as the object lives.
    private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []
}
