@testable import CaptureEngine
import CoreMedia
import Foundation
import Locking
import TestSupport
import Testing

@Suite struct RecordingTests {
    private struct Outcome: Equatable {
        var error: CaptureError.Code?
    }

    /// A recording with a writer that remembers. The tests send fewer frames than may wait for a slow writer.
    private final class Scene: Sendable {
        let writer = FakeMovieWriter()
        let started = Mutex<[CMTime]>([])
        let ended = Monitor<[Outcome]>([])
        let recording: Recording
        let cameraRoute: CaptureGraph.Route
        let soundRoute: CaptureGraph.Route

        init(limits: Recording.Limits = Recording.Limits(), hasSound: Bool = true) {
            let camera = DeviceID(scheme: "fake", name: "back")
            let microphone = DeviceID(scheme: "fake", name: "mic")
            let configuration = MovieConfiguration(
                url: URL(fileURLWithPath: "/tmp/none.mov"),
                video: .init(source: camera, format: FakeMedia.pictureFormat),
                audio: hasSound ? .init(format: FakeMedia.soundFormat) : nil,
                fragmentInterval: CMTime(value: 1, timescale: 1))
            recording = Recording(
                configuration, limits: limits, makeWriter: { [writer] _ in writer },
                onStart: { [started] time in started.withLock { $0.append(time) } },
                onFinish: { [ended] error in ended.withLock { $0.append(Outcome(error: error?.code)) } })
            cameraRoute = CaptureGraph.Route(source: camera, sink: recording, id: RouteID())
            soundRoute = CaptureGraph.Route(source: microphone, sink: recording, id: RouteID())
            recording.start()
        }

        func frame(_ index: Int64) {
            let time = CMTime(value: index, timescale: 30)
            let sample = FakeMedia.frame(at: time, duration: CMTime(value: 1, timescale: 30))
            recording.consume(sample, from: cameraRoute)
        }

        func sound(_ index: Int64) {
            recording.consume(FakeMedia.sound(at: CMTime(value: index, timescale: 50)), from: soundRoute)
        }

        /// - Returns: what `onFinish` was told.
        func end() -> Outcome? {
            ended.wait(timeout: .seconds(10)) { $0.first }
        }
    }

    private func frameTimes(_ range: Range<Int64>) -> [CMTime] { range.map { CMTime(value: $0, timescale: 30) } }

    @Test func aStoppedRecordingHoldsWhatCameBefore() {
        let scene = Scene(hasSound: false)
        for index in 0..<5 { scene.frame(Int64(index)) }
        scene.recording.stop(at: CMTime(value: 9, timescale: 60))
        scene.frame(5)
        #expect(scene.end() == Outcome(error: nil))
        #expect(scene.writer.frames == frameTimes(0..<5))
        #expect(scene.writer.calls.last == .finish(CMTime(value: 9, timescale: 60)))
        #expect(scene.started.withLock { $0 } == [.zero])
    }

    @Test func theDurationLimitIsExact() {
        let scene = Scene(limits: .init(duration: CMTime(value: 1, timescale: 5)), hasSound: false)
        for index in 0..<10 { scene.frame(Int64(index)) }
        #expect(scene.end() == Outcome(error: .durationLimit))
        #expect(scene.writer.frames == frameTimes(0..<6))
        #expect(scene.writer.calls.last == .finish(CMTime(value: 1, timescale: 5)))
    }

    @Test func soundOfTheLastFramesIsWaitedFor() {
        let scene = Scene()
        scene.frame(0)
        scene.frame(1)
        scene.recording.stop(at: CMTime(value: 2, timescale: 30))
        for index in 0..<5 { scene.sound(Int64(index)) }
        scene.frame(2)
        #expect(scene.end() == Outcome(error: nil))
        // The end is at 66.7 ms: the blocks at 0, 20, 40 and 60 ms belong to it.
        #expect(scene.writer.sounds.count == 4)
    }

    @Test func soundFromBeforeTheFirstFrameIsLeftOut() {
        let scene = Scene()
        scene.sound(0)
        scene.sound(1)
        scene.sound(2)
        scene.frame(1)  // 33.3 ms: in the middle of the second block
        scene.recording.stop(at: CMTime(value: 2, timescale: 30))
        scene.recording.routeEnded(scene.cameraRoute, error: nil)
        #expect(scene.end() == Outcome(error: nil))
        #expect(scene.writer.sounds == [CMTime(value: 1, timescale: 50), CMTime(value: 2, timescale: 50)])
    }

    @Test func removingTheCameraFinishesTheRecording() {
        let scene = Scene()
        scene.frame(0)
        scene.recording.routeEnded(scene.cameraRoute, error: CaptureError(.deviceDisconnected, "gone"))
        #expect(scene.end() == Outcome(error: .deviceDisconnected))
        #expect(scene.writer.calls.last == .finish(CMTime(value: 1, timescale: 30)))
    }

    @Test func removingTheMicrophoneLeavesThePictureRunning() {
        let scene = Scene()
        scene.frame(0)
        scene.recording.routeEnded(scene.soundRoute, error: CaptureError(.deviceDisconnected, "gone"))
        scene.frame(1)
        scene.recording.stop(at: CMTime(value: 2, timescale: 30))
        scene.frame(2)
        #expect(scene.end() == Outcome(error: nil))
        #expect(scene.writer.frames == frameTimes(0..<2))
    }

    @Test func aFullDiskEndsTheRecordingWithItsFile() {
        let scene = Scene(hasSound: false)
        scene.writer.state.withLock { $0.failAfter = 3 }
        for index in 0..<6 { scene.frame(Int64(index)) }
        #expect(scene.end() == Outcome(error: .diskFull))
        #expect(scene.writer.calls.last == .finish(CMTime(value: 3, timescale: 30)))
    }

    @Test func stoppingBeforeTheFirstFrameLeavesNoFile() {
        let scene = Scene()
        scene.recording.stop(at: .zero)
        scene.recording.routeEnded(scene.cameraRoute, error: nil)
        #expect(scene.end() == Outcome(error: .noData))
        #expect(scene.writer.calls == [.cancel])
        #expect(scene.started.withLock { $0.isEmpty })
    }

    @Test func theFileSizeLimitEndsTheRecording() {
        let scene = Scene(limits: .init(fileSize: 3000), hasSound: false)
        for index in 0..<6 { scene.frame(Int64(index)) }
        #expect(scene.end() == Outcome(error: .fileSizeLimit))
        #expect(scene.recording.progress.frames == 3)
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
        while case .sample(let sample, _)? = queue.next() { times.append(sample.presentationTimeStamp) }
        // The twelve newest from before the writer was there; the next one found no room.
        #expect(times == frameTimes(28..<40))
        #expect(queue.droppedFrames == 1)
    }
}
