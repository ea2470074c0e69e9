import LinuxVideo
import Locking

/// Keeps count of which buffers the driver has, and lends others to whoever looks at a frame.
///
/// A driver without buffers drops frames, so some of them stay with it: what cannot be lent is copied.
final class DriverBuffers: Sendable {
    private struct State {
        var queuedCount: Int
        var isStreaming = true
    }

    let stream: VideoStream
    /// How many the driver keeps.
    private let reserve: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - stream: with all its buffers queued.
    ///   - reserve: how many the driver keeps at least; `.max` lends none.
    init(_ stream: VideoStream, reserve: Int) {
        self.stream = stream
        self.reserve = reserve
        state = Mutex(State(queuedCount: stream.buffers.count))
    }

    /// Takes the oldest filled buffer from the driver.
    ///
    /// - Returns: the frame, and whether its buffer may be kept for a while.
    func dequeue() throws(Errno) -> (frame: VideoStream.Frame, mayKeep: Bool) {
        let frame = try stream.dequeue()
        let left = state.withLock { state in
            state.queuedCount -= 1
            return state.queuedCount
        }
        return (frame, left >= reserve)
    }

    /// Gives a buffer back to the driver; from any thread, also after the end.
    func giveBack(_ buffer: VideoStream.Buffer) {
        state.withLock { state in
            guard state.isStreaming else { return }
            // A device that was pulled out takes nothing back; the reading thread learns of that by itself.
            if (try? stream.queue(buffer)) != nil { state.queuedCount += 1 }
        }
    }

    /// Ends the stream. Buffers that are lent stay readable.
    func end() {
        state.withLock { state in
            guard state.isStreaming else { return }
            state.isStreaming = false
            stream.stop()
        }
    }
}
