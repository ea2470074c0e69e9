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
    /// How long to wait before a driver that refuses buffers is offered them again, in nanoseconds.
    static let offerPause: Int64 = 20_000_000

    private struct State {
        var queuedCount: Int
        var isStreaming = true
        /// What the driver did not take back; it is offered again with the next one, and before each wait for a frame.
        var refused: [VideoStream.Buffer] = []

        mutating func offer(_ returned: [VideoStream.Buffer], to stream: any BufferQueue) {
            // A device that was unplugged takes nothing back; the reading thread finds that out by itself.
            refused = returned.filter { (try? stream.queue($0)) == nil }
            queuedCount += returned.count - refused.count
        }
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
            state.offer(state.refused + [buffer], to: stream)
        }
    }

    /// Offers the driver once more what it has refused. A driver without any buffer delivers nothing that could be given
    /// back, so whoever waits for frames calls this.
    ///
    /// - Returns: whether to wait only ``offerPause`` for a frame, because the driver still refuses one, or has none
    ///   that it could fill and may refuse those that come back.
    func offerAgain() -> Bool {
        state.withLock { state in
            guard state.isStreaming else { return false }
            if !state.refused.isEmpty { state.offer(state.refused, to: stream) }
            return state.queuedCount == 0 || !state.refused.isEmpty
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
