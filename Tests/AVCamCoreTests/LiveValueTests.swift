import Testing

@testable import AVCamCore

struct LiveValueTests {
    @Test func everyFollowerHearsTheValueAndEachOtherOne() async {
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

    @Test func aSlowFollowerHearsTheNewestValues() async {
        let live = LiveValue(0)
        var values = live.values.makeAsyncIterator()
        for number in 1...1000 { live.set(number) }
        var last: Int?
        repeat { last = await values.next() } while last != 1000
    }

    @Test func theEndOfTheValueEndsItsStreams() async {
        var live: LiveValue<Int>? = LiveValue(0)
        var values = live?.values.makeAsyncIterator()
        #expect(await values?.next() == 0)
        live = nil
        #expect(await values?.next() == nil)
    }

    /// As a recording's progress changes while the task that shows it is cancelled.
    @Test func followersMayBeCancelledWhileTheValueChanges() async {
        let live = LiveValue(0)
        let writer = Task.detached {
            var count = 0
            while !Task.isCancelled {
                count += 1
                live.set(count)
            }
            return count
        }
        for _ in 1...2000 {
            let follower = Task.detached { for await _ in live.values {} }
            await Task.yield()
            follower.cancel()
            await follower.value
        }
        writer.cancel()
        let count = await writer.value
        #expect(live.value == count)
    }
}
