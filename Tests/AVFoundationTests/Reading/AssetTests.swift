import AVFoundation
import Foundation
import TestSupport
import Testing

/// What an asset says of a file, compared with what ffprobe says.
@Suite struct AssetTests {
    let scene: MovieScene

    init() throws { scene = try MovieScene() }

    @Test func anAssetKnowsItsTracks() async throws {
        let url = try await scene.own { _, inputs in
            inputs[0].transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 240, ty: 0)
            inputs[1].languageCode = "deu"
        }
        let asset = AVURLAsset(url: url)
        #expect(asset.status(of: .duration).isUnknown)
        let (duration, tracks, isPlayable) = try await asset.load(.duration, .tracks, .isPlayable)
        let probe = try MovieProbe(url)
        #expect(abs(duration.seconds - probe.format.durationSeconds) < 0.000_01 && isPlayable)
        #expect(tracks.map(\.mediaType) == [.video, .audio])
        let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let (size, transform, rate) = try await video.load(.naturalSize, .preferredTransform, .nominalFrameRate)
        #expect(size == CGSize(width: 320, height: 240) && rate == 30)
        #expect(transform == CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 240, ty: 0))
        #expect(video.timeRange == CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1)))
        #expect(video.minFrameDuration == CMTime(value: 1, timescale: 30) && video.asset === asset)
        let format = try #require(try await video.load(.formatDescriptions).first)
        #expect(format.mediaSubType == .h264 && format.dimensions.width == 320)
        let audio = try #require(asset.tracks(withMediaType: .audio).first)
        #expect(audio.languageCode == "deu" && audio.naturalTimeScale == 48_000)
        let sound = (audio.formatDescriptions.first as? CMFormatDescription)?.audioStreamBasicDescription
        #expect(sound?.mFormatID == kAudioFormatMPEG4AAC && sound?.mSampleRate == 48_000)
        #expect(try await asset.loadTrack(withTrackID: audio.trackID) === audio)
        #expect(asset.track(withTrackID: kCMPersistentTrackID_Invalid) == nil)
    }

    @Test func anItemsValuesAreLoaded() async throws {
        let item = AVMutableMetadataItem()
        item.identifier = .commonIdentifierTitle
        item.value = "Evening" as NSString
        let (text, number) = try await item.load(.stringValue, .numberValue)
        #expect(text == "Evening" && number == nil)
    }

    @Test func itemsAreFoundByTheirKeys() {
        let title = AVMutableMetadataItem()
        title.identifier = .quickTimeMetadataTitle
        let model = AVMutableMetadataItem()
        model.keySpace = .quickTimeMetadata
        model.key = AVMetadataKey.quickTimeMetadataKeyModel.rawValue as NSString
        let other = AVMutableMetadataItem()
        other.identifier = .commonIdentifierMake
        let items: [AVMetadataItem] = [title, model, other]
        func found(_ key: Any?, _ keySpace: AVMetadataKeySpace?) -> [AVMetadataItem] {
            AVMetadataItem.metadataItems(from: items, withKey: key, keySpace: keySpace)
        }
        #expect(found(AVMetadataKey.quickTimeMetadataKeyModel, .quickTimeMetadata) == [model])
        #expect(found("com.apple.quicktime.model", nil) == [model])
        #expect(found(nil, .quickTimeMetadata) == [title, model])
        // A title is common whatever key space it comes from.
        #expect(found(AVMetadataKey.commonKeyTitle, .common) == [title])
        #expect(found(AVMetadataKey.commonKeyTitle, .iTunes).isEmpty && found(1.5, nil).isEmpty)
        #expect(found(nil, nil) == items)
    }

    @Test func metadataIsReadBack() async throws {
        let title = AVMutableMetadataItem()
        title.identifier = .quickTimeMetadataTitle
        title.value = "A drawing" as NSString
        let maker = AVMutableMetadataItem()
        maker.identifier = .commonIdentifierMake
        maker.value = "Nobody" as NSString
        let url = try await scene.own { writer, _ in writer.metadata = [title, maker] }
        let asset = AVURLAsset(url: url)
        let items = try await asset.load(.metadata)
        #expect(items.first { $0.identifier == .quickTimeMetadataTitle }?.stringValue == "A drawing")
        let common = try await asset.load(.commonMetadata)
        #expect(common.first { $0.commonKey == .commonKeyMake }?.stringValue == "Nobody")
        let date = try #require(try await asset.load(.creationDate)?.dateValue)
        #expect(abs(date.timeIntervalSinceNow) < 3600)
        #expect(try await asset.loadMetadata(for: .quickTimeMetadata).count == items.count)
    }

    @Test(arguments: ["movie.mp4", "movie.mov", "movie.mkv"]) func filesOfOthersAreAsLongAsTheySay(
        _ name: String
    ) async throws {
        let url = try scene.foreign(name, ["-bf", "2"])
        let probe = try MovieProbe(url)
        let asset = AVURLAsset(url: url)
        #expect(abs(try await asset.load(.duration).seconds - probe.format.durationSeconds) < 0.002)
        let video = try #require(asset.tracks(withMediaType: .video).first)
        #expect(abs(video.nominalFrameRate - 30) < 0.1 && video.naturalSize == CGSize(width: 320, height: 240))
    }

    @Test func fragmentsCount() async throws {
        let url = try scene.foreign("movie.mp4", ["-movflags", "frag_keyframe+empty_moov", "-g", "15"])
        let asset = AVURLAsset(url: url)
        let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
        #expect(video.timeRange.duration.seconds == 2 && video.nominalFrameRate == 30)
        #expect(asset.containsFragments && asset.duration >= video.timeRange.end)
    }

    enum Fault: String, CaseIterable {
        case missing, empty, text, cut, folder
    }

    @Test(arguments: Fault.allCases) func errorsNameTheFile(_ fault: Fault) async throws {
        let url = scene.folder.file("fault.mov")
        let expected: AVError.Code
        switch fault {
        case .missing: expected = .contentIsUnavailable
        case .empty:
            try Data().write(to: url)
            expected = .fileFailedToParse
        case .text:
            try Data("no movie at all, but a letter\n".utf8).write(to: url)
            expected = .fileFormatNotRecognized
        case .cut:
            let whole = try Data(contentsOf: try await scene.own("whole.mov"))
            try whole.prefix(whole.count / 2).write(to: url)
            // Without its index, which comes last.
            expected = .fileFailedToParse
        case .folder:
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            expected = .fileFailedToParse
        }
        let asset = AVURLAsset(url: url)
        do {
            _ = try await asset.load(.tracks)
            Issue.record("\(fault) was read")
        } catch let error as AVError {
            #expect(error.code == expected && error.localizedDescription.contains(url.path), "\(error)")
        }
        #expect(asset.tracks.isEmpty && asset.duration == .zero && !asset.isReadable)
        var reason: NSError?
        #expect(asset.statusOfValue(forKey: "tracks", error: &reason) == .failed && reason != nil)
    }
}

extension AVAsyncProperty.Status {
    fileprivate var isUnknown: Bool { if case .notYetLoaded = self { true } else { false } }
}
