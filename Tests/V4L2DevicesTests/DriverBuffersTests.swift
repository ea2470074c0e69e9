import LinuxVideo
import Locking
import Testing

@testable import V4L2Devices

@Suite struct DriverBuffersTests {
    /// A queue of two buffers. A picture is released while it stops, as when a driver waits there for its readers.
    private final class FakeQueue: BufferQueue {
        let buffers = [VideoStream.Buffer(0, areas: []), VideoStream.Buffer(1, areas: [])]
        let queued = Mutex<[Int]>([])
        let whileStopping = Mutex<(@Sendable () -> Void)?>(nil)

        func start() throws(Errno) {}

        /// How many more buffers it does not take.
        let refusals = Mutex(0)

        func queue(_ buffer: VideoStream.Buffer) throws(Errno) {
            let isRefused = refusals.withLock { count in
                defer { count = max(count - 1, 0) }
                return count > 0
            }
            if isRefused { throw .invalid }
            queued.withLock { $0.append(buffer.index) }
        }

        func dequeue() throws(Errno) -> VideoStream.Frame {
            VideoStream.Frame(
                buffer: buffers[0], ranges: [], sequence: 0, monotonicNanoseconds: nil, isDamaged: false)
        }

        func wait(wake: Int32, timeoutMilliseconds: Int) throws(Errno) -> VideoStream.Readiness { .frame }

        func stop() { whileStopping.withLock { $0 }?() }
    }

    @Test func aBufferThatIsReleasedWhileTheStreamEndsDoesNotBlockIt() throws {
        let queue = FakeQueue()
        let buffers = DriverBuffers(queue, reserve: 1)
        let (frame, mayKeep) = try buffers.dequeue()
        #expect(mayKeep)
        queue.whileStopping.withLock { $0 = { buffers.giveBack(frame.buffer) } }
        buffers.end()
        // The driver has given all buffers up; it takes none anymore.
        #expect(queue.queued.withLock { $0 } == [])
    }

    @Test func aBufferIsLentWhileTheDriverHasItsReserve() throws {
        let queue = FakeQueue()
        let buffers = DriverBuffers(queue, reserve: 1)
        let first = try buffers.dequeue()
        let second = try buffers.dequeue()
        #expect(first.mayKeep && !second.mayKeep)
        buffers.giveBack(second.frame.buffer)
        #expect(queue.queued.withLock { $0 } == [0])
    }

    /// A buffer that is lost for each error starves the driver sooner or later.
    @Test func aBufferThatTheDriverDoesNotTakeIsOfferedAgainWithTheNext() throws {
        let queue = FakeQueue()
        let buffers = DriverBuffers(queue, reserve: 1)
        _ = (try buffers.dequeue(), try buffers.dequeue())
        queue.refusals.withLock { $0 = 1 }
        buffers.giveBack(queue.buffers[0])
        #expect(queue.queued.withLock { $0 } == [])
        buffers.giveBack(queue.buffers[1])
        #expect(queue.queued.withLock { $0 } == [0, 1])
        // It counts as the driver's again.
        #expect(try buffers.dequeue().mayKeep)
    }

    @Test func buffersThatWereAllRefusedAreOfferedAgain() throws {
        let queue = FakeQueue()
        let buffers = DriverBuffers(queue, reserve: 1)
        #expect(!buffers.offerAgain())
        _ = (try buffers.dequeue(), try buffers.dequeue())
        #expect(buffers.offerAgain(), "the driver has none")
        queue.refusals.withLock { $0 = 4 }
        for buffer in queue.buffers { buffers.giveBack(buffer) }
        #expect(buffers.offerAgain() && queue.queued.withLock { $0 } == [1])
        #expect(!buffers.offerAgain() && queue.queued.withLock { $0 } == [1, 0])
        buffers.end()
        #expect(!buffers.offerAgain())
    }
}
