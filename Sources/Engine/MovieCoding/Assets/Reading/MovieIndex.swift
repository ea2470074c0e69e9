import CaptureEngine
import CoreMedia
import Foundation

/// What the index of a QuickTime or MPEG-4 file says: tracks, times and metadata, those of fragments included.
///
/// Sources: ISO/IEC 14496-12, 8.2 to 8.8; Apple, QuickTime File Format.
struct MovieIndex {
    struct Edit {
        /// In units of the movie.
        var duration: Int64
        /// Where the edit begins, in units of the track; `nil` for an empty one.
        var mediaTime: Int64?
    }

    struct Track {
        var id = 0
        var handler = ""
        var isEnabled = true
        /// As in the header: `a b u c d v tx ty w`.
        var matrix: [Int32] = []
        var size = (width: 0.0, height: 0.0)
        var volume = 1.0
        var language: String?
        var timescale: Int64 = 0
        /// In units of the track.
        var duration: Int64 = 0
        var edits: [Edit] = []
        var sampleCount = 0
        var byteCount = 0
        var shortestSample: Int64 = .max
        /// The four characters of the sample description, and the boxes in it.
        var format = ""
        var formatBoxes: [(type: String, bytes: [UInt8])] = []
        var formatCount = 0
        /// Of timed metadata.
        var metadataKeys: [BoxedMetadataKey] = []
        var metadata: [MovieMetadataItem] = []
        fileprivate var defaults = (duration: 0, size: 0)
    }

    private(set) var timescale: Int64 = 0
    /// In units of the movie; what fragments add comes from the tracks.
    private(set) var duration: Int64 = 0
    private(set) var creationDate: Date?
    private(set) var tracks: [Track] = []
    private(set) var metadata: [MovieMetadataItem] = []
    private(set) var hasFragments = false
    /// Whether a box reaches beyond the end of the file.
    private(set) var isCutOff = false
    private(set) var hasMovie = false

    /// No real movie has a larger index.
    private static let maximumSize: UInt64 = 256 << 20

    /// - Returns: `nil` if the file does not begin with a box of such a file.
    init?(path: String) {
        guard let file = FileHandle(forReadingAtPath: path), let size = try? file.seekToEnd() else { return nil }
        var offset: UInt64 = 0
        while offset + 8 <= size {
            guard (try? file.seek(toOffset: offset)) != nil, let head = try? file.read(upToCount: 16), head.count >= 8
            else { break }
            let bytes = ByteRange([UInt8](head))
            let type = bytes.text(at: 4, count: 4)
            if offset == 0, !["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot", "styp"].contains(type) {
                return nil
            }
            var (length, headSize) = (UInt64(bytes.integer(at: 0, width: 4)), UInt64(8))
            if length == 1 { (length, headSize) = (UInt64(clamping: bytes.integer(at: 8, width: 8)), 16) }
            if length == 0 { length = size - offset }
            guard length >= headSize else { break }
            let (end, overflow) = offset.addingReportingOverflow(length)
            isCutOff = overflow || end > size
            if ["moov", "moof"].contains(type), length < Self.maximumSize {
                try? file.seek(toOffset: offset + headSize)
                let content = ByteRange([UInt8]((try? file.read(upToCount: Int(length - headSize))) ?? Data()))
                if type == "moov" { readMovie(content) } else { readFragment(content) }
            }
            if isCutOff { break }
            offset = end
        }
    }

    // MARK: The movie

    private mutating func readMovie(_ movie: ByteRange) {
        hasMovie = true
        for box in movie.boxes {
            switch box.type {
            case "mvhd":
                let times = Times(box.content)
                (timescale, duration) = (times.timescale, times.duration)
                // Seconds since 1904; 0 if the writer did not say.
                if times.creation > 0 {
                    creationDate = Date(timeIntervalSince1970: Double(times.creation) - 2_082_844_800)
                }
            case "trak": tracks.append(Self.track(box.content))
            case "meta", "udta": metadata += Self.metadata(box)
            case "mvex":
                hasFragments = true
                for extends in box.content.boxes where extends.type == "trex" {
                    let id = extends.content.integer(at: 4, width: 4)
                    guard let index = tracks.firstIndex(where: { $0.id == id }) else { continue }
                    tracks[index].defaults = (
                        extends.content.integer(at: 12, width: 4), extends.content.integer(at: 16, width: 4)
                    )
                }
            default: break
            }
        }
    }

    private static func track(_ content: ByteRange) -> Track {
        var track = Track()
        for box in content.boxes {
            switch box.type {
            case "tkhd":
                let isLong = box.content.integer(at: 0, width: 1) == 1
                track.isEnabled = box.content.integer(at: 3, width: 1) & 1 == 1
                track.id = box.content.integer(at: isLong ? 20 : 12, width: 4)
                let matrix = isLong ? 52 : 40
                track.volume = Double(box.content.integer(at: matrix - 4, width: 2)) / 256
                track.matrix = (0..<9).map {
                    Int32(truncatingIfNeeded: box.content.integer(at: matrix + 4 * $0, width: 4))
                }
                track.size = (
                    Double(box.content.integer(at: matrix + 36, width: 4)) / 65_536,
                    Double(box.content.integer(at: matrix + 40, width: 4)) / 65_536
                )
            case "edts":
                for list in box.content.boxes where list.type == "elst" { track.edits = edits(list.content) }
            case "mdia": readMedia(box.content, into: &track)
            case "meta", "udta": track.metadata += metadata(box)
            default: break
            }
        }
        return track
    }

