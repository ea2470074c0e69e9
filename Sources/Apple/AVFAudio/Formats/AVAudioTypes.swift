/// A number of frames. Source: Apple, AVAudioFrameCount.
public typealias AVAudioFrameCount = UInt32

/// A place in sound, in frames. Source: Apple, AVAudioFramePosition.
public typealias AVAudioFramePosition = Int64

/// A number of packets; in linear PCM, a packet is a frame. Source: Apple, AVAudioPacketCount.
public typealias AVAudioPacketCount = UInt32

/// A number of channels. Source: Apple, AVAudioChannelCount.
public typealias AVAudioChannelCount = UInt32

/// How samples are stored. Source: Apple, AVAudioCommonFormat.
public enum AVAudioCommonFormat: UInt, Sendable {
    /// None of the others.
    case otherFormat = 0
    /// What players and mixers use.
    case pcmFormatFloat32 = 1
    case pcmFormatFloat64 = 2
    case pcmFormatInt16 = 3
    case pcmFormatInt32 = 4

    var bits: UInt32 {
        switch self {
        case .otherFormat: 0
        case .pcmFormatInt16: 16
        case .pcmFormatFloat32, .pcmFormatInt32: 32
        case .pcmFormatFloat64: 64
        }
    }

    var isFloat: Bool { self == .pcmFormatFloat32 || self == .pcmFormatFloat64 }
}
