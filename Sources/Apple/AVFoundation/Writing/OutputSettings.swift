import AVFAudio
import CaptureEngine
import CoreMedia
import Foundation
import MovieCoding

/// Output settings, read.
enum OutputSettings {
    /// What is wrong with a dictionary, in Apple's words.
    typealias Problem = SoundSettings.Problem

    /// Any kind of number, or a `Bool`.
    static func number(_ value: Any?) -> Double? { SoundSettings.number(value) }

    /// A number that counts something; what is more than anybody means is the most that encoders take.
    static func count(_ value: Any?) -> Int? { SoundSettings.count(value) }

    static func text(_ value: Any?) -> String? {
        switch value {
        case let value as String: value
        case let value as AVVideoCodecType: value.rawValue
        case let value as NSString: String._unconditionallyBridgeFromObjectiveC(value)
        default: nil
        }
    }
}

// MARK: Pictures

extension OutputSettings {
    static func pictures(_ settings: [String: Any]) throws(Problem) -> PictureCoding {
        try SoundSettings.require([AVVideoCodecKey, AVVideoWidthKey, AVVideoHeightKey], in: settings, "Video")
        guard let codec = text(settings[AVVideoCodecKey]), let width = number(settings[AVVideoWidthKey]),
            let height = number(settings[AVVideoHeightKey]), (1...32_768).contains(width),
            (1...32_768).contains(height)
        else { throw Problem(words: "Video output settings have a value that is not valid") }
        var coding = PictureCoding()
        coding.codec = AVVideoCodecType(rawValue: codec).mediaSubType
        coding.size = CMVideoDimensions(width: Int32(width), height: Int32(height))
        coding.acceptsChanges = true
        if let mode = text(settings[AVVideoScalingModeKey]) {
            guard let scaling = scalingModes[mode] else {
                throw Problem(words: "\(mode) is not a valid AVVideoScalingModeKey")
            }
            coding.scaling = scaling
        }
        if let color = settings[AVVideoColorPropertiesKey] as? [String: Any] {
            coding.color = .init(
                primaries: text(color[AVVideoColorPrimariesKey]), transfer: text(color[AVVideoTransferFunctionKey]),
                matrix: text(color[AVVideoYCbCrMatrixKey]))
        }
        coding.shape = try shape(settings, Int(width), Int(height))
        try read(settings[AVVideoCompressionPropertiesKey] as? [String: Any] ?? [:], codec, into: &coding)
        return coding
    }

    /// How players are to show the picture.
    private static func shape(_ settings: [String: Any], _ width: Int, _ height: Int) throws(Problem) -> PictureShape {
        var shape = PictureShape()
        if let ratio = settings[AVVideoPixelAspectRatioKey] as? [String: Any] {
            guard let x = count(ratio[AVVideoPixelAspectRatioHorizontalSpacingKey]),
                let y = count(ratio[AVVideoPixelAspectRatioVerticalSpacingKey]), (1...65_535).contains(x),
                (1...65_535).contains(y), (1...65_535).contains(width * x / y)
            else { throw Problem(words: "\(ratio) is not a valid \(AVVideoPixelAspectRatioKey)") }
            shape.pixel = SIMD2(x, y)
        }
        if let part = settings[AVVideoCleanApertureKey] as? [String: Any] {
            let keys = [
                AVVideoCleanApertureWidthKey, AVVideoCleanApertureHeightKey, AVVideoCleanApertureHorizontalOffsetKey,
                AVVideoCleanApertureVerticalOffsetKey,
            ]
            let values = keys.compactMap { number(part[$0]).flatMap { Int(exactly: $0.rounded()) } }
            guard values.count == 4, (1...width).contains(values[0]), (1...height).contains(values[1]),
                abs(values[2]) <= width, abs(values[3]) <= height, 2 * abs(values[2]) + values[0] <= width,
                2 * abs(values[3]) + values[1] <= height
            else { throw Problem(words: "\(part) is not a valid \(AVVideoCleanApertureKey)") }
            shape.aperture = .init(width: values[0], height: values[1], right: values[2], down: values[3])
        }
        return shape
    }