    private static func edits(_ list: ByteRange) -> [Edit] {
        let isLong = list.integer(at: 0, width: 1) == 1
        let width = isLong ? 8 : 4
        let count = min(list.integer(at: 4, width: 4), list.count / (2 * width + 4))
        return (0..<count).map { index in
            let start = 8 + index * (2 * width + 4)
            let time = list.integer(at: start + width, width: width)
            let mediaTime = isLong ? Int64(time) : Int64(Int32(truncatingIfNeeded: time))
            return Edit(
                duration: Int64(list.integer(at: start, width: width)), mediaTime: mediaTime < 0 ? nil : mediaTime)
        }
    }

    private static func readMedia(_ media: ByteRange, into track: inout Track) {
        for box in media.boxes {
            switch box.type {
            case "mdhd":
                let times = Times(box.content)
                (track.timescale, track.duration) = (times.timescale, times.duration)
                track.language = language(box.content.integer(at: times.size, width: 2))
            case "hdlr": track.handler = box.content.text(at: 8, count: 4)
            case "minf":
                for table in box.content.boxes where table.type == "stbl" { readTable(table.content, into: &track) }
            default: break
            }
        }
    }

    /// Source: ISO/IEC 14496-12, 8.4.2: three letters of five bits. QuickTime's own codes are below.
    private static func language(_ code: Int) -> String? {
        guard code >= 0x400, code != 0x7fff else { return nil }
        let letters = [10, 5, 0].map { UInt8(code >> $0 & 31) + 0x60 }
        let text = String(decoding: letters, as: UTF8.self)
        return text == "und" ? nil : text
    }

    private static func readTable(_ table: ByteRange, into track: inout Track) {
        for box in table.boxes {
            switch box.type {
            case "stsd": readDescriptions(box.content, into: &track)
            case "stts":
                track.duration = 0
                for entry in box.content.entries(width: 8) {
                    let (count, length) = (
                        box.content.integer(at: entry, width: 4), box.content.integer(at: entry + 4, width: 4)
                    )
                    track.duration &+= Int64(count) &* Int64(length)
                    // The last sample may be of any length.
                    if count > 1 || track.shortestSample == .max {
                        track.shortestSample = min(track.shortestSample, Int64(max(length, 1)))
                    }
                }
            case "stsz":
                let (size, count) = (box.content.integer(at: 4, width: 4), box.content.integer(at: 8, width: 4))
                track.sampleCount = count
                track.byteCount = size.multipliedReportingOverflow(by: count).partialValue
                if size == 0 {
                    let known = min(count, max(0, box.content.count - 12) / 4)
                    track.byteCount = (0..<known).reduce(0) { $0 + box.content.integer(at: 12 + 4 * $1, width: 4) }
                }
            default: break
            }
        }
    }

    /// Source: Apple, QuickTime File Format, "Video Sample Description": 78 bytes come before the boxes.
    private static func readDescriptions(_ content: ByteRange, into track: inout Track) {
        track.formatCount = content.integer(at: 4, width: 4)
        guard let entry = content.part(from: 8).boxes.first else { return }
        track.format = entry.type
        if entry.type == "mebx" {
            let table = entry.content.part(from: 8).boxes.first { $0.type == "keys" }
            track.metadataKeys = table.map { BoxedMetadata.keys($0.content) } ?? []
        }
        guard track.handler == "vide", entry.content.count > 78 else { return }
        track.formatBoxes = entry.content.part(from: 78).boxes.map { ($0.type, $0.content.array) }
    }

    // MARK: Fragments

    private mutating func readFragment(_ fragment: ByteRange) {
        for part in fragment.boxes where part.type == "traf" {
            var index: Int?
            var defaults = (duration: 0, size: 0)
            for box in part.content.boxes {
                if box.type == "tfhd" {
                    let flags = box.content.integer(at: 1, width: 3)
                    let id = box.content.integer(at: 4, width: 4)
                    index = tracks.firstIndex { $0.id == id }
                    defaults = index.map { tracks[$0].defaults } ?? (0, 0)
                    var offset = 8 + (flags & 0x1 != 0 ? 8 : 0) + (flags & 0x2 != 0 ? 4 : 0)
                    if flags & 0x8 != 0 {
                        defaults.duration = box.content.integer(at: offset, width: 4)
                        offset += 4
                    }
                    if flags & 0x10 != 0 { defaults.size = box.content.integer(at: offset, width: 4) }
                } else if box.type == "trun", let index {
                    read(run: box.content, defaults, into: &tracks[index])
                }
            }
        }
    }

