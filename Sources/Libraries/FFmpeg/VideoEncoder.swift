internal import CFFmpeg

/// Compresses pictures with one of FFmpeg's encoders.
///
/// Packets come in the form that MP4 and QuickTime files keep. One thread at a time may use an encoder.
package final class VideoEncoder {
    package struct Settings: Sendable {
        /// The encoder as FFmpeg names it: `libx264`.
        package var encoder: String
        package var width: Int
        package var height: Int
        package var layout: PictureLayout
        package var color: PictureColor
        /// How many units of time a second has.
        package var timescale: Int32
        /// The expected rate; it decides the level that is written, and does not affect timing.
        package var frameRate: Double
        /// An average in bits a second; `nil` leaves the quality to ``options``.
        package var bitRate: Int?
        /// What no stretch of the stream may exceed.
        package var rateLimit: RateLimit?
        /// The encoder's own options. One that it does not know is an error.
        package var options: [String: String] = [:]
        /// A key frame comes after this many frames at the latest.
        package var keyFrameInterval = 60
        /// 0 (smallest) to 1 (best), where ``bitRate`` does not decide; `nil` for the encoder's usual one.
        package var quality: Double?
        /// The encoder's names for its profile and level; `nil` leaves them to the encoder.
        package var profile: String?
        package var level: String?
        /// H.264's entropy coder; `nil` leaves it to the encoder.
        package var entropyCoder: String?
        /// Whether packets may come in another order than pictures: B-frames.
        package var reordersFrames = false
        /// Threads that work on one picture in slices; 1 costs the least processor time in total.
        package var threads = 1

        /// At most so many bits in any stretch of so many seconds.
        package struct RateLimit: Sendable, Equatable {
            package var bits: Int
            package var seconds: Double

            package init(bits: Int, seconds: Double) {
                self.bits = bits
                self.seconds = seconds
            }
        }

        package init(
            encoder: String, width: Int, height: Int, layout: PictureLayout, color: PictureColor, timescale: Int32,
            frameRate: Double
        ) {
            self.encoder = encoder
            self.width = width
            self.height = height
            self.layout = layout
            self.color = color
            self.timescale = timescale
            self.frameRate = frameRate
        }

        /// The constant rate factor of x264 and x265 for ``quality``; never 0, which would be lossless.
        package var rateFactor: String? {
            quality.map { "\(min(51, max(1, Int((51 * (1 - $0)).rounded()))))" }
        }
    }

    package let settings: Settings
    /// What a decoder has to know before the first packet, as the encoder gives it; empty if there is nothing to know.
    package let header: [UInt8]

    private let ffmpeg: ffx_functions
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var frame: UnsafeMutablePointer<AVFrame>?

    /// - Throws: ``FFmpegError`` `librariesMissing`, `codecMissing`, `unsupported`.
    package init(_ settings: Settings) throws(FFmpegError) {
        ffmpeg = try FFmpegLibrary.functions()
        self.settings = settings
        guard let codec = ffmpeg.avcodec_find_encoder_by_name(settings.encoder) else {
            throw FFmpegError(.codecMissing, "the installed libavcodec was built without \(settings.encoder)")
        }
        frame = try ffmpeg.newFrame()
        context = try ffmpeg.newContext(of: codec)
        header = try Self.open(context!, codec, settings, ffmpeg)
    }

    deinit {
        ffmpeg.av_frame_free(&frame)
        ffmpeg.avcodec_free_context(&context)
    }

    /// Compresses one picture.
    ///
    /// - Parameters:
    ///   - planes: as described by ``PictureLayout``; read before this returns, and not kept.
    ///   - time: in units of `timescale`; later than that of the previous picture.
    ///   - forcingKeyFrame: makes this a key frame, so that a player or an editor can start here.
    /// - Returns: the packets that became complete; an encoder may work on several pictures at once.
    package func encode(
        _ planes: [PicturePlane], at time: Int64, forcingKeyFrame: Bool = false
    ) throws(FFmpegError) -> [EncodedPacket] {
        precondition(planes.count == settings.layout.planeCount, "\(settings.layout) has other planes")
        let buffer = try wrap(planes)
        defer { ffmpeg.av_frame_unref(frame) }
        frame!.pointee.pts = time
        frame!.pointee.pict_type = forcingKeyFrame ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
        let packets = try send(frame)
        guard ffmpeg.av_buffer_get_ref_count(buffer) == 1 else {
            throw FFmpegError(.codecFailed, "the encoder keeps pictures that it does not own")
        }
        return packets
    }

    /// Ends the stream.
    ///
    /// - Returns: the remaining packets; nothing can be encoded afterwards.
    package func finish() throws(FFmpegError) -> [EncodedPacket] {
        try send(nil)
    }

    private func send(_ frame: UnsafeMutablePointer<AVFrame>?) throws(FFmpegError) -> [EncodedPacket] {
        try ffmpeg.check(ffmpeg.avcodec_send_frame(context, frame), .codecFailed, "the video encoder failed")
        return try EncodedPacket.receive(from: context!, ffmpeg)
    }

    /// Points `frame` at the caller's memory. A frame without a reference-counted buffer would be copied.
    private func wrap(_ planes: [PicturePlane]) throws(FFmpegError) -> UnsafeMutablePointer<AVBufferRef> {
        let first = planes[0].base.assumingMemoryBound(to: UInt8.self)
        let size = planes[0].bytesPerRow * settings.height
        guard let buffer = ffmpeg.av_buffer_create(first, size, ffx_keep, nil, Int32(AV_BUFFER_FLAG_READONLY)) else {
            throw FFmpegError(.codecFailed, "no memory for a picture")
        }
        withUnsafeMutablePointer(to: &frame!.pointee) { frame in
            frame.pointee.format = settings.layout.formats[0].rawValue
            frame.pointee.width = Int32(settings.width)
            frame.pointee.height = Int32(settings.height)
            frame.pointee.buf.0 = buffer
            frame.pointee.data.0 = first
            frame.pointee.linesize.0 = Int32(planes[0].bytesPerRow)
            if planes.count > 1 {
                frame.pointee.data.1 = planes[1].base.assumingMemoryBound(to: UInt8.self)
                frame.pointee.linesize.1 = Int32(planes[1].bytesPerRow)
            }
            if planes.count > 2 {
                frame.pointee.data.2 = planes[2].base.assumingMemoryBound(to: UInt8.self)
                frame.pointee.linesize.2 = Int32(planes[2].bytesPerRow)
            }
        }
        return buffer
    }
}

