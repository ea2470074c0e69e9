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
    private var hasDecoded = false
    /// Whether the decoder has said that it does not know this kind of data.
    private(set) var isUnknownKind = false
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    /// The rate at which sound is wanted.
    private let soundRate: (Int) -> Int
    private let keepsAlpha: Bool
    /// Made for the first sound at a rate that is not wanted, and for those that follow.
    private var resampler: (stored: Int, channels: Int, resampler: SoundResampler)?
    /// Whether the last of the resampled sound was taken.
    private var isFinished = false
    /// The last packet of a motion JPEG stream, and its time.
    private var jpeg: (bytes: Data, time: Int64)?

    init(
        _ ffmpeg: ffx_functions, _ container: UnsafeMutablePointer<AVFormatContext>,
        _ stream: UnsafeMutablePointer<AVStream>, path: String, keepsAlpha: Bool,
        soundRate: @escaping (Int) -> Int
    ) throws(FFmpegError) {
        self.ffmpeg = ffmpeg
        self.path = path
        self.soundRate = soundRate
        self.keepsAlpha = keepsAlpha
        streamIndex = stream.pointee.index
        timeBase = stream.pointee.time_base
        isVideo = stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        let fileStart = container.pointee.start_time
        start =
            fileStart == ffx_nopts
            ? nil : fileStart.scaled(by: Int64(timeBase.den), over: Int64(timeBase.num) * 1_000_000)
        let name = ffmpeg.name(ofCodec: stream.pointee.codecpar.pointee.codec_id)
        guard let codec = ffmpeg.avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id) else {
            throw FFmpegError(.codecMissing, "the codec \(name) of \(path) is not supported")
        }
        frame = try ffmpeg.newFrame()
        context = try ffmpeg.newContext(of: codec)
        try ffmpeg.check(
            ffmpeg.avcodec_parameters_to_context(context, stream.pointee.codecpar), .unreadable,
            "\(path): bad \(name) parameters")
        context!.pointee.pkt_timebase = timeBase
        context!.pointee.thread_count = 2
        // Threads that decode a picture each pass it on before they know whether it is damaged.
        if context!.pointee.codec_id == AV_CODEC_ID_H264 { context!.pointee.thread_type = FF_THREAD_SLICE }
        if context!.pointee.codec_id == AV_CODEC_ID_MJPEG { context!.pointee.err_recognition |= AV_EF_EXPLODE }
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
        let status = whileSilent { ffmpeg.avcodec_send_packet(context, packet) }
        isUnknownKind = isUnknownKind || status == ffx_unknown_kind
        if status < 0, status != ffx_again, status != ffx_eof { noteLoss() }
    }

    /// A motion JPEG picture with a damaged part is lost as a whole, and not shown with gray in it. In some cameras' files
    /// all pictures are slightly wrong: after ten, and none that was correct, they are accepted as they are.
    private func noteLoss() {
        undecoded += 1
        if !hasDecoded, undecoded == 10 { acceptDamage() }
    }

    /// Whether all pictures so far were lost, and would not be if damage was accepted.
    var hasLostAll: Bool { !hasDecoded && undecoded > 0 && context!.pointee.err_recognition & AV_EF_EXPLODE != 0 }

    /// Takes damaged pictures as they are, from now on.
    func acceptDamage() { context!.pointee.err_recognition &= ~AV_EF_EXPLODE }

    /// Runs `body`; what libjxl says about damage is no message of ours.
    private func whileSilent<Result>(_ body: () -> Result) -> Result {
        guard context!.pointee.codec_id == AV_CODEC_ID_JPEGXL else { return body() }
        ffx_begin_silence()
        defer { ffx_end_silence() }
        return body()
    }

    func flush() {
        ffmpeg.avcodec_flush_buffers(context)
        undecoded = 0
        resampler = nil
        isFinished = false
    }

    /// The next decoded picture or block of sound; `nil` if the decoder needs more packets.
    func receive() throws(FFmpegError) -> MediaReader.Sample? {
        while true {
            let status = whileSilent { ffmpeg.avcodec_receive_frame(context, frame) }
            isUnknownKind = isUnknownKind || status == ffx_unknown_kind
            if status == ffx_again { return nil }
            if status == ffx_eof { return try takeLastSound().map { .sound($0) } }
            if status == ffx_no_memory { throw FFmpegError(.codecFailed, "\(path): no memory for a frame") }
            // Any other failure is one damaged frame; the decoder continues with the next.
            guard status >= 0 else {
                noteLoss()
                continue
            }
            hasDecoded = true
            return isVideo ? .picture(try takePicture()) : .sound(try takeSound())
        }
    }

    private func takePicture() throws(FFmpegError) -> MediaPicture {
        let codec = context!.pointee.codec_id
        if let expansion = PixelExpansion(
            from: frame!.pointee.format, of: codec, keepsAlpha: keepsAlpha, ffmpeg)
        {
            return try takeExpanded(expansion)
        }
        guard let layout = PictureLayout(format: frame!.pointee.format) else {
            ffmpeg.av_frame_unref(frame)
            throw FFmpegError(.unsupported, "\(path) switches to a pixel format that is not supported")
        }
        let duration = nanoseconds(frame!.pointee.pkt_duration) ?? 0
        let time = timestamp()
        let jpeg = jpeg.flatMap { $0.time == frame!.pointee.pkt_dts ? $0.bytes : nil }
        let owned = try ffmpeg.newFrame()
        ffmpeg.av_frame_move_ref(owned, frame)
        return MediaPicture(
            ffmpeg, owned, layout: layout, timestampNanoseconds: time, durationNanoseconds: duration, jpeg: jpeg)
    }

    private func takeExpanded(_ expansion: PixelExpansion) throws(FFmpegError) -> MediaPicture {
        let duration = nanoseconds(frame!.pointee.pkt_duration) ?? 0
        let time = timestamp()
        defer { ffmpeg.av_frame_unref(frame) }
        guard let expanded = expansion.expand(frame!) else {
            throw FFmpegError(.codecFailed, "\(path): no memory for a frame")
        }
        return MediaPicture(
            ffmpeg, expanded, layout: expansion.layout, timestampNanoseconds: time, durationNanoseconds: duration)
    }

    private func takeSound() throws(FFmpegError) -> MediaSound {
        defer { ffmpeg.av_frame_unref(frame) }
        let channels = Int(frame!.pointee.ch_layout.nb_channels)
        guard let samples = InterleavedSamples.int16(of: frame!, channels: channels) else {
            throw FFmpegError(
                .unsupported,
                "the sample format \(ffmpeg.name(ofSampleFormat: frame!.pointee.format)) of \(path) is not supported")
        }
        let sound = MediaSound(
            samples: samples, channels: channels, sampleRate: Int(frame!.pointee.sample_rate),
            timestampNanoseconds: timestamp())
        return try resampled(sound)
    }

    /// The sound at the rate that is wanted. Blocks may be empty at the beginning.
    private func resampled(_ sound: MediaSound) throws(FFmpegError) -> MediaSound {
        let wanted = soundRate(sound.sampleRate)
        guard wanted != sound.sampleRate, sound.channels > 0 else { return sound }
        if resampler?.stored != sound.sampleRate || resampler?.channels != sound.channels {
            let new = try SoundResampler(ffmpeg, from: sound.sampleRate, to: wanted, channels: sound.channels)
            resampler = (sound.sampleRate, sound.channels, new)
        }
        let resampler = resampler!.resampler
        let delay = resampler.delayNanoseconds
        return MediaSound(
            samples: try resampler.convert(sound.samples), channels: sound.channels, sampleRate: wanted,
            timestampNanoseconds: sound.timestampNanoseconds.map { $0 - delay })
    }

    /// What the resampler still holds; `nil` if nothing.
    private func takeLastSound() throws(FFmpegError) -> MediaSound? {
        guard let (stored, channels, resampler) = resampler, !isFinished else { return nil }
        isFinished = true
        let samples = try resampler.finish()
        guard !samples.isEmpty else { return nil }
        return MediaSound(
            samples: samples, channels: channels, sampleRate: soundRate(stored), timestampNanoseconds: nil)
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
    /// `self * factor / divisor`, rounded toward zero, even if the product overflows; `nil` if the result does not
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
