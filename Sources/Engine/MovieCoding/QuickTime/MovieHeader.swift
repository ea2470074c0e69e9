import CaptureEngine
import Foundation
import PixelCoding

/// The `moov` box: the index of a finished movie, or the announcement of its fragments.
///
/// Source: Apple, QuickTime File Format, "Movie Atoms"; ISO/IEC 14496-12, 8.8.1 (mvex).
struct MovieHeader {
    /// One track and, in a finished movie, its samples.
    struct Track {
        var description: MovieTrackDescription
        var table: TrackTable
        /// When the first played sample begins, in movie time and the track's timescale.
        var start: Int64 = 0
        /// How long the track plays from `start` on, in its timescale.
        var duration: Int64 = 0
        /// The media time of the first played sample: after the priming.
        var mediaStart: Int64

        init(_ description: MovieTrackDescription) {
            self.description = description
            table = TrackTable(frameBytes: description.frameBytes)
            mediaStart = description.priming
        }
    }

    /// The same as the video tracks', so that their edits are exact.
    static let usualTimescale: Int32 = 90_000

    var kind = MovieFileKind.quickTime
    /// Units per second of movie time.
    var timescale = Self.usualTimescale
    var tracks: [Track]
    var created: Date
    var metadata: [MovieMetadataItem]

    /// - Parameter isFragmented: whether the samples follow in fragments; the tables are empty then.
    func bytes(isFragmented: Bool) -> [UInt8] {
        var writer = BoxWriter()
        writer.box("moov") {
            writeMovie(to: &$0)
            for (index, track) in tracks.enumerated() {
                $0.box("trak") { write(track, id: UInt32(index + 1), isFragmented: isFragmented, to: &$0) }
            }
            if isFragmented { writeExtension(to: &$0) }
            writeMetadata(metadata, to: &$0)
        }
        return writer.bytes
    }

    /// Seconds since 1904-01-01, like all dates in the file.
    private var date: Int64 { Int64(created.timeIntervalSince1970) + 2_082_844_800 }

    private static let identity: [Int32] = [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30]

    private func movieTime(_ time: Int64, of track: Track) -> Int64 {
        let (high, low) = time.multipliedFullWidth(by: Int64(timescale))
        return Int64(track.description.timescale).dividingFullWidth((high, low)).quotient
    }

    /// Where a track ends, in movie time.
    private func end(of track: Track) -> Int64 {
        movieTime(track.start, of: track) + movieTime(track.duration, of: track)
    }

    /// Boxes hold times in 32 bits unless the movie is longer than 13 hours.
    private static func version(for duration: Int64) -> UInt8 { duration > Int64(UInt32.max) ? 1 : 0 }

    private func writeMovie(to writer: inout BoxWriter) {
        let duration = tracks.map(end(of:)).max() ?? 0
        let version = Self.version(for: duration)
        writer.fullBox("mvhd", version: version) {
            $0.write(time: date, version: version)
            $0.write(time: date, version: version)
            $0.write(timescale)
            $0.write(time: duration, version: version)
            $0.write(UInt32(1 << 16))  // normal rate
            $0.write(UInt16(1 << 8))  // full volume
            $0.writeZeros(10)
            for value in Self.identity { $0.write(value) }
            $0.writeZeros(24)
            $0.write(UInt32(tracks.count + 1))
        }
    }

    private func write(_ track: Track, id: UInt32, isFragmented: Bool, to writer: inout BoxWriter) {
        let version = Self.version(for: end(of: track))
        let size = track.description.size
        // Enabled, and used in the movie, its preview and its poster.
        writer.fullBox("tkhd", version: version, flags: track.description.traits.isEnabled ? 0xf : 0xe) {
            $0.write(time: date, version: version)
            $0.write(time: date, version: version)
            $0.write(id)
            $0.write(UInt32(0))
            $0.write(time: end(of: track), version: version)
            $0.writeZeros(12)
            $0.write(UInt16(track.description.isAudio ? (track.description.traits.volume * 256).rounded() : 0))
            $0.write(UInt16(0))
            for value in track.description.matrix { $0.write(value) }
            $0.write(UInt32(size.width << 16))
            $0.write(UInt32(size.height << 16))
        }
        if case .metadata(let describedTrack?) = track.description.media {
            writer.box("tref") { $0.box("cdsc") { $0.write(UInt32(describedTrack + 1)) } }
        }
        writeEdits(of: track, isFragmented: isFragmented, to: &writer)
        writer.box("mdia") { writeMedia(of: track, to: &$0) }
        writeMetadata(track.description.traits.metadata, to: &writer)
    }

