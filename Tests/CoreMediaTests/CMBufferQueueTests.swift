import CoreMedia
import Foundation
import Locking
import Testing

struct CMBufferQueueTests {
    private func sample(_ seconds: Double, duration: Double = 0.5, size: Int = 0) throws -> CMSampleBuffer {
        var timing = CMSampleTimingInfo(
            duration: CMTime(seconds: duration, preferredTimescale: 600),
            presentationTimeStamp: CMTime(seconds: seconds, preferredTimescale: 600),
            decodeTimeStamp: CMTime(seconds: seconds - 1, preferredTimescale: 600))
        var block: CMBlockBuffer?
        if size > 0 {
            CMBlockBufferCreateWithMemoryBlock(
                allocator: nil, memoryBlock: nil, blockLength: size, blockAllocator: nil, customBlockSource: nil,
                offsetToData: 0, dataLength: size, flags: 0, blockBufferOut: &block)
        }
        let format = try CMFormatDescription(mediaType: .metadata, mediaSubType: .init(rawValue: 0x6d65_7478))
        var (buffer, sizes): (CMSampleBuffer?, [Int]) = (nil, [size])
        CMSampleBufferCreate(
            allocator: nil, dataBuffer: block, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
            formatDescription: format, sampleCount: 1, sampleTimingEntryCount: 1, sampleTimingArray: &timing,
            sampleSizeEntryCount: 1, sampleSizeArray: &sizes, sampleBufferOut: &buffer)
        return try #require(buffer)
    }

    private func queue(
        _ times: [Double] = [], _ handlers: CMBufferQueue.Handlers = .unsortedSampleBuffers, capacity: Int = 0
    ) throws -> CMBufferQueue {
        let queue = try CMBufferQueue(capacity: capacity, handlers: handlers)
        for time in times { try queue.enqueue(sample(time)) }
        return queue
    }

    private func time(_ buffer: CMBuffer?) -> Double? {
        (buffer as? CMSampleBuffer)?.presentationTimeStamp.seconds
    }

    private func drained(_ queue: CMBufferQueue) -> [Double] {
        var times: [Double] = []
        while let next = time(queue.dequeue()) { times.append(next) }
        return times
    }

    private func code(_ body: () throws -> Void) -> OSStatus? {
        do {
            try body()
            return nil
        } catch {
            return OSStatus((error as NSError).code)
        }
    }

    @Test func buffersComeOutInTheOrderInWhichTheyWerePutIn() throws {
        let queue = try queue([3, 1, 2])
        #expect(time(queue.head) == 3 && queue.bufferCount == 3)
        #expect(queue.buffers.compactMap(time) == [3, 1, 2])
        #expect(drained(queue) == [3, 1, 2])
        #expect(queue.isEmpty && queue.head == nil && queue.dequeue() == nil)
    }

    @Test func sortedBuffersComeOutByTheirTimes() throws {
        let queue = try queue([3, 1, 2], .outputPTSSortedSampleBuffers)
        #expect(time(queue.dequeue()) == 1)
        try queue.enqueue(sample(2.5))
        try queue.enqueue(sample(0.5))
        #expect(drained(queue) == [0.5, 2, 2.5, 3])
    }

