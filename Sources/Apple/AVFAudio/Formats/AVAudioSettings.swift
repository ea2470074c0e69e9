import Foundation

// Keys of sound settings.

/// A format such as `kAudioFormatMPEG4AAC`, a number.
public let AVFormatIDKey = "AVFormatIDKey"
/// In hertz, a number.
public let AVSampleRateKey = "AVSampleRateKey"
/// A number.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// For linear PCM: bits per sample, 8, 16, 24 or 32.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// For linear PCM: a `Bool`.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// For linear PCM: a `Bool`.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// For linear PCM: whether each channel has a buffer of its own, a `Bool`.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
/// Bits per second, a number.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// Bits per second for each channel, a number.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// Which channel is which: `Data` with an `AudioChannelLayout`. Linux: the usual order of so many channels.
public let AVChannelLayoutKey = "AVChannelLayoutKey"
/// The bits of a sample that the encoder is given, 8 to 32: a number. Linux: without effect; the encoder takes
/// floating-point numbers.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
/// The raw value of an ``AVAudioQuality``.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"

/// The quality of compressed sound. Source: Apple, AVAudioQuality.
public enum AVAudioQuality: Int, Sendable {
    case min = 0
    case low = 0x20
    case medium = 0x40
    case high = 0x60
    case max = 0x7F
}
