internal import CFFmpeg
import Foundation

/// The decoder of one stream of a file.
final class StreamDecoder {
    let streamIndex: Int32
    private let ffmpeg: ffx_functions
    private let path: String
    private let isVideo: Bool
    private let timeBase: AVRational
    /// The file's start in `timeBase` units; timestamps are relative to it. If the file does not state it, the first
    /// timestamp is used.
    private var start: Int64?
    /// How many packets gave no frame since the last ``flush()``, because they are damaged.
    private(set) var undecoded = 0
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    /// The last packet of a motion JPEG stream, and its time.
    private var jpeg: (bytes: Data, time: Int64)?

    init(
        _ ffmpeg: ffx_functions, _ container: UnsafeMutablePointer<AVFormatContext>,
        _ stream: UnsafeMutablePointer<AVStream>, path: String
    ) throws(FFmpegError) {
        self.ffmpeg = ffmpeg
        self.path = path
        streamIndex = stream.pointee.index
        timeBase = stream.pointee.time_base
        isVideo = stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        let fileStart = container.pointee.start_time
        start =
            fileStart == ffx_nopts
            ? nil : fileStart.scaled(by: Int64(timeBase.den), over: Int64(timeBase.num) * 1_000_000)
        let name = ffmpeg.name(ofCodec: stream.pointee.codecpar.pointee.codec_id)
        guard let codec = ffmpeg.avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id) else {
            throw FFmpegError(.codecMissing, "there is no decoder for \(name) in \(path)")
        }
        frame = ffmpeg.av_frame_alloc()
        context = ffmpeg.avcodec_alloc_context3(codec)
        try ffmpeg.check(
            ffmpeg.avcodec_parameters_to_context(context, stream.pointee.codecpar), .unreadable,
            "\(path): bad \(name) parameters")
        context!.pointee.pkt_timebase = timeBase
        context!.pointee.thread_count = 2
        try ffmpeg.check(
            ffmpeg.avcodec_open2(context, codec, nil), .unsupported, "\(path): the \(name) decoder refuses it")
    }

    var track: MediaReader.Track { isVideo ? .video : .audio }

    deinit {
        ffmpeg.avcodec_free_context(&context)
        ffmpeg.av_frame_free(&frame)
    }

    /// Sends the decoder a packet; `nil` ends the stream. A damaged packet is skipped.
    func send(_ packet: UnsafeMutablePointer<AVPacket>?) {
        if context!.pointee.codec_id == AV_CODEC_ID_MJPEG {
            jpeg = packet?.pointee.picture.map { ($0, packet!.pointee.dts) }
        }
        let status = ffmpeg.avcodec_send_packet(context, packet)
        if status < 0, status != ffx_again, status != ffx_eof { undecoded += 1 }
    }

    func flush() {
        ffmpeg.avcodec_flush_buffers(context)
        undecoded = 0
    }

    /// The next decoded picture or block of sound; `nil` if the decoder needs more packets.
    func receive() throws(FFmpegError) -> MediaReader.Sample? {
        while true {
            let status = ffmpeg.avcodec_receive_frame(context, frame)
            if status == ffx_again || status == ffx_eof { return nil }
            if status == ffx_no_memory { throw FFmpegError(.codecFailed, "\(path): no memory for a frame") }
            // Any other failure is one damaged frame; the decoder continues with the next.
            guard status >= 0 else {
                undecoded += 1
                continue
            }
            return isVideo ? .picture(try takePicture()) : .sound(try takeSound())
        }
    }

    private func takePicture() throws(FFmpegError) -> MediaPicture {
        let layout = PictureLayout(format: frame!.pointee.format)
        if layout == nil || isDrawing, let picture = takeExpanded() { return picture }
        guard let layout else {
            ffmpeg.av_frame_unref(frame)
            throw FFmpegError(.unsupported, "\(path) switches to a pixel format that is not supported")
        }
        let duration = nanoseconds(frame!.pointee.pkt_duration) ?? 0
        let time = timestamp()
        let jpeg = jpeg.flatMap { $0.time == frame!.pointee.pkt_dts ? $0.bytes : nil }
        let owned = ffmpeg.av_frame_alloc()!
        ffmpeg.av_frame_move_ref(owned, frame)
        return MediaPicture(
            ffmpeg, owned, layout: layout, timestampNanoseconds: time, durationNanoseconds: duration, jpeg: jpeg)
    }

    /// Whether alpha is meaningful; in cameras' files and movies it is not.
    private var isDrawing: Bool {
        context!.pointee.codec_id == AV_CODEC_ID_PNG && frame!.pointee.format == AV_PIX_FMT_RGBA.rawValue
    }

    private func takeExpanded() -> MediaPicture? {
        guard let expanded = PixelExpansion.expand(frame!, ffmpeg) else { return nil }
        let duration = nanoseconds(frame!.pointee.pkt_duration) ?? 0
        let time = timestamp()
        ffmpeg.av_frame_unref(frame)
        return MediaPicture(
            ffmpeg, expanded, layout: PixelExpansion.layout, timestampNanoseconds: time, durationNanoseconds: duration)
    }

    private func takeSound() throws(FFmpegError) -> MediaSound {
        defer { ffmpeg.av_frame_unref(frame) }
        let channels = Int(frame!.pointee.ch_layout.nb_channels)
        guard let samples = InterleavedSamples.int16(of: frame!, channels: channels) else {
            throw FFmpegError(
                .unsupported,
                "the sample format \(ffmpeg.name(ofSampleFormat: frame!.pointee.format)) of \(path) is not supported")
        }
        return MediaSound(
            samples: samples, channels: channels, sampleRate: Int(frame!.pointee.sample_rate),
            timestampNanoseconds: timestamp())
    }

    private func timestamp() -> Int64? {
        let time = frame!.pointee.best_effort_timestamp
        guard time != ffx_nopts else { return nil }
        let origin = start ?? time
        start = origin
        let (place, overflow) = time.subtractingReportingOverflow(origin)
        return overflow ? nil : nanoseconds(place)
    }

    /// - Returns: `nil` for a value that can only be damage.
    private func nanoseconds(_ time: Int64) -> Int64? {
        time.scaled(by: Int64(timeBase.num) * 1_000_000_000, over: Int64(timeBase.den)).flatMap { nanoseconds in
            MediaReader.plausibleNanoseconds.contains(nanoseconds) ? nanoseconds : nil
        }
    }
}

extension AVPacket {
    /// The compressed picture.
    fileprivate var picture: Data? { data.map { Data(bytes: $0, count: Int(size)) } }
}

extension Int64 {
    /// `self * factor / divisor`, rounded towards zero, even if the product overflows; `nil` if the result does not
    /// fit.
    ///
    /// - Parameters:
    ///   - factor: not negative.
    ///   - divisor: not negative; zero gives `nil`.
    func scaled(by factor: Int64, over divisor: Int64) -> Int64? {
        let (high, low) = magnitude.multipliedFullWidth(by: factor.magnitude)
        guard high < divisor.magnitude,
            let size = Int64(exactly: divisor.magnitude.dividingFullWidth((high, low)).quotient)
        else { return nil }
        return self < 0 ? -size : size
    }
}
