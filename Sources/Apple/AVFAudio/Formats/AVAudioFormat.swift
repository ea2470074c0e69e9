import CoreMedia
import Foundation
import Locking

/// How sound is stored. Source: Apple, AVAudioFormat.
public final class AVAudioFormat: NSObject, @unchecked Sendable {  // the memory is written once, by `init`
    private let memory: UnsafeMutablePointer<AudioStreamBasicDescription>
    /// `nil` for one or two channels in the usual order.
    public let channelLayout: AVAudioChannelLayout?
    private let cookie = Mutex<Data?>(nil)

    /// What a decoder of compressed sound has to know in advance, as ``AVAudioConverter/magicCookie``; `nil` for none.
    public var magicCookie: Data? {
        get { cookie.withLock { $0 } }
        set { cookie.withLock { $0 = newValue } }
    }

    init(_ description: AudioStreamBasicDescription, layout: AVAudioChannelLayout? = nil) {
        memory = .allocate(capacity: 1)
        memory.initialize(to: description)
        channelLayout = layout
    }

    deinit { memory.deallocate() }

    /// Linear PCM in the machine's byte order.
    private convenience init?(
        pcm format: AVAudioCommonFormat, _ sampleRate: Double, _ channels: AVAudioChannelCount, interleaved: Bool,
        _ layout: AVAudioChannelLayout?
    ) {
        guard format != .otherFormat, channels > 0, channels <= 2 || layout != nil, sampleRate > 0 else { return nil }
        let bytes = format.bits / 8 * (interleaved ? channels : 1)
        self.init(
            AudioStreamBasicDescription(
                mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: (format.isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
                    | kAudioFormatFlagIsPacked | (interleaved ? 0 : kAudioFormatFlagIsNonInterleaved),
                mBytesPerPacket: bytes, mFramesPerPacket: 1, mBytesPerFrame: bytes, mChannelsPerFrame: channels,
                mBitsPerChannel: format.bits, mReserved: 0), layout: layout)
    }

    /// The format of players and mixers: 32-bit floats, each channel on its own.
    ///
    /// - Returns: `nil` for more than two channels, which need a layout.
    public convenience init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
        self.init(pcm: .pcmFormatFloat32, sampleRate, channels, interleaved: false, nil)
    }

