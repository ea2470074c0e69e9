import LinuxVideo
import Locking

/// The queue of a driver's buffers: a stream's, or a scripted one.
protocol BufferQueue: Sendable {
    var buffers: [VideoStream.Buffer] { get }
    func start() throws(Errno)
    func queue(_ buffer: VideoStream.Buffer) throws(Errno)
    func dequeue() throws(Errno) -> VideoStream.Frame
    func wait(wake: Int32, timeoutMilliseconds: Int) throws(Errno) -> VideoStream.Readiness
    func stop()
}

extension VideoStream: BufferQueue {}

/// Counts the buffers that the driver has, and lends the others to those who hold a frame.
///
/// A driver without buffers drops frames, so some of them stay with it: a frame whose buffer cannot be lent is copied.
final class DriverBuffers: Sendable {
    private struct State {
        var queuedCount: Int
        var isStreaming = true
        /// What the driver did not take back; it is offered again with the next one.
        var refused: [VideoStream.Buffer] = []
    }

    let stream: any BufferQueue
    /// How many buffers the driver keeps.
    private let reserve: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - stream: with all its buffers queued.
    ///   - reserve: the minimum that the driver keeps; `.max` lends none.
    init(_ stream: any BufferQueue, reserve: Int) {
        self.stream = stream
        self.reserve = reserve
        state = Mutex(State(queuedCount: stream.buffers.count))
    }

    /// Dequeues the oldest filled buffer.
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

    /// Requeues a buffer; from any thread, even after the end.
    func giveBack(_ buffer: VideoStream.Buffer) {
        state.withLock { state in
            guard state.isStreaming else { return }
            let returned = state.refused + [buffer]
            // A device that was unplugged takes nothing back; the reading thread finds that out by itself.
            state.refused = returned.filter { (try? stream.queue($0)) == nil }
            state.queuedCount += returned.count - state.refused.count
        }
    }

    /// Ends the stream. Lent buffers stay readable.
    func end() {
        let isFirst = state.withLock { state in
            defer { state.isStreaming = false }
            return state.isStreaming
        }
        // With the lock free: a driver may wait there for somebody who releases a frame. Nothing is queued anymore.
        if isFirst { stream.stop() }
    }
}
