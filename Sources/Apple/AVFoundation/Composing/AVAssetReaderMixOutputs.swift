import CaptureEngine
import Foundation
import MissingFoundation
import MovieCoding

/// Reads several tracks of sound as one. Source: Apple, AVAssetReaderAudioMixOutput.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {  // set before reading starts
    public let audioTracks: [AVAssetTrack]
    /// What is made of the sound; `nil` for 16 bits at the rate of the first track.
    public let audioSettings: [String: Any]?
    private let format: AudioStreamBasicDescription
    private var mix: AVAudioMix?
    private var pitch = AVAudioTimePitchAlgorithm.spectral

    public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
        let method = "*** -[AVAssetReaderAudioMixOutput initWithAudioTracks:audioSettings:]"
        guard !audioTracks.isEmpty, audioTracks.allSatisfy({ $0.mediaType == .audio }) else {
            raiseException("\(method) audioTracks must contain only tracks of AVMediaTypeAudio")
        }
        self.audioTracks = audioTracks
        self.audioSettings = audioSettings
        do throws(OutputSettings.Problem) {
            format = try ReaderSettings.sound(
                audioSettings ?? [AVFormatIDKey: kAudioFormatLinearPCM],
                audioTracks[0].facts.formats.first?.audioStreamBasicDescription)
        } catch {
            raiseException("\(method) \(error.words)")
        }
        super.init()
    }

    open override var mediaType: AVMediaType { .audio }

    /// How loud each track is.
    open var audioMix: AVAudioMix? {
        get { mix }
        set {
            requireNotStarted("setAudioMix:")
            mix = newValue?.copy() as? AVAudioMix
        }
    }

    /// What happens to the pitch where the speed changes, for tracks of which ``audioMix`` does not say it; `spectral`
    /// by default.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { pitch }
        set {
            requireNotStarted("setAudioTimePitchAlgorithm:")
            newValue.requireKnown("*** -[AVAssetReaderAudioMixOutput setAudioTimePitchAlgorithm:]")
            pitch = newValue
        }
    }

    override func canRead(_ asset: AVAsset) -> Bool {
        audioTracks.allSatisfy { asset.track(withTrackID: $0.trackID) != nil }
    }

    override func samples(in range: CMTimeRange) throws(CaptureError) -> any SampleReading {
        let whole = audioTracks.map(\.timeRange).reduce(CMTimeRange.invalid) { $0.union($1) }
        let inputs = audioTracks.map { SoundMixer.Input($0, mix, pitch) }
        return try SoundMixer(inputs, range: range.intersection(whole), format)
    }
}

/// Reads several tracks of pictures as one, composed. Source: Apple, AVAssetReaderVideoCompositionOutput.
open class AVAssetReaderVideoCompositionOutput: AVAssetReaderOutput, @unchecked Sendable {  // set before reading starts
    public let videoTracks: [AVAssetTrack]
    /// The pixel format of the frames; `nil` for BGRA.
    public let videoSettings: [String: Any]?
    private let pixelFormat: OSType?
    private var composition: AVVideoComposition?
    private weak var asset: AVAsset?

    public init(videoTracks: [AVAssetTrack], videoSettings: [String: Any]?) {
        let method = "*** -[AVAssetReaderVideoCompositionOutput initWithVideoTracks:videoSettings:]"
        guard !videoTracks.isEmpty, videoTracks.allSatisfy({ $0.mediaType == .video }) else {
            raiseException("\(method) videoTracks must contain only tracks of AVMediaTypeVideo")
        }
        self.videoTracks = videoTracks
        self.videoSettings = videoSettings
        do throws(OutputSettings.Problem) {
            guard case .pictures(let format, _) = try ReaderSettings.pictures(videoSettings ?? [:]) else {
                raiseException("\(method) invalid videoSettings")
            }
            pixelFormat = format
        } catch {
            raiseException("\(method) \(error.words)")
        }
        super.init()
    }

    /// What is shown when. It must be set before reading starts.
    open var videoComposition: AVVideoComposition? {
        get { composition }
        set {
            requireNotStarted("setVideoComposition:")
            newValue?.requireValid("*** -[AVAssetReaderVideoCompositionOutput setVideoComposition:]")
            composition = newValue?.copy() as? AVVideoComposition
        }
    }

    override func canRead(_ asset: AVAsset) -> Bool {
        guard videoTracks.allSatisfy({ asset.track(withTrackID: $0.trackID) != nil }),
            pixelFormat.map(TrackReader.pixelFormats.contains) ?? true
        else { return false }
        self.asset = asset
        return true
    }

    override func samples(in range: CMTimeRange) throws(CaptureError) -> any SampleReading {
        guard let composition, let asset else {
            throw CaptureError(.formatUnsupported, "The output has no video composition")
        }
        return try PictureComposer(composition.plan(asset), range: range, pixelFormat: pixelFormat)
    }
}
