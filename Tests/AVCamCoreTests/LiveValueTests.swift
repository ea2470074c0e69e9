import Locking
import Testing

@testable import AVCamCore

@Suite(.timeLimit(.minutes(2))) struct LiveValueTests {
    @Test func everyFollowerGetsTheValueAndEachLaterOne() async {
        let live = LiveValue(1)
        var (first, second) = (live.values.makeAsyncIterator(), live.values.makeAsyncIterator())
        #expect(await first.next() == 1)
        #expect(await second.next() == 1)
        live.set(1)
        live.set(2)
        live.change { $0 += 1 }
        #expect(live.value == 3)
        for value in [2, 3] {
            #expect(await first.next() == value)
            #expect(await second.next() == value)
        }
    }

    @Test func aSlowFollowerGetsTheNewestValues() async {
        let live = LiveValue(0)
        let values = live.values
        for number in 1...1000 { live.set(number) }
        var last: Int?
        // The time limit also ends this loop.
        for await value in values {
            last = value
            if value == 1000 { break }
        }
        #expect(last == 1000)
    }

    @Test func theEndOfTheValueEndsItsStreams() async {
        var live: LiveValue<Int>? = LiveValue(0)
        var values = live?.values.makeAsyncIterator()
        #expect(await values?.next() == 0)
        live = nil
        #expect(await values?.next() == nil)
    }

    /// For example, a recording's progress changes while the task that shows it is cancelled.
    @Test func followersCanBeCancelledWhileTheValueChanges() async throws {
        let live = LiveValue(0)
        let writer = Task.detached {
            var count = 0
            while !Task.isCancelled {
                count += 1
                live.set(count)
            }
            return count
        }
        defer { writer.cancel() }
        for round in 1...2000 {
            let hasEnded = Locking.Mutex(false)
            let follower = Task.detached {
                for await _ in live.values {}
                hasEnded.withLock { $0 = true }
            }
            await Task.yield()
            follower.cancel()
            while !hasEnded.withLock({ $0 }) {
                try #require(!Task.isCancelled, "follower \(round) did not hear that it was cancelled")
                await Task.yield()
            }
        }
        writer.cancel()
        let count = await writer.value
        #expect(live.value == count)
    }
}
