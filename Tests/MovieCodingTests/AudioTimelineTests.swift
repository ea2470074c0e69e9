import Testing

@testable import MovieCoding

@Suite struct AudioTimelineTests {
    var timeline = AudioTimeline(sampleRate: 48_000)

    @Test mutating func consecutiveBlocksAreNotChanged() {
        for block in 0..<100 {
            #expect(timeline.place(frames: 480, at: block * 480) == .init())
        }
        #expect(timeline.position == 48_000)
    }

    @Test mutating func soundFromBeforeTheStartIsLeftOut() {
        #expect(timeline.place(frames: 480, at: -700) == .init(skip: 480))
        #expect(timeline.place(frames: 480, at: -220) == .init(skip: 220))
        #expect(timeline.position == 260)
    }

    @Test mutating func silenceReplacesSoundThatComesLate() {
        #expect(timeline.place(frames: 480, at: 100) == .init(silence: 100))
        #expect(timeline.position == 580)
    }

    @Test mutating func aGapIsFilled() {
        _ = timeline.place(frames: 480, at: 0)
        #expect(timeline.place(frames: 480, at: 480 + 9_600) == .init(silence: 9_600))
        #expect(timeline.position == 480 + 9_600 + 480)
    }

    @Test mutating func anOverlapIsCutOff() {
        for block in 0..<10 { _ = timeline.place(frames: 4_800, at: block * 4_800) }
        #expect(timeline.place(frames: 4_800, at: 48_000 - 1_000) == .init(skip: 1_000))
        #expect(timeline.place(frames: 4_800, at: 20_000) == .init(skip: 4_800))
        #expect(timeline.position == 48_000 + 3_800)
    }

    @Test mutating func jitterChangesNothing() {
        // Half a thousand frames early, then late, and so on: 10 ms each way.
        for block in 0..<1_000 {
            let jitter = block == 0 ? 0 : block % 2 == 0 ? 480 : -480
            #expect(timeline.place(frames: 480, at: block * 480 + jitter) == .init())
        }
    }

    @Test(arguments: [-300.0, -50, 50, 300])
    func aWrongClockIsFollowedWithoutAGap(partsPerMillion: Double) {
        var timeline = AudioTimeline(sampleRate: 48_000)
        let blocks = 360_000
        var worst = 0
        for block in 0..<blocks {
            let start = Int((Double(block * 480) * (1 + partsPerMillion / 1_000_000)).rounded())
            let placement = timeline.place(frames: 480, at: start)
            #expect(placement.silence == 0 && placement.skip == 0)
            worst = max(worst, abs(timeline.position - start - 480))
        }
        // An hour without correction would be 180 ms off at 50 parts in a million.
        #expect(worst < 48_000 / 100, "sound is never off by 10 ms")
    }

    @Test mutating func anEmptyBlockChangesNothing() {
        #expect(timeline.place(frames: 0, at: 5_000) == .init())
        #expect(timeline.position == 0)
    }
}
