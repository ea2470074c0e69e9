internal import CFFmpeg

/// Decodes the packets of one stream of a ``MediaContainer``. One thread at a time.
package final class PacketDecoder {
    package enum Output {
        case picture(MediaPicture, time: Int64?, duration: Int64)
        case sound(DecodedSound)
    }

    private let ffmpeg: ffx_functions
    private let path: String
    private let isVideo: Bool
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    /// How many packets gave nothing, because they are damaged.
    package private(set) var losses = 0

    /// - Throws: ``FFmpegError`` `codecMissing`, `unsupported`, `unreadable`.
    package init(_ container: MediaContainer, stream index: Int) throws(FFmpegError) {
        ffmpeg = container.ffmpeg
        path = container.path
        isVideo = container.streams[index].kind == .video
        let stream = container.pointer(index)
        let name = container.streams[index].codec
        guard let codec = ffmpeg.avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id) else {
            throw FFmpegError(.codecMissing, "the codec \(name) of \(path) is not supported")
        }
        frame = try ffmpeg.newFrame()
        context = try ffmpeg.newContext(of: codec)
        try ffmpeg.check(
            ffmpeg.avcodec_parameters_to_context(context, stream.pointee.codecpar), .unreadable,
            "\(path): bad \(name) parameters")
        context!.pointee.pkt_timebase = stream.pointee.time_base
        context!.pointee.thread_count = 2
        try ffmpeg.check(
            ffmpeg.avcodec_open2(context, codec, nil), .unsupported, "\(path): the \(name) decoder refuses it")
    }

    deinit {
        ffmpeg.avcodec_free_context(&context)
        ffmpeg.av_frame_free(&frame)
    }

    /// Sends a packet; `nil` ends the stream. A damaged packet is skipped.
    package func send(_ packet: MediaPacket?) {
        let status = ffmpeg.avcodec_send_packet(context, packet?.pointer)
        if status < 0, status != ffx_again, status != ffx_eof { losses += 1 }
    }

    /// Forgets what came before.
    package func flush() { ffmpeg.avcodec_flush_buffers(context) }

    /// What is ready, in the order of presentation; `nil` if more packets are needed, or at the end.
    package func receive() throws(FFmpegError) -> Output? {
        while true {
            let status = ffmpeg.avcodec_receive_frame(context, frame)
            if status == ffx_again || status == ffx_eof { return nil }
            if status == ffx_no_memory { throw FFmpegError(.codecFailed, "\(path): no memory for a frame") }
            // Any other failure is one damaged frame.
            guard status >= 0 else {
                losses += 1
                continue
            }
            let time = frame!.pointee.best_effort_timestamp
            let place = time == ffx_nopts ? nil : time
            return isVideo ? try picture(at: place) : .sound(try sound(at: place))
        }
    }

    private func picture(at time: Int64?) throws(FFmpegError) -> Output {
        defer { ffmpeg.av_frame_unref(frame) }
        let duration = max(0, frame!.pointee.pkt_duration)
        if let expansion = PixelExpansion(
            from: frame!.pointee.format, of: context!.pointee.codec_id, keepsAlpha: false, ffmpeg)
        {
            guard let expanded = expansion.expand(frame!) else {
                throw FFmpegError(.codecFailed, "\(path): no memory for a frame")
            }
            return .picture(wrap(expanded, expansion.layout), time: time, duration: duration)
        }
        guard let layout = PictureLayout(format: frame!.pointee.format) else {
            throw FFmpegError(
                .unsupported,
                "the pixel format \(ffmpeg.name(ofPixelFormat: frame!.pointee.format)) of \(path) is not supported")
        }
        let owned = try ffmpeg.newFrame()
        ffmpeg.av_frame_move_ref(owned, frame)
        return .picture(wrap(owned, layout), time: time, duration: duration)
    }

    private func wrap(_ frame: UnsafeMutablePointer<AVFrame>, _ layout: PictureLayout) -> MediaPicture {
        MediaPicture(ffmpeg, frame, layout: layout, timestampNanoseconds: nil, durationNanoseconds: 0)
    }

    private func sound(at time: Int64?) throws(FFmpegError) -> DecodedSound {
        guard let format = SoundConverter.Format(frame!) else {
            let name = ffmpeg.name(ofSampleFormat: frame!.pointee.format)
            ffmpeg.av_frame_unref(frame)
            throw FFmpegError(.unsupported, "the sample format \(name) of \(path) is not supported")
        }
        let owned = try ffmpeg.newFrame()
        ffmpeg.av_frame_move_ref(owned, frame)
        return DecodedSound(ffmpeg, owned, format, time: time)
    }
}

/// A block of sound as its decoder made it. Owns its memory.
package final class DecodedSound {
    package let format: SoundConverter.Format
    package let frames: Int
    /// In units of the stream's time base.
    package let time: Int64?
    private let ffmpeg: ffx_functions
    private var frame: UnsafeMutablePointer<AVFrame>?

    init(
        _ ffmpeg: ffx_functions, _ frame: UnsafeMutablePointer<AVFrame>, _ format: SoundConverter.Format, time: Int64?
    ) {
        self.ffmpeg = ffmpeg
        self.frame = frame
        self.format = format
        self.time = time
        frames = Int(frame.pointee.nb_samples)
    }

    deinit { ffmpeg.av_frame_free(&frame) }

    /// The channels, or all of them in one plane, without the first frames; valid inside `body`.
    package func withPlanes<Result, Failure: Error>(
        droppingFirst frames: Int, _ body: ([UnsafeRawPointer]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = frames * format.sample.bytes * (format.isPlanar ? 1 : format.channels)
        let planes = (0..<(format.isPlanar ? format.channels : 1)).map {
            UnsafeRawPointer(frame!.pointee.extended_data[$0]!) + bytes
        }
        defer { withExtendedLifetime(self) {} }
        return try body(planes)
    }
}

extension SoundConverter.Format {
    /// - Returns: `nil` for samples that cannot be converted.
    init?(_ frame: UnsafeMutablePointer<AVFrame>) {
        let kinds: [(AVSampleFormat, AVSampleFormat, Sample)] = [
            (AV_SAMPLE_FMT_U8, AV_SAMPLE_FMT_U8P, .uint8), (AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S16P, .int16),
            (AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P, .int32), (AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP, .float32),
            (AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_DBLP, .float64),
        ]
        let format = AVSampleFormat(frame.pointee.format)
        let channels = Int(frame.pointee.ch_layout.nb_channels)
        guard let kind = kinds.first(where: { $0.0 == format || $0.1 == format }), channels > 0,
            frame.pointee.sample_rate > 0
        else { return nil }
        self.init(
            sampleRate: Int(frame.pointee.sample_rate), channels: channels, sample: kind.2,
            isPlanar: format == kind.1)
    }
}
