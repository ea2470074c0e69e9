import CaptureEngine
import CoreMedia
import TestSupport
import Testing

@testable import MovieCoding

/// When the movies of a stretch have all that they can get.
struct LivePhotoStretchTests {
    private let scene = MovieScene()

    private func encode(_ stretch: inout LivePhotoStretch, frames: Range<Int>) throws {
        for index in frames { try stretch.encode(scene.sample(scene.frame(index), at: MovieScene.time(index))) }
    }

    /// Blocks of a tenth of a second.
    private func encode(_ stretch: inout LivePhotoStretch, soundTenths tenths: Range<Int>) throws {
        for tenth in tenths {
            try stretch.encode(scene.sound(from: tenth * 4800, frames: 4800, at: MovieScene.time(tenth, rate: 10)))
        }
    }

    @Test func aMovieWithoutSoundIsCompleteWithItsLastFrame() throws {
        var stretch = LivePhotoStretch()
        #expect(!stretch.isComplete(at: MovieScene.time(0)))
        try encode(&stretch, frames: 0..<4)
        #expect(stretch.isComplete(at: MovieScene.time(3)) && !stretch.isComplete(at: MovieScene.time(4)))
        // No sound will come: it has ended before it began.
        stretch.endSound()
        #expect(stretch.isComplete(at: MovieScene.time(3)) && !stretch.isComplete(at: MovieScene.time(4)))
    }

    @Test func soundThatIsLateIsWaitedForUntilItEnds() throws {
        var stretch = LivePhotoStretch()
        try encode(&stretch, soundTenths: 0..<2)
        try encode(&stretch, frames: 0..<31)
        #expect(!stretch.isComplete(at: MovieScene.time(30)))
        // What has come is enough for a movie that ended early.
        #expect(stretch.isComplete(at: MovieScene.time(3)))
        var ended = stretch
        ended.endSound()
        #expect(ended.isComplete(at: MovieScene.time(30)))
        // Sound that begins once more is waited for again.
        try encode(&ended, soundTenths: 2..<3)
        #expect(!ended.isComplete(at: MovieScene.time(30)))
    }

    @Test func soundThatNeverComesIsWaitedForTwoSeconds() throws {
        var stretch = LivePhotoStretch()
        try encode(&stretch, soundTenths: 0..<2)
        try encode(&stretch, frames: 0..<90)
        #expect(!stretch.isComplete(at: MovieScene.time(30)))
        try encode(&stretch, frames: 90..<91)
        #expect(stretch.isComplete(at: MovieScene.time(30)) && !stretch.isComplete(at: MovieScene.time(31)))
    }

    @Test func aStretchThatFailedIsComplete() {
        var stretch = LivePhotoStretch()
        stretch.fail(CaptureError(.encodeFailed, "no encoder"))
        #expect(stretch.isComplete(at: MovieScene.time(30)) && stretch.failure?.code == .encodeFailed)
        #expect(stretch.successor().failure == nil && stretch.successor(in: .hevc).failure == nil)
    }

    @Test func aFrameBelongsToTheTimeFromItsOwn() throws {
        var stretch = LivePhotoStretch()
        #expect(!stretch.hasFrame(from: MovieScene.time(0), before: MovieScene.time(9)))
        try encode(&stretch, frames: 3..<4)
        #expect(stretch.hasFrame(from: MovieScene.time(3), before: MovieScene.time(4)))
        #expect(!stretch.hasFrame(from: MovieScene.time(2), before: MovieScene.time(3)))
        #expect(!stretch.hasFrame(from: MovieScene.time(4), before: MovieScene.time(9)))
    }
}
