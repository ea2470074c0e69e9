import Foundation

/// Looks at movie files with ffprobe and ffmpeg.
///
/// ```swift
/// let movie = try MovieProbe(url)
/// #expect(movie.complaints == "")
/// #expect(movie.video?.codec_name == "h264")
/// let times = movie.packets(.video).map(\.pts)
/// ```
package struct MovieProbe {
    /// Which stream a question is about.
    package enum Kind {
        case video
        case audio
    }

    /// A stream as described by ffprobe, with ffprobe's names; what does not apply is `nil`.
    package struct Stream: Decodable {
        fileprivate var index: Int
        package var codec_type: String
        package var codec_name: String?
        package var codec_tag_string: String
        package var profile: String?
        package var level: Int?
        package var width: Int?
        package var height: Int?
        package var pix_fmt: String?
        package var color_range: String?
        package var color_space: String?
        package var color_transfer: String?
        package var color_primaries: String?
        package var r_frame_rate: String?
        package var avg_frame_rate: String?
        package var sample_rate: String?
        package var channels: Int?
        package var time_base: String
        package var start_pts: Int?
        /// Seconds, as text.
        package var start_time: String?
        package var duration: String?
        package var duration_ts: Int?
        package var nb_frames: String?
        package var bit_rate: String?
        package var side_data_list: [SideData]?

        package struct SideData: Decodable {
            package var side_data_type: String
            /// Degrees, counter-clockwise as ffprobe counts.
            package var rotation: Int?
        }

        /// Clockwise degrees by which a player turns the picture: 0, 90, 180, 270.
        package var clockwiseRotation: Int {
            let counted = side_data_list?.compactMap(\.rotation).first ?? 0
            return ((-counted % 360) + 360) % 360
        }

        /// When the stream begins and how long it is, in seconds; 0 when ffprobe does not know.
        package var startSeconds: Double { start_time.flatMap(Double.init) ?? 0 }
        package var durationSeconds: Double { duration.flatMap(Double.init) ?? 0 }
    }

    package struct Container: Decodable {
        package var format_name: String
        package var duration: String?
        package var start_time: String?
        package var tags: [String: String]?

        package var durationSeconds: Double { duration.flatMap(Double.init) ?? 0 }
    }

    package struct Packet: Decodable {
        /// In units of the stream's `time_base`.
        fileprivate var stream_index: Int
        package var pts: Int?
        package var pts_time: String?
        package var duration: Int?
        package var size: String
        package var flags: String

        package var isKey: Bool { flags.hasPrefix("K") }
        package var seconds: Double { pts_time.flatMap(Double.init) ?? .nan }
    }

    package let url: URL
    package let streams: [Stream]
    package let format: Container
    private let packets: [Packet]
    /// What ffprobe said on standard error; empty for a sound file.
    package let complaints: String

    package var video: Stream? { streams.first { $0.codec_type == "video" } }
    package var audio: Stream? { streams.first { $0.codec_type == "audio" } }

    /// - Throws: `Tool.Failure` when ffprobe cannot open the file.
    package init(_ url: URL) throws {
        struct Report: Decodable {
            var streams: [Stream]
            var format: Container
            var packets: [Packet]
        }
        // All at once: to start ffprobe takes longer than its work.
        let output = try Tool.run(
            "ffprobe",
            ["-v", "warning", "-of", "json", "-show_streams", "-show_format", "-show_packets", url.path])
        guard output.status == 0 else {
            throw Tool.Failure(description: "ffprobe cannot open \(url.path): \(output.standardError)")
        }
        let report = try JSONDecoder().decode(Report.self, from: output.standardOutput)
        self.url = url
        streams = report.streams
        format = report.format
        packets = report.packets
        complaints = output.standardError
    }

    /// The packets of a stream, in the order of the file, with edit lists applied.
    package func packets(_ kind: Kind) -> [Packet] {
        guard let stream = kind == .video ? video : audio else { return [] }
        return packets.filter { $0.stream_index == stream.index }
    }

    /// Decodes everything.
    ///
    /// - Returns: ffmpeg's complaints; empty if the file is sound.
    package func decodingComplaints() throws -> String {
        let output = try Tool.run("ffmpeg", ["-v", "warning", "-i", url.path, "-f", "null", "-"])
        return output.status == 0 ? output.standardError : "status \(output.status): \(output.standardError)"
    }

    /// Every frame of the video, decoded and one after the other, neither turned nor repeated.
    ///
    /// - Parameter pixelFormat: ffmpeg's name: `nv12`, `yuv420p`. A conversion keeps the numbers only between layouts
    ///   of the same range and matrix.
    package func frames(pixelFormat: String) throws -> Data {
        try Tool.output(
            "ffmpeg",
            [
                "-v", "error", "-noautorotate", "-i", url.path, "-map", "v:0", "-vsync", "passthrough", "-f",
                "rawvideo", "-pix_fmt", pixelFormat, "-",
            ])
    }

    /// The sound, decoded: interleaved 16-bit samples of what a player would play.
    package func samples() throws -> [Int16] {
        let data = try Tool.output("ffmpeg", ["-v", "error", "-i", url.path, "-map", "a:0", "-f", "s16le", "-"])
        return data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }

    /// exiftool's reading: `Group:Tag` (`Keys:Make`) to value.
    package func metadata() throws -> [String: String] {
        let json = try Tool.output("exiftool", ["-j", "-G1", "-api", "largefilesupport=1", url.path])
        let list = try JSONSerialization.jsonObject(with: json) as? [[String: Any]]
        return (list?.first ?? [:]).mapValues { "\($0)" }
    }

    /// The types of the file's outermost boxes, in their order: `["ftyp", "mdat", "moov"]`.
    ///
    /// - Throws: `Tool.Failure` when a box reaches beyond the end of the file.
    package static func boxes(_ url: URL) throws -> [String] {
        let data = try Data(contentsOf: url, options: .mappedIfSafe)
        var boxes: [String] = []
        var offset = 0
        func number(at offset: Int, bytes: Int) -> Int {
            data[offset..<(offset + bytes)].reduce(0) { $0 << 8 | Int($1) }
        }
        while offset + 8 <= data.count {
            var length = number(at: offset, bytes: 4)
            if length == 1, offset + 16 <= data.count { length = number(at: offset + 8, bytes: 8) }
            let type = String(decoding: data[(offset + 4)..<(offset + 8)], as: UTF8.self)
            guard length >= 8, offset + length <= data.count else {
                throw Tool.Failure(description: "the box \(type) at \(offset) of \(url.path) is torn")
            }
            boxes.append(type)
            offset += length
        }
        guard offset == data.count else { throw Tool.Failure(description: "\(url.path) ends in half a box") }
        return boxes
    }
}
