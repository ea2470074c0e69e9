import ALSA
import CaptureEngine

/// The formats that every microphone offers: 16-bit samples, at the two usual rates, in stereo or mono.
///
/// A card is not asked for its capabilities, because that means opening it. ALSA's `plug` plug-in converts whatever the
/// card cannot deliver itself, so a device always keeps its description's promise.
enum MicrophoneFormat {
    private static let choices: [(framesPerSecond: Int, channels: Int)] = [
        (48_000, 2), (48_000, 1), (44_100, 2), (44_100, 1),
    ]

    /// Made once; a format's `index` is its position here.
    static let all: [SourceFormat] = choices.enumerated().compactMap { index, choice in
        description(framesPerSecond: choice.framesPerSecond, channels: choice.channels).map {
            SourceFormat(description: $0, native: "S16", index: index)
        }
    }

    /// Blocks of 20 ms, as usual in telephony, and a device buffer of half a second.
    static func parameters(for format: SourceFormat) -> CaptureParameters? {
        guard choices.indices.contains(format.index) else { return nil }
        let (rate, channels) = choices[format.index]
        return CaptureParameters(
            sampleType: .int16, framesPerSecond: rate, channels: channels, framesPerBlock: rate / 50,
            framesInBuffer: rate / 2)
    }

    private static func description(framesPerSecond: Int, channels: Int) -> CMFormatDescription? {
        let basic = AudioStreamBasicDescription(
            mSampleRate: Double(framesPerSecond), mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
            mBytesPerPacket: UInt32(2 * channels), mFramesPerPacket: 1, mBytesPerFrame: UInt32(2 * channels),
            mChannelsPerFrame: UInt32(channels), mBitsPerChannel: 16, mReserved: 0)
        return try? CMFormatDescription(audioStreamBasicDescription: basic)
    }
}
