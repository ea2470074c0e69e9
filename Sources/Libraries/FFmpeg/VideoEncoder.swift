internal import CFFmpeg

/// Compresses pictures with libx264 or libx265.
///
/// Packets come in the form that MP4 and QuickTime files keep: each NAL unit after its length in four bytes, parameter
/// sets apart in ``parameterSets``. One thread at a time may use an encoder.
package final class VideoEncoder {
    package enum Codec: Sendable, Hashable {
        case h264
        /// Takes planar layouts only (``PictureLayout/i420``, ``PictureLayout/i010``).
        case hevc
    }

    package enum Quality: Sendable, Hashable {
        /// The encoder's constant rate factor: 0 is lossless, 23 good, 51 worst.
        case constant(Double)
        /// An average in bits a second.
        case average(Int)
        /// A single picture, by HEVC's quantiser: 0 is nearly lossless, 22 hardly told from the original, 51 worst.
        case still(Int)
    }

    package struct Settings: Sendable {
        package var codec: Codec
        package var width: Int
        package var height: Int
        package var layout: PictureLayout
        package var colour: PictureColour
        /// How many units of time a second has.
        package var timescale: Int32
        /// The rate to expect; it decides the level that is written, and nothing of the timing.
        package var frameRate: Double
        package var quality = Quality.constant(23)
        /// x264's and x265's own names: `ultrafast`, `superfast`, `veryfast` …
        package var preset = "veryfast"
        /// A key frame comes at the latest after so many frames.
        package var keyFrameInterval = 60
        /// Threads that work on one picture in slices; 1 costs the least time of all processors together.
        package var threads = 1

        package init(
            codec: Codec, width: Int, height: Int, layout: PictureLayout, colour: PictureColour, timescale: Int32,
            frameRate: Double
        ) {
            self.codec = codec
            self.width = width
            self.height = height
            self.layout = layout
            self.colour = colour
            self.timescale = timescale
            self.frameRate = frameRate
        }
    }

    package let settings: Settings
    /// H.264: SPS, PPS. HEVC: VPS, SPS, PPS. Each without start code and without length.
    package let parameterSets: [[UInt8]]

    private let ffmpeg: ffx_functions
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var frame: UnsafeMutablePointer<AVFrame>?

    /// - Throws: ``FFmpegError`` `librariesMissing`, `codecMissing`, `unsupported`.
    package init(_ settings: Settings) throws(FFmpegError) {
        ffmpeg = try FFmpegLibrary.functions()
        self.settings = settings
        let name = settings.codec == .h264 ? "libx264" : "libx265"
        guard let codec = ffmpeg.avcodec_find_encoder_by_name(name) else {
            throw FFmpegError(.codecMissing, "the installed libavcodec was built without \(name)")
        }
        frame = ffmpeg.av_frame_alloc()
        context = ffmpeg.avcodec_alloc_context3(codec)
        parameterSets = try Self.open(context!, codec, settings, ffmpeg)
    }

    deinit {
        ffmpeg.av_frame_free(&frame)
        ffmpeg.avcodec_free_context(&context)
    }

    /// Compresses one picture.
    ///
    /// - Parameters:
    ///   - planes: as ``PictureLayout`` tells; read before this returns, and not kept.
    ///   - time: in units of `timescale`; later than that of the picture before.
    ///   - forcingKeyFrame: begin anew, so that a player or an editor can start here.
    /// - Returns: the packets that became complete; with the settings used here, one for each picture.
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
    /// - Returns: the packets that were still inside; nothing can be encoded afterwards.
    package func finish() throws(FFmpegError) -> [EncodedPacket] {
        try send(nil)
    }

    private func send(_ frame: UnsafeMutablePointer<AVFrame>?) throws(FFmpegError) -> [EncodedPacket] {
        try ffmpeg.check(ffmpeg.avcodec_send_frame(context, frame), .codecFailed, "the video encoder failed")
        return try EncodedPacket.receive(from: context!, ffmpeg)
    }

    /// Lets `frame` point at the caller's memory. A frame without a reference-counted buffer would be copied.
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
    ) throws(FFmpegError) -> [[UInt8]] {
        let colour = settings.colour
        context.pointee.width = Int32(settings.width)
        context.pointee.height = Int32(settings.height)
        context.pointee.pix_fmt = settings.layout.formats[0]
        context.pointee.time_base = AVRational(num: 1, den: settings.timescale)
        context.pointee.framerate = AVRational(num: Int32((settings.frameRate * 1000).rounded()), den: 1000)
        context.pointee.gop_size = Int32(settings.keyFrameInterval)
        context.pointee.max_b_frames = 0
        context.pointee.thread_count = Int32(settings.threads)
        context.pointee.color_primaries = AVColorPrimaries(UInt32(colour.primaries))
        context.pointee.color_trc = AVColorTransferCharacteristic(UInt32(colour.transfer))
        context.pointee.colorspace = AVColorSpace(UInt32(colour.matrix))
        context.pointee.color_range = colour.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        context.pointee.flags |= Int32(AV_CODEC_FLAG_GLOBAL_HEADER)
        if case .average(let bitRate) = settings.quality { context.pointee.bit_rate = Int64(bitRate) }

        var options: OpaquePointer?
        defer { ffmpeg.av_dict_free(&options) }
        for (key, value) in self.options(settings) { _ = ffmpeg.av_dict_set(&options, key, value, 0) }
        try ffmpeg.check(
            ffmpeg.avcodec_open2(context, codec, &options), .unsupported,
            "the video encoder refuses \(settings.width) x \(settings.height) \(settings.layout)")
        if let unknown = ffmpeg.av_dict_get(options, "", nil, AV_DICT_IGNORE_SUFFIX) {
            throw FFmpegError(.unsupported, "the video encoder knows no \(String(cString: unknown.pointee.key))")
        }
        let header = UnsafeRawBufferPointer(
            start: context.pointee.extradata, count: Int(context.pointee.extradata_size))
        // libx265 adds a message about itself.
        return try splitUnits(header).filter { unit in
            settings.codec == .h264 ? [7, 8].contains(unit[0] & 0x1f) : (32...34).contains(unit[0] >> 1 & 0x3f)
        }
    }

    private static func options(_ settings: Settings) -> [(String, String)] {
        var options = [("preset", settings.preset), ("tune", "zerolatency"), ("forced-idr", "1")]
        if case .constant(let factor) = settings.quality { options.append(("crf", "\(factor)")) }
        switch settings.codec {
        case .h264: options.append(("x264-params", "annexb=0:fps=\(Int((settings.frameRate * 1000).rounded()))/1000"))
        case .hevc: options.append(("x265-params", "annexb=0:log-level=none" + stillParameters(settings)))
        }
        return options
    }

    /// How x265 shall search in a single picture.
    ///
    /// In large ones it predicts squares of 32 pixels and divides only their transforms: at the same size of the file as
    /// good as `ultrafast`'s own squares of 16, in two thirds of the time (12 megapixels, x265 3.5).
    private static func stillParameters(_ settings: Settings) -> String {
        guard case .still(let quantiser) = settings.quality else { return "" }
        let squares =
            if min(settings.width, settings.height) < 64 {
                "ctu=16:min-cu-size=8"
            } else if settings.width * settings.height < 1 << 20 {
                "ctu=32:min-cu-size=8"
            } else {
                "ctu=32:min-cu-size=32:tu-intra-depth=3"
            }
        return ":qp=\(quantiser):ipratio=1:no-signhide=1:no-info=1:" + squares
    }

    /// Takes NAL units, each after its length in four bytes, apart.
    private static func splitUnits(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError) -> [[UInt8]] {
        var units: [[UInt8]] = []
        var offset = 0
        while offset + 4 <= bytes.count {
            let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            guard length > 0, offset + 4 + length <= bytes.count else { break }
            units.append(Array(bytes[(offset + 4)..<(offset + 4 + length)]))
            offset += 4 + length
        }
        guard !units.isEmpty, offset == bytes.count else {
            throw FFmpegError(.codecFailed, "the video encoder's parameter sets cannot be read")
        }
        return units
    }
}
