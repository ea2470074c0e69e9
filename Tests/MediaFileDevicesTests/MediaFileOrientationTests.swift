import CaptureEngine
import Foundation
import MediaFileDevices
import TestSupport
import Testing

/// Frames are upright, however the file stores them.
struct MediaFileOrientationTests {
    /// EXIF's eight orientations, and what ffmpeg does for each. Source: CIPA DC-008, 0x0112.
    static let orientations: [(exif: Int, filter: String)] = [
        (1, "null"), (2, "hflip"), (3, "hflip,vflip"), (4, "vflip"), (5, "transpose=cclock_flip"),
        (6, "transpose=clock"), (7, "transpose=clock_flip"), (8, "transpose=cclock"),
    ]

    @Test(arguments: orientations)
    func aJPEGIsTurnedAsItsEXIFBlockSays(exif: Int, filter: String) throws {
        let files = try MediaFileFixtures()
        let stored = try files.make("stored.jpg", ["-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"])
        let turned = files.folder.file("turned.jpg").path
        try Tool.output("exiftool", ["-q", "-n", "-Orientation=\(exif)", "-o", turned, stored])
        let frame = try #require(try files.pictures(turned, count: 1).first)
        let truth = try files.decode(stored, filter: "\(filter),format=yuvj420p")
        #expect(frame.planes.width == truth.width && frame.planes.height == truth.height)
        #expect(frame.planes.psnr(truth) > 40)
        let size = try files.backend.device(named: turned).formats[0].description.dimensions
        #expect(Int(size.width) == truth.width && Int(size.height) == truth.height)
    }

    @Test func aTurnedJPEGsOwnBytesDoNotComeWithItsFrames() throws {
        let files = try MediaFileFixtures()
        let photo = try files.make("photo.jpg", ["-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"])
        try Tool.output("exiftool", ["-q", "-n", "-overwrite_original", "-Orientation=6", photo])
        let recorder = SourceRecorder { event -> Bool? in
            guard case .sample(let sample) = event else { return nil }
            return sample.encodedPicture == nil
        }
        let source = try files.start(photo, recorder.deliver)
        defer { source.stop() }
        #expect(recorder.wait(for: 1).first == true)
    }

    @Test(arguments: [("II", 6), ("MM", 6), ("II", 300)])
    func bothByteOrdersAreRead(order: String, value: Int) throws {
        let files = try MediaFileFixtures()
        let photo = try files.make("photo.jpg", ["-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"])
        try Tool.output(
            "exiftool", ["-q", "-n", "-overwrite_original", "-ExifByteOrder=\(order)", "-Orientation=\(value)", photo])
        let size = try files.backend.device(named: photo).formats[0].description.dimensions
        #expect(size.width == (value == 6 ? 240 : 320))
    }

    @Test(arguments: [90, 180, 270])
    func aMovieIsTurnedAsItsTrackSays(degrees: Int) throws {
        let files = try MediaFileFixtures()
        let stored = try files.movie("stored.mov", options: ["-c:v", "libx264"])
        let turned = try files.make(
            "turned.mov", ["-i", stored, "-c", "copy", "-metadata:s:v", "rotate=\(degrees)"])
        let frames = try files.pictures(turned, count: 12)
        // ffmpeg rotates its input by itself.
        let truth = try files.decode(turned, filter: "null")
        #expect(truth.width == (degrees == 180 ? 320 : 240))
        let isSame = frames[0].planes.luma == truth.luma && frames[0].planes.cb == truth.cb
        #expect(isSame)
        let isSameAgain = frames[10].planes.luma == truth.luma
        #expect(isSameAgain, "the second loop begins with the first picture")
        let size = try files.backend.device(named: turned).formats[0].description.dimensions
        #expect(Int(size.width) == truth.width && Int(size.height) == truth.height)
    }

    @Test func anHEICFileIsACameraAndTurnedAsItSays() throws {
        let files = try MediaFileFixtures()
        let picture = try files.make("picture.png", ["-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"])
        let photo = files.folder.file("photo.heic").path
        try Tool.output("heif-enc", ["-q", "90", "-o", photo, picture])
        let frame = try #require(try files.pictures(photo, count: 1).first)
        let truth = try files.decode(picture, filter: "scale=out_color_matrix=bt601:out_range=full,format=yuvj420p")
        #expect(frame.planes.width == 320 && frame.planes.height == 240)
        // HEVC at quality 90.
        #expect(frame.planes.luma.psnr(truth.luma) > 30)
    }
}
