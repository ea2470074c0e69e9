import FFmpeg
import MovieCoding

/// Linear PCM of one form made of another. One thread at a time.
final class PCMConversion {
    let source: PCMLayout
    let target: PCMLayout
    /// For each channel of the target, the channel of the source that it is made of; -1 for silence.
    var channelMap: [Int]
    private let converter: SoundConverter
    /// Makes fewer channels of the source's, before they are converted; `nil` where channels are only arranged.
    private let mixer: SoundConverter?

    /// - Parameters:
    ///   - isMixed: whether fewer channels are a mix of all.
    ///   - filterLength: as ``SoundConverter`` has it.
    init(
        _ source: PCMLayout, _ target: PCMLayout, channelMap: [Int], isMixed: Bool, filterLength: Int
    ) throws(FFmpegError) {
        (self.source, self.target, self.channelMap) = (source, target, channelMap)
        var (given, wanted) = (source.native, target.native)
        given.isPlanar = false
        given.channels = target.channels
        wanted.isPlanar = false
        if isMixed, source.channels > target.channels {
            // Into integers: FFmpeg mixes them softly enough not to be cut off, and floats as loud as they come.
            given.sample = .int32
            mixer = try SoundConverter(from: source.native, to: given)
        } else {
            mixer = nil
        }
        converter = try SoundConverter(from: given, to: wanted, filterLength: filterLength)
    }

    /// - Parameter bytes: sound in the source's form; the channels one behind the other if it is not interleaved.
    /// - Returns: what is ready of it, interleaved, in the target's form.
    func convert(_ bytes: UnsafeRawBufferPointer) throws -> [UInt8] {
        let frames = bytes.count / source.bytesPerFrame
        let native = try mixed(source.toNative(bytes), frames: frames)
        let result = try native.withUnsafeBytes { memory -> [UInt8] in
            guard let base = memory.baseAddress else { return [] }
            return try converter.convert([base], frames: frames)
        }
        return target.fromNative(result)
    }

    /// What waited for the sound that follows it, at the end.
    func finish() throws(FFmpegError) -> [UInt8] { target.fromNative(try converter.finish()) }

    /// The channels that the converter takes, side by side.
    private func mixed(_ native: [UInt8], frames: Int) throws -> [UInt8] {
        guard let mixer else { return arranged(native, frames: frames) }
        return try native.withUnsafeBytes { memory -> [UInt8] in
            guard let base = memory.baseAddress else { return [] }
            let size = source.native.sample.bytes
            let planes = source.isPlanar ? (0..<source.channels).map { base + $0 * frames * size } : [base]
            return try mixer.convert(planes, frames: frames)
        }
    }

    /// As ``channelMap`` says.
    private func arranged(_ native: [UInt8], frames: Int) -> [UInt8] {
        if !source.isPlanar, channelMap == Array(0..<source.channels) { return native }
        let size = source.native.sample.bytes
        var result = [UInt8](repeating: size == 1 ? 0x80 : 0, count: frames * channelMap.count * size)
        for (channel, from) in channelMap.enumerated() where (0..<source.channels).contains(from) {
            let (start, step) = source.isPlanar ? (from * frames, 1) : (from, source.channels)
            for frame in 0..<frames {
                let (given, taken) = ((start + frame * step) * size, (frame * channelMap.count + channel) * size)
                for byte in 0..<size { result[taken + byte] = native[given + byte] }
            }
        }
        return result
    }
}
