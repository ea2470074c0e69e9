internal import CFFmpeg

/// Reads a movie, a sound file or an image, and decodes it: `libavformat` and `libavcodec` behind one loop.
///
/// ```swift
/// let reader = try MediaReader(path: "clip.mov")
/// while true {
///     switch try reader.next() {
///     case .picture(let picture): picture.withPlanes { planes in … }
///     case .sound(let sound): sound.samples …
///     case nil: try reader.rewind()
///     }
/// }
/// ```
///
/// The best video stream and the best audio stream are read; all others are skipped. One thread at a time may use a
/// reader, but it need not be the same thread.
package final class MediaReader {
    /// What the file's pictures are.
    package struct Video: Sendable, Hashable {
        /// The coded size in pixels, before ``rotation``.
        package var width: Int
        package var height: Int
        package var layout: PictureLayout
        package var color: PictureColor
        /// Frames per second as a fraction; `nil` for a still image, or if the file does not say.
        package var frameRate: Fraction?
        /// Clockwise degrees by which a player rotates the picture: 0, 90, 180 or 270. For movies only; an image's
        /// orientation is in its EXIF, and ``MediaPicture/rotation`` has it.
        package var rotation: Int
        /// FFmpeg's name of the codec: `h264`, `mjpeg`, `png` …
        package var codec: String
    }

    /// The file's sound. It is always delivered as interleaved 16-bit integers.
    package struct Audio: Sendable, Hashable {
        /// As it is delivered.
        package var sampleRate: Int
        package var channels: Int
        package var codec: String
    }

    package struct Fraction: Sendable, Hashable {
        package var numerator: Int
        package var denominator: Int
        package var value: Double { Double(numerator) / Double(denominator) }
    }

    /// What ``next()`` returns.
    package enum Sample {
        case picture(MediaPicture)
        case sound(MediaSound)
    }

    package let path: String
    /// `nil` when the file has no pictures.
    package private(set) var video: Video?
    /// `nil` when the file has no sound, or sound was not wanted.
    package private(set) var audio: Audio?
    /// Why the file's pictures cannot be decoded, although there are some and its sound can.
    package private(set) var pictureFault: FFmpegError?
    /// Why the file's sound cannot be decoded, although there is some and its pictures can.
    package private(set) var soundFault: FFmpegError?

    /// Longer times than about two years are damage. The sum of a few plausible ones cannot overflow.
    static let plausibleNanoseconds: ClosedRange<Int64> = (-1 << 56)...(1 << 56)

    /// Four times what the fastest converters deliver. The resampler's memory grows with the rate.
    private static let highestRate = 3_072_000

    /// The length of the file in nanoseconds; 0 for an image, or if the file does not say.
    package private(set) var durationNanoseconds: Int64 = 0
    /// Whether the file is a single image.
    package private(set) var isStillImage = false

    private let ffmpeg: ffx_functions
    private var tracks: Set<Track>
    private let keepsAlpha: Bool
    private let soundRate: (Int) -> Int
    private var container: UnsafeMutablePointer<AVFormatContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var decoders: [StreamDecoder] = []
    private var draining = false
    /// Whether motion JPEG pictures are taken although they are damaged, because none is whole.
    private var acceptsDamage = false

    package enum Track: Sendable, Hashable {
        case video
        case audio
    }

    /// Opens a file and reads enough of it to describe it.
    ///
    /// - Parameters:
    ///   - path: a local file. Network addresses and image sequences (`%d`) are not followed: the path is taken
    ///     literally.
    ///   - tracks: what to decode; the other track is skipped without decoding.
    ///   - keepsAlpha: whether drawings keep their alpha, and their colors as they are; else they are blended with white.
    ///   - soundRate: the sample rate at which sound that is stored at a given one is delivered.
    /// - Throws: ``FFmpegError``. `librariesMissing`; `unreadable` (with the `errno`). If neither track can be decoded:
    ///   `codecMissing`, or `unsupported` (the pixel format, the sample rate, a kind of data that FFmpeg does not
    ///   know). A fault of one track alone is in ``pictureFault`` or ``soundFault``.
    package init(
        path: String, tracks: Set<Track> = [.video, .audio], keepsAlpha: Bool = false,
        soundRate: @escaping (Int) -> Int = { $0 }
    ) throws(FFmpegError) {
        ffmpeg = try FFmpegLibrary.functions()
        self.path = path
        self.tracks = tracks
        self.keepsAlpha = keepsAlpha
        self.soundRate = soundRate
        packet = try ffmpeg.newPacket()
        try open()
        guard !decoders.isEmpty else {
            throw FFmpegError(.unreadable, "\(path) contains neither pictures nor sound")
        }
    }

    deinit {
        close()
        ffmpeg.av_packet_free(&packet)
    }

    /// Decodes the next picture or block of sound, in the order of the file.
    ///
    /// - Returns: `nil` at the end; it stays `nil` until ``rewind()``.
    /// - Throws: ``FFmpegError`` `codecFailed` when the file breaks off. A damaged frame in the middle is skipped.
    package func next() throws(FFmpegError) -> Sample? {
        while true {
            for decoder in decoders {
                if let sample = try decoder.receive() { return sample }
            }
            if draining {
                guard !acceptsDamage, !isStillImage, !decoders.isEmpty, decoders.allSatisfy(\.hasLostAll) else {
                    return nil
                }
                // A short file ends before the decoder takes its pictures as they are.
                acceptsDamage = true
                for decoder in decoders { decoder.acceptDamage() }
                try rewind()
            } else {
                try feed()
            }
        }
    }

    /// Stops decoding a track; its description stays.
    package func leaveOut(_ track: Track) {
        tracks.remove(track)
        decoders.removeAll { decoder in
            guard decoder.track == track else { return false }
            container!.pointee.streams[Int(decoder.streamIndex)]!.pointee.discard = AVDISCARD_ALL
            return true
        }
    }

    /// Goes back to the first sample.
    package func rewind() throws(FFmpegError) {
        // Images and a few streams cannot seek, so they are reopened.
        if isStillImage || ffmpeg.av_seek_frame(container, -1, startTime, AVSEEK_FLAG_BACKWARD) < 0 {
            close()
            try open()
            return
        }
        for decoder in decoders { decoder.flush() }
        draining = false
    }

    /// How many packets of a track gave no sample since the beginning, because they are damaged.
    package func undecodedSamples(of track: Track) -> Int { decoders.first { $0.track == track }?.undecoded ?? 0 }

    /// Whether the file ends before the last sample in its index, or before the end that it states. A file that has
    /// neither (MPEG-TS, a saved stream) is never considered cut short.
    package var isCutShort: Bool {
        guard let size = container!.pointee.pb.map({ ffmpeg.avio_size($0) }), size > 0 else { return false }
        if isMatroska, let end = MatroskaLength.statedEnd(of: path), end > UInt64(size) { return true }
        return decoders.contains { decoder in
            let stream = container!.pointee.streams[Int(decoder.streamIndex)]
            let count = ffmpeg.avformat_index_get_entries_count(stream)
            guard count > 0, let last = ffmpeg.avformat_index_get_entry(stream, count - 1)?.pointee else {
                return false
            }
            let (end, overflow) = last.pos.addingReportingOverflow(Int64(last.size))
            return overflow || end > size
        }
    }

    /// Reads one packet and passes it to its decoder; at the end of the file, tells all decoders.
    private func feed() throws(FFmpegError) {
        let status = ffmpeg.av_read_frame(container, packet)
        guard status >= 0 else {
            guard status == ffx_eof || container?.pointee.pb?.pointee.eof_reached == 1 else {
                throw FFmpegError(.codecFailed, "\(path) cannot be read any further", errno: ffx_errno(status))
            }
            draining = true
            for decoder in decoders { decoder.send(nil) }
            return
        }
        defer { ffmpeg.av_packet_unref(packet) }
        decoders.first { $0.streamIndex == packet!.pointee.stream_index }?.send(packet)
    }

    private var isMatroska: Bool {
        String(cString: container!.pointee.iformat.pointee.name).hasPrefix("matroska")
    }

    private var startTime: Int64 {
        let start = container!.pointee.start_time
        return start == ffx_nopts ? 0 : start
    }
}

