internal import CFFmpeg

/// Decodes AAC whose container somebody else has read. One thread at a time.
package final class SoundDecoder {
    private let ffmpeg: ffx_functions
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var frame: UnsafeMutablePointer<AVFrame>?

    /// - Parameter specificConfig: the AudioSpecificConfig of ISO/IEC 14496-3.
    /// - Throws: ``FFmpegError`` `librariesMissing`, `codecMissing`, `unsupported`.
    package init(specificConfig: [UInt8]) throws(FFmpegError) {
        ffmpeg = try FFmpegLibrary.functions()
        guard let decoder = ffmpeg.avcodec_find_decoder(AV_CODEC_ID_AAC) else {
            throw FFmpegError(.codecMissing, "the installed libavcodec was built without a decoder of AAC")
        }
        context = try ffmpeg.newContext(of: decoder)
        packet = try ffmpeg.newPacket()
        frame = try ffmpeg.newFrame()
        var parameters = AVCodecParameters()
        parameters.codec_type = AVMEDIA_TYPE_AUDIO
        parameters.codec_id = AV_CODEC_ID_AAC
        parameters.format = -1
        // The parser may read beyond the end.
        var padded = specificConfig + [UInt8](repeating: 0, count: Int(AV_INPUT_BUFFER_PADDING_SIZE))
        let (ffmpeg, context) = (ffmpeg, context)
        let status = padded.withUnsafeMutableBufferPointer { bytes in
            parameters.extradata = bytes.baseAddress
            parameters.extradata_size = Int32(specificConfig.count)
            // It makes a copy.
            return ffmpeg.avcodec_parameters_to_context(context, &parameters)
        }
        try ffmpeg.check(status, .unsupported, "bad AAC parameters")
        try ffmpeg.check(
            ffmpeg.avcodec_open2(context, decoder, nil), .unsupported, "the AAC decoder refuses the format")
    }

    deinit {
        ffmpeg.avcodec_free_context(&context)
        ffmpeg.av_packet_free(&packet)
        ffmpeg.av_frame_free(&frame)
    }

    /// Decodes a packet that follows the one of before; an empty one ends the stream.
    ///
    /// - Throws: ``FFmpegError`` `codecFailed` for a damaged packet; `unsupported`.
    package func decode(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError) -> [DecodedSound] {
        try send(bytes)
        var sounds: [DecodedSound] = []
        while true {
            let status = ffmpeg.avcodec_receive_frame(context, frame)
            if status == ffx_again || status == ffx_eof { return sounds }
            try ffmpeg.check(status, .codecFailed, "the AAC decoder failed")
            guard let format = SoundConverter.Format(frame!) else {
                ffmpeg.av_frame_unref(frame)
                throw FFmpegError(.unsupported, "the samples of the AAC decoder are not supported")
            }
            let owned = try ffmpeg.newFrame()
            ffmpeg.av_frame_move_ref(owned, frame)
            sounds.append(DecodedSound(ffmpeg, owned, format, time: nil))
        }
    }

    private func send(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError) {
        guard let base = bytes.baseAddress, !bytes.isEmpty, let packet else {
            try ffmpeg.check(ffmpeg.avcodec_send_packet(context, nil), .codecFailed, "the AAC decoder failed")
            return
        }
        packet.pointee.data = UnsafeMutablePointer(mutating: base.assumingMemoryBound(to: UInt8.self))
        packet.pointee.size = Int32(clamping: bytes.count)
        packet.pointee.pts = ffx_nopts
        packet.pointee.dts = ffx_nopts
        let status = ffmpeg.avcodec_send_packet(context, packet)
        // The decoder has copied the bytes.
        ffmpeg.av_packet_unref(packet)
        try ffmpeg.check(status, .codecFailed, "a packet of AAC is damaged")
    }
}
