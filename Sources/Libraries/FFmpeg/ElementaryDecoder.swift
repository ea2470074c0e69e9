internal import CFFmpeg

/// Decodes the pictures of a stream whose container somebody else has read. One thread at a time.
package final class ElementaryDecoder {
    /// How pictures are compressed. H.264 and HEVC are in the form that MP4 and QuickTime files keep: lengths, no start
    /// codes.
    package enum Codec: Sendable, Hashable {
        case h264, hevc, jpeg, mpeg4, proRes, vp9, av1

        fileprivate var id: AVCodecID {
            switch self {
            case .h264: AV_CODEC_ID_H264
            case .hevc: AV_CODEC_ID_HEVC
            case .jpeg: AV_CODEC_ID_MJPEG
            case .mpeg4: AV_CODEC_ID_MPEG4
            case .proRes: AV_CODEC_ID_PRORES
            case .vp9: AV_CODEC_ID_VP9
            case .av1: AV_CODEC_ID_AV1
            }
        }
    }

    private let ffmpeg: ffx_functions
    private let name: String
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var frame: UnsafeMutablePointer<AVFrame>?

    /// - Parameters:
    ///   - configuration: what the decoder has to know before the first packet, such as the contents of an `avcC` box.
    ///   - tag: the type in the sample description, which tells variants of a codec apart.
    /// - Throws: ``FFmpegError`` `librariesMissing`, `codecMissing`, `unsupported`.
    package init(
        _ codec: Codec, configuration: [UInt8], width: Int, height: Int, tag: UInt32
    ) throws(FFmpegError) {
        ffmpeg = try FFmpegLibrary.functions()
        name = ffmpeg.name(ofCodec: codec.id)
        guard let decoder = ffmpeg.avcodec_find_decoder(codec.id) else {
            throw FFmpegError(.codecMissing, "the codec \(name) is not supported")
        }
        context = try ffmpeg.newContext(of: decoder)
        packet = try ffmpeg.newPacket()
        frame = try ffmpeg.newFrame()
        var parameters = AVCodecParameters()
        parameters.codec_type = AVMEDIA_TYPE_VIDEO
        parameters.codec_id = codec.id
        parameters.codec_tag = tag.byteSwapped
        parameters.format = -1
        parameters.width = Int32(clamping: width)
        parameters.height = Int32(clamping: height)
        parameters.sample_aspect_ratio = AVRational(num: 0, den: 1)
        parameters.color_primaries = AVCOL_PRI_UNSPECIFIED
        parameters.color_trc = AVCOL_TRC_UNSPECIFIED
        parameters.color_space = AVCOL_SPC_UNSPECIFIED
        // The parser may read beyond the end.
        var padded = configuration + [UInt8](repeating: 0, count: Int(AV_INPUT_BUFFER_PADDING_SIZE))
        let (ffmpeg, context) = (ffmpeg, context)
        let status = padded.withUnsafeMutableBufferPointer { bytes in
            parameters.extradata = configuration.isEmpty ? nil : bytes.baseAddress
            parameters.extradata_size = Int32(configuration.count)
            // It makes a copy.
            return ffmpeg.avcodec_parameters_to_context(context, &parameters)
        }
        try ffmpeg.check(status, .unsupported, "bad \(name) parameters")
        context!.pointee.thread_count = 2
        context!.pointee.thread_type = FF_THREAD_SLICE
        context!.pointee.err_recognition |= AV_EF_EXPLODE
        // dav1d would hold back a picture for each of its threads, though the codec reorders none.
        if codec == .av1 { context!.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY }
        try ffmpeg.check(
            ffmpeg.avcodec_open2(context, decoder, nil), .unsupported, "the \(name) decoder refuses the format")
    }

    deinit {
        ffmpeg.avcodec_free_context(&context)
        ffmpeg.av_packet_free(&packet)
        ffmpeg.av_frame_free(&frame)
    }

    /// Sends a packet; an empty one ends the stream, of which ``receive()`` then gives the rest.
    ///
    /// - Parameter number: comes back with the picture.
    /// - Returns: `false` for a damaged packet.
    package func send(_ bytes: UnsafeRawBufferPointer, number: Int64) -> Bool {
        guard let base = bytes.baseAddress, !bytes.isEmpty, let packet else {
            return ffmpeg.avcodec_send_packet(context, nil) >= 0
        }
        packet.pointee.data = UnsafeMutablePointer(mutating: base.assumingMemoryBound(to: UInt8.self))
        packet.pointee.size = Int32(clamping: bytes.count)
        packet.pointee.pts = number
        packet.pointee.dts = ffx_nopts
        let sent = ffmpeg.avcodec_send_packet(context, packet)
        // The decoder has copied the bytes.
        ffmpeg.av_packet_unref(packet)
        return sent >= 0
    }

    /// What is ready, in the order of presentation; `nil` if more packets are needed, or at the end.
    ///
    /// - Throws: ``FFmpegError`` `codecFailed`, `unsupported`: this picture is lost.
    package func receive() throws(FFmpegError) -> (picture: MediaPicture, number: Int64)? {
        let status = ffmpeg.avcodec_receive_frame(context, frame)
        if status == ffx_again || status == ffx_eof { return nil }
        try ffmpeg.check(status, .codecFailed, "the \(name) decoder failed")
        defer { ffmpeg.av_frame_unref(frame) }
        let number = frame!.pointee.pts
        if let expansion = PixelExpansion(
            from: frame!.pointee.format, of: context!.pointee.codec_id, keepsAlpha: false, ffmpeg)
        {
            guard let expanded = expansion.expand(frame!) else {
                throw FFmpegError(.codecFailed, "no memory for a frame")
            }
            return (wrap(expanded, expansion.layout), number)
        }
        guard let layout = PictureLayout(format: frame!.pointee.format) else {
            throw FFmpegError(
                .unsupported,
                "the pixel format \(ffmpeg.name(ofPixelFormat: frame!.pointee.format)) is not supported")
        }
        let owned = try ffmpeg.newFrame()
        ffmpeg.av_frame_move_ref(owned, frame)
        return (wrap(owned, layout), number)
    }

    /// Forgets what came before, so that another stream can begin.
    package func flush() { ffmpeg.avcodec_flush_buffers(context) }

    private func wrap(_ frame: UnsafeMutablePointer<AVFrame>, _ layout: PictureLayout) -> MediaPicture {
        MediaPicture(ffmpeg, frame, layout: layout, timestampNanoseconds: nil, durationNanoseconds: 0)
    }
}
