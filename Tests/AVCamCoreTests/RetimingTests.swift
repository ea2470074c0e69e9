import AVFoundation
import Testing

@testable import AVCamCore

/// Which frames a time-lapse or slow motion shows, and when.
struct RetimingTests {
    private func moment(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1_000_000) }

    /// When each frame is shown, in thirtieths of a second; `nil` for those left out.
    private func shown(_ captures: [Double], _ retiming: inout Retiming) -> [Double?] {
        captures.map { capture in
            guard let time = retiming.time(of: moment(capture)) else { return nil }
            retiming.take(moment(capture), at: time)
            return (time.seconds * 30 * 1000).rounded() / 1000
        }
    }

    @Test func aTimeLapseShowsOneFrameAtEachInterval() {
        var retiming = Retiming(.timeLapse(interval: 0.5), frameRate: 10)
        let captures = (0...12).map { 7 + Double($0) / 10 }
        #expect(
            shown(captures, &retiming) == [0, nil, nil, nil, nil, 1, nil, nil, nil, nil, 2, nil, nil])
        #expect(retiming.end == CMTime(value: 3, timescale: 30))
    }

    @Test func aLateFrameDoesNotMoveTheMomentsAfterIt() {
        var retiming = Retiming(.timeLapse(interval: 1), frameRate: 10)
        #expect(shown([0, 1.4, 2, 2.9, 3], &retiming) == [0, 1, 2, nil, 3])
    }

    @Test func aMomentThatTheCameraMissedIsLeftOut() {
        var retiming = Retiming(.timeLapse(interval: 1), frameRate: 10)
        #expect(shown([0, 5.2, 5.9, 6.2], &retiming) == [0, 1, nil, 2])
    }

    @Test func aTimeLapseGoesOnAtOnceAfterAPause() {
        var retiming = Retiming(.timeLapse(interval: 10), frameRate: 10)
        #expect(shown([0, 4], &retiming) == [0, nil])
        retiming.pause()
        #expect(shown([60, 64, 70], &retiming) == [1, nil, 2])
    }

    @Test func slowMotionShowsAllFramesAndKeepsTheirDistances() {
        var retiming = Retiming(.slowMotion, frameRate: 120)
        // One frame is missing.
        #expect(shown([3, 3 + 1 / 120.0, 3 + 3 / 120.0], &retiming) == [0, 1, 3])
        retiming.pause()
        #expect(shown([9, 9 + 1 / 120.0], &retiming) == [4, 5])
    }

    @Test(arguments: MovieSpeed.choices)
    func aChoiceIsKnownByItsWord(speed: MovieSpeed) { #expect(MovieSpeed(rawValue: speed.rawValue) == speed) }

    @Test(arguments: ["", "fast", "0", "-1", "nan", "inf", "4000"])
    func anotherWordIsNoSpeed(word: String) { #expect(MovieSpeed(rawValue: word) == nil) }
}
