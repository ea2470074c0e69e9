import Foundation
import Testing

@testable import Photos

/// What the library reads of movies as other programs write them: box by box, for what ffmpeg does not write.
struct MovieBoxTests {
    private func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
        big(parts.reduce(8) { $0 + $1.count }, 4) + Array(type.utf8) + parts.joined()
    }

    private func big(_ number: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// A header of a movie or of media, with times of 32 or 64 bits.
    private func times(_ type: String, isLong: Bool, created: Int = 0, timescale: Int, duration: Int) -> [UInt8] {
        let width = isLong ? 8 : 4
        return box(
            type, big(isLong ? 1 << 24 : 0, 4), big(created, width), big(created, width), big(timescale, 4),
            big(duration, width), big(0, 80))
    }

    private func track(
        _ id: Int, isLong: Bool = false, handler: String = "vide", width: Int = 320, height: Int = 240, timescale: Int
    ) -> [UInt8] {
        let wide = isLong ? 8 : 4
        let header =
            big(isLong ? 1 << 24 : 0, 4) + big(0, 2 * wide) + big(id, 4) + big(0, 4) + big(0, wide) + big(0, 16)
            + [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30].flatMap { big($0, 4) } + big(width << 16, 4)
            + big(height << 16, 4)
        return box(
            "trak", box("tkhd", header),
            box(
                "mdia", times("mdhd", isLong: isLong, timescale: timescale, duration: 0),
                box("hdlr", big(0, 8), Array(handler.utf8), big(0, 12))))
    }

    /// A fragment of one track.
    private func fragment(_ id: Int, _ flags: Int, _ fields: [Int], runs: [[UInt8]]) -> [UInt8] {
        box(
            "moof", box("mfhd", big(0, 8)),
            box("traf", box("tfhd", big(flags, 4), big(id, 4), fields.flatMap { big($0, 4) }), runs.flatMap { $0 }))
    }

    private func run(_ flags: Int, count: Int, _ fields: [Int] = []) -> [UInt8] {
        box("trun", big(flags, 4), big(count, 4), fields.flatMap { big($0, 4) })
    }

    @Test(arguments: [false, true])
    func timesHave32Or64Bits(isLong: Bool) throws {
        // 2026-01-01 in seconds since 1904.
        let movie = box(
            "moov", times("mvhd", isLong: isLong, created: 3_850_070_400, timescale: 600, duration: 6300),
            track(1, isLong: isLong, handler: "soun", width: 1, height: 1, timescale: 100),
            track(2, isLong: isLong, timescale: 100), track(3, isLong: isLong, width: 9, height: 9, timescale: 100))
        let header = try #require(MovieHeader(movie))
        #expect(header.duration == 10.5 && header.uprightWidth == 320 && header.uprightHeight == 240)
        #expect(header.creationDate?.timeIntervalSince1970 == 1_767_225_600)
        let fragmented = movie + fragment(2, 0, [], runs: [run(0x100, count: 2, [100, 200])])
        #expect(MovieHeader(fragmented)?.duration == 13.5)
    }

    @Test(arguments: [false, true])
    func aDurationThatTheWriterDidNotKnowIsNone(isLong: Bool) throws {
        let unknown = isLong ? -1 : 0xFFFF_FFFF
        let movie = box(
            "moov", times("mvhd", isLong: isLong, timescale: 600, duration: unknown), track(1, timescale: 50))
        let header = try #require(MovieHeader(movie))
        #expect(header.duration == 0 && header.creationDate == nil)
        #expect(MovieHeader(movie + fragment(1, 0, [], runs: [run(0x100, count: 1, [75])]))?.duration == 1.5)
    }

    @Test func theFieldsBeforeADurationAreSkipped() throws {
        let movie = box("moov", times("mvhd", isLong: false, timescale: 600, duration: 0), track(1, timescale: 100))
        // A base data offset of 8 bytes, a description index, and the default duration.
        let head = fragment(1, 0x1 | 0x2 | 0x8, [7, 8, 9, 50], runs: [run(0, count: 3)])
        #expect(MovieHeader(movie + head)?.duration == 1.5)
        #expect(MovieHeader(movie + fragment(1, 0x8, [50], runs: [run(0, count: 3)]))?.duration == 1.5)
        #expect(MovieHeader(movie + fragment(1, 0x2 | 0x8, [9, 50], runs: [run(0, count: 3)]))?.duration == 1.5)
        // A data offset and the first sample's flags; each sample's duration, size, flags and composition offset.
        let samples = run(0x1 | 0x4 | 0xF00, count: 2, [7, 8, 100, 1, 2, 3, 200, 4, 5, 6])
        #expect(MovieHeader(movie + fragment(1, 0, [], runs: [samples]))?.duration == 3)
        #expect(
            MovieHeader(movie + fragment(1, 0, [], runs: [run(0x4 | 0x300, count: 2, [7, 100, 1, 200, 4])]))?.duration
                == 3)
    }

    @Test func aTracksDefaultCountsWhereAFragmentHasNone() throws {
        let extends = box("mvex", box("trex", big(0, 4), big(1, 4), big(1, 4), big(25, 4), big(0, 8)))
        let movie = box(
            "moov", times("mvhd", isLong: false, timescale: 600, duration: 0), track(1, timescale: 100),
            track(2, handler: "soun", timescale: 10), extends)
        #expect(MovieHeader(movie + fragment(1, 0, [], runs: [run(0, count: 4), run(0, count: 4)]))?.duration == 2)
        // The longest track is the movie's length; fragments of a track that is not there count for nothing.
        let sound = fragment(2, 0, [], runs: [run(0x100, count: 1, [30])])
        let picture = fragment(1, 0, [], runs: [run(0, count: 4)])
        #expect(MovieHeader(movie + picture + sound + picture)?.duration == 3)
        #expect(MovieHeader(movie + fragment(7, 0, [], runs: [run(0x100, count: 1, [900])]))?.duration == 0)
    }

    // MARK: What the recorder wrote

    /// Metadata of keys and values; `kind` 1 is text in UTF-8.
    private func metadata(_ items: [(key: String, kind: Int, value: String)], isVersioned: Bool = false) -> [UInt8] {
        let keys = items.flatMap { box("mdta", Array($0.key.utf8)) }
        let values = items.enumerated().flatMap { index, item -> [UInt8] in
            let data = box("data", big(item.kind, 4), big(0, 4), Array(item.value.utf8))
            return big(data.count + 8, 4) + big(index + 1, 4) + data
        }
        let parts = box("hdlr", big(0, 24)) + box("keys", big(0, 4), big(items.count, 4), keys) + box("ilst", values)
        return box("meta", isVersioned ? big(0, 4) : [], parts)
    }

    @Test(arguments: [false, true])
    func recordersSayWhoTheyAre(isVersioned: Bool) throws {
        let meta = metadata(
            [
                ("com.apple.quicktime.make", 1, "Acme"), ("com.apple.quicktime.model", 1, "One"),
                ("com.apple.quicktime.software", 1, "2.0"), ("com.example.other", 1, "Other"),
            ], isVersioned: isVersioned)
        for movie in [box("moov", meta), box("moov", box("udta", meta))] {
            let details = try #require(MovieDetails(movie))
            #expect(details.cameraMaker == "Acme" && details.cameraModel == "One" && details.software == "2.0")
        }
    }

    @Test func whatIsNoTextIsNotRead() throws {
        let movie = box(
            "moov", metadata([("com.apple.quicktime.make", 21, "Acme"), ("com.apple.quicktime.model", 1, "")]))
        let details = try #require(MovieDetails(movie))
        #expect(details.cameraMaker == nil && details.cameraModel == nil)
    }

    @Test(arguments: [
        ("+48.1372+011.5756+519.000/", 48.1372, 11.5756, 519.0, 0.0), ("-33.8500+151.2100/", -33.85, 151.21, 0, -1),
        ("+90-180-012.5CRSWGS_84/", 90, -180, -12.5, 0), ("-90+180", -90, 180, 0, -1),
    ])
    func aPlaceIsRead(text: String, latitude: Double, longitude: Double, altitude: Double, accuracy: Double) throws {
        let movie = box("moov", metadata([("com.apple.quicktime.location.ISO6709", 1, text)]))
        let place = try #require(MovieDetails(movie)?.location)
        #expect(place.coordinate.latitude == latitude && place.coordinate.longitude == longitude)
        #expect(place.altitude == altitude && place.verticalAccuracy == accuracy)
    }

    @Test(arguments: [
        "", "/", "48.1+11.5/", "+48.1/", "+90.5+11/", "-90.5+11/", "+48-180.5/", "+48+180.5/", "+48+x/", "+48+11+/",
    ])
    func whatIsNoPlaceIsNone(text: String) throws {
        let movie = box("moov", metadata([("com.apple.quicktime.location.ISO6709", 1, text)]))
        #expect(try #require(MovieDetails(movie)).location == nil)
    }
}
