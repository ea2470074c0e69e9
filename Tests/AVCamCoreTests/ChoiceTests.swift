import AVFoundation
import CoreMotion
import Testing

@testable import AVCamCore
@testable import AVCamLinux

/// The parts of features that need no camera.
struct ChoiceTests {
    @Test func aPhotoIsTheLargestPartWithItsAspectRatio() {
        let picture = CGRect(x: 10, y: 20, width: 400, height: 300)
        #expect(PhotoAspect.full.frame(in: picture) == picture)
        #expect(PhotoAspect.square.frame(in: picture) == CGRect(x: 60, y: 20, width: 300, height: 300))
        #expect(PhotoAspect.wide.frame(in: picture) == CGRect(x: 10, y: 57.5, width: 400, height: 225))
        let upright = CGRect(x: 0, y: 0, width: 300, height: 400)
        #expect(PhotoAspect.wide.frame(in: upright) == CGRect(x: 37.5, y: 0, width: 225, height: 400))
        #expect(PhotoAspect.wide.frame(in: .zero) == .zero)
    }

    @Test func aMeterRangesFromAQuietRoomToFullScale() {
        #expect(SoundLevel.position(of: SoundLevel.silence) == 0 && SoundLevel.position(of: -60) == 0)
        #expect(SoundLevel.position(of: -30) == 0.5 && SoundLevel.position(of: 0) == 1)
        #expect(SoundLevel.position(of: 3) == 1)
    }

    @Test func sizesHaveTheirUsualNames() {
        #expect(VideoFormat(width: 3840, height: 2160, frameRate: 30).sizeName == "4K")
        #expect(VideoFormat(width: 1280, height: 720, frameRate: 30).sizeName == "720p")
        #expect(VideoFormat(width: 1920, height: 1440, frameRate: 30).sizeName == "1920 × 1440")
    }

    @Test func theSpaceThatMoviesNeedIsLearnedFromRecordings() async throws {
        let meter = StorageMeter(folder: URL(fileURLWithPath: "/tmp/avcam-nowhere/library"))
        let format = VideoFormat(width: 1920, height: 1080, frameRate: 30)
        let before = try #require(await meter.measure(format: format, progress: nil))
        var progress = RecordingProgress()
        progress.duration = 10
        progress.fileSize = 1_000_000_000
        progress.frames = 300
        let after = try #require(await meter.measure(format: format, progress: progress))
        let seconds = try #require(after.recordingSeconds)
        #expect(abs(seconds - Double(after.freeBytes) / 100_000_000) < 1)
        #expect(seconds < before.recordingSeconds ?? 0)
        #expect(await meter.measure(format: nil, progress: nil)?.recordingSeconds == nil)
    }

    /// Of a movie with 0.02 bits per pixel, as a quiet scene needs, and 16 kB of sound per second.
    private func quietMovie(_ seconds: Double, _ format: VideoFormat) -> RecordingProgress {
        var progress = RecordingProgress()
        progress.duration = seconds
        progress.frames = Int(seconds * Double(format.frameRate))
        progress.fileSize = Int64(Double(progress.frames * format.size.area) * 0.02 / 8 + seconds * 16_000)
        return progress
    }

    @Test func theFirstGuessIsInTheRightOrderAndGivesWayToTheMovie() async throws {
        let meter = StorageMeter(folder: URL(fileURLWithPath: "/tmp/avcam-nowhere/library"))
        let format = VideoFormat(width: 1920, height: 1080, frameRate: 30)
        let progress = quietMovie(10, format)
        let rate = Double(progress.fileSize) / 10
        func guess(_ progress: RecordingProgress?) async throws -> Double {
            let space = try #require(await meter.measure(format: format, progress: progress))
            return Double(space.freeBytes) / (try #require(space.recordingSeconds)) / rate
        }
        var last = try await guess(nil)
        #expect(last < 3 && last > 1)
        // From the first second on, and no sooner than there is something to go by.
        for seconds in [1.0, 2, 4] {
            let next = try await guess(quietMovie(seconds, format))
            #expect(next < last && next > 1)
            last = next
        }
        #expect(abs(try await guess(progress) - 1) < 0.01)
        #expect(abs(try await guess(nil) - 1) < 0.01)
        // The next movie begins with what is known.
        #expect(abs(try await guess(quietMovie(1, format)) - 1) < 0.01)
    }

    @Test func whatMoviesNeedIsKnownForOtherFormatsAndLater() async throws {
        let folder = URL(fileURLWithPath: "/tmp/avcam-nowhere/library")
        let meter = StorageMeter(folder: folder)
        #expect(await meter.bitsPerPixel == nil)
        let format = VideoFormat(width: 1280, height: 720, frameRate: 30)
        _ = await meter.measure(format: format, progress: quietMovie(6, format))
        let learned = try #require(await meter.bitsPerPixel)
        #expect(abs(learned - 0.02) < 1e-4)
        let other = VideoFormat(width: 3840, height: 2160, frameRate: 60)
        for meter in [meter, StorageMeter(folder: folder, bitsPerPixel: learned)] {
            let space = try #require(await meter.measure(format: other, progress: nil))
            let rate = Double(space.freeBytes) / (try #require(space.recordingSeconds))
            #expect(abs(rate - (3840 * 2160 * 60 * 0.02 / 8 + 16_000)) < 5000)
        }
    }

    @Test func littleFreeSpaceDeservesAWarning() {
        #expect(StorageSpace(freeBytes: 900_000_000).isLow)
        #expect(!StorageSpace(freeBytes: 2_000_000_000).isLow)
        #expect(StorageSpace(freeBytes: 2_000_000_000, recordingSeconds: 60).isLow)
    }

    @Test func permissionComesFromAGroupOrFromASetting() {
        #expect(PermissionHelp(isSandboxed: false).command?.contains("video") == true)
        #expect(PermissionHelp(isSandboxed: true).command == nil)
    }

    @Test func theLevelIsTheAngleToTheNearestUprightPosition() throws {
        func roll(_ degrees: Double) throws -> Double {
            let angle = degrees * .pi / 180
            return try #require(LevelMeter.roll(of: CMAcceleration(x: sin(angle), y: -cos(angle), z: 0)))
        }
        for upright in [0.0, 90, 180, 270] {
            for tilt in [-44.0, -1, 0, 30] { #expect(abs(try roll(upright + tilt) - tilt) < 1e-9) }
        }
        #expect(LevelMeter.roll(of: CMAcceleration(x: 0.1, y: 0.1, z: -0.99)) == nil)
    }
}