    private static let scalingModes: [String: PictureCoding.Scaling] = [
        AVVideoScalingModeFit: .fit, AVVideoScalingModeResize: .resize, AVVideoScalingModeResizeAspect: .aspectFit,
        AVVideoScalingModeResizeAspectFill: .aspectFill,
    ]

    /// Properties of VideoToolbox that have no meaning here are ignored.
    private static func read(
        _ properties: [String: Any], _ codec: String, into coding: inout PictureCoding
    ) throws(Problem) {
        if let rate = count(properties[AVVideoAverageBitRateKey]) {
            guard rate >= 1 else { throw Problem(words: "\(AVVideoAverageBitRateKey) must be greater than 0") }
            coding.bitRate = rate
        }
        coding.quality = number(properties[AVVideoQualityKey]).flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
        if let rate = number(properties[AVVideoExpectedSourceFrameRateKey]), rate > 0 {
            coding.frameRate = min(rate, 10_000)
        }
        let (frames, seconds) = (
            count(properties[AVVideoMaxKeyFrameIntervalKey]), number(properties[AVVideoMaxKeyFrameIntervalDurationKey])
        )
        if let frames, frames >= 1 { coding.keyFrameInterval = frames }
        // Without any limit, players can seek to each second.
        if let seconds, seconds > 0 {
            coding.keyFrameSeconds = min(seconds, 3600)
        } else if coding.keyFrameInterval != nil {
            coding.keyFrameSeconds = 3600
        }
        coding.reordersFrames = number(properties[AVVideoAllowFrameReorderingKey]) == 1
        if let mode = text(properties[AVVideoH264EntropyModeKey]), !coding.setEntropyMode(mode) {
            throw Problem(
                words: "\(mode) is not a valid \(AVVideoH264EntropyModeKey) for the video codec type \(codec)")
        }
        guard let profile = text(properties[AVVideoProfileLevelKey]) else { return }
        guard coding.setProfileLevel(profile) else {
            throw Problem(
                words: "\(profile) is not a valid \(AVVideoProfileLevelKey) for the video codec type \(codec)")
        }
    }
}

// MARK: Sound

extension OutputSettings {
    static let aacSampleRates = SoundSettings.aacSampleRates

    static func sound(_ settings: [String: Any], in fileType: AVFileType?) throws(Problem) -> SoundCoding {
        try SoundSettings.coding(settings, isWave: fileType == .wav)
    }
}

// MARK: Files

extension AVFileType {
    /// The files that can be written, and what they are to the engine.
    static let written: [AVFileType: AssetConfiguration.FileType] = [
        .mov: .quickTime, .mp4: .mpeg4(brand: "mp42"), .m4v: .mpeg4(brand: "M4V "), .m4a: .mpeg4(brand: "M4A "),
        .wav: .wave, .caf: .coreAudio,
    ]

    var writtenMediaTypes: [AVMediaType] {
        switch self {
        case .mov: [.video, .audio, .metadata]
        case .mp4, .m4v: [.video, .audio]
        case .m4a, .wav, .caf: [.audio]
        default: []
        }
    }

    /// Whether such a file has no more than one track.
    var hasOneTrack: Bool { [.m4a, .wav, .caf].contains(self) }

    /// Whether such a file can hold media in a format: a codec, or a format of sound.
    func canHold(_ format: FourCharCode, isBigEndian: Bool = false) -> Bool {
        let isMovieCodec = MovieCodec.all.contains { $0.type.rawValue == format }
        return switch self {
        case .mov:
            isMovieCodec
                || [kAudioFormatLinearPCM, kAudioFormatMPEG4AAC, kCMMetadataFormatType_Boxed].contains(format)
        case .mp4, .m4v: isMovieCodec || format == kAudioFormatMPEG4AAC
        case .m4a: format == kAudioFormatMPEG4AAC
        case .wav: format == kAudioFormatLinearPCM && !isBigEndian
        case .caf: format == kAudioFormatLinearPCM
        default: false
        }
    }
}
