import MissingFoundation

/// Identifies a sound coding. Source: Apple, AudioFormatID.
public typealias AudioFormatID = UInt32
/// Details of a sound coding. Source: Apple, AudioFormatFlags.
public typealias AudioFormatFlags = UInt32

/// `lpcm`: uncompressed samples.
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D
/// `ac-3`: Dolby Digital.
public let kAudioFormatAC3: AudioFormatID = 0x6163_2D33
/// `ima4`: IMA's ADPCM, 4 bits per sample.
public let kAudioFormatAppleIMA4: AudioFormatID = 0x696D_6134
/// `aac `: low-complexity AAC.
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// `aach`: high-efficiency AAC, with spectral band replication.
public let kAudioFormatMPEG4AAC_HE: AudioFormatID = 0x6161_6368
/// `aacl`: low-delay AAC.
public let kAudioFormatMPEG4AAC_LD: AudioFormatID = 0x6161_636C
/// `aace`: enhanced low-delay AAC.
public let kAudioFormatMPEG4AAC_ELD: AudioFormatID = 0x6161_6365
/// `aacp`: high-efficiency AAC with parametric stereo.
public let kAudioFormatMPEG4AAC_HE_V2: AudioFormatID = 0x6161_6370
/// `ulaw`: G.711 of North America and Japan, 8 bits.
public let kAudioFormatULaw: AudioFormatID = 0x756C_6177
/// `alaw`: G.711 of the rest of the world, 8 bits.
public let kAudioFormatALaw: AudioFormatID = 0x616C_6177
/// `.mp1`: MPEG-1 or MPEG-2, layer I.
public let kAudioFormatMPEGLayer1: AudioFormatID = 0x2E6D_7031
/// `.mp2`: MPEG-1 or MPEG-2, layer II.
public let kAudioFormatMPEGLayer2: AudioFormatID = 0x2E6D_7032
/// `.mp3`: MPEG-1 or MPEG-2, layer III.
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2E6D_7033
/// `alac`.
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163
/// `flac`: lossless.
public let kAudioFormatFLAC: AudioFormatID = 0x666C_6163
/// `opus`.
public let kAudioFormatOpus: AudioFormatID = 0x6F70_7573
/// `samr`: narrow-band speech of mobile phones.
public let kAudioFormatAMR: AudioFormatID = 0x7361_6D72
/// `midi`: notes instead of sound.
public let kAudioFormatMIDIStream: AudioFormatID = 0x6D69_6469
/// `cac3`: AC-3 in packets for digital connections.
public let kAudioFormat60958AC3: AudioFormatID = 0x6361_6333
/// `celp`: MPEG-4 speech.
public let kAudioFormatMPEG4CELP: AudioFormatID = 0x6365_6C70
/// `hvxc`: MPEG-4 speech at very low rates.
public let kAudioFormatMPEG4HVXC: AudioFormatID = 0x6876_7863
/// `twvq`: MPEG-4 vector quantization.
public let kAudioFormatMPEG4TwinVQ: AudioFormatID = 0x7477_7671
/// `MAC3`: Macintosh, three to one.
public let kAudioFormatMACE3: AudioFormatID = 0x4D41_4333
/// `MAC6`: Macintosh, six to one.
public let kAudioFormatMACE6: AudioFormatID = 0x4D41_4336
/// `QDMC`: QDesign music.
public let kAudioFormatQDesign: AudioFormatID = 0x5144_4D43
/// `QDM2`: QDesign music, second version.
public let kAudioFormatQDesign2: AudioFormatID = 0x5144_4D32
/// `Qclp`: Qualcomm PureVoice.
public let kAudioFormatQUALCOMM: AudioFormatID = 0x5163_6C70
/// `time`: Time codes instead of sound.
public let kAudioFormatTimeCode: AudioFormatID = 0x7469_6D65
/// `apvs`: Values of a plug-in instead of sound.
public let kAudioFormatParameterValueStream: AudioFormatID = 0x6170_7673
/// `aacf`: enhanced low-delay AAC with spectral band replication.
public let kAudioFormatMPEG4AAC_ELD_SBR: AudioFormatID = 0x6161_6366
/// `aacg`: enhanced low-delay AAC with parametric stereo.
public let kAudioFormatMPEG4AAC_ELD_V2: AudioFormatID = 0x6161_6367
/// `aacs`: AAC with MPEG Surround.
public let kAudioFormatMPEG4AAC_Spatial: AudioFormatID = 0x6161_6373
/// `usac`: extended high-efficiency AAC.
public let kAudioFormatMPEGD_USAC: AudioFormatID = 0x7573_6163
/// `sawb`: wide-band speech of mobile phones.
public let kAudioFormatAMR_WB: AudioFormatID = 0x7361_7762
/// `AUDB`: audio books.
public let kAudioFormatAudible: AudioFormatID = 0x4155_4442
/// `ilbc`: speech over the Internet.
public let kAudioFormatiLBC: AudioFormatID = 0x696C_6263
/// Intel's ADPCM in WAVE files.
public let kAudioFormatDVIIntelIMA: AudioFormatID = 0x6D73_0011
/// GSM speech in WAVE files.
public let kAudioFormatMicrosoftGSM: AudioFormatID = 0x6D73_0031
/// `aes3`: frames of digital connections.
public let kAudioFormatAES3: AudioFormatID = 0x6165_7333
/// `ec-3`: Dolby Digital Plus.
public let kAudioFormatEnhancedAC3: AudioFormatID = 0x6563_2D33
/// `apac`: Apple's positional audio.
public let kAudioFormatAPAC: AudioFormatID = 0x6170_6163

