import CoreMedia
import TestSupport
import Testing

@testable import CaptureEngine

struct RecordingQueueTests {
    private func frame(_ index: Int) -> CMSampleBuffer {
        FakeMedia.frame(at: CMTime(value: Int64(index), timescale: 30), duration: CMTime(value: 1, timescale: 30))
    }

    @Test func thereIsRoomForAsManyFramesAsWereTaken() {
        let capacity = SinkCapacity.recordingQueue
        var queue = RecordingQueue(hasVideo: true, hasAudio: false)
        queue.isWriterReady = true
        for index in 0..<capacity { queue.offer(frame(index)) }
        for _ in 0..<3 { #expect(queue.next()?.isFrame == true) }
        for index in capacity..<capacity + 5 { queue.offer(frame(index)) }
        var (frames, losses) = (0, 0)
        while let item = queue.next() {
            frames += item.isFrame ? 1 : 0
            if case .losses(let times) = item { losses += times.count }
        }
        #expect(frames == capacity && losses == 2)
    }

    @Test func aQueueIsBehindWhileHalfOfItIsTaken() {
        var queue = RecordingQueue(hasVideo: true, hasAudio: false)
        queue.isWriterReady = true
        for index in 0..<SinkCapacity.recordingQueue / 2 {
            #expect(!queue.isBehind)
            queue.offer(frame(index))
        }
        #expect(queue.isBehind)
        _ = queue.next()
        #expect(!queue.isBehind)
        queue.offer(frame(SinkCapacity.recordingQueue))
        #expect(queue.isBehind)
        queue.finish()
        #expect(!queue.isBehind)
    }
}
