internal import CFFmpeg
import Foundation

/// A file of media: what its streams are, and their packets one after the other. It decodes nothing; see
/// ``PacketDecoder``.
///
/// Times are in units of a stream's ``Stream/timeBase``, with edit lists applied. One thread at a time may use it.
package final class MediaContainer {
    package struct Stream: Sendable {
        package enum Kind: Sendable {
            case video
            case audio
            case other
        }

        package var index: Int
        /// The number of the track in its file.
        package var id: Int
        package var kind: Kind
        /// FFmpeg's name: `h264`, `aac`.
        package var codec: String
        /// The container's four characters for the codec; 0 if it has none.
        package var tag: UInt32
        /// What sets the decoder up.
        package var configuration: [UInt8]
        /// Seconds per unit.
        package var timeBase: MediaReader.Fraction
        package var start: Int64?
        package var duration: Int64?
        package var packetCount: Int
        package var bitRate: Int
        package var language: String?

        // Pictures
        package var width: Int
        package var height: Int
        package var pixelAspect: MediaReader.Fraction?
        package var color: PictureColor
        package var frameRate: MediaReader.Fraction?
        /// As in the header of a QuickTime track.
        package var matrix: [Int32]?

        // Sound
        package var sampleRate: Int
        package var channels: Int
        package var framesPerPacket: Int
        package var bitsPerSample: Int
    }

    package let path: String
    package private(set) var streams: [Stream] = []
    /// FFmpeg's names of the kind of file: `mov,mp4,m4a,3gp,3g2,mj2`.
    package private(set) var kind = ""
    /// In nanoseconds, if the file says.
    package private(set) var durationNanoseconds: Int64?
    /// Where its time begins; that of a transport stream can be anywhere.
    package private(set) var startNanoseconds: Int64 = 0
    /// Names and values as FFmpeg knows them.
    package private(set) var tags: [(key: String, value: String)] = []

    let ffmpeg: ffx_functions
    private var container: UnsafeMutablePointer<AVFormatContext>?
    private var selected: Int32?

    /// Opens a file and reads enough of it to describe it.
    ///
    /// - Throws: ``FFmpegError`` `librariesMissing`, `unreadable`.
    package init(path: String) throws(FFmpegError) {
        ffmpeg = try FFmpegLibrary.functions()
        self.path = path
        try ffmpeg.open(&container, path: path)
        do throws(FFmpegError) {
            try ffmpeg.check(
                ffmpeg.avformat_find_stream_info(container, nil), .unreadable, "\(path) cannot be understood")
        } catch {
            ffmpeg.avformat_close_input(&container)
            throw error
        }
        describe()
    }

    deinit { ffmpeg.avformat_close_input(&container) }

    /// Reads only this stream's packets from now on.
    package func select(_ index: Int) {
        selected = Int32(index)
        for stream in streams.indices {
            pointer(stream).pointee.discard = stream == index ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// Goes to the last packet of a stream from which decoding can start at or before a time, or else to the first.
    package func seek(_ stream: Int, to time: Int64) {
        if ffmpeg.av_seek_frame(container, Int32(stream), time, AVSEEK_FLAG_BACKWARD) >= 0 { return }
        _ = ffmpeg.av_seek_frame(container, Int32(stream), streams[stream].start ?? 0, AVSEEK_FLAG_BACKWARD)
    }

    /// The next packet; `nil` at the end.
    ///
    /// - Throws: ``FFmpegError`` `codecFailed` when the file cannot be read any further.
    package func next() throws(FFmpegError) -> MediaPacket? {
        var packet = try MediaPacket(ffmpeg)
        var status = ffmpeg.av_read_frame(container, packet.pointer)
        // What was read to describe the file comes first, whichever stream it is of.
        while status >= 0, let selected, packet.pointer.pointee.stream_index != selected {
            packet = try MediaPacket(ffmpeg)
            status = ffmpeg.av_read_frame(container, packet.pointer)
        }
        guard status < 0 else { return packet }
        guard status == ffx_eof || container?.pointee.pb?.pointee.eof_reached == 1 else {
            throw FFmpegError(.codecFailed, "\(path) cannot be read any further", errno: ffx_errno(status))
        }
        return nil
    }

    /// Whether there is a decoder for a stream.
    package func canDecode(_ stream: Int) -> Bool {
        ffmpeg.avcodec_find_decoder(pointer(stream).pointee.codecpar.pointee.codec_id) != nil
    }

    func pointer(_ stream: Int) -> UnsafeMutablePointer<AVStream> { container!.pointee.streams[stream]! }
}

// MARK: Describing

extension MediaContainer {
    private func describe() {
        kind = String(cString: container!.pointee.iformat.pointee.name)
        durationNanoseconds = nanoseconds(container!.pointee.duration)
        startNanoseconds = nanoseconds(container!.pointee.start_time) ?? 0
        tags = entries(container!.pointee.metadata)
        streams = (0..<Int(container!.pointee.nb_streams)).map(stream)
    }

    private func nanoseconds(_ microseconds: Int64) -> Int64? {
        let (time, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
        return microseconds == ffx_nopts || overflow || !MediaReader.plausibleNanoseconds.contains(time) ? nil : time
    }

    private func stream(_ index: Int) -> Stream {
        let stream = pointer(index)
        let parameters = stream.pointee.codecpar.pointee
        let isCover = stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
        let kind: Stream.Kind =
            switch parameters.codec_type {
            case AVMEDIA_TYPE_VIDEO where !isCover: .video
            case AVMEDIA_TYPE_AUDIO: .audio
            default: .other
            }
        let rate = ffmpeg.av_guess_frame_rate(container, stream, nil)
        let matrix = ffmpeg.av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, nil).map { matrix in
            (0..<9).map { UnsafeRawPointer(matrix).loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) }
        }
        return Stream(
            index: index, id: Int(stream.pointee.id), kind: kind, codec: ffmpeg.name(ofCodec: parameters.codec_id),
            tag: parameters.codec_tag.byteSwapped,
            configuration: parameters.extradata.map {
                Array(UnsafeBufferPointer(start: $0, count: Int(parameters.extradata_size)))
            } ?? [],
            timeBase: fraction(stream.pointee.time_base) ?? .init(numerator: 1, denominator: 1000),
            start: stream.pointee.start_time == ffx_nopts ? nil : stream.pointee.start_time,
            duration: stream.pointee.duration == ffx_nopts ? nil : stream.pointee.duration,
            packetCount: Int(stream.pointee.nb_frames), bitRate: Int(parameters.bit_rate),
            language: entries(stream.pointee.metadata).first { $0.key == "language" }?.value,
            width: Int(parameters.width), height: Int(parameters.height),
            pixelAspect: fraction(parameters.sample_aspect_ratio),
            color: PictureColor(
                primaries: parameters.color_primaries, transfer: parameters.color_trc, space: parameters.color_space,
                range: parameters.color_range, format: parameters.format),
            frameRate: fraction(rate), matrix: matrix, sampleRate: Int(parameters.sample_rate),
            channels: Int(parameters.ch_layout.nb_channels), framesPerPacket: Int(parameters.frame_size),
            bitsPerSample: Int(parameters.bits_per_coded_sample))
    }

    private func fraction(_ value: AVRational) -> MediaReader.Fraction? {
        value.num > 0 && value.den > 0 ? .init(numerator: Int(value.num), denominator: Int(value.den)) : nil
    }

    private func entries(_ dictionary: OpaquePointer?) -> [(key: String, value: String)] {
        var entries: [(key: String, value: String)] = []
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = ffmpeg.av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
            entries.append((String(cString: next.pointee.key), String(cString: next.pointee.value)))
            entry = next
        }
        return entries
    }
}

