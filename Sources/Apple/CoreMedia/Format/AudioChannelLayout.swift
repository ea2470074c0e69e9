/// Names an arrangement of channels; its lower half is their number. Source: Apple, AudioChannelLayoutTag.
public typealias AudioChannelLayoutTag = UInt32
/// Names a channel. Source: Apple, AudioChannelLabel.
public typealias AudioChannelLabel = UInt32

/// The descriptions say which channel is which.
public let kAudioChannelLayoutTag_UseChannelDescriptions: AudioChannelLayoutTag = 0
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = 100 << 16 | 1
/// Left, right.
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = 101 << 16 | 2
/// Left, right, for headphones.
public let kAudioChannelLayoutTag_StereoHeadphones: AudioChannelLayoutTag = 102 << 16 | 2
/// Left, right, left surround, right surround.
public let kAudioChannelLayoutTag_Quadraphonic: AudioChannelLayoutTag = 108 << 16 | 4
/// Left, right, center, low frequencies, left surround, right surround.
public let kAudioChannelLayoutTag_MPEG_5_1_A: AudioChannelLayoutTag = 121 << 16 | 6
/// So many channels without an order: add their number.
public let kAudioChannelLayoutTag_DiscreteInOrder: AudioChannelLayoutTag = 147 << 16
/// Unknown: add the number of channels.
public let kAudioChannelLayoutTag_Unknown: AudioChannelLayoutTag = 0xFFFF_0000

/// The number of channels of an arrangement.
public func AudioChannelLayoutTag_GetNumberOfChannels(_ inLayoutTag: AudioChannelLayoutTag) -> UInt32 {
    inLayoutTag & 0xFFFF
}

/// One channel of a layout. Source: Apple, AudioChannelDescription.
public struct AudioChannelDescription: Sendable {
    public var mChannelLabel: AudioChannelLabel
    public var mChannelFlags: UInt32
    public var mCoordinates: (Float, Float, Float)

    /// All fields 0.
    public init() {
        (mChannelLabel, mChannelFlags, mCoordinates) = (0, 0, (0, 0, 0))
    }
}

/// Which channel is which. Source: Apple, AudioChannelLayout.
public struct AudioChannelLayout: Sendable {
    public var mChannelLayoutTag: AudioChannelLayoutTag
    public var mChannelBitmap: UInt32
    public var mNumberChannelDescriptions: UInt32
    /// The first; others follow in memory.
    public var mChannelDescriptions: AudioChannelDescription

    /// All fields 0.
    public init() {
        (mChannelLayoutTag, mChannelBitmap, mNumberChannelDescriptions) = (0, 0, 0)
        mChannelDescriptions = AudioChannelDescription()
    }
}

extension AudioChannelLayout {
    /// What comes before the descriptions.
    private static let headSize = MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 12

    /// Whether memory holds a layout and all descriptions that it counts.
    static func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= headSize else { return false }
        let count = bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        return (bytes.count - headSize) / MemoryLayout<AudioChannelDescription>.stride >= Int(count)
    }
}
