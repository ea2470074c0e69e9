import Foundation
import PhotoCoding

/// Size, duration and date of a QuickTime or MPEG-4 movie, even if it was cut off during recording.
///
/// Source: ISO/IEC 14496-12, 8.2 (movie), 8.3 and 8.4 (tracks), 8.8 (fragments); Apple, QuickTime File Format.
struct MovieHeader {
    /// The width of the first video track when upright; 0 if there is none.
    private(set) var uprightWidth = 0
    private(set) var uprightHeight = 0
    /// In seconds.
    private(set) var duration = 0.0
    private(set) var creationDate: Date?
    /// Whether it has pictures or sound that come in pieces.
    private(set) var hasFragments = false

    /// What is needed to add up a track's fragments.
    private struct Track {
        var timescale = 0
        var defaultDuration = 0
        /// The sum of the durations in the fragments, in the track's timescale.
        var fragments = 0
    }

    private var tracks: [Int: Track] = [:]

    /// - Returns: `nil` if there is no movie box, in which case no player can open the file.
    init?(_ source: some ByteSource) {
        var hasMovie = false
        for box in Box.children(of: source, in: 0..<source.count) {
            switch box.type {
            case "moov":
                hasMovie = true
                readMovie(box, source)
            case "moof":
                hasFragments = true
                readFragment(box, source)
            default: break
            }
        }
        guard hasMovie else { return nil }
        duration += tracks.values.map { $0.timescale > 0 ? Double($0.fragments) / Double($0.timescale) : 0 }.max() ?? 0
    }

    private mutating func readMovie(_ movie: Box, _ source: some ByteSource) {
        for box in Box.children(of: source, in: movie.content) {
            switch box.type {
            case "mvhd":
                let times = Times(box, source)
                if times.timescale > 0 { duration = Double(times.duration) / Double(times.timescale) }
                // Seconds since 1904; 0 if the writer did not say.
                if times.creation > 0 {
                    creationDate = Date(timeIntervalSince1970: Double(times.creation) - 2_082_844_800)
                }
            case "trak": readTrack(box, source)
            case "mvex":
                for extends in Box.children(of: source, in: box.content) where extends.type == "trex" {
                    guard let id = source.integer(at: extends.content.lowerBound + 4, width: 4) else { continue }
                    tracks[id, default: Track()].defaultDuration =
                        source.integer(at: extends.content.lowerBound + 12, width: 4) ?? 0
                }
            default: break
            }
        }
    }

    private mutating func readTrack(_ track: Box, _ source: some ByteSource) {
        var size = (width: 0, height: 0)
        for box in Box.children(of: source, in: track.content) {
            switch box.type {
            case "tkhd":
                let isLong = source.integer(at: box.content.lowerBound, width: 1) == 1
                let id = source.integer(at: box.content.lowerBound + (isLong ? 20 : 12), width: 4) ?? 0
                tracks[id, default: Track()].timescale = Self.timescale(of: track, source)
                size = Self.size(inTrackHeader: box, source)
            case "mdia" where Self.isVideo(box, source) && uprightWidth == 0:
                (uprightWidth, uprightHeight) = size
            default: break
            }
        }
    }

    private mutating func readFragment(_ fragment: Box, _ source: some ByteSource) {
        for part in Box.children(of: source, in: fragment.content) where part.type == "traf" {
            var id = 0
            var defaultDuration = 0
            for box in Box.children(of: source, in: part.content) {
                let start = box.content.lowerBound
                if box.type == "tfhd" {
                    let flags = source.integer(at: start + 1, width: 3) ?? 0
                    id = source.integer(at: start + 4, width: 4) ?? 0
                    // The base data offset and the description index come before the duration.
                    let skipped = (flags & 0x1 != 0 ? 8 : 0) + (flags & 0x2 != 0 ? 4 : 0)
                    defaultDuration =
                        flags & 0x8 != 0
                        ? source.integer(at: start + 8 + skipped, width: 4) ?? 0 : tracks[id]?.defaultDuration ?? 0
                } else if box.type == "trun" {
                    tracks[id]?.fragments &+= Self.duration(ofRun: box, source, defaultDuration: defaultDuration)
                }
            }
        }
    }

    private static func duration(ofRun run: Box, _ source: some ByteSource, defaultDuration: Int) -> Int {
        let start = run.content.lowerBound
        guard let flags = source.integer(at: start + 1, width: 3), let count = source.integer(at: start + 4, width: 4)
        else { return 0 }
        guard flags & 0x100 != 0 else { return count &* defaultDuration }
        let header = 8 + (flags & 0x1 != 0 ? 4 : 0) + (flags & 0x4 != 0 ? 4 : 0)
        // Duration, size, flags and composition offset, each optional.
        let stride = [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 } * 4
        let table = source.bytes(at: start + header, count: Swift.min(count * stride, run.content.count - header))
        return Swift.stride(from: 0, to: table.count - 3, by: stride).reduce(0) { $0 + table[$1..<$1 + 4].bigEndian }
    }

    /// The size in a `tkhd` box, with swapped sides if its matrix rotates the picture by a quarter turn.
    private static func size(inTrackHeader header: Box, _ source: some ByteSource) -> (width: Int, height: Int) {
        let isLong = source.integer(at: header.content.lowerBound, width: 1) == 1
        let matrix = header.content.lowerBound + (isLong ? 52 : 40)
        // 16.16 fixed point; the matrix is a b u, c d v, x y w.
        let width = (source.integer(at: matrix + 36, width: 4) ?? 0) >> 16
        let height = (source.integer(at: matrix + 40, width: 4) ?? 0) >> 16
        let isTurned = source.integer(at: matrix, width: 4) == 0 && source.integer(at: matrix + 4, width: 4) != 0
        return isTurned ? (height, width) : (width, height)
    }

    private static func isVideo(_ media: Box, _ source: some ByteSource) -> Bool {
        Box.children(of: source, in: media.content).contains {
            $0.type == "hdlr" && source.bytes(at: $0.content.lowerBound + 8, count: 4) == Array("vide".utf8)
        }
    }

    private static func timescale(of track: Box, _ source: some ByteSource) -> Int {
        for media in Box.children(of: source, in: track.content) where media.type == "mdia" {
            for box in Box.children(of: source, in: media.content) where box.type == "mdhd" {
                return Times(box, source).timescale
            }
        }
        return 0
    }
}

/// The fields that `mvhd` and `mdhd` begin with.
private struct Times {
    var creation = 0
    var timescale = 0
    var duration = 0

    init(_ box: Box, _ source: some ByteSource) {
        let start = box.content.lowerBound
        let width = source.integer(at: start, width: 1) == 1 ? 8 : 4
        creation = source.integer(at: start + 4, width: width) ?? 0
        timescale = source.integer(at: start + 4 + 2 * width, width: 4) ?? 0
        duration = source.integer(at: start + 8 + 2 * width, width: width) ?? 0
        // All ones mean "unknown".
        if duration == -1 || duration == 0xFFFF_FFFF || duration < 0 { duration = 0 }
    }
}
