import Locking

/// Keeps the pictures and the sound of one file in sync.
final class MediaTimeline: Sendable {
    /// A track that starts later than this after the other is not synchronized, because the file is not searched for
    /// the right place.
    private static let window: Int64 = 2_000_000_000

    private struct State {
        var start: Int64 = 0
        var players = 0
    }
    private let state = Mutex(State())

    /// Begins to play.
    ///
    /// - Parameter now: nanoseconds of the capture clock.
    /// - Returns: when the beginning of the file is due: now, or the time at which the other track began a moment ago.
    func join(at now: Int64) -> Int64 {
        state.withLock { state in
            if state.players == 0 || now - state.start > Self.window { state.start = now }
            state.players += 1
            return state.start
        }
    }

    func leave() {
        state.withLock { $0.players -= 1 }
    }
}
