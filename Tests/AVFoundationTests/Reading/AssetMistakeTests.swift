import AVFoundation
import TestSupport
import Testing

enum AssetMistake: String, Mistake {
    case compressingOutput, soundAsPictures, addingTwice, addingAfterTheStart, readingBeforeTheStart, startingTwice
    case resettingWithoutRandomAccess, noFrameDuration, exportingToNowhere, anotherFileType

    var reason: String {
        switch self {
        case .compressingOutput:
            "*** -[AVAssetReaderTrackOutput initWithTrack:outputSettings:] outputSettings must not contain"
                + " AVVideoCodecKey"
        case .soundAsPictures:
            "*** -[AVAssetReaderTrackOutput initWithTrack:outputSettings:] AVFormatIDKey must be"
                + " kAudioFormatLinearPCM"
        case .addingTwice:
            "*** -[AVAssetReader addOutput:] Cannot add an output that has already been added to a reader"
        case .addingAfterTheStart: "*** -[AVAssetReader addOutput:] cannot be called after reading has started"
        case .readingBeforeTheStart:
            "*** -[AVAssetReaderTrackOutput copyNextSampleBuffer] cannot copy next sample buffer before adding"
        case .startingTwice: "*** -[AVAssetReader startReading] cannot be called after reading has started"
        case .resettingWithoutRandomAccess:
            "*** -[AVAssetReaderTrackOutput resetForReadingTimeRanges:] cannot be called when supportsRandomAccess is"
                + " NO"
        case .noFrameDuration:
            "*** -[AVAssetExportSession setVideoComposition:] video composition must have a positive frameDuration"
        case .exportingToNowhere:
            "*** -[AVAssetExportSession exportAsynchronouslyWithCompletionHandler:] cannot export without a file"
        case .anotherFileType: "*** -[AVAssetExportSession setOutputFileType:] Invalid output file type"
        }
    }

    func make() throws {
        let scene = try MovieScene()
        defer { withExtendedLifetime(scene) {} }
        let url = try scene.foreign("movie.mp4", seconds: 0.2)
        let asset = AVURLAsset(url: url)
        let video = try #require(asset.tracks(withMediaType: .video).first)
        let audio = try #require(asset.tracks(withMediaType: .audio).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: video, outputSettings: nil)
        let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality)
        switch self {
        case .compressingOutput:
            _ = AVAssetReaderTrackOutput(track: video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264])
        case .soundAsPictures: _ = AVAssetReaderTrackOutput(track: audio, outputSettings: [AVFormatIDKey: 0])
        case .addingTwice:
            reader.add(output)
            reader.add(output)
        case .addingAfterTheStart:
            reader.add(output)
            reader.startReading()
            reader.add(AVAssetReaderTrackOutput(track: audio, outputSettings: nil))
        case .readingBeforeTheStart: _ = output.copyNextSampleBuffer()
        case .startingTwice:
            reader.add(output)
            reader.startReading()
            reader.startReading()
        case .resettingWithoutRandomAccess:
            reader.add(output)
            reader.startReading()
            output.reset(forReadingTimeRanges: [])
        case .noFrameDuration:
            let composition = AVMutableVideoComposition()
            composition.renderSize = CGSize(width: 64, height: 64)
            session?.videoComposition = composition
        case .exportingToNowhere: session?.exportAsynchronously {}
        case .anotherFileType: session?.outputFileType = .wav
        }
    }
}

@Suite struct AssetMistakeTests {
    @Test(arguments: AssetMistake.allCases) func stopsTheProcess(_ mistake: AssetMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
