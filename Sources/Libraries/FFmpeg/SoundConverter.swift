internal import CFFmpeg

/// Changes the sample rate, the channels and the samples of sound, with libswresample. One thread at a time.
package final class SoundConverter {
    /// How sound lies in memory, in the machine's byte order.
    package struct Format: Sendable, Hashable {
        package enum Sample: Sendable, Hashable {
            case uint8
            case int16
            case int32
            case float32
            case float64

            package var bytes: Int {
                switch self {
                case .uint8: 1
                case .int16: 2
                case .int32, .float32: 4
                case .float64: 8
                }
            }
        }

        package var sampleRate: Int
        package var channels: Int
        package var sample: Sample
        /// Whether each channel has its own memory.
        package var isPlanar: Bool

        package init(sampleRate: Int, channels: Int, sample: Sample, isPlanar: Bool = false) {
            self.sampleRate = sampleRate
            self.channels = channels
            self.sample = sample
            self.isPlanar = isPlanar
        }

        fileprivate var format: AVSampleFormat {
            switch sample {
            case .uint8: isPlanar ? AV_SAMPLE_FMT_U8P : AV_SAMPLE_FMT_U8
            case .int16: isPlanar ? AV_SAMPLE_FMT_S16P : AV_SAMPLE_FMT_S16
            case .int32: isPlanar ? AV_SAMPLE_FMT_S32P : AV_SAMPLE_FMT_S32
            case .float32: isPlanar ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT
            case .float64: isPlanar ? AV_SAMPLE_FMT_DBLP : AV_SAMPLE_FMT_DBL
            }
        }
    }

    private let ffmpeg: ffx_functions
    private let (source, target): (Format, Format)
    private var context: OpaquePointer?

    /// - Parameters:
    ///   - target: interleaved.
    ///   - filterLength: of the filter that changes the sample rate, in samples: more let less through that the new
    ///     rate cannot hold, and take longer.
    /// - Throws: ``FFmpegError`` `librariesMissing`, `unsupported`.
    package init(from source: Format, to target: Format, filterLength: Int = 32) throws(FFmpegError) {
        precondition(!target.isPlanar, "sound is converted into one piece of memory")
        ffmpeg = try FFmpegLibrary.functions()
        (self.source, self.target) = (source, target)
        var (input, output) = (AVChannelLayout(), AVChannelLayout())
        ffmpeg.av_channel_layout_default(&input, Int32(source.channels))
        ffmpeg.av_channel_layout_default(&output, Int32(target.channels))
        let sentence =
            "sound of \(source.channels) channels at \(source.sampleRate) Hz cannot become \(target.channels)"
            + " channels at \(target.sampleRate) Hz"
        try ffmpeg.check(
            ffmpeg.swr_alloc_set_opts2(
                &context, &output, target.format, Int32(target.sampleRate), &input, source.format,
                Int32(source.sampleRate), 0, nil),
            .unsupported, sentence)
        do throws(FFmpegError) {
            try ffmpeg.check(
                ffmpeg.av_opt_set_int(UnsafeMutableRawPointer(context), "filter_size", Int64(filterLength), 0),
                .unsupported, sentence)
            try ffmpeg.check(ffmpeg.swr_init(context), .unsupported, sentence)
        } catch {
            ffmpeg.swr_free(&context)
            throw error
        }
    }

    deinit { ffmpeg.swr_free(&context) }

    /// - Parameter planes: the channels, or one plane with all of them; they follow what came before.
    /// - Returns: the sound that is ready, interleaved; maybe none.
    package func convert(_ planes: [UnsafeRawPointer], frames: Int) throws(FFmpegError) -> [UInt8] {
        try run(planes, frames: frames)
    }

    /// The sound that waited for what follows it, at the end.
    package func finish() throws(FFmpegError) -> [UInt8] { try run(nil, frames: 0) }

    private func run(_ planes: [UnsafeRawPointer]?, frames: Int) throws(FFmpegError) -> [UInt8] {
        let waiting = Int(ffmpeg.swr_get_delay(context, Int64(target.sampleRate)))
        let room = (frames * target.sampleRate + source.sampleRate - 1) / source.sampleRate + waiting + 32
        let frameBytes = target.channels * target.sample.bytes
        var output = [UInt8](repeating: 0, count: room * frameBytes)
        let count = output.withUnsafeMutableBytes { output in
            var memory = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard let planes else { return ffmpeg.swr_convert(context, &memory, Int32(room), nil, 0) }
            var sources = planes.map { Optional($0.assumingMemoryBound(to: UInt8.self)) }
            return ffmpeg.swr_convert(context, &memory, Int32(room), &sources, Int32(frames))
        }
        try ffmpeg.check(count, .codecFailed, "sound cannot be converted to \(target.sampleRate) Hz")
        output.removeLast(output.count - Int(count) * frameBytes)
        return output
    }
}
