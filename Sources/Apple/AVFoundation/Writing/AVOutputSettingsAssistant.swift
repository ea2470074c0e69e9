import CoreMedia
import Foundation
import Locking

/// A size and a codec. Source: Apple, AVOutputSettingsPreset.
public struct AVOutputSettingsPreset: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let preset640x480 = Self(rawValue: "AVOutputSettingsPreset640x480")
    public static let preset960x540 = Self(rawValue: "AVOutputSettingsPreset960x540")
    public static let preset1280x720 = Self(rawValue: "AVOutputSettingsPreset1280x720")
    public static let preset1920x1080 = Self(rawValue: "AVOutputSettingsPreset1920x1080")
    public static let preset3840x2160 = Self(rawValue: "AVOutputSettingsPreset3840x2160")
    public static let hevc1920x1080 = Self(rawValue: "AVOutputSettingsPresetHEVC1920x1080")
    public static let hevc3840x2160 = Self(rawValue: "AVOutputSettingsPresetHEVC3840x2160")

    fileprivate var facts: (size: CMVideoDimensions, codec: AVOutputSettingsAssistant.Codec)? {
        switch self {
        case .preset640x480: (CMVideoDimensions(width: 640, height: 480), .h264)
        case .preset960x540: (CMVideoDimensions(width: 960, height: 540), .h264)
        case .preset1280x720: (CMVideoDimensions(width: 1280, height: 720), .h264)
        case .preset1920x1080: (CMVideoDimensions(width: 1920, height: 1080), .h264)
        case .preset3840x2160: (CMVideoDimensions(width: 3840, height: 2160), .h264)
        case .hevc1920x1080: (CMVideoDimensions(width: 1920, height: 1080), .hevc)
        case .hevc3840x2160: (CMVideoDimensions(width: 3840, height: 2160), .hevc)
        default: nil
        }
    }
}

/// Makes settings for the inputs of an ``AVAssetWriter``. Source: Apple, AVOutputSettingsAssistant.
///
/// Any thread may use it. Linux: bit rates are a tenth of a bit for each pixel of a frame, and two thirds of that in HEVC;
/// presets with transparency do not exist.
public final class AVOutputSettingsAssistant: NSObject, Sendable {
    private struct State: @unchecked Sendable {  // formats are not changed
        var videoFormat: CMVideoFormatDescription?
        var audioFormat: CMAudioFormatDescription?
        var averageDuration = CMTime(value: 1, timescale: 30)
        var minimumDuration = CMTime(value: 1, timescale: 30)
    }

    /// What pictures are compressed with, and how many bits it needs.
    fileprivate struct Codec {
        let type: AVVideoCodecType
        let bitsPerPixel: Double

        static let h264 = Codec(type: .h264, bitsPerPixel: 0.1)
        static let hevc = Codec(type: .hevc, bitsPerPixel: 0.1 / 1.5)
    }

    private let size: CMVideoDimensions
    private let codec: Codec
    private let state = Mutex(State())

    /// - Returns: `nil` for a preset that is not available.
    public convenience init?(preset presetIdentifier: AVOutputSettingsPreset) {
        guard let facts = presetIdentifier.facts else { return nil }
        self.init(facts.size, facts.codec)
    }

    private init(_ size: CMVideoDimensions, _ codec: Codec) { (self.size, self.codec) = (size, codec) }

    /// All that there are.
    public class func availableOutputSettingsPresets() -> [AVOutputSettingsPreset] {
        [
            .preset640x480, .preset960x540, .preset1280x720, .preset1920x1080, .preset3840x2160, .hevc1920x1080,
            .hevc3840x2160,
        ]
    }

    /// The kind of file that holds such tracks.
    public var outputFileType: AVFileType { .mov }

    /// What will be appended. Pictures then keep their shape, and are never enlarged.
    public var sourceVideoFormat: CMVideoFormatDescription? {
        get { state.withLock { $0.videoFormat } }
        set { state.withLock { $0.videoFormat = newValue } }
    }

    /// What will be appended. Sound then keeps its sample rate, up to 48 kHz, and a single channel.
    public var sourceAudioFormat: CMAudioFormatDescription? {
        get { state.withLock { $0.audioFormat } }
        set { state.withLock { $0.audioFormat = newValue } }
    }

    /// How long a frame is shown on average; a thirtieth of a second by default.
    public var sourceVideoAverageFrameDuration: CMTime {
        get { state.withLock { $0.averageDuration } }
        set { state.withLock { $0.averageDuration = newValue } }
    }

    /// How long a frame is shown at least. Linux: stored; the average counts.
    public var sourceVideoMinFrameDuration: CMTime {
        get { state.withLock { $0.minimumDuration } }
        set { state.withLock { $0.minimumDuration = newValue } }
    }

    /// For an input of sound: AAC.
    public var audioSettings: [String: Any]? {
        let format = sourceAudioFormat?.audioStreamBasicDescription
        let channels = format.map { min(max(Int($0.mChannelsPerFrame), 1), 2) } ?? 2
        let rate = format.map(\.mSampleRate) ?? 44_100
        let known = OutputSettings.aacSampleRates.contains(rate) && rate <= 48_000
        return [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: known ? rate : 44_100,
            AVNumberOfChannelsKey: channels, AVEncoderBitRateKey: 64_000 * channels,
        ]
    }

    /// For an input of pictures.
    public var videoSettings: [String: Any]? {
        let size = fittedSize
        let duration = sourceVideoAverageFrameDuration
        let rate = duration.isNumeric && duration > .zero ? min(max(1 / duration.seconds, 1), 240) : 30
        let bits = Double(size.width) * Double(size.height) * rate * codec.bitsPerPixel
        return [
            AVVideoCodecKey: codec.type, AVVideoWidthKey: Int(size.width), AVVideoHeightKey: Int(size.height),
            AVVideoCompressionPropertiesKey: [
                AVVideoAverageBitRateKey: Int(bits.rounded()), AVVideoExpectedSourceFrameRateKey: Int(rate.rounded()),
            ],
        ]
    }

    /// In whole pairs of pixels, as encoders take them.
    private var fittedSize: CMVideoDimensions {
        guard let source = sourceVideoFormat?.dimensions, source.width > 0, source.height > 0 else { return size }
        // A picture that stands fits into a frame that stands.
        let isStanding = source.height > source.width
        let limit = isStanding ? (size.height, size.width) : (size.width, size.height)
        let scale = min(1, Double(limit.0) / Double(source.width), Double(limit.1) / Double(source.height))
        func side(_ length: Int32) -> Int32 {
            // What is a whole number but for rounding is one.
            max(2, Int32((Double(length) * scale / 2 + 1e-6).rounded(.down)) * 2)
        }
        return CMVideoDimensions(width: side(source.width), height: side(source.height))
    }
}
