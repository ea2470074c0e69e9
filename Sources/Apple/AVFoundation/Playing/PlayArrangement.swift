import CaptureEngine
import Foundation
import MovieCoding
import PixelCoding

/// How an item plays its asset.
struct PlayArrangement {
    var mix: AVAudioMix?
    var pitch = AVAudioTimePitchAlgorithm.timeDomain
    var composition: AVVideoComposition?
    /// Where it ends instead of the asset's end.
    var forwardEnd = CMTime.invalid

    private typealias OpenPictures = @Sendable (CMTimeRange) throws(CaptureError) -> any SampleReading

    /// What is played, and how its pictures are turned for the screen.
    ///
    /// - Throws: `AVError` when nothing of the asset can be played.
    func plan(
        _ contents: AVAsset.Contents, of asset: AVAsset
    ) throws(AVError) -> (plan: PlaybackPlan, turn: ShownPicture.Turn) {
        let tracks = contents.tracks.filter { $0.isEnabled && !$0.facts.segments.isEmpty && $0.isDecodable }
        let (video, sounds) = (tracks.first { $0.mediaType == .video }, tracks.filter { $0.mediaType == .audio })
        guard video != nil || !sounds.isEmpty else { throw Self.nothingToPlay(contents, of: asset) }
        let stored = sounds.first?.facts.formats.first?.audioStreamBasicDescription
        let plan = PlaybackPlan(
            pictures: pictures(of: asset, video),
            sound: sounds.map { .init($0, mix, pitch) },
            sampleRate: Int(stored?.mSampleRate ?? 48_000),
            channels: min(2, max(1, Int(stored?.mChannelsPerFrame ?? 2))),
            end: forwardEnd.isNumeric ? CMTimeMinimum(forwardEnd, contents.duration) : contents.duration)
        return (plan, turn(of: video))
    }

    private func pictures(of asset: AVAsset, _ video: AVAssetTrack?) -> OpenPictures? {
        if let composition {
            let plan = composition.plan(asset, isPlayed: true)
            return { range throws(CaptureError) in
                try PictureComposer(plan, range: range, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
            }
        }
        guard let segments = video?.facts.segments else { return nil }
        return { range throws(CaptureError) in
            try TrackReader(segments, .pictures(nil, size: nil), range: range)
        }
    }

    /// A composition's pictures are upright.
    private func turn(of video: AVAssetTrack?) -> ShownPicture.Turn {
        guard composition == nil, let video else { return ShownPicture.Turn() }
        let upright = PictureTurn(video.facts.transform, shownSize: nil)
        return ShownPicture.Turn(
            rotation: upright.rotation, isMirrored: upright.isMirrored, size: video.naturalSize)
    }

    private static func nothingToPlay(_ contents: AVAsset.Contents, of asset: AVAsset) -> AVError {
        let name = (asset as? AVURLAsset)?.url.lastPathComponent ?? "the asset"
        return contents.tracks.isEmpty
            ? AVError(.invalidSourceMedia, userInfo: [NSLocalizedDescriptionKey: "There is nothing to play in \(name)"])
            : AVError(.decoderNotFound, userInfo: [NSLocalizedDescriptionKey: "There is no decoder for \(name)"])
    }

    /// The size in which pictures are shown, upright; zero without pictures.
    func shownSize(_ contents: AVAsset.Contents) -> CGSize {
        if let composition { return composition.renderSize }
        guard let track = contents.tracks.first(where: { $0.isEnabled && $0.mediaType == .video }) else { return .zero }
        let shown = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
        return CGSize(width: abs(shown.width), height: abs(shown.height))
    }
}
