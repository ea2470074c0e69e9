@testable import CaptureEngine
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite struct RecordingPauseTests {
    private func thirtieth(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 30) }

    private func milliseconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1000) }

    @Test func aPauseIsLeftOutAndTheRestMovesUp() {
        let scene = RecordingScene(hasSound: false)
        scene.frames(0..<3)
        scene.recording.pause(at: thirtieth(3))
        scene.frames(3..<6)
        scene.recording.resume(at: thirtieth(6))
        scene.frames(6..<8)
        scene.recording.stop(at: thirtieth(8))
        scene.frame(8)
        #expect(scene.end() == .init(error: nil))
        #expect(scene.writer.frames == (0..<5).map(thirtieth))
        #expect(scene.writer.calls.last == .finish(thirtieth(5)))
        #expect(scene.started.withLock { $0 } == [.zero])
        #expect(scene.events.withLock { $0 } == [.paused, .resumed])
    }

    @Test func soundIsCutToTheSample() {
        let scene = RecordingScene()
        scene.frames(0..<1)
        scene.sounds(0..<2)
        // In the middle of the second block, and of the fourth.
        scene.recording.pause(at: milliseconds(30))
        scene.sounds(2..<3)
        scene.recording.resume(at: milliseconds(70))
        scene.sounds(3..<5)
        scene.recording.stop(at: milliseconds(100))
        scene.frame(3)
        scene.sound(5)
        #expect(scene.end() == .init(error: nil))
        #expect(scene.writer.sounds == [0, 20, 30, 40].map(milliseconds))
    }

    @Test func aBlockOfSoundThatBeginsBeforeAPauseEndsWithIt() throws {
        var pauses = RecordingPauses()
        pauses.begin(at: milliseconds(5))
        pauses.end(at: milliseconds(15))
        let block = FakeMedia.sound(at: .zero)
        let parts = pauses.recorded(block)
        #expect(parts.map(\.presentationTimeStamp) == [.zero, milliseconds(5)])
        #expect(parts.map(\.numSamples) == [240, 240])
        #expect(parts.map { $0.dataBuffer?.dataLength } == [480, 480])
    }

    @Test func stoppingDuringAPauseEndsTheMovieWithTheLastFrameBefore() {
        let scene = RecordingScene(hasSound: false)
        scene.frames(0..<3)
        scene.recording.pause(at: milliseconds(90))
        scene.frames(3..<5)
        scene.recording.stop(at: thirtieth(5))
        scene.frame(5)
        #expect(scene.end() == .init(error: nil))
        #expect(scene.writer.frames == (0..<3).map(thirtieth))
        // The last frame keeps its duration.
        #expect(scene.writer.calls.last == .finish(thirtieth(3)))
        #expect(scene.events.withLock { $0 } == [.paused])
    }

    @Test func theDurationLimitCountsWhatIsInTheMovie() {
        let scene = RecordingScene(limits: .init(duration: thirtieth(6)), hasSound: false)
        scene.frames(0..<3)
        scene.recording.pause(at: thirtieth(3))
        scene.frames(3..<9)
        scene.recording.resume(at: thirtieth(9))
        scene.frames(9..<15)
        #expect(scene.end() == .init(error: .durationLimit))
        #expect(scene.writer.frames == (0..<6).map(thirtieth))
        #expect(scene.writer.calls.last == .finish(thirtieth(6)))
    }

    @Test func aPauseBeforeTheFirstFrameDelaysTheStart() {
        let scene = RecordingScene(hasSound: false)
        scene.recording.pause(at: .zero)
        scene.frames(0..<3)
        scene.recording.resume(at: thirtieth(3))
        scene.frames(3..<5)
        scene.recording.stop(at: thirtieth(5))
        scene.frame(5)
        #expect(scene.end() == .init(error: nil))
        // `onStart` receives the time at which the first frame was captured.
        #expect(scene.started.withLock { $0 } == [thirtieth(3)])
        #expect(scene.writer.frames.count == 2)
    }

    @Test func pausingOrResumingTwiceIsLikeDoingItOnce() {
        var pauses = RecordingPauses()
        let results = [
            pauses.end(at: thirtieth(1)), pauses.begin(at: thirtieth(2)), pauses.begin(at: thirtieth(3)),
            pauses.end(at: thirtieth(4)), pauses.end(at: thirtieth(5)),
        ]
        #expect(results == [false, true, false, true, false])
        #expect(pauses.movieTime(thirtieth(10)) == thirtieth(8))
        #expect(pauses.time(ofMovie: thirtieth(8)) == thirtieth(10))
    }

    @Test func timesSurviveARoundTripOverManyPauses() {
        var pauses = RecordingPauses()
        for index in Int64(1)...20 {
            pauses.begin(at: milliseconds(index * 100))
            pauses.end(at: milliseconds(index * 100 + 3 * index))
        }
        for time in stride(from: Int64(0), to: 3000, by: 7) where !pauses.isPaused(at: milliseconds(time)) {
            let there = pauses.movieTime(milliseconds(time))
            // Both ends of a pause are the same movie time.
            let back = pauses.time(ofMovie: there)
            #expect(back == milliseconds(time) || pauses.movieTime(back) == there)
        }
    }

    @Test func aTurnIsReportedWithItsFrame() {
        let scene = RecordingScene(hasSound: false, recordsTurns: true)
        scene.frames(0..<2)
        scene.turn(90, isMirrored: true)
        scene.frames(2..<4)
        scene.recording.stop(at: thirtieth(4))
        scene.frame(4)
        #expect(scene.end() == .init(error: nil))
        let turns = scene.writer.calls.filter { if case .turn = $0 { true } else { false } }
        #expect(
            turns == [
                .turn(MovieOrientation(rotation: 0, isMirrored: false), .zero),
                .turn(MovieOrientation(rotation: 90, isMirrored: true), thirtieth(2)),
            ])
    }
}