// MARK: Opening

extension MediaReader {
    private func open() throws(FFmpegError) {
        draining = false
        try ffmpeg.open(&container, path: path)
        let status = findStreams()
        try ffmpeg.check(status, .unreadable, "\(path) cannot be understood")
        for index in 0..<Int(container!.pointee.nb_streams) {
            container!.pointee.streams[index]!.pointee.discard = AVDISCARD_ALL
        }
        // What cannot be decoded does not keep anybody from the rest.
        pictureFault = fault(of: .video)
        soundFault = fault(of: .audio)
        if decoders.isEmpty, let fault = pictureFault ?? soundFault { throw fault }
        describeContainer()
    }

    /// Adds a track's decoder.
    ///
    /// - Returns: why there is none, although the file has the track.
    private func fault(of track: Track) -> FFmpegError? {
        guard tracks.contains(track) else { return nil }
        do {
            try addDecoder(track == .video ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO)
            return nil
        } catch {
            for decoder in decoders where decoder.track == track {
                container!.pointee.streams[Int(decoder.streamIndex)]!.pointee.discard = AVDISCARD_ALL
            }
            decoders.removeAll { $0.track == track }
            return error
        }
    }

    private func findStreams() -> Int32 {
        let streams = (0..<Int(container!.pointee.nb_streams)).map { container!.pointee.streams[$0]!.pointee }
        guard streams.contains(where: { $0.codecpar.pointee.codec_id == AV_CODEC_ID_JPEGXL }) else {
            return ffmpeg.avformat_find_stream_info(container, nil)
        }
        ffx_begin_silence()
        defer { ffx_end_silence() }
        return ffmpeg.avformat_find_stream_info(container, nil)
    }

