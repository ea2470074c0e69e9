import Foundation

// Keys of sound settings.

/// One of `kAudioFormatMPEG4AAC` and its like, a number. Source: Apple, AVFormatIDKey.
public let AVFormatIDKey = "AVFormatIDKey"
/// In hertz, a number. Source: Apple, AVSampleRateKey.
public let AVSampleRateKey = "AVSampleRateKey"
/// A number. Source: Apple, AVNumberOfChannelsKey.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// Of linear PCM: 8, 16, 24 or 32. Source: Apple, AVLinearPCMBitDepthKey.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// Of linear PCM: a `Bool`. Source: Apple, AVLinearPCMIsBigEndianKey.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// Of linear PCM: a `Bool`. Source: Apple, AVLinearPCMIsFloatKey.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// Of linear PCM: whether each channel has a buffer of its own, a `Bool`. Source: Apple, AVLinearPCMIsNonInterleaved.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
/// Bits a second, a number. Source: Apple, AVEncoderBitRateKey.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// Bits a second of each channel, a number. Source: Apple, AVEncoderBitRatePerChannelKey.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// The raw value of an ``AVAudioQuality``. Source: Apple, AVEncoderAudioQualityKey.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"

/// How well sound is compressed. Source: Apple, AVAudioQuality.
public enum AVAudioQuality: Int, Sendable {
    /// Source: Apple, AVAudioQuality.min.
    case min = 0
    /// Source: Apple, AVAudioQuality.low.
    case low = 0x20
    /// Source: Apple, AVAudioQuality.medium.
    case medium = 0x40
    /// Source: Apple, AVAudioQuality.high.
    case high = 0x60
    /// Source: Apple, AVAudioQuality.max.
    case max = 0x7F
}
