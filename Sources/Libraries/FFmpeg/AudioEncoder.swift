internal import CFFmpeg

/// Compresses sound to AAC (low complexity) with libavcodec's own encoder.
///
/// Times are counted in sound frames (one sample of every channel). The encoder needs priming: the first packet's time
/// is −``initialPadding``, and a player must skip everything before 0. One thread at a time may use an encoder.
package final class AudioEncoder {
    /// How the input samples are stored; always interleaved, in the machine's byte order.
    package enum SampleFormat: Sendable, Hashable {
        case int16
        case int32
        case float32

        package var bytes: Int { self == .int16 ? 2 : 4 }
    }

    package let sampleRate: Int
    package let channels: Int
    /// Sound frames in each packet except the last.
    package let framesPerPacket: Int
    /// Sound frames in the first packet before the sound begins.
    package let initialPadding: Int
    /// The AudioSpecificConfig of ISO/IEC 14496-3.
    package let specificConfig: [UInt8]

    private let ffmpeg: ffx_functions
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    /// How much of `frame` is filled, and its position in time.
    private var filled = 0
    private var time: Int64 = 0

    /// The most bits a second at which one channel is encoded with the search "fast".
    ///
    /// The default of FFmpeg 5, "twoloop", makes the beginning of a tone up to twice as loud at few bits, so that it
    /// clips. "fast" keeps the level, and a voice has 5 dB less error. At more bits, and with two channels, plain tones
    /// have up to 40 dB more error with it.
    private static let fastSearchLimit = 64_000

    /// - Parameter quality: 0 (smallest) to 1 (best), for as many bits as the sound needs; `nil` for so many bits a second.
    /// - Throws: ``FFmpegError`` `librariesMissing`, `codecMissing`, `unsupported` (a sample rate that AAC does not
    ///   have).
    package init(sampleRate: Int, channels: Int, bitRate: Int, quality: Double? = nil) throws(FFmpegError) {
        let ffmpeg = try FFmpegLibrary.functions()
        self.ffmpeg = ffmpeg
        self.sampleRate = sampleRate
        self.channels = channels
        guard let codec = ffmpeg.avcodec_find_encoder_by_name("aac") else {
            throw FFmpegError(.codecMissing, "the installed libavcodec was built without aac")
        }
        context = try ffmpeg.newContext(of: codec)
        frame = try ffmpeg.newFrame()
        let context = context!
        context.pointee.sample_rate = Int32(sampleRate)
        context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
        context.pointee.bit_rate = Int64(bitRate)
        if let quality {
            context.pointee.flags |= Int32(AV_CODEC_FLAG_QSCALE)
            // The encoder's scale is from 0.1 to 2.
            context.pointee.global_quality = Int32(Double(FF_QP2LAMBDA) * (0.1 + 1.9 * min(max(quality, 0), 1)))
        }
        context.pointee.time_base = AVRational(num: 1, den: Int32(sampleRate))
        context.pointee.flags |= Int32(AV_CODEC_FLAG_GLOBAL_HEADER)
        ffmpeg.av_channel_layout_default(&context.pointee.ch_layout, Int32(channels))
        var options: OpaquePointer?
        defer { ffmpeg.av_dict_free(&options) }
        if channels == 1, quality == nil, bitRate <= Self.fastSearchLimit {
            _ = ffmpeg.av_dict_set(&options, "aac_coder", "fast", 0)
        }
        try ffmpeg.check(
            ffmpeg.avcodec_open2(context, codec, &options), .unsupported,
            "the AAC encoder refuses \(channels) channels at \(sampleRate) Hz")
        framesPerPacket = Int(context.pointee.frame_size)
        initialPadding = Int(context.pointee.initial_padding)
        specificConfig = Array(
            UnsafeBufferPointer(start: context.pointee.extradata, count: Int(context.pointee.extradata_size)))
        try prepareFrame()
    }

    deinit {
        ffmpeg.av_frame_free(&frame)
        ffmpeg.avcodec_free_context(&context)
    }

    /// Compresses sound that directly follows the previous call's.
    ///
    /// - Parameter samples: whole sound frames, interleaved.
    /// - Returns: the packets that became complete.
    package func encode(
        _ samples: UnsafeRawBufferPointer, as format: SampleFormat
    ) throws(FFmpegError) -> [EncodedPacket] {
        try append(frames: samples.count / (format.bytes * channels)) { channel, output, first, count in
            Self.convert(samples, format, channel, channels, first, output, count)
        }
    }

    /// Compresses silence.
    package func encodeSilence(frames: Int) throws(FFmpegError) -> [EncodedPacket] {
        try append(frames: frames) { _, output, _, count in output.update(repeating: 0, count: count) }
    }

    /// Ends the stream.
    ///
    /// - Returns: the remaining packets; nothing can be encoded afterwards.
    package func finish() throws(FFmpegError) -> [EncodedPacket] {
        var packets: [EncodedPacket] = []
        if filled > 0 {
            frame!.pointee.nb_samples = Int32(filled)
            packets = try send(frame)
        }
        return try packets + send(nil)
    }

    /// Fills frames of the encoder's own size and sends each full one.
    ///
    /// - Parameter fill: writes `count` samples of a channel, starting at sound frame `first` of the block.
    private func append(
        frames: Int,
        fill: (_ channel: Int, _ output: UnsafeMutablePointer<Float>, _ first: Int, _ count: Int) -> Void
    ) throws(FFmpegError) -> [EncodedPacket] {
        var packets: [EncodedPacket] = []
        var done = 0
        while done < frames {
            let count = min(frames - done, framesPerPacket - filled)
            for channel in 0..<channels {
                let plane = UnsafeMutableRawPointer(frame!.pointee.extended_data[channel]!)
                let output = plane.assumingMemoryBound(to: Float.self) + filled
                fill(channel, output, done, count)
            }
            done += count
            filled += count
            if filled == framesPerPacket {
                packets += try send(frame)
                time += Int64(filled)
                filled = 0
                try prepareFrame()
            }
        }
        return packets
    }

    private func send(_ frame: UnsafeMutablePointer<AVFrame>?) throws(FFmpegError) -> [EncodedPacket] {
        frame?.pointee.pts = time
        try ffmpeg.check(ffmpeg.avcodec_send_frame(context, frame), .codecFailed, "the AAC encoder failed")
        return try EncodedPacket.receive(from: context!, ffmpeg)
    }

    /// Makes `frame` writable: the encoder may still hold the memory that was sent to it.
    private func prepareFrame() throws(FFmpegError) {
        if frame!.pointee.buf.0 != nil, ffmpeg.av_frame_make_writable(frame) >= 0 { return }
        frame!.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        frame!.pointee.nb_samples = Int32(framesPerPacket)
        frame!.pointee.sample_rate = Int32(sampleRate)
        ffmpeg.av_channel_layout_default(&frame!.pointee.ch_layout, Int32(channels))
        try ffmpeg.check(ffmpeg.av_frame_get_buffer(frame, 0), .codecFailed, "no memory for sound")
    }

    private static func convert(
        _ samples: UnsafeRawBufferPointer, _ format: SampleFormat, _ channel: Int, _ channels: Int, _ first: Int,
        _ output: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        let start = first * channels + channel
        switch format {
        case .int16:
            let input = samples.assumingMemoryBound(to: Int16.self)
            for index in 0..<count { output[index] = Float(input[start + index * channels]) / 32768 }
        case .int32:
            let input = samples.assumingMemoryBound(to: Int32.self)
            for index in 0..<count { output[index] = Float(input[start + index * channels]) / 2_147_483_648 }
        case .float32:
            let input = samples.assumingMemoryBound(to: Float.self)
            for index in 0..<count { output[index] = input[start + index * channels] }
        }
    }
}