    private func read(run: ByteRange, _ defaults: (duration: Int, size: Int), into track: inout Track) {
        let flags = run.integer(at: 1, width: 3)
        let header = 8 + (flags & 0x1 != 0 ? 4 : 0) + (flags & 0x4 != 0 ? 4 : 0)
        // Duration, size, flags and composition offset, each optional.
        let stride = [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 } * 4
        var count = run.integer(at: 4, width: 4)
        if stride > 0 { count = min(count, max(0, run.count - header) / stride) }
        guard count < 1 << 24 else { return }
        track.sampleCount += count
        guard stride > 0 else {
            track.duration &+= Int64(count) &* Int64(defaults.duration)
            track.byteCount &+= count &* defaults.size
            if count > 0, defaults.duration > 0 {
                track.shortestSample = min(track.shortestSample, Int64(defaults.duration))
            }
            return
        }
        for sample in 0..<count {
            var offset = header + sample * stride
            var (duration, size) = defaults
            if flags & 0x100 != 0 {
                duration = run.integer(at: offset, width: 4)
                offset += 4
            }
            if flags & 0x200 != 0 { size = run.integer(at: offset, width: 4) }
            track.duration &+= Int64(duration)
            track.byteCount &+= size
            if duration > 0 { track.shortestSample = min(track.shortestSample, Int64(duration)) }
        }
    }
}

// MARK: Metadata

extension MovieIndex {
    /// The items of a `meta` box, or of `udta`, which can hold one too.
    private static func metadata(_ box: ByteRange.Box) -> [MovieMetadataItem] {
        if box.type == "udta" {
            return box.content.boxes.flatMap { item -> [MovieMetadataItem] in
                if item.type == "meta" { return metadata(item) }
                return userText(item).map { [$0] } ?? []
            }
        }
        var content = box.content
        // A plain box in QuickTime; in MPEG-4, and as FFmpeg writes it, one with a version and flags.
        if !content.boxes.contains(where: { $0.type == "ilst" }) { content = content.part(from: 4) }
        let boxes = content.boxes
        guard let list = boxes.first(where: { $0.type == "ilst" }) else { return [] }
        let keys = boxes.first { $0.type == "keys" }?.content.part(from: 8).boxes ?? []
        return list.content.boxes.compactMap { item in
            guard let data = item.content.boxes.first(where: { $0.type == "data" }), let value = value(data.content)
            else { return nil }
            guard !keys.isEmpty else { return MovieMetadataItem(item.type, value, keySpace: "itsk") }
            // An item is identified by the number of its key, in the place of a box's type.
            guard keys.indices.contains(item.number - 1) else { return nil }
            let key = keys[item.number - 1]
            return MovieMetadataItem(
                String(decoding: key.content.array, as: UTF8.self), value, keySpace: key.type)
        }
    }

    /// Source: Apple, QuickTime File Format, "User Data Text Strings": a length and a language come before each text.
    private static func userText(_ item: ByteRange.Box) -> MovieMetadataItem? {
        guard item.type.hasPrefix("©"), item.content.count > 4 else { return nil }
        let length = item.content.integer(at: 0, width: 2)
        guard length > 0, length <= item.content.count - 4 else { return nil }
        let text = String(decoding: item.content.part(from: 4).array.prefix(length), as: UTF8.self)
        return MovieMetadataItem(item.type, .text(text), keySpace: "udta")
    }

    /// Source: Apple, QuickTime File Format, "Well-known types".
    private static func value(_ data: ByteRange) -> MovieMetadataItem.Value? {
        guard data.count >= 8 else { return nil }
        let content = data.part(from: 8)
        let bytes = content.array
        switch data.integer(at: 0, width: 4) {
        case 1: return .text(String(decoding: bytes, as: UTF8.self))
        case 2:
            let words = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
                UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
            }
            return .text(String(decoding: words, as: UTF16.self))
        case 21 where (1...8).contains(bytes.count):
            let shift = 64 - 8 * bytes.count
            return .integer((Int64(content.integer(at: 0, width: bytes.count)) << shift) >> shift)
        case 22 where (1...7).contains(bytes.count): return .integer(Int64(content.integer(at: 0, width: bytes.count)))
        case 23 where bytes.count == 4:
            return .real(Double(Float(bitPattern: UInt32(content.integer(at: 0, width: 4)))))
        case 24 where bytes.count == 8:
            return .real(Double(bitPattern: UInt64(bitPattern: Int64(content.integer(at: 0, width: 8)))))
        default: return .data(Data(bytes))
        }
    }
}

/// The fields that `mvhd` and `mdhd` begin with.
private struct Times {
    var creation = 0
    var timescale: Int64 = 0
    var duration: Int64 = 0
    /// Of these fields.
    var size = 0

    init(_ content: ByteRange) {
        let width = content.integer(at: 0, width: 1) == 1 ? 8 : 4
        creation = content.integer(at: 4, width: width)
        timescale = Int64(content.integer(at: 4 + 2 * width, width: 4))
        duration = Int64(content.integer(at: 8 + 2 * width, width: width))
        size = 8 + 3 * width
        // All ones mean "unknown".
        if duration < 0 || width == 4 && duration == 0xffff_ffff { duration = 0 }
    }
}