    /// Says which part of the media is played when. In a fragmented movie the length is unknown, and the fragments say
    /// where a track starts.
    private func writeEdits(of track: Track, isFragmented: Bool, to writer: inout BoxWriter) {
        if isFragmented, track.mediaStart == 0 { return }
        let start = isFragmented ? 0 : movieTime(track.start, of: track)
        let duration = isFragmented ? 0 : movieTime(track.duration, of: track)
        let version = Self.version(for: max(start, duration))
        func writeEdit(_ duration: Int64, _ mediaTime: Int64, to writer: inout BoxWriter) {
            writer.write(time: duration, version: version)
            if version == 0 { writer.write(Int32(mediaTime)) } else { writer.write(UInt64(bitPattern: mediaTime)) }
            writer.write(UInt32(1 << 16))
        }
        writer.box("edts") {
            $0.fullBox("elst", version: version) {
                $0.write(count: start > 0 ? 2 : 1)
                if start > 0 { writeEdit(start, -1, to: &$0) }
                writeEdit(duration, track.mediaStart, to: &$0)
            }
        }
    }

    private func writeMedia(of track: Track, to writer: inout BoxWriter) {
        let duration = track.table.duration
        let version = Self.version(for: duration)
        writer.fullBox("mdhd", version: version) {
            $0.write(time: date, version: version)
            $0.write(time: date, version: version)
            $0.write(track.description.timescale)
            $0.write(time: duration, version: version)
            $0.write(Self.languageCode(track.description.traits.language))
            $0.write(UInt16(0))
        }
        writeHandler(kind.isQuickTime ? "mhlr" : nil, track.description.handler, to: &writer)
        writer.box("minf") {
            writeMediaHeader(of: track, to: &$0)
            if kind.isQuickTime { writeHandler("dhlr", "alis", to: &$0) }
            $0.box("dinf") {
                $0.fullBox("dref") {
                    $0.write(UInt32(1))
                    // The data is in this file.
                    $0.fullBox(kind.isQuickTime ? "alis" : "url ", flags: 1) { _ in }
                }
            }
            $0.box("stbl") {
                $0.fullBox("stsd") {
                    $0.write(UInt32(1))
                    $0.write(contentsOf: track.description.sampleDescription)
                }
                track.table.write(to: &$0, isVideo: track.description.isVideo)
            }
        }
    }

    private func writeMediaHeader(of track: Track, to writer: inout BoxWriter) {
        func writeGraphicsMode(to writer: inout BoxWriter) {
            // QuickTime: dither copy, with the gray that goes with it.
            writer.write(UInt16(kind.isQuickTime ? 0x40 : 0))
            for _ in 0..<3 { writer.write(UInt16(kind.isQuickTime ? 0x8000 : 0)) }
        }
        switch track.description.media {
        case .video: writer.fullBox("vmhd", flags: 1) { writeGraphicsMode(to: &$0) }
        case .audio: writer.fullBox("smhd") { $0.write(UInt32(0)) }
        case .metadata:
            writer.box("gmhd") {
                $0.fullBox("gmin") {
                    writeGraphicsMode(to: &$0)
                    $0.write(UInt32(0))  // balance, reserved
                }
            }
        }
    }

    /// - Parameter type: QuickTime's; `nil` for none.
    private func writeHandler(_ type: String?, _ subtype: String, to writer: inout BoxWriter) {
        writer.fullBox("hdlr") {
            if let type { $0.write(type) } else { $0.writeZeros(4) }
            $0.write(subtype)
            $0.writeZeros(13)
        }
    }

    /// Announces fragments, with defaults for every value that a fragment may leave out.
    private func writeExtension(to writer: inout BoxWriter) {
        writer.box("mvex") {
            for index in tracks.indices {
                $0.fullBox("trex") {
                    $0.write(UInt32(index + 1))
                    $0.write(UInt32(1))
                    $0.writeZeros(12)
                }
            }
        }
    }

    /// Five bits for each letter.
    ///
    /// Source: ISO/IEC 14496-12, 8.4.2 (mdhd).
    private static func languageCode(_ language: String?) -> UInt16 {
        let letters = (language ?? "und").utf8
        let isCode = letters.count == 3 && letters.allSatisfy { (0x61...0x7a).contains($0) }
        return (isCode ? Array(letters) : Array("und".utf8)).reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
    }

    /// In QuickTime's own form, `meta` is a plain atom; in MPEG-4, a full box among the user data.
    ///
    /// Source: Apple, QuickTime File Format, "Metadata".
    private func writeMetadata(_ metadata: [MovieMetadataItem], to writer: inout BoxWriter) {
        guard !metadata.isEmpty else { return }
        if kind.isQuickTime {
            writer.box("meta") { writeItems(metadata, to: &$0) }
        } else {
            writer.box("udta") { $0.fullBox("meta") { writeItems(metadata, to: &$0) } }
        }
    }

    private func writeItems(_ metadata: [MovieMetadataItem], to writer: inout BoxWriter) {
        writer.fullBox("hdlr") {
            $0.writeZeros(4)
            $0.write("mdta")
            $0.writeZeros(13)
        }
        writer.fullBox("keys") {
            $0.write(count: metadata.count)
            for item in metadata { $0.box(item.keySpace) { $0.write(contentsOf: item.keyBytes) } }
        }
        writer.box("ilst") {
            for (index, item) in metadata.enumerated() {
                $0.box(UInt32(index + 1)) {
                    $0.box("data") {
                        $0.write(item.typeCode)
                        $0.write(UInt32(0))  // any country and language
                        $0.write(contentsOf: item.valueBytes)
                    }
                }
            }
        }
    }
}
