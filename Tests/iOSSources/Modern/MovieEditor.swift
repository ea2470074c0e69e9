import AVFoundation
import Photos

/// Edits what was recorded: trims movies, joins them, turns them upright, and exports the result.
public final class MovieEditor {
    public enum EditorError: Error { case noVideo, cannotExport }

    /// A movie, and the part of it that is kept.
    public struct Clip {
        public let asset: AVAsset
        public let range: CMTimeRange

        public init(asset: AVAsset, range: CMTimeRange) {
            self.asset = asset
            self.range = range
        }
    }

    private let renderSize: CGSize

    public init(renderSize: CGSize = CGSize(width: 720, height: 1280)) {
        self.renderSize = renderSize
    }

    /// Puts clips together with a short fade between them, and writes them as one portrait movie.
    public func export(_ clips: [Clip], to url: URL) async throws {
        let composition = AVMutableComposition()
        guard
            let videoTrack = composition.addMutableTrack(
                withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid),
            let audioTrack = composition.addMutableTrack(
                withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
        else { throw EditorError.cannotExport }

        var instructions: [AVMutableVideoCompositionInstruction] = []
        let parameters = AVMutableAudioMixInputParameters(track: audioTrack)
        var cursor = CMTime.zero
        for clip in clips {
            guard let source = try await clip.asset.loadTracks(withMediaType: .video).first else {
                throw EditorError.noVideo
            }
            try videoTrack.insertTimeRange(clip.range, of: source, at: cursor)
            if let sound = try await clip.asset.loadTracks(withMediaType: .audio).first {
                try audioTrack.insertTimeRange(clip.range, of: sound, at: cursor)
            }

            let (size, transform) = try await source.load(.naturalSize, .preferredTransform)
            let range = CMTimeRange(start: cursor, duration: clip.range.duration)
            let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTrack)
            layer.setTransform(fill(size, transform), at: cursor)
            let fade = CMTime(value: 3, timescale: 30)
            layer.setOpacityRamp(
                fromStartOpacity: 1, toEndOpacity: 0, timeRange: CMTimeRange(start: range.end - fade, duration: fade))
            parameters.setVolumeRamp(
                fromStartVolume: 1, toEndVolume: 0, timeRange: CMTimeRange(start: range.end - fade, duration: fade))
            parameters.setVolume(1, at: cursor)
            let instruction = AVMutableVideoCompositionInstruction()
            instruction.timeRange = range
            instruction.layerInstructions = [layer]
            instructions.append(instruction)
            cursor = cursor + clip.range.duration
        }

        let videoComposition = AVMutableVideoComposition()
        videoComposition.renderSize = renderSize
        videoComposition.frameDuration = CMTime(value: 1, timescale: 30)
        videoComposition.instructions = instructions
        let audioMix = AVMutableAudioMix()
        audioMix.inputParameters = [parameters]

        guard
            let session = AVAssetExportSession(
                asset: composition, presetName: AVAssetExportPresetHighestQuality)
        else { throw EditorError.cannotExport }
        session.videoComposition = videoComposition
        session.audioMix = audioMix
        session.outputURL = url
        session.outputFileType = .mp4
        session.shouldOptimizeForNetworkUse = true
        await session.export()
        switch session.status {
        case .completed: break
        case .cancelled: throw CancellationError()
        default: throw session.error ?? EditorError.cannotExport
        }
    }

    /// Where a movie has to go so that it fills the frame upright.
    private func fill(_ size: CGSize, _ transform: CGAffineTransform) -> CGAffineTransform {
        let frame = CGRect(origin: .zero, size: size).applying(transform)
        let scale = max(renderSize.width / frame.width, renderSize.height / frame.height)
        return
            transform
            .concatenating(CGAffineTransform(translationX: -frame.midX, y: -frame.midY))
            .concatenating(CGAffineTransform(scaleX: scale, y: scale))
            .concatenating(CGAffineTransform(translationX: renderSize.width / 2, y: renderSize.height / 2))
    }

    /// Small pictures for a strip below the movie.
    public func thumbnails(of asset: AVAsset, count: Int) async throws -> [CGImage] {
        let duration = try await asset.load(.duration)
        let generator = AVAssetImageGenerator(asset: asset)
        generator.appliesPreferredTrackTransform = true
        generator.maximumSize = CGSize(width: 160, height: 160)
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        let times = (0..<count).map { CMTimeMultiplyByFloat64(duration, multiplier: Double($0) / Double(count)) }
        var images: [CGImage] = []
        for await result in generator.images(for: times) {
            if case .success(_, let image, _) = result { images.append(image) }
        }
        return images
    }

    /// The movie of a library's asset.
    public func movie(of asset: PHAsset) async -> AVAsset? {
        await withCheckedContinuation { continuation in
            let options = PHVideoRequestOptions()
            options.deliveryMode = .highQualityFormat
            options.isNetworkAccessAllowed = true
            PHImageManager.default().requestAVAsset(forVideo: asset, options: options) { asset, _, _ in
                continuation.resume(returning: asset)
            }
        }
    }
}
