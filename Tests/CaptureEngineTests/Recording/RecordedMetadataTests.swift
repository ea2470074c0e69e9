@testable import CaptureEngine
import CoreMedia
import Foundation
import TestSupport
import Testing

/// Timed metadata that come while a movie is recorded.
@Suite struct RecordedMetadataTests {
    private func thirtieth(_ index: Int64) -> CMTime { CMTime(value: index, timescale: 30) }

    private func add(_ byte: UInt8, _ index: Int64, to scene: RecordingScene, isGap: Bool = false) {
        scene.recording.add(TimedMetadata(track: 0, bytes: [byte], time: thirtieth(index), isGap: isGap))
    }

    private func metadata(_ scene: RecordingScene) -> [FakeMovieWriter.Call] {
        scene.writer.calls.filter { if case .metadata = $0 { true } else { false } }
    }

    @Test func eachIsWrittenOnceTheMovieHasComeToIt() {
        let scene = RecordingScene(hasSound: false, metadataTracks: 1)
        add(1, 3, to: scene)
        // Later than all frames.
        add(2, 20, to: scene)
        scene.frames(1..<6)
        scene.recording.stop(at: thirtieth(6))
        scene.frame(6)
        #expect(scene.end() == .init(error: nil))
        // Without a group, the track begins empty.
        #expect(metadata(scene) == [.metadata([], thirtieth(1)), .metadata([1], thirtieth(3))])
    }

    @Test func theNewestOfThoseBeforeTheFirstFrameIsTheFirst() {
        let scene = RecordingScene(hasSound: false, metadataTracks: 1)
        add(1, 0, to: scene)
        add(2, 2, to: scene)
        scene.frames(4..<6)
        scene.recording.stop(at: thirtieth(6))
        scene.frame(6)
        #expect(scene.end() == .init(error: nil))
        #expect(metadata(scene) == [.metadata([2], thirtieth(4))])
    }

    @Test func aGapEndsWhatNothingElseEnds() {
        let scene = RecordingScene(hasSound: false, metadataTracks: 1)
        add(1, 1, to: scene)
        add(0, 3, to: scene, isGap: true)
        // Begins before the gap.
        add(2, 2, to: scene)
        add(0, 4, to: scene, isGap: true)
        scene.frames(0..<6)
        scene.recording.stop(at: thirtieth(6))
        scene.frame(6)
        #expect(scene.end() == .init(error: nil))
        #expect(
            metadata(scene) == [
                .metadata([], .zero), .metadata([1], thirtieth(1)), .metadata([2], thirtieth(2)),
                .metadata([0], thirtieth(4)),
            ])
    }

    /// Another begins where one ends, but comes when its end is written already.
    @Test func whatComesLateAppliesFromWhatIsWrittenOn() {
        let scene = RecordingScene(hasSound: false, metadataTracks: 1)
        add(1, 1, to: scene)
        add(0, 3, to: scene, isGap: true)
        scene.frames(0..<5)
        add(2, 3, to: scene)
        scene.frames(5..<7)
        scene.recording.stop(at: thirtieth(7))
        scene.frame(7)
        #expect(scene.end() == .init(error: nil))
        #expect(
            metadata(scene) == [
                .metadata([], .zero), .metadata([1], thirtieth(1)), .metadata([0], thirtieth(3)),
                .metadata([2], thirtieth(3) + CMTime(value: 1, timescale: 90_000)),
            ])
    }

    @Test func aPauseMovesTheEndOfWhatBeganBeforeIt() {
        let scene = RecordingScene(hasSound: false, metadataTracks: 1)
        add(1, 1, to: scene)
        add(0, 10, to: scene, isGap: true)
        scene.frames(0..<3)
        scene.recording.pause(at: thirtieth(3))
        scene.frames(3..<6)
        scene.recording.resume(at: thirtieth(6))
        scene.frames(6..<14)
        scene.recording.stop(at: thirtieth(14))
        scene.frame(14)
        #expect(scene.end() == .init(error: nil))
        #expect(metadata(scene) == [.metadata([], .zero), .metadata([1], thirtieth(1)), .metadata([0], thirtieth(7))])
    }

    @Test func whatComesInAPauseAppliesFromItsEnd() {
        let scene = RecordingScene(hasSound: false, metadataTracks: 1)
        scene.frames(0..<3)
        scene.recording.pause(at: thirtieth(3))
        add(1, 4, to: scene)
        add(2, 5, to: scene)
        scene.frames(3..<6)
        scene.recording.resume(at: thirtieth(6))
        scene.frames(6..<8)
        scene.recording.stop(at: thirtieth(8))
        scene.frame(8)
        #expect(scene.end() == .init(error: nil))
        #expect(metadata(scene) == [.metadata([], .zero), .metadata([2], thirtieth(3))])
    }
}