    private func close() {
        decoders = []
        ffmpeg.avformat_close_input(&container)
    }

    private func addDecoder(_ type: AVMediaType) throws(FFmpegError) {
        let index = ffmpeg.av_find_best_stream(container, type, -1, -1, nil, 0)
        guard index >= 0 else { return }
        let stream = container!.pointee.streams[Int(index)]!
        // The cover picture of a sound file is not video.
        guard stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 else { return }
        stream.pointee.discard = AVDISCARD_DEFAULT
        let decoder = try StreamDecoder(
            ffmpeg, container!, stream, path: path, keepsAlpha: keepsAlpha, soundRate: soundRate)
        if acceptsDamage { decoder.acceptDamage() }
        decoders.append(decoder)
        if type == AVMEDIA_TYPE_VIDEO {
            video = try describe(video: stream, decoder)
        } else {
            let rate = Int(stream.pointee.codecpar.pointee.sample_rate)
            guard (1...Self.highestRate).contains(rate) else {
                throw FFmpegError(.unsupported, "the sample rate of \(path), \(rate) Hz, is not supported")
            }
            audio = Audio(
                sampleRate: soundRate(rate),
                channels: Int(stream.pointee.codecpar.pointee.ch_layout.nb_channels), codec: codecName(stream))
        }
    }

    private func describeContainer() {
        let name = String(cString: container!.pointee.iformat.pointee.name)
        isStillImage = video != nil && (name == "image2" || name.hasSuffix("_pipe"))
        let (duration, overflow) = container!.pointee.duration.multipliedReportingOverflow(by: 1000)
        let isKnown = !isStillImage && !overflow && Self.plausibleNanoseconds.contains(duration)
        durationNanoseconds = isKnown ? max(duration, 0) : 0
        if isStillImage { video?.frameRate = nil }
    }

