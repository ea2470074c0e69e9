import Foundation
import Locking
import Photos
import TestSupport
import Testing

/// Movies of the library as assets.
@Suite struct VideoRequestTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    @Test func aVideoIsAnAssetOfItsFile() async throws {
        let movie = try fixture.movie()
        let asset = try #require(try fixture.saving { $0.addResource(with: .video, fileURL: movie, options: nil) })
        let options = PHVideoRequestOptions()
        options.deliveryMode = .highQualityFormat
        let found = Monitor<AVAsset?>(nil)
        let id = PHImageManager.default().requestAVAsset(forVideo: asset, options: options) { movie, mix, info in
            #expect(mix == nil && info?[PHImageErrorKey] == nil)
            found.withLock { $0 = movie }
        }
        #expect(id != PHInvalidImageRequestID)
        let read = try #require(found.wait(timeout: .seconds(60)) { $0 })
        #expect(read is AVURLAsset)
        #expect(abs(try await read.load(.duration).seconds - 1) < 0.001)
    }

    @Test func aVideoIsAnItemOfAPlayer() async throws {
        let movie = try fixture.movie()
        let asset = try #require(try fixture.saving { $0.addResource(with: .video, fileURL: movie, options: nil) })
        let found = Monitor<AVPlayerItem?>(nil)
        PHImageManager.default().requestPlayerItem(forVideo: asset, options: nil) { item, info in
            #expect(info?[PHImageErrorKey] == nil)
            found.withLock { $0 = item }
        }
        let item = try #require(found.wait(timeout: .seconds(60)) { $0 })
        let player = AVPlayer(playerItem: item)
        #expect(await player.seek(to: CMTime(value: 1, timescale: 2)))
        #expect(abs(item.duration.seconds - 1) < 0.001 && player.currentTime().seconds == 0.5)
    }

    @Test func aVideoCanBeExported() async throws {
        let movie = try fixture.movie()
        let asset = try #require(try fixture.saving { $0.addResource(with: .video, fileURL: movie, options: nil) })
        let session = Monitor<AVAssetExportSession?>(nil)
        PHImageManager.default().requestExportSession(
            forVideo: asset, options: nil, exportPreset: AVAssetExportPresetPassthrough
        ) { made, _ in session.withLock { $0 = made } }
        let made = try #require(session.wait(timeout: .seconds(60)) { $0 })
        let target = fixture.folder.file("export.mp4")
        try await made.export(to: target, as: .mp4)
        #expect(try MovieProbe(target).packets(.video).count == 30)
    }

    @Test func aPhotoIsNoVideo() throws {
        let asset = try #require(try fixture.save(try Data(contentsOf: fixture.jpeg())))
        let reason = Monitor<(any Error)?>(nil)
        PHImageManager.default().requestAVAsset(forVideo: asset, options: nil) { movie, _, info in
            #expect(movie == nil)
            reason.withLock { $0 = info?[PHImageErrorKey] as? any Error }
        }
        #expect((reason.wait(timeout: .seconds(60)) { $0 } as? PHPhotosError)?.code == .missingResource)
    }
}
