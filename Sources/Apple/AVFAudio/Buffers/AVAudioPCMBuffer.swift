import CoreMedia
import Foundation
import MissingFoundation

/// Linear PCM in memory. Source: Apple, AVAudioPCMBuffer.
public final class AVAudioPCMBuffer: AVAudioBuffer, @unchecked Sendable {  // as its parent
    /// How many frames there is room for.
    public let frameCapacity: AVAudioFrameCount
    private var length: AVAudioFrameCount = 0
    private let channels: UnsafeMutablePointer<UnsafeMutableRawPointer>

    /// Silence, of which no frame is in use.
    ///
    /// - Returns: `nil` for a format that is not linear PCM.
    public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
        let frameBytes = Int(format.streamFormat.mBytesPerFrame)
        guard format.isLinearPCM, frameBytes > 0, format.channelCount > 0 else { return nil }
        self.frameCapacity = frameCapacity
        let count = format.isInterleaved ? 1 : Int(format.channelCount)
        let lists = BufferLists(
            count: count, channelsEach: format.isInterleaved ? format.channelCount : 1,
            byteCapacity: Int(frameCapacity) * frameBytes)
        channels = Self.channels(format, lists)
        super.init(format: format, lists: lists)
    }

    /// The memory of others.
    ///
    /// - Parameters:
    ///   - format: of the memory.
    ///   - bufferList: all of it is in use at first; its memory must stay valid until `deallocator` is called.
    ///   - deallocator: called when the buffer is gone.
    /// - Returns: `nil` for a format that is not linear PCM, and for a list that does not fit it.
    public init?(
        pcmFormat format: AVAudioFormat, bufferListNoCopy bufferList: UnsafePointer<AudioBufferList>,
        deallocator: ((UnsafePointer<AudioBufferList>) -> Void)? = nil
    ) {
        let frameBytes = Int(format.streamFormat.mBytesPerFrame)
        let entries = Array(UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList)))
        let count = format.isInterleaved ? 1 : Int(format.channelCount)
        guard format.isLinearPCM, frameBytes > 0, entries.count == count, entries.allSatisfy({ $0.mData != nil }),
            let bytes = entries.map(\.mDataByteSize).min()
        else { return nil }
        frameCapacity = bytes / UInt32(frameBytes)
        length = frameCapacity
        let lists = BufferLists(entries, byteCapacity: Int(bytes)) { deallocator?(bufferList) }
        channels = Self.channels(format, lists)
        super.init(format: format, lists: lists)
    }

    deinit { channels.deallocate() }

    /// Where each channel begins.
    private static func channels(
        _ format: AVAudioFormat, _ lists: BufferLists
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer> {
        let count = Int(format.channelCount)
        let pointers = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: count)
        let sampleBytes = Int(format.streamFormat.mBitsPerChannel / 8)
        for channel in 0..<count {
            // `init` has checked that there is memory.
            let base = lists.memory(format.isInterleaved ? 0 : channel)!
            (pointers + channel).initialize(to: format.isInterleaved ? base + channel * sampleBytes : base)
        }
        return pointers
    }

    /// How many frames are in use; at most ``frameCapacity``.
    public var frameLength: AVAudioFrameCount {
        get { length }
        set {
            guard newValue <= frameCapacity else {
                raiseException("required condition is false: newLength <= mByteCapacity / bytesPerFrame")
            }
            length = newValue
        }
    }

    override var usedBytes: Int { Int(length) * Int(format.streamFormat.mBytesPerFrame) }

    /// The distance of two samples of a channel, in samples: 1, or the number of interleaved channels.
    public var stride: Int { format.isInterleaved ? Int(format.channelCount) : 1 }

    /// The channels of 32-bit floats, whose samples are ``stride`` apart; `nil` for other samples.
    public var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? {
        format.commonFormat == .pcmFormatFloat32 ? pointers() : nil
    }

    /// The channels of 16-bit integers; `nil` for other samples.
    public var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? {
        format.commonFormat == .pcmFormatInt16 ? pointers() : nil
    }

    /// The channels of 32-bit integers; `nil` for other samples.
    public var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? {
        format.commonFormat == .pcmFormatInt32 ? pointers() : nil
    }

    private func pointers<Sample>() -> UnsafePointer<UnsafeMutablePointer<Sample>> {
        UnsafeRawPointer(channels).assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self)
    }

    // MARK: For converters and files

    /// The memory of each list entry, from a frame on.
    func planes(from frame: Int = 0) -> [UnsafeMutableRawPointer] {
        let offset = frame * Int(format.streamFormat.mBytesPerFrame)
        return (0..<lists.count).compactMap { lists.memory($0).map { $0 + offset } }
    }

    /// The frames in use as one sample; channels lie one behind the other unless they are interleaved.
    func sampleBuffer(at time: CMTime) -> CMSampleBuffer {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(lists.count * usedBytes)
        for plane in planes() { bytes += UnsafeRawBufferPointer(start: plane, count: usedBytes) }
        return .sound(
            CMBlockBuffer(copying: bytes), format: format.formatDescription, numSamples: Int(frameLength),
            presentationTimeStamp: time)
    }

    /// Appends interleaved samples of the buffer's own kind, as many as there is room for.
    ///
    /// - Returns: the number of frames that were taken.
    func append(interleaved bytes: UnsafeRawBufferPointer) -> Int {
        let sampleBytes = Int(format.streamFormat.mBitsPerChannel / 8)
        let channelCount = Int(format.channelCount)
        let count = min(bytes.count / (sampleBytes * channelCount), Int(frameCapacity - frameLength))
        guard count > 0, let source = bytes.baseAddress else { return 0 }
        let targets = planes(from: Int(frameLength))
        if format.isInterleaved || channelCount == 1 {
            targets[0].copyMemory(from: source, byteCount: count * sampleBytes * channelCount)
        } else if sampleBytes == 4 {
            Self.deinterleave(source.assumingMemoryBound(to: UInt32.self), targets, count)
        } else if sampleBytes == 2 {
            Self.deinterleave(source.assumingMemoryBound(to: UInt16.self), targets, count)
        } else if sampleBytes == 8 {
            Self.deinterleave(source.assumingMemoryBound(to: UInt64.self), targets, count)
        } else {
            for channel in 0..<channelCount {
                for frame in 0..<count {
                    (targets[channel] + frame * sampleBytes).copyMemory(
                        from: source + (frame * channelCount + channel) * sampleBytes, byteCount: sampleBytes)
                }
            }
        }
        frameLength += AVAudioFrameCount(count)
        return count
    }

    private static func deinterleave<Sample>(
        _ source: UnsafePointer<Sample>, _ targets: [UnsafeMutableRawPointer], _ count: Int
    ) {
        for (channel, target) in targets.enumerated() {
            let output = target.assumingMemoryBound(to: Sample.self)
            for frame in 0..<count { output[frame] = source[frame * targets.count + channel] }
        }
    }
}