    @Test func equalBuffersKeepTheirOrder() throws {
        let queue = try queue([], .outputPTSSortedSampleBuffers)
        let buffers = try (1...4).map { _ in try sample(1) }
        for buffer in buffers { try queue.enqueue(buffer) }
        for buffer in buffers { #expect(queue.dequeue() === buffer) }
    }

    @Test func theQueueTellsItsTimesAndSizes() throws {
        let queue = try queue([3, 1, 2])
        try queue.enqueue(sample(5, duration: 1, size: 7))
        #expect(queue.duration.seconds == 2.5 && queue.totalSize == 7)
        #expect(queue.minPresentationTimeStamp.seconds == 1 && queue.firstPresentationTimeStamp.seconds == 3)
        #expect(queue.maxPresentationTimeStamp.seconds == 5 && queue.endPresentationTimeStamp.seconds == 6)
        #expect(queue.minDecodeTimeStamp.seconds == 0 && queue.firstDecodeTimeStamp.seconds == 2)
        _ = drained(queue)
        #expect(queue.duration == .zero && !queue.minPresentationTimeStamp.isValid)
    }

    @Test func aFullQueueTakesNothing() throws {
        let queue = try queue([1, 2], capacity: 2)
        #expect(code { try queue.enqueue(sample(3)) } == kCMBufferQueueError_QueueIsFull)
        #expect(drained(queue) == [1, 2])
        try queue.enqueue(sample(4))
        #expect(queue.bufferCount == 1)
    }

    @Test func nothingFollowsTheEndUntilAReset() throws {
        let queue = try queue([1])
        try queue.markEndOfData()
        #expect(queue.containsEndOfData && !queue.isAtEndOfData)
        #expect(code { try queue.enqueue(sample(2)) } == kCMBufferQueueError_EnqueueAfterEndOfData)
        _ = queue.dequeue()
        #expect(queue.isAtEndOfData)
        try queue.reset()
        try queue.enqueue(sample(2))
        #expect(!queue.containsEndOfData && queue.bufferCount == 1)
    }

    @Test func aResetHandsOutWhatWasInTheQueue() throws {
        let queue = try queue([1, 2])
        var times: [Double] = []
        try queue.reset { times.append(time($0) ?? -1) }
        #expect(times == [1, 2] && queue.isEmpty && queue.duration == .zero)
    }

    @Test func aBufferThatIsNotReadyStays() throws {
        let isReady = Mutex(false)
        let handlers = CMBufferQueue.Handlers.unsortedSampleBuffers.withHandlers { builder in
            builder.isDataReady { _ in isReady.withLock { $0 } }
        }
        let queue = try queue([1], handlers)
        #expect(queue.dequeueIfDataReady() == nil)
        isReady.withLock { $0 = true }
        #expect(time(queue.dequeueIfDataReady()) == 1)
    }

    @Test func aValidationKeepsBuffersOut() throws {
        struct TooLate: Error {}
        let queue = try queue()
        queue.setValidationHandler { queue, buffer in
            if let last = time(buffer), last < queue.maxPresentationTimeStamp.seconds { throw TooLate() }
        }
        try queue.enqueue(sample(2))
        #expect(throws: TooLate.self) { try queue.enqueue(sample(1)) }
        #expect(queue.bufferCount == 1)
    }

    @Test func triggersAreCalledWhenTheirConditionBecomesTrue() throws {
        let queue = try queue()
        let calls = Mutex<[String]>([])
        func install(_ name: String, _ condition: CMBufferQueue.TriggerCondition) throws -> CMBufferQueue.TriggerToken {
            try queue.installTrigger(condition: condition) { _ in calls.withLock { $0.append(name) } }
        }
        func called() -> [String] {
            calls.withLock { calls in
                defer { calls = [] }
                return calls
            }
        }
        let long = try install("long", .whenDurationBecomesGreaterThanOrEqualTo(CMTime(value: 1, timescale: 1)))
        _ = try install("more than one", .whenBufferCountBecomesGreaterThan(1))
        _ = try install("earlier", .whenMinPresentationTimeStampChanges)
        _ = try install("end", .whenEndOfDataReached)
        _ = try install("reset", .whenReset)
        try queue.enqueue(sample(2))
        #expect(called() == ["earlier"] && !queue.testTrigger(long))
        try queue.enqueue(sample(3))
        #expect(called() == ["long", "more than one"] && queue.testTrigger(long))
        try queue.enqueue(sample(1))
        #expect(called() == ["earlier"], "the others are still true")
        try queue.markEndOfData()
        #expect(called().isEmpty)
        _ = (queue.dequeue(), queue.dequeue())
        _ = called()
        _ = queue.dequeue()
        #expect(called() == ["earlier", "end"])
        try queue.removeTrigger(long)
        #expect(code { try queue.removeTrigger(long) } == kCMBufferQueueError_InvalidTriggerToken)
        try queue.reset()
        #expect(called() == ["reset"])
    }

    @Test func aBufferThatIsGoneIsNotKept() throws {
        let queue = try queue([1, 2, 3, 4])
        weak var first: CMBuffer?
        first = queue.head
        #expect(first != nil)
        _ = queue.dequeue()
        #expect(first == nil)
    }

    @Test func anInvalidDurationGoesWithItsBuffer() throws {
        let queue = try queue()
        let odd = try sample(1, duration: .nan)
        try queue.enqueue(odd)
        try queue.enqueue(sample(2))
        #expect(!queue.duration.isNumeric)
        _ = queue.dequeue()
        #expect(queue.duration.seconds == 0.5)
    }

    @Test func aResetBeforeATriggerIsNotForIt() throws {
        let (queue, calls) = (try queue([1]), Mutex(0))
        try queue.reset()
        try queue.installTrigger(condition: .whenReset) { _ in calls.withLock { $0 += 1 } }
        try queue.enqueue(sample(1))
        #expect(calls.withLock { $0 } == 0)
        try queue.reset()
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func aTriggerMayLookButNotChange() throws {
        let queue = try queue()
        let seen = Mutex<(count: Int, status: OSStatus?)>((0, nil))
        try queue.installTrigger(condition: .whenBufferCountBecomesGreaterThan(0)) { _ in
            let status = self.code { try queue.reset() }
            seen.withLock { $0 = (queue.bufferCount, status) }
        }
        try queue.enqueue(sample(1))
        #expect(seen.withLock { $0.count } == 1)
        #expect(seen.withLock { $0.status } == kCMBufferQueueError_CannotModifyQueueFromTriggerCallback)
        try queue.enqueue(sample(2))
        #expect(queue.bufferCount == 2, "afterwards it may be changed again")
    }

    @Test func threadsShareAQueue() throws {
        let queue = try queue([], .outputPTSSortedSampleBuffers)
        let taken = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            for step in 0..<200 {
                if number.isMultiple(of: 2) {
                    try? queue.enqueue(try sample(Double(step)))
                } else if queue.dequeue() != nil {
                    taken.withLock { $0 += 1 }
                }
            }
        }
        #expect(queue.bufferCount + taken.withLock { $0 } == 800)
    }

    @Test func theFunctionsOfCDoTheSame() throws {
        var made: CMBufferQueue?
        #expect(
            CMBufferQueueCreate(
                allocator: kCFAllocatorDefault, capacity: 1,
                callbacks: CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS(), queueOut: &made) == 0)
        let queue = try #require(made)
        #expect(CMBufferQueueEnqueue(queue, buffer: try sample(1)) == 0)
        #expect(CMBufferQueueEnqueue(queue, buffer: try sample(2)) == kCMBufferQueueError_QueueIsFull)
        #expect(CMBufferQueueGetDuration(queue).seconds == 0.5)
        #expect(time(CMBufferQueueDequeue(queue)) == 1)
        #expect(CMBufferQueueIsEmpty(queue))
    }
}
