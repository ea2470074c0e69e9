internal import CFFmpeg

/// Changes the sample rate of sound, with libswresample. One thread at a time.
final class SoundResampler {
    private let ffmpeg: ffx_functions
    private let (from, to): (Int, Int)
    private let channels: Int
    private var context: OpaquePointer?

    /// - Parameters:
    ///   - from: samples a second, as they come.
    ///   - to: samples a second, as they are wanted.
    /// - Throws: ``FFmpegError`` `unsupported`.
    init(_ ffmpeg: ffx_functions, from: Int, to: Int, channels: Int) throws(FFmpegError) {
        self.ffmpeg = ffmpeg
        (self.from, self.to) = (from, to)
        self.channels = channels
        var layout = AVChannelLayout()
        ffmpeg.av_channel_layout_default(&layout, Int32(channels))
        var input = layout
        let sentence = "sound of \(channels) channels cannot be changed from \(from) to \(to) Hz"
        try ffmpeg.check(
            ffmpeg.swr_alloc_set_opts2(
                &context, &layout, AV_SAMPLE_FMT_S16, Int32(to), &input, AV_SAMPLE_FMT_S16, Int32(from), 0, nil),
            .unsupported, sentence)
        do throws(FFmpegError) {
            try ffmpeg.check(ffmpeg.swr_init(context), .unsupported, sentence)
        } catch {
            ffmpeg.swr_free(&context)
            throw error
        }
    }

    deinit { ffmpeg.swr_free(&context) }

    /// How far the output is behind what came in: the samples that wait for those that follow them.
    var delayNanoseconds: Int64 { ffmpeg.swr_get_delay(context, 1_000_000_000) }

    /// - Parameter samples: interleaved; they follow the ones before.
    /// - Returns: those that are ready, interleaved; maybe none.
    func convert(_ samples: [Int16]) throws(FFmpegError) -> [Int16] {
        try run(samples, frames: samples.count / channels)
    }

    /// The samples that waited, at the end.
    func finish() throws(FFmpegError) -> [Int16] { try run(nil, frames: 0) }

    private func run(_ samples: [Int16]?, frames: Int) throws(FFmpegError) -> [Int16] {
        let waiting = Int(ffmpeg.swr_get_delay(context, Int64(to)))
        let room = (frames * to + from - 1) / from + waiting + 32
        var output = [Int16](repeating: 0, count: room * channels)
        let count = output.withUnsafeMutableBytes { output in
            var target = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard let samples else { return ffmpeg.swr_convert(context, &target, Int32(room), nil, 0) }
            return samples.withUnsafeBytes { input in
                var source = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
                return ffmpeg.swr_convert(context, &target, Int32(room), &source, Int32(frames))
            }
        }
        try ffmpeg.check(count, .codecFailed, "sound cannot be converted to \(to) Hz")
        output.removeLast(output.count - Int(count) * channels)
        return output
    }
}
