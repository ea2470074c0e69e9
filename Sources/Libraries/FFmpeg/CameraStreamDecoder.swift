internal import CFFmpeg

/// Decodes the pictures of a camera that sends a video stream: each packet is one picture, and none waits for a later
/// one. One thread at a time.
package final class CameraStreamDecoder {
    /// How a camera compresses, with start codes (Annex B).
    package enum Codec: Sendable, Hashable {
        case h264, hevc

        fileprivate var id: AVCodecID { self == .h264 ? AV_CODEC_ID_H264 : AV_CODEC_ID_HEVC }
    }

    private let ffmpeg: ffx_functions
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var frame: UnsafeMutablePointer<AVFrame>?

    /// - Throws: ``FFmpegError`` `librariesMissing`, `codecMissing`, `unsupported`.
    package init(_ codec: Codec) throws(FFmpegError) {
        ffmpeg = try FFmpegLibrary.functions()
        guard let decoder = ffmpeg.avcodec_find_decoder(codec.id) else {
            throw FFmpegError(.codecMissing, "the codec \(ffmpeg.name(ofCodec: codec.id)) is not supported")
        }
        context = try ffmpeg.newContext(of: decoder)
        packet = try ffmpeg.newPacket()
        frame = try ffmpeg.newFrame()
        // Threads that share a picture; those that each take one would hold it back.
        context!.pointee.thread_count = 2
        context!.pointee.thread_type = FF_THREAD_SLICE
        context!.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY
        try ffmpeg.check(
            ffmpeg.avcodec_open2(context, decoder, nil), .unsupported,
            "the decoder of \(ffmpeg.name(ofCodec: codec.id)) refuses a camera's stream")
    }

    deinit {
        ffmpeg.avcodec_free_context(&context)
        ffmpeg.av_packet_free(&packet)
        ffmpeg.av_frame_free(&frame)
    }

    /// The picture of a packet; `nil` for one without a picture: damaged, or before the first complete one.
    ///
    /// - Parameter bytes: not needed afterwards.
    package func picture(of bytes: UnsafeRawBufferPointer) -> MediaPicture? {
        guard let base = bytes.baseAddress, let packet, let frame else { return nil }
        packet.pointee.data = UnsafeMutablePointer(mutating: base.assumingMemoryBound(to: UInt8.self))
        packet.pointee.size = Int32(clamping: bytes.count)
        let sent = ffmpeg.avcodec_send_packet(context, packet)
        // The decoder has copied the bytes.
        ffmpeg.av_packet_unref(packet)
        guard sent >= 0, ffmpeg.avcodec_receive_frame(context, frame) >= 0 else { return nil }
        guard let layout = PictureLayout(format: frame.pointee.format), let owned = try? ffmpeg.newFrame() else {
            ffmpeg.av_frame_unref(frame)
            return nil
        }
        ffmpeg.av_frame_move_ref(owned, frame)
        return MediaPicture(ffmpeg, owned, layout: layout, timestampNanoseconds: nil, durationNanoseconds: 0)
    }
}
