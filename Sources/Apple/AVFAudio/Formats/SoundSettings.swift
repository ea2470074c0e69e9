import CoreMedia
import Foundation
import MovieCoding

/// Settings of sound, read.
package enum SoundSettings {
    /// What is wrong with a dictionary, in Apple's words.
    package struct Problem: Error {
        package var words: String

        package init(words: String) { self.words = words }
    }

    /// Any kind of number, or a `Bool`.
    package static func number(_ value: Any?) -> Double? {
        switch value {
        case let value as NSNumber: value.doubleValue
        case let value as any BinaryInteger: Double(value)
        case let value as any BinaryFloatingPoint: Double(value)
        case let value as Bool: value ? 1 : 0
        default: nil
        }
    }

    /// A number that counts something; what is more than anybody means is the most that encoders take.
    package static func count(_ value: Any?) -> Int? {
        number(value).flatMap { $0.isNaN ? nil : Int(Swift.min(Swift.max($0, 0), 1_000_000_000)) }
    }

    package static func require(
        _ keys: [String], in settings: [String: Any], _ what: String
    ) throws(Problem) {
        let missing = keys.filter { settings[$0] == nil }
        if !missing.isEmpty {
            throw Problem(words: "\(what) output settings must contain \(missing.joined(separator: ", "))")
        }
    }

    package static let aacSampleRates: [Double] = [
        8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
    ]

    /// How sound is to be coded by complete settings.
    ///
    /// - Parameter isWave: whether eight bits are unsigned, as in a WAVE file.
    package static func coding(_ settings: [String: Any], isWave: Bool) throws(Problem) -> SoundCoding {
        try require([AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey], in: settings, "Audio")
        guard let format = number(settings[AVFormatIDKey]), let rate = number(settings[AVSampleRateKey]),
            let channels = number(settings[AVNumberOfChannelsKey]), (8_000...192_000).contains(rate),
            (1...64).contains(channels)
        else { throw Problem(words: "Audio output settings have a value that is not valid") }
        if channels > 2, settings[AVChannelLayoutKey] == nil {
            throw Problem(words: "If AVNumberOfChannelsKey is more than 2, AVChannelLayoutKey must be specified")
        }
        if format == Double(kAudioFormatLinearPCM) {
            return try linearPCM(settings, rate, UInt32(channels), isWave: isWave)
        }
        let perChannel = count(settings[AVEncoderBitRatePerChannelKey]).map { $0 * Int(channels) }
        let bitRate = count(settings[AVEncoderBitRateKey]) ?? perChannel ?? 64_000 * Int(channels)
        if format == Double(kAudioFormatMPEG4AAC), !aacSampleRates.contains(rate) {
            throw Problem(words: "\(Int(rate)) is not a valid sample rate for Format ID 'aac '")
        }
        return SoundCoding(
            .aac(sampleRate: Int(rate), channels: Int(channels), bitRate: bitRate),
            quality: try variableQuality(settings))
    }

    /// The quality of a variable bit rate, 0 to 1; `nil` if the bit rate is to be met.
    private static func variableQuality(_ settings: [String: Any]) throws(Problem) -> Double? {
        guard let strategy = settings[AVEncoderBitRateStrategyKey] else { return nil }
        switch strategy as? String {
        case AVAudioBitRateStrategy_Variable:
            let quality = count(settings[AVEncoderAudioQualityForVBRKey]) ?? AVAudioQuality.medium.rawValue
            return Double(quality) / Double(AVAudioQuality.max.rawValue)
        case AVAudioBitRateStrategy_Constant, AVAudioBitRateStrategy_LongTermAverage,
            AVAudioBitRateStrategy_VariableConstrained:
            return nil
        default: throw Problem(words: "\(strategy) is not a valid \(AVEncoderBitRateStrategyKey)")
        }
    }

    private static func linearPCM(
        _ settings: [String: Any], _ rate: Double, _ channels: UInt32, isWave: Bool
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
        let isUnsigned = bits == 8 && isWave
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

    /// Settings of recorders and files, in which anything may be missing, made complete.
    static func completed(_ settings: [String: Any], sampleRate: Double = 44_100, channels: Int = 2) -> [String: Any] {
        var complete = settings
        complete[AVFormatIDKey] = settings[AVFormatIDKey] ?? kAudioFormatLinearPCM
        complete[AVSampleRateKey] = settings[AVSampleRateKey] ?? sampleRate
        complete[AVNumberOfChannelsKey] = settings[AVNumberOfChannelsKey] ?? channels
        complete[AVLinearPCMBitDepthKey] =
            settings[AVLinearPCMBitDepthKey] ?? (number(settings[AVLinearPCMIsFloatKey]) == 1 ? 32 : 16)
        for key in [AVLinearPCMIsFloatKey, AVLinearPCMIsBigEndianKey] where settings[key] == nil {
            complete[key] = false
        }
        // Files hold their channels side by side, whatever is asked for.
        complete[AVLinearPCMIsNonInterleaved] = false
        complete[AVChannelLayoutKey] = settings[AVChannelLayoutKey] ?? Data()
        return complete
    }

    /// The format that settings describe; `nil` if a value is not valid.
    static func description(_ settings: [String: Any]) -> AudioStreamBasicDescription? {
        guard let coding = try? coding(completed(settings), isWave: false) else { return nil }
        var format = SoundFileWriting.description(coding)
        guard format.mFormatID == kAudioFormatLinearPCM, number(settings[AVLinearPCMIsNonInterleaved]) == 1 else {
            return format
        }
        format.mFormatFlags |= kAudioFormatFlagIsNonInterleaved
        format.mBytesPerFrame /= format.mChannelsPerFrame
        format.mBytesPerPacket = format.mBytesPerFrame
        return format
    }
}
