import Foundation

/// Turns Ctrl-C and the like into a request to stop; a second one ends the program at once.
final class StopSignals: Sendable {
    /// One element for the first signal.
    let requests: AsyncStream<Void>

    /// - Parameter impatient: called on the second signal, just before the program ends.
    init(impatient: @escaping @Sendable () -> Void) {
        let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
        self.requests = requests
        let queue = DispatchQueue(label: "StopSignals")
        let count = Counter()
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                count.value += 1
                if count.value == 1 {
                    continuation.yield()
                } else {
                    impatient()
                    exit(ExitStatus.interrupted.rawValue)
                }
            }
            source.activate()
            sources.append(source)
        }
    }

    private final class Counter: @unchecked Sendable {  // used on the queue only
        var value = 0
    }

    // Set in the initialiser only, and kept for as long as the object lives.
    private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []
}