    private func describe(
        video stream: UnsafeMutablePointer<AVStream>, _ decoder: StreamDecoder
    ) throws(FFmpegError) -> Video {
        let parameters = stream.pointee.codecpar.pointee
        guard parameters.format != AV_PIX_FMT_NONE.rawValue else {
            if isUnknownKind(decoder) {
                let codec = codecName(stream)
                throw FFmpegError(.unsupported, "this kind of \(codec) picture in \(path) is not supported")
            }
            throw FFmpegError(.unreadable, "no picture in \(path) can be decoded")
        }
        let expansion = PixelExpansion(
            from: parameters.format, of: parameters.codec_id, keepsAlpha: keepsAlpha, ffmpeg)
        guard let layout = expansion?.layout ?? PictureLayout(format: parameters.format) else {
            throw FFmpegError(
                .unsupported,
                "the pixel format \(ffmpeg.name(ofPixelFormat: parameters.format)) of \(path) is not supported")
        }
        let rate = ffmpeg.av_guess_frame_rate(container, stream, nil)
        let matrix = ffmpeg.av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, nil)
        var color = PictureColor(
            primaries: parameters.color_primaries, transfer: parameters.color_trc, space: parameters.color_space,
            range: parameters.color_range, format: parameters.format)
        // Video that does not say takes 16…235; a gray picture takes all.
        if layout == .gray, parameters.color_range == AVCOL_RANGE_UNSPECIFIED, isIntraOnly(parameters.codec_id) {
            color.isFullRange = true
        }
        return Video(
            width: Int(parameters.width), height: Int(parameters.height), layout: layout, color: color,
            frameRate: rate.num > 0 && rate.den > 0
                ? Fraction(numerator: Int(rate.num), denominator: Int(rate.den)) : nil,
            rotation: DisplayMatrix.rotation(of: UnsafeRawPointer(matrix)), codec: codecName(stream))
    }

    /// Whether the decoder refuses the first packets as something that it has yet to learn. Reads them, and goes back.
    private func isUnknownKind(_ decoder: StreamDecoder) -> Bool {
        defer {
            _ = ffmpeg.av_seek_frame(container, -1, startTime, AVSEEK_FLAG_BACKWARD)
            draining = false
        }
        for _ in 0..<16 where !draining && !decoder.isUnknownKind {
            guard (try? feed()) != nil, (try? decoder.receive()) == nil else { break }
        }
        return decoder.isUnknownKind
    }

    private func isIntraOnly(_ codec: AVCodecID) -> Bool {
        ffmpeg.avcodec_descriptor_get(codec).map { $0.pointee.props & AV_CODEC_PROP_INTRA_ONLY != 0 } ?? false
    }

    private func codecName(_ stream: UnsafeMutablePointer<AVStream>) -> String {
        ffmpeg.name(ofCodec: stream.pointee.codecpar.pointee.codec_id)
    }
}

/// FFmpeg's display matrix: nine 32-bit integers, as in a QuickTime track header.
enum DisplayMatrix {
    /// The clockwise rotation in degrees, rounded to a quarter turn; for a mirrored matrix, that of its rotation part.
    static func rotation(of matrix: UnsafeRawPointer?) -> Int {
        guard let matrix else { return 0 }
        let values = (0..<9).map { matrix.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) }
        let (a, b, c, d) = (Int(values[0]), Int(values[1]), Int(values[3]), Int(values[4]))
        // In a mirrored quarter turn, the two diagonal entries have the same sign; the second column gives the
        // rotation.
        if abs(a) >= abs(b) { return d >= 0 ? 0 : 180 }
        return c <= 0 ? 90 : 270
    }
}

extension PictureColor {
    init(
        primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic, space: AVColorSpace, range: AVColorRange,
        format: Int32
    ) {
        let isFullRangeFormat = [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P]
            .contains { $0.rawValue == format }
        self.init(
            primaries: Int(primaries.rawValue), transfer: Int(transfer.rawValue), matrix: Int(space.rawValue),
            isFullRange: range == AVCOL_RANGE_JPEG || isFullRangeFormat)
    }
}