/// The compressed data of a stored picture or of some sound. Owns its memory.
package final class MediaPacket: @unchecked Sendable {  // the packet is written by nobody once it is read
    private let ffmpeg: ffx_functions
    private var packet: UnsafeMutablePointer<AVPacket>?

    init(_ ffmpeg: ffx_functions) throws(FFmpegError) {
        self.ffmpeg = ffmpeg
        packet = try ffmpeg.newPacket()
    }

    deinit { ffmpeg.av_packet_free(&packet) }

    var pointer: UnsafeMutablePointer<AVPacket> { packet! }

    /// When it is shown, in units of the stream's time base.
    package var presentationTime: Int64? { packet!.pointee.pts == ffx_nopts ? decodeTime : packet!.pointee.pts }
    package var decodeTime: Int64? { packet!.pointee.dts == ffx_nopts ? nil : packet!.pointee.dts }
    /// 0 if the file does not say.
    package var duration: Int64 { packet!.pointee.duration }
    /// Whether decoding can start here.
    package var isKey: Bool { packet!.pointee.flags & AV_PKT_FLAG_KEY != 0 }
    /// Whether it is decoded, but not shown: an edit begins later.
    package var isHidden: Bool { packet!.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

    /// The data, valid inside `body`.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        defer { withExtendedLifetime(self) {} }
        return body(UnsafeRawBufferPointer(start: packet!.pointee.data, count: Int(packet!.pointee.size)))
    }
}
