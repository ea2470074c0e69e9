import Foundation
import Photos
import TestSupport
import Testing

/// What the library reads from the first bytes of a file, checked with files made by other programs.
struct MediaFileTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    @Test func aPhotoOnItsSideHasTheSizeThatIsShown() throws {
        let file = try fixture.jpeg()
        try Tool.output("exiftool", ["-overwrite_original", "-n", "-Orientation=6", file.path])
        let asset = try #require(try fixture.save(try Data(contentsOf: file)))
        #expect(asset.pixelWidth == 240 && asset.pixelHeight == 320)
    }

    @Test func aPhotoIsAsOldAsItsExifDate() throws {
        let file = try fixture.jpeg()
        try Tool.output(
            "exiftool",
            [
                "-overwrite_original", "-DateTimeOriginal=2024:02:29 12:30:15", "-OffsetTimeOriginal=+02:00",
                "-SubSecTimeOriginal=25", file.path,
            ])
        let asset = try #require(try fixture.save(try Data(contentsOf: file)))
        // 2024-02-29 10:30:15.25 UTC.
        #expect(asset.creationDate?.timeIntervalSince1970 == 1_709_202_615.25)
    }

    @Test(arguments: ["+9223372036854775807:00", "-24:00", "+01:9223372036854775807"])
    func aTimeZoneThatDoesNotExistIsIgnored(offset: String) throws {
        let (plain, odd) = (try fixture.jpeg("plain.jpg"), try fixture.jpeg("odd.jpg"))
        let date = ["-overwrite_original", "-DateTimeOriginal=2024:02:29 12:30:15"]
        try Tool.output("exiftool", date + [plain.path])
        try Tool.output("exiftool", date + ["-n", "-OffsetTimeOriginal=\(offset)", odd.path])
        let expected = try #require(try fixture.save(try Data(contentsOf: plain))).creationDate
        #expect(try fixture.save(try Data(contentsOf: odd))?.creationDate == expected)
    }

    @Test func aTurnedMovieHasTheSizeThatIsShown() throws {
        let upright = try fixture.movie()
        let turned = fixture.folder.file("turned.mov")
        try Tool.output(
            "ffmpeg",
            ["-v", "error", "-i", upright.path, "-c", "copy", "-metadata:s:v", "rotate=90", "-y", turned.path])
        let asset = try #require(try fixture.saving { $0.addResource(with: .video, fileURL: turned, options: nil) })
        #expect(asset.pixelWidth == 240 && asset.pixelHeight == 320)
    }

    @Test func aMovieIsAsOldAsItsHeaderSays() throws {
        let movie = try fixture.movie(options: ["-metadata", "creation_time=2024-02-29T10:30:15Z"])
        let asset = try #require(try fixture.saving { $0.addResource(with: .video, fileURL: movie, options: nil) })
        #expect(asset.creationDate?.timeIntervalSince1970 == 1_709_202_615)
    }

    @Test func aMovieWasTakenWhereItSays() throws {
        let keys = [
            "com.apple.quicktime.location.ISO6709=-33.8568+151.2153+004.500/",
            "com.apple.quicktime.location.accuracy.horizontal=12.5",
        ]
        let movie = try fixture.movie(
            options: ["-movflags", "use_metadata_tags"] + keys.flatMap { ["-metadata", $0] })
        let asset = try #require(try fixture.saving { $0.addResource(with: .video, fileURL: movie, options: nil) })
        let place = try #require(asset.location)
        #expect(place.coordinate.latitude == -33.8568 && place.coordinate.longitude == 151.2153)
        #expect(place.altitude == 4.5 && place.horizontalAccuracy == 12.5)
        let other = try fixture.movie("other.mov")
        let nowhere = try fixture.saving { $0.addResource(with: .video, fileURL: other, options: nil) }
        #expect(try #require(nowhere).location == nil)
    }

    @Test(arguments: ["frag_keyframe+empty_moov", "frag_keyframe+empty_moov+omit_tfhd_offset", "frag_keyframe"])
    func theDurationOfAFragmentedMovieIsTheSumOfItsFragments(flags: String) throws {
        let movie = try fixture.movie(options: ["-movflags", flags])
        let asset = try #require(try fixture.saving { $0.addResource(with: .video, fileURL: movie, options: nil) })
        #expect(abs(asset.duration - 1) < 1.0 / 30)
    }

    @Test func aDamagedFileIsRefusedAndNeverStopsTheProgram() throws {
        let files = [try Data(contentsOf: fixture.jpeg()), try Data(contentsOf: fixture.movie())]
        var generator = SeededRandomness()
        for (file, type) in zip(files, [PHAssetResourceType.photo, .video]) {
            for length in stride(from: 0, to: min(file.count, 700), by: 7) {
                var damaged = file
                for _ in 0..<20 { damaged[Int.random(in: 12..<min(file.count, 2000), using: &generator)] = .max }
                damaged = damaged.prefix(file.count - length)
                // Whether it is accepted depends on what was damaged; the process must survive either way.
                _ = try? fixture.save(damaged, type: type)
                _ = try? fixture.save(file.prefix(length), type: type)
            }
        }
        #expect(fixture.leftovers.isEmpty)
        #expect(try fixture.reopened().assets().count == fixture.filenames.count)
    }
}
