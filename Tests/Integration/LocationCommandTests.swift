import Foundation
import Photos
import TestSupport
import Testing

/// `--location`: what the files say of the place, judged by exiftool, and what the library makes of it.
@Suite(.ownThread) struct LocationCommandTests {
    private let avcam: AVCamProgram
    private let small = ["--max-dimensions", "640x480"]

    init() throws { avcam = try AVCamProgram() }

    private func metadata(_ name: String) throws -> [String: Any] {
        try ImageProbe.metadata(of: avcam.folder.file(name))
    }

    /// A value of the group GPS, as a number.
    private func number(_ tag: String, _ metadata: [String: Any]) throws -> Double {
        try #require(metadata["GPS:\(tag)"] as? Double, "\(tag) in \(metadata.filter { $0.key.contains("GPS") })")
    }

    @Test(arguments: ["a.jpg", "a.heic", "a.dng"]) func aPhotoSaysWhereItWasTaken(name: String) throws {
        let limit = name.hasSuffix("dng") ? [] : small
        let output = try avcam.run(
            ["photo", "-o", avcam.folder.file(name).path, "--location", "-33.8568,151.2153,-4.5"] + limit)
        #expect(output.status == 0 && output.notes.isEmpty, "\(output.standardError)")
        let metadata = try metadata(name)
        #expect(metadata["GPS:GPSLatitudeRef"] as? String == "S" && metadata["GPS:GPSLongitudeRef"] as? String == "E")
        // A ten-thousandth of a second of arc.
        #expect(abs(try number("GPSLatitude", metadata) - 33.8568) < 1e-7)
        #expect(abs(try number("GPSLongitude", metadata) - 151.2153) < 1e-7)
        #expect(metadata["GPS:GPSAltitudeRef"] as? Int == 1)
        #expect(try number("GPSAltitude", metadata) == 4.5)
        #expect(metadata["GPS:GPSHPositioningError"] == nil && metadata["GPS:GPSSpeed"] == nil)
        let stamp = try #require(metadata["GPS:GPSDateStamp"] as? String)
        let time = try #require(metadata["GPS:GPSTimeStamp"] as? String)
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "yyyy:MM:dd HH:mm:ss"
        let date = try #require(format.date(from: "\(stamp) \(time)"), "\(stamp) \(time)")
        #expect(abs(date.timeIntervalSinceNow) < 600)
        if name.hasSuffix("jpg") { #expect(try ImageProbe.validation(of: avcam.folder.file(name)) == "OK") }
    }

    @Test func withoutTheOptionAPhotoSaysNothing() throws {
        let avcam = try AVCamProgram(place: "48.1372,11.5756")
        let file = avcam.folder.file("a.jpg")
        #expect(try avcam.run(["photo", "-o", file.path] + small).status == 0)
        #expect(try ImageProbe.metadata(of: file).keys.allSatisfy { !$0.contains("GPS") })
    }

    @Test(arguments: [[], ["--time-lapse", "0.1"]]) func aMovieSaysWhereItWasRecorded(options: [String]) throws {
        let file = avcam.folder.file("a.mov")
        let output = try avcam.run(
            ["record", "-o", file.path, "--duration", "1", "--location", "48.1372,-11.5756,519"] + options)
        #expect(output.status == 0, "\(output.standardError)")
        let entries = "format_tags=com.apple.quicktime.location.ISO6709"
        let probe = try Tool.output(
            "ffprobe", ["-v", "error", "-show_entries", entries, "-of", "csv=p=0", file.path])
        let text = String(decoding: probe, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(text == "+48.137200-011.575600+519.000/")
        #expect(try metadata("a.mov")["Keys:GPSCoordinates"] as? String == "48.1372 -11.5756 519")
    }

    @Test func bothHalvesOfALivePhotoSayIt() throws {
        let file = avcam.folder.file("a.jpg").path
        let output = try avcam.run(
            ["photo", "-o", file, "--live", "--quality", "speed", "--location", "48.5,11.25"])
        #expect(output.status == 0, "\(output.standardError)")
        let photo = try metadata("a.jpg")
        #expect(try number("GPSLatitude", photo) == 48.5 && photo["GPS:GPSAltitude"] == nil)
        #expect(try metadata("a.mov")["Keys:GPSCoordinates"] as? String == "48.5 11.25")
    }

    @Test func thePlaceOfTheMachineIsThePhones() throws {
        let avcam = try AVCamProgram(place: "-33.8568,-151.2153,4.5,12.5")
        let (photo, movie) = (avcam.folder.file("a.jpg"), avcam.folder.file("a.mov"))
        let taken = try avcam.run(["photo", "-o", photo.path, "--location", "here"] + small)
        #expect(taken.status == 0, "\(taken.standardError)")
        let metadata = try ImageProbe.metadata(of: photo)
        #expect(metadata["GPS:GPSLongitudeRef"] as? String == "W")
        #expect(abs(try number("GPSLongitude", metadata) - 151.2153) < 1e-7)
        #expect(try number("GPSAltitude", metadata) == 4.5)
        #expect(try number("GPSHPositioningError", metadata) == 12.5)
        let recorded = try avcam.run("record", "-o", movie.path, "--duration", "1", "--location", "here")
        #expect(recorded.status == 0, "\(recorded.standardError)")
        let keys = try ImageProbe.metadata(of: movie)
        #expect(keys["Keys:GPSCoordinates"] as? String == "-33.8568 -151.2153 4.5")
        #expect(keys["Keys:LocationAccuracyHorizontal"] as? Double == 12.5)
    }

    @Test func theLibraryKnowsThePlaceOfPhotosAndMovies() throws {
        #expect(try avcam.run(["photo", "--location", "48.5,11.25,519"] + small).status == 0)
        #expect(try avcam.run("record", "--duration", "1", "--location", "-33.5,151.25,4").status == 0)
        let library = PHPhotoLibrary(folderURL: avcam.library)
        let assets = library.fetch(nil)
        let places = try (0..<assets.count).map { try #require(assets.object(at: $0).location) }
        #expect(Set(places.map(\.coordinate.latitude)) == [48.5, -33.5])
        #expect(Set(places.map(\.coordinate.longitude)) == [11.25, 151.25])
        #expect(Set(places.map(\.altitude)) == [519, 4])
    }

    @Test(arguments: [
        ("48.1", "48.1372,11.5756"), ("", "or here"), ("Here", "or here"), ("48,1,11,5", "degrees of latitude"),
        ("48.1,x", "degrees of latitude"), ("1,2,3,4", "degrees of latitude"), ("0x10,2", "degrees of latitude"),
        ("nan,2", "degrees of latitude"), ("91,2", "the latitude, which comes first"), ("-90.5,2", "the latitude"),
        ("2,180.5", "the longitude is from"), ("2,-181", "the longitude is from"), ("1,2,100001", "the altitude is"),
        ("1,2,", "degrees of latitude"),
    ])
    func aWrongPlaceGivesOneSentence(place: String, words: String) throws {
        for command in ["photo", "record"] {
            let output = try avcam.run(command, "--location", place)
            #expect(output.status == 64 && output.text.isEmpty)
            #expect(output.sentence?.contains(words) == true, "\(output.standardError)")
        }
        #expect(avcam.names(in: avcam.library).allSatisfy { $0.hasPrefix(".") })
    }
}
