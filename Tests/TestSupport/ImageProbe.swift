import Foundation

/// Examines picture files with independent tools.
///
/// JPEG files are written with libjpeg-turbo, so they are read back with FFmpeg's own decoder, and their metadata with
/// exiftool.
package enum ImageProbe {
    /// Decodes a picture file with ffmpeg to the planes that are coded in it: no conversion, no rotation.
    ///
    /// - Throws: `Tool.Failure` when ffmpeg refuses the file or complains about it.
    package static func decode(_ file: URL) throws -> DecodedPicture {
        let arguments = ["-v", "warning", "-noautorotate", "-i", file.path, "-frames:v", "1"]
        let output = try Tool.run("ffmpeg", arguments + ["-strict", "-1", "-f", "yuv4mpegpipe", "-"])
        // FFmpeg 5.1 misses the end marker of small and gray pictures that have one.
        let hasEnd = try Data(contentsOf: file).suffix(2) == Data([0xFF, 0xD9])
        let harmless = ["deprecated pixel format"] + (hasEnd ? ["EOI missing"] : [])
        let complaints = output.standardError.split(separator: "\n").filter { line in
            !harmless.contains { line.contains($0) }
        }
        guard output.status == 0, complaints.isEmpty else {
            throw Tool.Failure(description: "ffmpeg on \(file.path): \(output.standardError)")
        }
        return try picture(fromY4M: output.standardOutput)
    }

    /// Decodes a picture in memory, as ``decode(_:)-(URL)`` does.
    package static func decode(_ data: Data) throws -> DecodedPicture {
        let folder = try TemporaryFolder()
        return try withExtendedLifetime(folder) { try decode(folder.file("picture.jpg", contents: data)) }
    }

    /// What exiftool reads: numbers unformatted, keys as `Group:Tag` (`ExifIFD:ExposureTime`).
    package static func metadata(of file: URL) throws -> [String: Any] {
        guard let first = try metadata(of: [file]).first else {
            throw Tool.Failure(description: "exiftool says nothing of \(file.path)")
        }
        return first
    }

    /// The same of many files, in their order: starting exiftool takes longer than its work.
    package static func metadata(of files: [URL]) throws -> [[String: Any]] {
        if files.isEmpty { return [] }
        let json = try Tool.output("exiftool", ["-j", "-n", "-G1", "-a"] + files.map(\.path))
        return try JSONSerialization.jsonObject(with: json) as? [[String: Any]] ?? []
    }

    /// exiftool's verdict on a file's structure: "OK", or its warnings and errors.
    package static func validation(of file: URL) throws -> String {
        let output = try Tool.run("exiftool", ["-validate", "-warning", "-error", "-a", "-s3", file.path])
        return output.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Reads the first frame of a YUV4MPEG2 stream of 8-bit samples.
    static func picture(fromY4M stream: Data) throws -> DecodedPicture {
        guard let headerEnd = stream.firstIndex(of: 10),
            let frameEnd = stream[(headerEnd + 1)...].firstIndex(of: 10)
        else { throw Tool.Failure(description: "not a YUV4MPEG2 stream") }
        let fields = String(decoding: stream[..<headerEnd], as: UTF8.self).split(separator: " ")
        func field(_ letter: Character) -> String {
            fields.first { $0.first == letter }.map { "\($0.dropFirst())" } ?? ""
        }
        guard let width = Int(field("W")), let height = Int(field("H")) else {
            throw Tool.Failure(description: "a YUV4MPEG2 stream without a size")
        }
        var rest = stream[(frameEnd + 1)...]
        func component(_ width: Int, _ height: Int) throws -> DecodedPicture.Component {
            guard rest.count >= width * height else { throw Tool.Failure(description: "a YUV4MPEG2 frame is short") }
            defer { rest = rest.dropFirst(width * height) }
            return .init(width: width, height: height, samples: Array(rest.prefix(width * height)))
        }
        let luma = try component(width, height)
        guard let (horizontal, vertical) = try subsampling(field("C")) else { return DecodedPicture(luma: luma) }
        let chroma = ((width + horizontal - 1) / horizontal, (height + vertical - 1) / vertical)
        let cb = try component(chroma.0, chroma.1)
        return DecodedPicture(luma: luma, cb: cb, cr: try component(chroma.0, chroma.1))
    }

    /// How many luma samples a chroma sample covers, or `nil` for gray.
    private static func subsampling(_ name: String) throws -> (horizontal: Int, vertical: Int)? {
        switch name {
        case "mono": nil
        case "", "420jpeg", "420mpeg2", "420paldv", "420": (2, 2)
        case "422": (2, 1)
        case "444": (1, 1)
        default: throw Tool.Failure(description: "YUV4MPEG2 color space \(name)")
        }
    }
}
