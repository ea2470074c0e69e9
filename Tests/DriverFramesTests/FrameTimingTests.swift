import Testing

@testable import DriverFrames

@Suite struct FrameTimingTests {
    private let second: Int64 = 1_000_000_000

    @Test func theDriversMonotonicTimestampIsTaken() {
        var timing = FrameTiming(frameDuration: second / 30)
        #expect(timing.next(monotonic: 100 * second, sequence: 0, now: 100 * second + 5_000_000).time == 100 * second)
    }

    @Test func withoutATimestampTheArrivalTimeIsUsed() {
        var timing = FrameTiming(frameDuration: second / 30)
        #expect(timing.next(monotonic: nil, sequence: 0, now: 7 * second).time == 7 * second)
    }

    @Test(arguments: [0, 3_600_000_000_000] as [Int64])
    func aTimestampOfAnotherClockIsIgnored(timestamp: Int64) {
        var timing = FrameTiming(frameDuration: second / 30)
        #expect(timing.next(monotonic: timestamp, sequence: 0, now: 1000 * second).time == 1000 * second)
    }

    @Test func timesAlwaysRise() {
        var timing = FrameTiming(frameDuration: second / 30)
        _ = timing.next(monotonic: 10 * second, sequence: 0, now: 10 * second)
        let (time, _) = timing.next(monotonic: 10 * second - 1, sequence: 1, now: 10 * second)
        #expect(time == 10 * second + 1)
    }

    /// Each frame would otherwise come a nanosecond after the one before, until the time has caught up.
    @Test(arguments: [5_000_000_000, -5_000_000_000] as [Int64])
    func aClockThatJumpsIsNotFollowed(jump: Int64) {
        var timing = FrameTiming(frameDuration: second / 10)
        let frames = (0..<20).map { number in
            let time = 100 * second + Int64(number) * second / 10
            return timing.next(
                monotonic: number < 5 ? time - 1_000_000 : time + jump, sequence: UInt32(number), now: time
            ).time
        }
        // The jump itself may cost the time that a frame takes to arrive.
        let steps = zip(frames, frames.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 >= second / 10 && $0 <= second / 10 + 1_000_000 })
        #expect(frames.first == 100 * second - 1_000_000 && frames.last == 100 * second + 19 * second / 10)
    }

    @Test func aFrameMayBeStampedWithTheEndOfItsCycle() {
        var timing = FrameTiming(frameDuration: second / 10)
        let end = 100 * second + second / 10
        #expect(timing.next(monotonic: end, sequence: 0, now: 100 * second).time == end)
        #expect(timing.next(monotonic: end + second / 10, sequence: 1, now: end).time == end + second / 10)
    }

    @Test(arguments: [Int64.min, .max])
    func aTimestampThatIsNoneIsIgnored(timestamp: Int64) {
        var timing = FrameTiming(frameDuration: second / 30)
        #expect(timing.next(monotonic: timestamp, sequence: 0, now: 1000 * second).time == 1000 * second)
    }

    @Test func missingSequenceNumbersAreLostFramesBetweenTheirNeighbors() {
        var timing = FrameTiming(frameDuration: second)
        _ = timing.next(monotonic: 10 * second, sequence: 4, now: 10 * second)
        let (_, lost) = timing.next(monotonic: 13 * second, sequence: 7, now: 13 * second)
        #expect(lost == [11 * second, 12 * second])
    }

    @Test func theSequenceMayWrap() {
        var timing = FrameTiming(frameDuration: second)
        _ = timing.next(monotonic: 10 * second, sequence: .max, now: 10 * second)
        #expect(timing.next(monotonic: 11 * second, sequence: 0, now: 11 * second).lost.isEmpty)
        #expect(timing.next(monotonic: 13 * second, sequence: 2, now: 13 * second).lost == [12 * second])
    }

    @Test func aSequenceThatRepeatsOrRestartsLosesNothing() {
        var timing = FrameTiming(frameDuration: second)
        _ = timing.next(monotonic: 10 * second, sequence: 100, now: 10 * second)
        #expect(timing.next(monotonic: 11 * second, sequence: 100, now: 11 * second).lost.isEmpty)
        #expect(timing.next(monotonic: 12 * second, sequence: 0, now: 12 * second).lost.isEmpty)
    }
}