// MARK: Opening

extension VideoEncoder {
    private static func open(
        _ context: UnsafeMutablePointer<AVCodecContext>, _ codec: UnsafePointer<AVCodec>, _ settings: Settings,
        _ ffmpeg: ffx_functions
    ) throws(FFmpegError) -> [UInt8] {
        let color = settings.color
        context.pointee.width = Int32(settings.width)
        context.pointee.height = Int32(settings.height)
        context.pointee.pix_fmt = settings.layout.formats[0]
        context.pointee.time_base = AVRational(num: 1, den: settings.timescale)
        context.pointee.framerate = AVRational(num: Int32((settings.frameRate * 1000).rounded()), den: 1000)
        context.pointee.gop_size = Int32(settings.keyFrameInterval)
        context.pointee.max_b_frames = settings.reordersFrames ? 2 : 0
        context.pointee.thread_count = Int32(settings.threads)
        context.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries))
        context.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer))
        context.pointee.colorspace = AVColorSpace(UInt32(color.matrix))
        context.pointee.color_range = color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        context.pointee.flags |= Int32(AV_CODEC_FLAG_GLOBAL_HEADER)
        if let bitRate = settings.bitRate { context.pointee.bit_rate = Int64(bitRate) }
        if let limit = settings.rateLimit {
            // What a full buffer and the rate give in that time keeps the limit. The average must pass, if it can.
            let most = Double(limit.bits) / limit.seconds
            let rate = min(max(Double(settings.bitRate ?? 0), most / 2), most * 0.75)
            context.pointee.rc_max_rate = Int64(max(1000, rate))
            context.pointee.rc_buffer_size = Int32(clamping: Int(max(1000, (most - rate) * limit.seconds)))
        }

        var options: OpaquePointer?
        defer { ffmpeg.av_dict_free(&options) }
        for (key, value) in settings.options { _ = ffmpeg.av_dict_set(&options, key, value, 0) }
        try ffmpeg.check(
            ffmpeg.avcodec_open2(context, codec, &options), .unsupported,
            "the video encoder refuses \(settings.width) x \(settings.height) \(settings.layout)")
        if let unknown = ffmpeg.av_dict_get(options, "", nil, AV_DICT_IGNORE_SUFFIX) {
            throw FFmpegError(.unsupported, "the video encoder knows no \(String(cString: unknown.pointee.key))")
        }
        return Array(
            UnsafeRawBufferPointer(start: context.pointee.extradata, count: Int(context.pointee.extradata_size)))
    }

    /// The header's NAL units, where each comes after its length in four bytes.
    ///
    /// - Throws: ``FFmpegError`` `codecFailed` when the header is something else.
    package func headerUnits() throws(FFmpegError) -> [[UInt8]] {
        var units: [[UInt8]] = []
        var rest = header[...]
        while rest.count >= 4 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard length > 0, length <= rest.count else { break }
            units.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        guard !units.isEmpty, rest.isEmpty else {
            throw FFmpegError(.codecFailed, "the video encoder's parameter sets cannot be read")
        }
        return units
    }
}
