import CaptureEngine
import Foundation
@testable import MediaFileDevices
import TestSupport
import Testing

struct MediaFileErrorTests {
    /// The backend's error for a file that cannot be a camera.
    private func error(_ files: MediaFileFixtures, _ name: String) throws -> CaptureError {
        let error = #expect(throws: CaptureError.self) { try files.backend.device(named: name) }
        return try #require(error)
    }

    @Test func aMissingFileIsNamed() throws {
        let files = try MediaFileFixtures()
        let path = files.folder.file("gone.mov").path
        let error = try error(files, path)
        #expect(error.code == .deviceNotFound)
        #expect(error.message == "there is no file \(path)")
    }

    @Test func aFolderIsNotACamera() throws {
        let files = try MediaFileFixtures()
        let error = try error(files, files.folder.url.path)
        #expect(error.code == .fileUnreadable)
        #expect(error.message.contains(files.folder.url.path))
    }

    @Test func aPipeIsRefusedInsteadOfWaitedFor() throws {
        let files = try MediaFileFixtures()
        let path = files.folder.file("pipe.mov").path
        try Tool.output("mkfifo", [path])
        let error = try error(files, path)
        #expect(error.code == .fileUnreadable)
        #expect(error.message == "\(path) is a pipe or a device, not a file")
    }

    @Test(arguments: ["text.mov", "text.jpg", "text"])
    func aFileThatIsNotMediaIsRefused(name: String) throws {
        let files = try MediaFileFixtures()
        let path = try files.folder.file(name, contents: Data("This is not a movie.\n".utf8)).path
        let error = try error(files, path)
        #expect(error.code == .fileUnreadable)
        #expect(error.message == "\(path) is neither a picture nor a movie")
        #expect(try self.error(files, path + "#audio").message == "\(path) is neither a sound file nor a movie")
    }

    @Test(arguments: ["empty.mp4", "empty.jpg", "empty.wav#audio"])
    func anEmptyFileIsRefused(name: String) throws {
        let files = try MediaFileFixtures()
        let path = try files.folder.file(String(name.prefix { $0 != "#" }), contents: Data()).path
        let error = try error(files, name.hasSuffix("#audio") ? path + "#audio" : path)
        #expect(error.code == .fileUnreadable && error.message == "\(path) is empty")
    }

    @Test func soundAloneHasNoPictures() throws {
        let files = try MediaFileFixtures()
        let path = try files.make("tone.wav", ["-f", "lavfi", "-i", "sine=d=0.2"])
        let error = try error(files, path)
        #expect(error.code == .deviceNotFound)
        #expect(error.message == "\(path) has no pictures")
    }

    @Test func picturesAloneHaveNoSound() throws {
        let files = try MediaFileFixtures()
        let path = try files.movie("silent.mov")
        let error = try error(files, path + "#audio")
        #expect(error.code == .deviceNotFound)
        #expect(error.message == "\(path) has no sound")
    }

    @Test(arguments: ["dot.jpg", "dot.png"])
    func aPictureOfOnePixelIsRefused(name: String) throws {
        let files = try MediaFileFixtures()
        let path = try files.make(name, ["-f", "lavfi", "-i", "color=s=16x16", "-vf", "scale=1:1", "-frames:v", "1"])
        let error = try error(files, path)
        #expect(error.code == .fileUnreadable)
        #expect(error.message == "\(path) is smaller than 2 x 2 pixels")
    }

    @Test func aJPEGMayBeCutShortWhileItIsACamera() throws {
        let files = try MediaFileFixtures()
        let photo = try files.make("photo.jpg", ["-f", "lavfi", "-i", "testsrc2=s=1280x720", "-frames:v", "1"])
        let file = try #require(JPEGFile(path: photo))
        try Tool.output("truncate", ["-s", "0", photo])
        let frame = try #require(try file.decode())
        #expect(CVPixelBufferGetWidth(frame) == 1280)
    }

    @Test func aMovieWithDamagedPicturesSaysSoAtTheStart() throws {
        let files = try MediaFileFixtures()
        let movie = try files.movie("clip.mov", options: ["-c:v", "libx264", "-movflags", "+faststart"])
        var data = try Data(contentsOf: URL(fileURLWithPath: movie))
        let media = try #require(data.range(of: Data("mdat".utf8)))
        data.resetBytes(in: media.upperBound..<data.endIndex)
        let damaged = try files.folder.file("damaged.mov", contents: data).path
        let error = #expect(throws: CaptureError.self) { try files.start(damaged) { _ in } }
        #expect(error?.code == .fileUnreadable)
        #expect(error?.message.contains(damaged) == true)
    }

    @Test func aFileThatWasReplacedByAnotherSizeIsRefused() throws {
        let files = try MediaFileFixtures()
        let path = try files.movie("clip.mov")
        let device = try files.backend.device(named: path)
        try Tool.output("mv", [files.movie("other.mov", size: "160x120"), path])
        let source = try files.backend.source(for: device)
        let error = #expect(throws: CaptureError.self) {
            try source.start(SourceConfiguration(format: device.formats[0])) { _ in }
        }
        #expect(error?.code == .formatUnsupported)
        #expect(error?.message.contains(path) == true)
    }

    @Test func filesAreNeverListed() throws {
        #expect(MediaFileBackend().devices().isEmpty)
    }
}
