import Testing

import ALSADevices

/// A sound card with a clock that is wrong by `drift`, read by a program that is late by up to `jitter`.
private struct Card {
    var drift = 0.0
    var jitter = 0.0
    var random = SeededGenerator(seed: 7)
    let rate = 48_000
    let block = 960

    /// When the first frame of block `index` was captured, in nanoseconds.
    func truth(_ index: Int) -> Double {
        5_000_000_000_000 + Double(index * block) * 1_000_000_000 / (Double(rate) * (1 + drift))
    }

    mutating func told(_ index: Int) -> Int64 {
        Int64(truth(index) + Double.random(in: -jitter...jitter, using: &random))
    }
}

/// The same numbers in every run.
private struct SeededGenerator: RandomNumberGenerator {
    var seed: UInt64

    mutating func next() -> UInt64 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return seed ^ (seed >> 29)
    }
}

struct SampleTimelineTests {
    @Test func anExactDeviceGetsExactlyItsOwnTimes() {
        var card = Card()
        var timeline = SampleTimeline(framesPerSecond: card.rate)
        for index in 0..<500 {
            let stamp = timeline.stamp(frames: card.block, told: card.told(index))
            #expect(abs(Double(stamp.time) - card.truth(index)) < 1_000)
            #expect(!stamp.isDiscontinuous && stamp.surplus == 0)
        }
    }

    /// The PipeWire plug-in jitters by ±5 ms on a busy machine; the promise is one millisecond.
    @Test func fiveMillisecondsOfJitterBecomeLessThanOne() {
        var card = Card(jitter: 5_000_000)
        var timeline = SampleTimeline(framesPerSecond: card.rate)
        var last: Int64?
        for index in 0..<3_000 {
            let stamp = timeline.stamp(frames: card.block, told: card.told(index))
            guard index >= 50 else { continue }
            #expect(abs(Double(stamp.time) - card.truth(index)) < 1_000_000)
            if let last { #expect(abs(stamp.time - last - 20_000_000) < 200_000) }
            last = stamp.time
        }
    }

    /// Twice the error of the worst cards. Uncorrected, the sound would be 24 ms off after a minute.
    @Test(arguments: [-0.0004, 0.0004]) func aCardWithAWrongClockIsFollowed(drift: Double) {
        var card = Card(drift: drift, jitter: 1_000_000)
        var timeline = SampleTimeline(framesPerSecond: card.rate)
        for index in 0..<9_000 {
            let stamp = timeline.stamp(frames: card.block, told: card.told(index))
            #expect(abs(Double(stamp.time) - card.truth(index)) < 2_000_000)
            if index > 1_500 { #expect(abs(Double(stamp.time) - card.truth(index)) < 500_000) }
        }
        #expect(abs(timeline.framesPerSecond / (48_000 * (1 + drift)) - 1) < 0.000_05)
    }

    @Test func unreportedLossRestartsTheTimeline() {
        var card = Card()
        var timeline = SampleTimeline(framesPerSecond: card.rate)
        for index in 0..<100 { _ = timeline.stamp(frames: card.block, told: card.told(index)) }
        let stamp = timeline.stamp(frames: card.block, told: card.told(110))
        #expect(stamp.isDiscontinuous)
        #expect(stamp.time == card.told(110))
        #expect(!timeline.stamp(frames: card.block, told: card.told(111)).isDiscontinuous)
    }

    @Test func afterAnOverrunTheNextBlocksReportedTimeIsUsed() {
        var card = Card(drift: 0.0002)
        var timeline = SampleTimeline(framesPerSecond: card.rate)
        for index in 0..<2_000 { _ = timeline.stamp(frames: card.block, told: card.told(index)) }
        let before = timeline.framesPerSecond
        timeline.restart()
        let stamp = timeline.stamp(frames: card.block, told: card.told(2_002))
        #expect(stamp.time == card.told(2_002))
        #expect(!stamp.isDiscontinuous)
        #expect(timeline.framesPerSecond == before)
    }

    @Test func timesNeverGoBackwards() {
        var card = Card(jitter: 50_000_000)
        var timeline = SampleTimeline(framesPerSecond: card.rate)
        var last = Int64.min
        for index in 0..<2_000 {
            let stamp = timeline.stamp(frames: card.block, told: card.told(index))
            #expect(stamp.time > last && !stamp.isTaken)
            last = stamp.time
        }
    }

    /// ALSA's `file` plug-in delivers a whole file at once: reported times stand still while frames pile up.
    @Test func aPCMWithoutAClockIsReadInRealTime() {
        var timeline = SampleTimeline(framesPerSecond: 48_000)
        let start: Int64 = 1_000_000_000
        var now = start
        for _ in 0..<500 {
            let stamp = timeline.stamp(frames: 960, told: now)
            #expect(!stamp.isDiscontinuous && !stamp.isTaken)
            #expect(abs(stamp.time - now) < 150_000_000)
            now += stamp.surplus
        }
        // 500 blocks of 20 ms, minus a twentieth that the loop takes for drift and jitter.
        #expect(abs(now - start - 10_000_000_000) < 500_000_000)
    }

    /// A sound server that has just started delivers what it has buffered at once, and reports it as new.
    @Test(arguments: [0.1, 0.4, 3]) func aTimelineThatBeganTooLateIsCorrected(delay: Double) {
        let card = Card()
        let late = Int64(delay * 1_000_000_000)
        var timeline = SampleTimeline(framesPerSecond: card.rate)
        var end: Int64 = 0
        var taken = 0
        for index in 0..<500 {
            let truth = Int64(card.truth(index))
            let stamp = timeline.stamp(frames: card.block, told: index == 0 ? truth + late : truth)
            if stamp.isTaken {
                taken += 1
            } else {
                #expect(stamp.time >= end - 1_000_000)
                end = stamp.time + 20_000_000
            }
            guard index >= 10 else { continue }
            #expect(abs(stamp.time - truth) < 1_000 && !stamp.isDiscontinuous && stamp.surplus == 0)
        }
        // The amount that was reported too late, and the blocks in which that was noticed.
        #expect(abs(taken - Int(delay * 50)) <= 4)
    }

    /// Blocks come in whatever size the device has ready.
    @Test func blocksOfChangingSizeKeepTheTimeline() {
        let card = Card()
        var timeline = SampleTimeline(framesPerSecond: card.rate)
        var frame = 0
        for index in 0..<1_000 {
            let size = [960, 441, 1024, 17][index % 4]
            let truth = 9_000_000_000 + Double(frame) * 1_000_000_000 / 48_000
            let stamp = timeline.stamp(frames: size, told: Int64(truth))
            #expect(abs(Double(stamp.time) - truth) < 1_000)
            frame += size
        }
    }
}