    public convenience init(standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout)
    {
        self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, interleaved: false, channelLayout: layout)
    }

    /// - Returns: `nil` for more than two channels, which need a layout, and for `.otherFormat`.
    public convenience init?(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool
    ) {
        self.init(pcm: format, sampleRate, channels, interleaved: interleaved, nil)
    }

    /// - Parameters:
    ///   - format: any but `.otherFormat`.
    ///   - sampleRate: in hertz, more than 0.
    ///   - interleaved: whether the channels share one buffer.
    ///   - layout: how many channels there are, and which is which.
    public convenience init(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, interleaved: Bool,
        channelLayout layout: AVAudioChannelLayout
    ) {
        let bytes = format.bits / 8 * (interleaved ? layout.channelCount : 1)
        self.init(
            AudioStreamBasicDescription(
                mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: (format.isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
                    | kAudioFormatFlagIsPacked | (interleaved ? 0 : kAudioFormatFlagIsNonInterleaved),
                mBytesPerPacket: bytes, mFramesPerPacket: 1, mBytesPerFrame: bytes,
                mChannelsPerFrame: layout.channelCount, mBitsPerChannel: format.bits, mReserved: 0), layout: layout)
    }

    /// - Returns: `nil` for more than two channels, which need a layout.
    public convenience init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
        self.init(streamDescription: asbd, channelLayout: nil)
    }

    public convenience init?(
        streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>, channelLayout layout: AVAudioChannelLayout?
    ) {
        guard asbd.pointee.mChannelsPerFrame <= 2 || layout != nil else { return nil }
        self.init(asbd.pointee, layout: layout)
    }

    /// Of settings such as ``AVFormatIDKey``.
    ///
    /// - Returns: `nil` without a format, a sample rate and a number of channels.
    public convenience init?(settings: [String: Any]) {
        guard settings[AVFormatIDKey] != nil, settings[AVSampleRateKey] != nil,
            settings[AVNumberOfChannelsKey] != nil, let description = SoundSettings.description(settings)
        else { return nil }
        self.init(ofFile: description)
    }

    /// - Parameter formatDescription: of a sample buffer with sound.
    public convenience init(cmAudioFormatDescription formatDescription: CMAudioFormatDescription) {
        let description = formatDescription.audioStreamBasicDescription ?? AudioStreamBasicDescription()
        let layout = CMAudioFormatDescriptionGetChannelLayout(formatDescription, sizeOut: nil)
        self.init(
            description,
            layout: layout.map { AVAudioChannelLayout(layout: $0) } ?? Self.usualLayout(description.mChannelsPerFrame))
        magicCookie = formatDescription.magicCookie
    }

    convenience init(ofFile description: AudioStreamBasicDescription) {
        self.init(description, layout: Self.usualLayout(description.mChannelsPerFrame))
    }

    /// `nil` for one or two channels.
    private static func usualLayout(_ channels: UInt32) -> AVAudioChannelLayout? {
        channels > 2 ? AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | channels) : nil
    }

    // MARK: What it says

    /// Valid as long as this object.
    public var streamDescription: UnsafePointer<AudioStreamBasicDescription> { UnsafePointer(memory) }

    var streamFormat: AudioStreamBasicDescription { memory.pointee }

    /// In hertz.
    public var sampleRate: Double { memory.pointee.mSampleRate }
    public var channelCount: AVAudioChannelCount { memory.pointee.mChannelsPerFrame }

    /// Whether all channels share one buffer. Of one channel, both is the same in memory.
    public var isInterleaved: Bool { memory.pointee.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 }

    /// Whether it is 32-bit floats, each channel on its own.
    public var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

    public var commonFormat: AVAudioCommonFormat {
        let flags = memory.pointee.mFormatFlags
        guard isLinearPCM, flags & kAudioFormatFlagIsBigEndian == 0 else { return .otherFormat }
        let isFloat = flags & kAudioFormatFlagIsFloat != 0
        switch (isFloat, memory.pointee.mBitsPerChannel) {
        case (true, 32): return .pcmFormatFloat32
        case (true, 64): return .pcmFormatFloat64
        case (false, 16) where flags & kAudioFormatFlagIsSignedInteger != 0: return .pcmFormatInt16
        case (false, 32) where flags & kAudioFormatFlagIsSignedInteger != 0: return .pcmFormatInt32
        default: return .otherFormat
        }
    }

    var isLinearPCM: Bool { memory.pointee.mFormatID == kAudioFormatLinearPCM }

    /// The format as settings of files and recorders.
    public var settings: [String: Any] {
        var settings: [String: Any] = [
            AVFormatIDKey: memory.pointee.mFormatID, AVSampleRateKey: sampleRate,
            AVNumberOfChannelsKey: Int(channelCount),
        ]
        if isLinearPCM {
            let flags = memory.pointee.mFormatFlags
            settings[AVLinearPCMBitDepthKey] = Int(memory.pointee.mBitsPerChannel)
            settings[AVLinearPCMIsFloatKey] = flags & kAudioFormatFlagIsFloat != 0
            settings[AVLinearPCMIsBigEndianKey] = flags & kAudioFormatFlagIsBigEndian != 0
            settings[AVLinearPCMIsNonInterleaved] = !isInterleaved
        }
        return settings
    }

    public var formatDescription: CMAudioFormatDescription { .audio(memory.pointee) }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioFormat else { return false }
        let (own, its) = (memory.pointee, other.memory.pointee)
        return own.mSampleRate == its.mSampleRate && own.mFormatID == its.mFormatID
            && own.mFormatFlags == its.mFormatFlags && own.mBytesPerFrame == its.mBytesPerFrame
            && own.mChannelsPerFrame == its.mChannelsPerFrame && own.mBitsPerChannel == its.mBitsPerChannel
            && own.mFramesPerPacket == its.mFramesPerPacket
    }

    public override var hash: Int { Int(sampleRate) ^ Int(channelCount) ^ Int(memory.pointee.mFormatFlags) }

    public override var description: String {
        let kind = isLinearPCM ? "\(memory.pointee.mBitsPerChannel) bits" : memory.pointee.mFormatID.letters
        let layout = isInterleaved ? "" : ", deinterleaved"
        return "<AVAudioFormat: \(channelCount) ch, \(Int(sampleRate)) Hz, \(kind)\(layout)>"
    }
}