/// Floats instead of integers.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1 << 0
/// If not set, little-endian.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1
/// Signed integers; not set for floats.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2
/// A sample uses all of its bits.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3
/// Samples that are not packed use the high bits; if not set, the low bits.
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 1 << 4
/// Each channel has a buffer of its own.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5
/// No other sound can be mixed in; for devices only.
public let kAudioFormatFlagIsNonMixable: AudioFormatFlags = 1 << 6
/// "No flags"; 0 would mean that they are unknown.
public let kAudioFormatFlagsAreAllClear: AudioFormatFlags = 0x8000_0000
/// The same as `kAudioFormatFlagIsFloat`.
public let kLinearPCMFormatFlagIsFloat = kAudioFormatFlagIsFloat
/// The same as `kAudioFormatFlagIsBigEndian`.
public let kLinearPCMFormatFlagIsBigEndian = kAudioFormatFlagIsBigEndian
/// The same as `kAudioFormatFlagIsSignedInteger`.
public let kLinearPCMFormatFlagIsSignedInteger = kAudioFormatFlagIsSignedInteger
/// The same as `kAudioFormatFlagIsPacked`.
public let kLinearPCMFormatFlagIsPacked = kAudioFormatFlagIsPacked
/// The same as `kAudioFormatFlagIsAlignedHigh`.
public let kLinearPCMFormatFlagIsAlignedHigh = kAudioFormatFlagIsAlignedHigh
/// The same as `kAudioFormatFlagIsNonInterleaved`.
public let kLinearPCMFormatFlagIsNonInterleaved = kAudioFormatFlagIsNonInterleaved
/// The same as `kAudioFormatFlagIsNonMixable`.
public let kLinearPCMFormatFlagIsNonMixable = kAudioFormatFlagIsNonMixable
/// The machine's byte order: little-endian.
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 0
/// Packed floats in the machine's byte order.
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
/// The same as `kAudioFormatFlagsNativeFloatPacked`.
public let kAudioFormatFlagsCanonical: AudioFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked

/// How sound is laid out in memory. Source: Apple, AudioStreamBasicDescription.
///
/// In linear PCM, a packet is one frame, and a frame is one sample of every channel. If the sound is not interleaved, a
/// frame is one sample.
public struct AudioStreamBasicDescription: Sendable {
    /// Frames per second.
    public var mSampleRate: Float64
    public var mFormatID: AudioFormatID
    public var mFormatFlags: AudioFormatFlags
    /// 0 if packets differ in size.
    public var mBytesPerPacket: UInt32
    /// 1 for linear PCM, 1024 for AAC.
    public var mFramesPerPacket: UInt32
    /// 0 for compressed sound.
    public var mBytesPerFrame: UInt32
    public var mChannelsPerFrame: UInt32
    /// 0 for compressed sound.
    public var mBitsPerChannel: UInt32
    /// Always 0; pads the structure to a multiple of eight bytes.
    public var mReserved: UInt32

    /// All fields 0.
    public init() {
        self.init(
            mSampleRate: 0, mFormatID: 0, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0, mBytesPerFrame: 0,
            mChannelsPerFrame: 0, mBitsPerChannel: 0, mReserved: 0)
    }

    public init(
        mSampleRate: Float64, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags, mBytesPerPacket: UInt32,
        mFramesPerPacket: UInt32, mBytesPerFrame: UInt32, mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32,
        mReserved: UInt32
    ) {
        self.mSampleRate = mSampleRate
        self.mFormatID = mFormatID
        self.mFormatFlags = mFormatFlags
        self.mBytesPerPacket = mBytesPerPacket
        self.mFramesPerPacket = mFramesPerPacket
        self.mBytesPerFrame = mBytesPerFrame
        self.mChannelsPerFrame = mChannelsPerFrame
        self.mBitsPerChannel = mBitsPerChannel
        self.mReserved = mReserved
    }
}

extension AudioStreamBasicDescription {
    /// Interleaved linear PCM in the machine's byte order: signed 16 or 32 bit integers, or 32 bit floats.
    package static func linearPCM(
        sampleRate: Double, channels: Int, bitsPerSample: Int = 16, isFloat: Bool = false
    ) -> AudioStreamBasicDescription {
        let bytes = UInt32(bitsPerSample / 8 * channels)
        return AudioStreamBasicDescription(
            mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: (isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
                | kAudioFormatFlagIsPacked,
            mBytesPerPacket: bytes, mFramesPerPacket: 1, mBytesPerFrame: bytes, mChannelsPerFrame: UInt32(channels),
            mBitsPerChannel: UInt32(bitsPerSample), mReserved: 0)
    }
}

/// One packet of sound whose packets differ in size. Source: Apple, AudioStreamPacketDescription.
public struct AudioStreamPacketDescription: Sendable {
    /// Where it begins in the buffer, in bytes.
    public var mStartOffset: Int64
    /// 0 if all packets have the same number.
    public var mVariableFramesInPacket: UInt32
    public var mDataByteSize: UInt32

    /// All fields 0.
    public init() {
        self.init(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 0)
    }

    public init(mStartOffset: Int64, mVariableFramesInPacket: UInt32, mDataByteSize: UInt32) {
        self.mStartOffset = mStartOffset
        self.mVariableFramesInPacket = mVariableFramesInPacket
        self.mDataByteSize = mDataByteSize
    }
}
