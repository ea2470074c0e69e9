import Foundation

/// Some frames of sound on their way through an engine: 32-bit floats, each channel on its own.
struct SoundBlock: Sendable {
    private(set) var channels: [[Float]]
    let frames: Int

    /// Silence.
    init(channels: Int, frames: Int) {
        self.channels = Array(repeating: Array(repeating: 0, count: frames), count: channels)
        self.frames = frames
    }

    /// The frames in use of a buffer of the standard format.
    init(_ buffer: AVAudioPCMBuffer) {
        frames = Int(buffer.frameLength)
        let (count, stride) = (frames, buffer.stride)
        guard let data = buffer.floatChannelData else {
            channels = []
            return
        }
        channels = (0..<Int(buffer.format.channelCount)).map { channel in
            (0..<count).map { data[channel][$0 * stride] }
        }
    }

    /// - Parameter samples: frame by frame.
    init(interleaved samples: [Float], channels count: Int) {
        let frames = count > 0 ? samples.count / count : 0
        self.frames = frames
        channels = (0..<count).map { channel in (0..<frames).map { samples[$0 * count + channel] } }
    }

    /// Some of the frames.
    func part(from start: Int, _ count: Int) -> SoundBlock {
        if start == 0, count == frames { return self }
        var part = SoundBlock(channels: channels.count, frames: count)
        for channel in channels.indices { part.channels[channel] = Array(channels[channel][start..<start + count]) }
        return part
    }

    /// Puts another block's frames in, from one of this block's frames on; both have the same number of channels.
    mutating func place(_ block: SoundBlock, at start: Int) {
        for channel in channels.indices where block.channels.indices.contains(channel) {
            for frame in 0..<min(block.frames, frames - start) {
                channels[channel][start + frame] = block.channels[channel][frame]
            }
        }
    }

    /// Adds what another block sounds like with this block's channels: a single channel is heard on all of them, and
    /// several become one by their mean.
    ///
    /// - Parameter gains: of each of this block's channels.
    mutating func add(_ block: SoundBlock, gains: [Float]) {
        let count = min(frames, block.frames)
        for channel in channels.indices {
            let sources = block.sources(of: channel, among: channels.count)
            let gain = gains[channel] / Float(max(sources.count, 1))
            for source in sources {
                for frame in 0..<count { channels[channel][frame] += block.channels[source][frame] * gain }
            }
        }
    }

    private func sources(of channel: Int, among count: Int) -> [Int] {
        if channels.count == 1 { return [0] }
        if count == 1 { return Array(channels.indices) }
        return channels.indices.contains(channel) ? [channel] : []
    }

    /// With other channels, as ``add(_:gains:)`` makes them.
    func with(channels count: Int) -> SoundBlock {
        if count == channels.count { return self }
        var result = SoundBlock(channels: count, frames: frames)
        result.add(self, gains: Array(repeating: 1, count: count))
        return result
    }

    /// Changes the samples of a channel.
    mutating func withChannel(_ channel: Int, _ body: (inout [Float]) -> Void) { body(&channels[channel]) }

    mutating func multiply(by gain: Float) {
        if gain == 1 { return }
        for channel in channels.indices {
            for frame in 0..<frames { channels[channel][frame] *= gain }
        }
    }

    /// Frame by frame.
    var interleaved: [Float] {
        var result = [Float](repeating: 0, count: frames * channels.count)
        for (channel, samples) in channels.enumerated() {
            for frame in 0..<frames { result[frame * channels.count + channel] = samples[frame] }
        }
        return result
    }

    /// Appends frames to a buffer of the standard format with as many channels, up to its capacity.
    ///
    /// - Parameter start: the first frame to append.
    /// - Returns: how many were appended.
    func append(to buffer: AVAudioPCMBuffer, from start: Int = 0) -> Int {
        guard let data = buffer.floatChannelData else { return 0 }
        let place = Int(buffer.frameLength)
        let count = min(frames - start, Int(buffer.frameCapacity) - place)
        for (channel, samples) in channels.enumerated() {
            for frame in 0..<count { data[channel][(place + frame) * buffer.stride] = samples[start + frame] }
        }
        buffer.frameLength += AVAudioFrameCount(count)
        return count
    }
}

extension AVAudioFormat {
    /// The format that an engine works in, with the same sample rate and channels.
    var standard: AVAudioFormat {
        if isStandard { return self }
        return AVAudioFormat(
            ofFile: AudioStreamBasicDescription(
                mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked | kAudioFormatFlagIsNonInterleaved,
                mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: channelCount,
                mBitsPerChannel: 32, mReserved: 0))
    }

    /// What a node without a connection or a device has: 44100 Hz, two channels.
    static var usual: AVAudioFormat {
        AVAudioFormat(
            ofFile: .linearPCM(sampleRate: 44_100, channels: 2, bitsPerSample: 32, isFloat: true)
        ).standard
    }
}

/// Changes the sample rate of sound that is pulled. Used by one thread at a time.
final class RateBridge: @unchecked Sendable {  // used by one thread at a time
    let source: AVAudioFormat
    let rate: Double
    private let converter: AVAudioConverter
    /// Frames of the source and of the output so far: the converter reads ahead.
    private var pulled: Int64 = 0
    private var made: Int64 = 0

    /// - Returns: `nil` for rates that cannot be converted.
    init?(from source: AVAudioFormat, to rate: Double) {
        var description = source.streamFormat
        description.mSampleRate = rate
        guard let converter = AVAudioConverter(from: source, to: AVAudioFormat(ofFile: description)) else { return nil }
        (self.source, self.rate, self.converter) = (source, rate, converter)
    }

    /// - Returns: so many frames, of what a node gives.
    func pull(_ frames: Int, from node: AVAudioNode, _ context: RenderContext) -> SoundBlock {
        defer { made += Int64(frames) }
        guard
            let output = AVAudioPCMBuffer(
                pcmFormat: converter.outputFormat, frameCapacity: AVAudioFrameCount(frames))
        else { return SoundBlock(channels: Int(source.channelCount), frames: frames) }
        var error: NSError?
        converter.convert(to: output, error: &error) { count, status in
            let ahead = Double(pulled) / source.sampleRate - Double(made) / rate
            let block = context.pull(later: CMTime(seconds: ahead, preferredTimescale: 1_000_000_000)) {
                node.pull(Int(count), context)
            }
            pulled += Int64(block.frames)
            guard let input = AVAudioPCMBuffer(pcmFormat: source, frameCapacity: AVAudioFrameCount(block.frames))
            else {
                status.pointee = .noDataNow
                return nil
            }
            _ = block.append(to: input)
            status.pointee = .haveData
            return input
        }
        var result = SoundBlock(channels: Int(source.channelCount), frames: frames)
        result.place(SoundBlock(output), at: 0)
        return result
    }
}
