import GStreamer
import Locking

/// Hands the newest frame of a movie from the thread that makes it to the one that shows it.
nonisolated final class LatestFrame: Sendable {
    private let frame = Mutex<MovieFrame?>(nil)

    /// - Returns: whether the consumer must be notified, because it has taken the previous frame.
    func replace(with new: MovieFrame) -> Bool {
        frame.withLock { frame in
            defer { frame = new }
            return frame == nil
        }
    }

    func take() -> MovieFrame? {
        frame.withLock { frame in
            defer { frame = nil }
            return frame
        }
    }
}
