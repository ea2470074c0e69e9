import CaptureEngine
import CoreMedia
import Locking
import TestSupport
import Testing

struct StillQueueTests {
    private let interrupted = CaptureError(.interrupted, "stopped")
    private var frame: StillFrame {
        StillFrame(frame: FakeMedia.frame(at: .zero, duration: CMTime(value: 1, timescale: 30)))
    }

    /// A thread that hung in its driver may come back when all was answered for it.
    @Test func aStillThatIsMadeWhenTheQueueWasClosedIsNotAnsweredTwice() {
        let queue = StillQueue()
        let answers = Mutex<[CaptureError.Code?]>([])
        let add = {
            queue.open()
            queue.add([StillRequest()], refusal: interrupted) { _, result in
                answers.withLock { answers in
                    if case .failure(let error) = result { answers.append(error.code) } else { answers.append(nil) }
                }
            }
        }
        add()
        queue.makeNext { [frame] (_) throws(CaptureError) in
            queue.close(interrupted)
            return frame
        }
        #expect(answers.withLock { $0 } == [.interrupted])
        // The next run's request is not taken for it.
        add()
        queue.makeNext { [frame] (_) throws(CaptureError) in
            queue.close(interrupted)
            add()
            return frame
        }
        #expect(answers.withLock { $0 } == [.interrupted, .interrupted])
        queue.makeNext { [frame] (_) throws(CaptureError) in frame }
        #expect(answers.withLock { $0 } == [.interrupted, .interrupted, nil])
    }
}
