import Foundation

// Keys of sound settings.

/// A format such as `kAudioFormatMPEG4AAC`, a number.
public let AVFormatIDKey = "AVFormatIDKey"
/// The kind of a file, such as `kAudioFileCAFType`, a number; without it, the end of the file's name decides.
public let AVAudioFileTypeKey = "AVAudioFileTypeKey"
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

/// How the encoder spreads its bits: one of the four strings below.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// As many bits in each moment. Linux: as ``AVAudioBitRateStrategy_LongTermAverage``; the encoder has no stricter way.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
/// So many bits in the long run. Linux: the default.
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
/// As many bits as needed within limits. Linux: as ``AVAudioBitRateStrategy_LongTermAverage``.
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
/// As many bits as ``AVEncoderAudioQualityForVBRKey`` needs.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"
/// The raw value of an ``AVAudioQuality``, for ``AVAudioBitRateStrategy_Variable``.
public let AVEncoderAudioQualityForVBRKey = "AVEncoderAudioQualityForVBRKey"
/// How the sample rate is changed: one of the three strings below. Linux: without effect; libswresample has one way.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"
/// Good enough for most.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
/// For the best sound.
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
/// Without an echo before what is loud.
public let AVSampleRateConverterAlgorithm_MinimumPhase = "AVSampleRateConverterAlgorithm_MinimumPhase"
/// The raw value of an ``AVAudioQuality``. Linux: without effect, as ``AVSampleRateConverterAlgorithmKey``.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterAudioQualityKey"

/// The quality of compressed sound. Source: Apple, AVAudioQuality.
public enum AVAudioQuality: Int, Sendable {
    case min = 0
    case low = 0x20
    case medium = 0x40
    case high = 0x60
    case max = 0x7F
}
