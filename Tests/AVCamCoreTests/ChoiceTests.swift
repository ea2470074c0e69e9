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
        let after = try #require(await meter.measure(format: format, progress: progress))
        let seconds = try #require(after.recordingSeconds)
        #expect(abs(seconds - Double(after.freeBytes) / 100_000_000) < 1)
        #expect(seconds < before.recordingSeconds ?? 0)
        #expect(await meter.measure(format: nil, progress: nil)?.recordingSeconds == nil)
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
