import AVCamCore
import Foundation
import Photos
import TestSupport
import Testing

/// The details that the viewer shows about a photo or movie.
@MainActor
struct MediaDetailsTests {
    let fixture: BrowserFixture

    init() throws { fixture = try BrowserFixture() }

    private func details() async throws -> MediaDetails {
        fixture.browser.start()
        try await waitUntil { !fixture.browser.items.isEmpty }
        return try await fixture.browser.items[0].details()
    }

    @Test func thePhotosExifDataIsShown() async throws {
        let data = try fixture.photo([
            "-Make=Acme", "-Model=Acme Reflex 3", "-LensModel=Normal 50", "-ExposureTime=0.004", "-FNumber=1.8",
            "-ISO=400", "-ExposureCompensation=-0.7", "-FocalLength=50", "-FocalLengthIn35mmFormat=75", "-EXIF:Flash=1",
            "-GPSLatitude=48.1372", "-GPSLatitudeRef=N", "-GPSLongitude=11.5756", "-GPSLongitudeRef=W",
        ])
        try fixture.save { $0.addResource(with: .photo, data: data, options: nil) }
        let details = try await details()
        #expect(details.camera == "Acme Reflex 3" && details.lens == "Normal 50")
        #expect(details.exposureTime == "1/250" && details.aperture == "ƒ/1.8" && details.iso == 400)
        #expect(details.exposureBias == "−0.7" && details.focalLength == "50 mm (75 mm)")
        #expect(details.isFlashFired == true)
        #expect(details.place?.text == "48.1372° N, 11.5756° W")
        #expect(details.place?.url == "geo:48.1372,-11.5756")
        #expect(details.format == "JPEG" && details.dimensions == "320 × 240" && details.megapixels == "0.1")
        #expect(details.fileSize == data.count && details.filename == fixture.filenames[0])
        #expect(details.duration == nil && details.videoCodec == nil)
    }

    @Test func aPhotoWithoutExifShowsWhatIsKnown() async throws {
        try fixture.savePhoto()
        let details = try await details()
        #expect(details.camera == nil && details.exposureTime == nil && details.place == nil)
        #expect(details.dimensions == "320 × 240" && details.date == Date(timeIntervalSince1970: 1_700_000_000))
    }

    @Test func aMovieStatesItsCodecsAndItsRate() async throws {
        let movie = try fixture.movie()
        let tagged = fixture.folder.file("tagged.mov")
        let tags = ["com.apple.quicktime.make=Acme", "com.apple.quicktime.location.ISO6709=-33.8500+151.2100+012.000/"]
        try Tool.output(
            "ffmpeg",
            ["-v", "error", "-i", movie.path, "-c", "copy", "-movflags", "use_metadata_tags"]
                + tags.flatMap { ["-metadata", $0] } + [tagged.path])
        try fixture.save { $0.addResource(with: .video, fileURL: tagged, options: nil) }
        let details = try await details()
        #expect(details.videoCodec == "H.264" && details.audioCodec == "AAC" && !details.isHDR)
        #expect(details.frameRate == "30" && details.duration == "0:01" && details.format == "QuickTime")
        #expect(details.camera == "Acme" && details.place?.text == "33.85° S, 151.21° E")
        #expect(details.megapixels == nil && details.iso == nil)
    }

    @Test func aMovieOfHighDynamicRangeIsMarked() async throws {
        let file = fixture.folder.file("hlg.mov")
        let source = ["-v", "error", "-f", "lavfi", "-i", "testsrc=size=320x240:rate=25", "-t", "0.4"]
        let coding = ["-c:v", "libx265", "-x265-params", "log-level=none", "-pix_fmt", "yuv420p10le", "-tag:v", "hvc1"]
        let color = ["-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc"]
        try Tool.output("ffmpeg", source + coding + color + ["-movflags", "write_colr", file.path])
        try fixture.save { $0.addResource(with: .video, fileURL: file, options: nil) }
        let details = try await details()
        #expect(details.isHDR && details.videoCodec == "HEVC" && details.frameRate == "25")
        #expect(details.audioCodec == nil)
    }

    @Test func thePhotoAndItsRawDataAreBothNamed() async throws {
        let data = try fixture.photo([])
        let movie = try fixture.movie()
        try fixture.save {
            $0.addResource(with: .photo, data: data, options: nil)
            $0.addResource(with: .alternatePhoto, data: data, options: nil)
            $0.addResource(with: .pairedVideo, fileURL: movie, options: nil)
        }
        #expect(try await details().format == "JPEG + JPEG")
    }

    @Test(arguments: [(0.2, "0:01"), (7.4, "0:07"), (61, "1:01"), (3723, "1:02:03"), (.infinity, "0:00")])
    func durationsAreWrittenAsPlayersShowThem(seconds: Double, text: String) {
        #expect(MediaText.duration(seconds) == text)
    }
}
