@testable import CaptureEngine
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite struct RecordingTests {
    private func frameTimes(_ range: Range<Int64>) -> [CMTime] { range.map { CMTime(value: $0, timescale: 30) } }

    @Test func aStoppedRecordingHoldsWhatCameBefore() {
        let scene = RecordingScene(hasSound: false)
        for index in 0..<5 { scene.frame(Int64(index)) }
        scene.recording.stop(at: CMTime(value: 9, timescale: 60))
        scene.frame(5)
        #expect(scene.end() == RecordingScene.Outcome(error: nil))
        #expect(scene.writer.frames == frameTimes(0..<5))
        // The last frame keeps its duration, which the progress has counted.
        #expect(scene.writer.calls.last == .finish(CMTime(value: 5, timescale: 30)))
        #expect(scene.recording.progress.duration == CMTime(value: 5, timescale: 30))
        #expect(scene.started.withLock { $0 } == [.zero])
    }

    @Test func theDurationLimitIsExact() {
        let scene = RecordingScene(limits: .init(duration: CMTime(value: 1, timescale: 5)), hasSound: false)
        for index in 0..<10 { scene.frame(Int64(index)) }
        #expect(scene.end() == RecordingScene.Outcome(error: .durationLimit))
        #expect(scene.writer.frames == frameTimes(0..<6))
        #expect(scene.writer.calls.last == .finish(CMTime(value: 1, timescale: 5)))
    }

    @Test func theRecordingWaitsForTheSoundOfItsLastFrames() {
        let scene = RecordingScene()
        scene.frame(0)
        scene.frame(1)
        scene.recording.stop(at: CMTime(value: 2, timescale: 30))
        for index in 0..<5 { scene.sound(Int64(index)) }
        scene.frame(2)
        #expect(scene.end() == RecordingScene.Outcome(error: nil))
        // The end is at 66.7 ms: the blocks at 0, 20, 40 and 60 ms belong to it.
        #expect(scene.writer.sounds.count == 4)
    }

    @Test func soundFromBeforeTheFirstFrameIsLeftOut() {
        let scene = RecordingScene()
        scene.sound(0)
        scene.sound(1)
        scene.sound(2)
        scene.frame(1)  // 33.3 ms: in the middle of the second block
        scene.recording.stop(at: CMTime(value: 2, timescale: 30))
        scene.recording.routeEnded(scene.cameraRoute, error: nil)
        #expect(scene.end() == RecordingScene.Outcome(error: nil))
        #expect(scene.writer.sounds == [CMTime(value: 1, timescale: 50), CMTime(value: 2, timescale: 50)])
    }

    @Test func removingTheCameraFinishesTheRecording() {
        let scene = RecordingScene()
        scene.frame(0)
        scene.recording.routeEnded(scene.cameraRoute, error: CaptureError(.deviceDisconnected, "gone"))
        #expect(scene.end() == RecordingScene.Outcome(error: .deviceDisconnected))
        #expect(scene.writer.calls.last == .finish(CMTime(value: 1, timescale: 30)))
    }

    @Test func removingTheMicrophoneLeavesThePictureRunning() {
        let scene = RecordingScene()
        scene.frame(0)
        scene.recording.routeEnded(scene.soundRoute, error: CaptureError(.deviceDisconnected, "gone"))
        scene.frame(1)
        scene.recording.stop(at: CMTime(value: 2, timescale: 30))
        scene.frame(2)
        #expect(scene.end() == RecordingScene.Outcome(error: nil))
        #expect(scene.writer.frames == frameTimes(0..<2))
    }

    @Test func aFullDiskEndsTheRecordingWithItsFile() {
        let scene = RecordingScene(hasSound: false)
        scene.writer.state.withLock { $0.failAfter = 3 }
        for index in 0..<6 { scene.frame(Int64(index)) }
        #expect(scene.end() == RecordingScene.Outcome(error: .diskFull))
        #expect(scene.writer.calls.last == .finish(CMTime(value: 3, timescale: 30)))
    }

    @Test func framesThatTheFileDidNotTakeAreNotCounted() {
        let scene = RecordingScene(hasSound: false)
        scene.writer.state.withLock { state in
            state.failAfter = 5
            state.content = MovieContent(frames: 2, duration: CMTime(value: 2, timescale: 30))
        }
        for index in 0..<6 { scene.frame(Int64(index)) }
        #expect(scene.end() == RecordingScene.Outcome(error: .diskFull))
        #expect(scene.recording.progress.frames == 2)
        #expect(scene.recording.progress.duration == CMTime(value: 2, timescale: 30))
    }

    @Test(arguments: [CaptureError.Code.diskFull, .fileUnwritable])
    func aFileThatCannotBeCompletedIsMoreThanALimit(code: CaptureError.Code) {
        let scene = RecordingScene(
            limits: .init(duration: CMTime(value: 3, timescale: 30)), hasSound: false)
        scene.writer.state.withLock { $0.failureAtEnd = CaptureError(code, "The file is not what it should be") }
        for index in 0..<6 { scene.frame(Int64(index)) }
        #expect(scene.end() == RecordingScene.Outcome(error: code))
    }

    @Test func stoppingBeforeTheFirstFrameLeavesNoFile() {
        let scene = RecordingScene()
        scene.recording.stop(at: .zero)
        scene.recording.routeEnded(scene.cameraRoute, error: nil)
        #expect(scene.end() == RecordingScene.Outcome(error: .noData))
        #expect(scene.writer.calls == [.cancel])
        #expect(scene.started.withLock { $0.isEmpty })
    }

    @Test func theFileSizeLimitEndsTheRecording() {
        let scene = RecordingScene(limits: .init(fileSize: 3000), hasSound: false)
        for index in 0..<6 { scene.frame(Int64(index)) }
        #expect(scene.end() == RecordingScene.Outcome(error: .fileSizeLimit))
        #expect(scene.recording.progress.frames == 3)
    }

    @Test func framesThatTheCameraLostInTheMovieAreCounted() {
        let scene = RecordingScene()
        scene.miss(0)
        scene.frame(1)
        scene.miss(2)
        scene.miss(3)
        scene.frame(4)
        scene.miss(5)
        // Sound has no frames that could be lost.
        scene.recording.missedFrame(at: .zero, reason: .discontinuity, from: scene.soundRoute)
        scene.recording.stop(at: CMTime(value: 7, timescale: 30))
        // The report may be late, for frames in the movie and after its end.
        scene.miss(6)
        scene.miss(7)
        scene.frame(8)
        scene.recording.routeEnded(scene.soundRoute, error: nil)
        #expect(scene.end() == RecordingScene.Outcome(error: nil))
        #expect(scene.recording.progress.frames == 2 && scene.recording.progress.droppedFrames == 4)
    }

    @Test func framesThatTheCameraLostPastTheLimitAreNotCounted() {
        let scene = RecordingScene(limits: .init(duration: CMTime(value: 1, timescale: 5)), hasSound: false)
        scene.frames(0..<4)
        for index in Int64(4)..<9 { scene.miss(index) }
        scene.frame(9)
        #expect(scene.end() == RecordingScene.Outcome(error: .durationLimit))
        #expect(scene.recording.progress.frames == 4 && scene.recording.progress.droppedFrames == 2)
        // The last frame is shown until the limit.
        #expect(scene.writer.calls.last == .finish(CMTime(value: 1, timescale: 5)))
        #expect(scene.recording.progress.duration == CMTime(value: 1, timescale: 5))
    }

    @Test func framesThatTheCameraLostInAPauseAreNotCounted() {
        let scene = RecordingScene(hasSound: false)
        scene.frame(0)
        scene.recording.pause(at: CMTime(value: 2, timescale: 30))
        for index in Int64(1)..<4 { scene.miss(index) }
        scene.recording.resume(at: CMTime(value: 4, timescale: 30))
        scene.miss(4)
        scene.frame(5)
        scene.recording.stop(at: CMTime(value: 6, timescale: 30))
        scene.frame(6)
        #expect(scene.end() == RecordingScene.Outcome(error: nil))
        #expect(scene.recording.progress.frames == 2 && scene.recording.progress.droppedFrames == 2)
    }

    @Test func aRecordingIsCompleteOnceEveryTrackHasReachedItsEnd() {
        let (start, end, frame) = (CMTime.zero, CMTime(value: 1, timescale: 30), CMTime(value: 1, timescale: 30))
        var queue = RecordingQueue(hasVideo: true, hasAudio: true)
        queue.offer(FakeMedia.frame(at: start, duration: frame))
        queue.end(at: end, error: nil)
        queue.offer(FakeMedia.frame(at: end, duration: frame))
        #expect(queue.isWaitingForRest, "for the sound")
        queue.offer(FakeMedia.sound(at: end))
        #expect(!queue.isWaitingForRest)
    }

    @Test func aSlowStartDelaysTheMovieButLeavesNoGap() {
        var queue = RecordingQueue(hasVideo: true, hasAudio: false)
        for index in Int64(0)..<40 {
            queue.offer(
                FakeMedia.frame(at: CMTime(value: index, timescale: 30), duration: CMTime(value: 1, timescale: 30)))
        }
        queue.isWriterReady = true
        queue.offer(FakeMedia.frame(at: CMTime(value: 40, timescale: 30), duration: CMTime(value: 1, timescale: 30)))
        var times: [CMTime] = []
        var losses: [CMTime] = []
        while let item = queue.next() {
            switch item {
            case .sample(let sample, _): times.append(sample.presentationTimeStamp)
            case .losses(let times): losses += times
            case .turn, .metadata, .event, .end: Issue.record("nothing else was offered")
            }
        }
        // The twelve newest from before the writer was ready; the next one found no room.
        #expect(times == frameTimes(28..<40))
        #expect(losses == frameTimes(40..<41))
    }
}
