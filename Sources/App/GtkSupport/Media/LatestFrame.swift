import GStreamer
import Locking

/// The newest picture of a movie, from the thread that makes it to the one that shows it.
nonisolated final class LatestFrame: Sendable {
    private let frame = Mutex<MovieFrame?>(nil)

    /// - Returns: whether somebody has to be told: the one before has been taken.
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
