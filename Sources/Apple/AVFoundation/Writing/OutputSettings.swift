import CaptureEngine
import CoreMedia
import Foundation
import MovieCoding

/// Output settings, read.
enum OutputSettings {
    /// What is wrong with a dictionary, in Apple's words.
    struct Problem: Error {
        var words: String
    }

    /// Any kind of number, or a `Bool`.
    static func number(_ value: Any?) -> Double? {
        switch value {
        case let value as NSNumber: value.doubleValue
        case let value as any BinaryInteger: Double(value)
        case let value as any BinaryFloatingPoint: Double(value)
        case let value as Bool: value ? 1 : 0
        default: nil
        }
    }

    /// A number that counts something; what is more than anybody means is the most that encoders take.
    static func count(_ value: Any?) -> Int? {
        number(value).flatMap { $0.isNaN ? nil : Int(Swift.min(Swift.max($0, 0), 1_000_000_000)) }
    }

    static func text(_ value: Any?) -> String? {
        switch value {
        case let value as String: value
        case let value as AVVideoCodecType: value.rawValue
        case let value as NSString: String._unconditionallyBridgeFromObjectiveC(value)
        default: nil
        }
    }

    private static func missing(_ keys: [String], in settings: [String: Any]) -> [String] {
        keys.filter { settings[$0] == nil }
    }

    private static func require(_ keys: [String], in settings: [String: Any], _ what: String) throws(Problem) {
        let missing = missing(keys, in: settings)
        if !missing.isEmpty {
            throw Problem(words: "\(what) output settings must contain \(missing.joined(separator: ", "))")
        }
    }
}

// MARK: Pictures

extension OutputSettings {
    static func pictures(_ settings: [String: Any]) throws(Problem) -> PictureCoding {
        try require([AVVideoCodecKey, AVVideoWidthKey, AVVideoHeightKey], in: settings, "Video")
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
        try read(settings[AVVideoCompressionPropertiesKey] as? [String: Any] ?? [:], codec, into: &coding)
        return coding
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
        guard let profile = text(properties[AVVideoProfileLevelKey]) else { return }
        let parts = profile.split(separator: "_").map(String.init)
        guard parts.first == (codec == "hvc1" ? "HEVC" : "H264"), parts.count >= 3 else {
            throw Problem(
                words: "\(profile) is not a valid \(AVVideoProfileLevelKey) for the video codec type \(codec)")
        }
        // HEVC's profile follows from the frames' bits.
        guard parts[0] == "H264" else { return }
        coding.profile = ["Baseline", "Main", "High"].contains(parts[1]) ? parts[1].lowercased() : nil
        if parts.count == 4, Int(parts[2]) != nil { coding.level = "\(parts[2]).\(parts[3])" }
        if coding.profile == "baseline" { coding.reordersFrames = false }
    }
}

// MARK: Sound

extension OutputSettings {
    static let aacSampleRates: [Double] = [
        8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
    ]

    static func sound(_ settings: [String: Any], in fileType: AVFileType?) throws(Problem) -> SoundCoding {
        try require([AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey], in: settings, "Audio")
        guard let format = number(settings[AVFormatIDKey]), let rate = number(settings[AVSampleRateKey]),
            let channels = number(settings[AVNumberOfChannelsKey]), (8_000...192_000).contains(rate),
            (1...64).contains(channels)
        else { throw Problem(words: "Audio output settings have a value that is not valid") }
        if channels > 2, settings[AVChannelLayoutKey] == nil {
            throw Problem(words: "If AVNumberOfChannelsKey is more than 2, AVChannelLayoutKey must be specified")
        }
        if format == Double(kAudioFormatLinearPCM) {
            return try linearPCM(settings, rate, UInt32(channels), fileType)
        }
        let perChannel = count(settings[AVEncoderBitRatePerChannelKey]).map { $0 * Int(channels) }
        let bitRate = count(settings[AVEncoderBitRateKey]) ?? perChannel ?? 64_000 * Int(channels)
        if format == Double(kAudioFormatMPEG4AAC), !aacSampleRates.contains(rate) {
            throw Problem(words: "\(Int(rate)) is not a valid sample rate for Format ID 'aac '")
        }
        return SoundCoding(.aac(sampleRate: Int(rate), channels: Int(channels), bitRate: bitRate))
    }

    private static func linearPCM(
        _ settings: [String: Any], _ rate: Double, _ channels: UInt32, _ fileType: AVFileType?
    ) throws(Problem) -> SoundCoding {
        try require(
            [
                AVLinearPCMBitDepthKey, AVLinearPCMIsFloatKey, AVLinearPCMIsBigEndianKey, AVLinearPCMIsNonInterleaved,
            ], in: settings, "Linear PCM audio")
        let bits = number(settings[AVLinearPCMBitDepthKey]) ?? 0
        let isFloat = number(settings[AVLinearPCMIsFloatKey]) == 1
        guard (isFloat ? [32] : [8, 16, 24, 32]).contains(bits) else {
            throw Problem(words: "\(bits) is not a valid AVLinearPCMBitDepthKey")
        }
        if number(settings[AVLinearPCMIsNonInterleaved]) == 1 {
            throw Problem(words: "AVLinearPCMIsNonInterleaved must be NO")
        }
        // Eight bits are unsigned in a WAVE file.
        let isUnsigned = bits == 8 && fileType == .wav
        let bytes = UInt32(bits / 8) * channels
        var flags = isFloat ? kAudioFormatFlagIsFloat : isUnsigned ? 0 : kAudioFormatFlagIsSignedInteger
        if number(settings[AVLinearPCMIsBigEndianKey]) == 1, bits > 8 { flags |= kAudioFormatFlagIsBigEndian }
        return SoundCoding(
            .linearPCM(
                AudioStreamBasicDescription(
                    mSampleRate: rate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags | kAudioFormatFlagIsPacked,
                    mBytesPerPacket: bytes, mFramesPerPacket: 1, mBytesPerFrame: bytes, mChannelsPerFrame: channels,
                    mBitsPerChannel: UInt32(bits), mReserved: 0)))
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
        case .mov, .mp4, .m4v: [.video, .audio]
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
        case .mov: isMovieCodec || [kAudioFormatLinearPCM, kAudioFormatMPEG4AAC].contains(format)
        case .mp4, .m4v: isMovieCodec || format == kAudioFormatMPEG4AAC
        case .m4a: format == kAudioFormatMPEG4AAC
        case .wav: format == kAudioFormatLinearPCM && !isBigEndian
        case .caf: format == kAudioFormatLinearPCM
        default: false
        }
    }
}
