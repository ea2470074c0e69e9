/// What a conversion brought. Source: Apple, AVAudioConverterOutputStatus.
public enum AVAudioConverterOutputStatus: Int, Sendable {
    /// The buffer is full, or has the last sound.
    case haveData = 0
    /// There is no more input now; what there was is in the buffer.
    case inputRanDry = 1
    /// There is no more, and never will be.
    case endOfStream = 2
    case error = 3
}

/// What a source of sound says of what it returns. Source: Apple, AVAudioConverterInputStatus.
public enum AVAudioConverterInputStatus: Int, Sendable {
    case haveData = 0
    case noDataNow = 1
    case endOfStream = 2
}

/// Gives the next sound to convert. Source: Apple, AVAudioConverterInputBlock.
public typealias AVAudioConverterInputBlock = (
    AVAudioPacketCount, UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?

/// The sound that an encoder puts before and behind what it is given. Source: Apple, AVAudioConverterPrimeInfo.
public struct AVAudioConverterPrimeInfo: Sendable {
    public var leadingFrames: AVAudioFrameCount
    public var trailingFrames: AVAudioFrameCount

    /// Nothing.
    public init() { (leadingFrames, trailingFrames) = (0, 0) }

    public init(leadingFrames: AVAudioFrameCount, trailingFrames: AVAudioFrameCount) {
        (self.leadingFrames, self.trailingFrames) = (leadingFrames, trailingFrames)
    }
}
