import CaptureEngine
import Foundation
import MediaFileDevices
import TestSupport
import Testing

/// Files with a missing part.
struct DamagedFileTests {
    /// The first part of a file under another name.
    private func cut(_ path: String, to share: Double, _ files: MediaFileFixtures) throws -> String {
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        let name = "cut." + (path as NSString).pathExtension
        return try files.folder.file(name, contents: whole.prefix(Int(Double(whole.count) * share))).path
    }

    /// The error from starting a device.
    private func startError(_ path: String, _ files: MediaFileFixtures) throws -> CaptureError {
        let error = #expect(throws: CaptureError.self) { try files.start(path) { _ in }.stop() }
        return try #require(error)
    }

    @Test(arguments: ["photo.jpg", "picture.png"])
    func aPictureThatIsCutShortIsRefused(name: String) throws {
        let files = try MediaFileFixtures()
        let whole = try files.make(name, ["-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"])
        let path = try cut(whole, to: 0.5, files)
        let error = try startError(path, files)
        #expect(error.code == .fileUnreadable)
        #expect(error.message.contains("\(path)"), "\(error.message)")
    }

    /// Options for ffmpeg, by the file's name. The number says how much of the file is left: a fraction, or bytes.
    @Test(arguments: [
        "movie.mov", "movie.mp4", "movie.avi", "picture.png", "picture.jpg", "picture.gif", "picture.bmp",
        "picture.webp",
    ])
    func aFileThatIsCutOffSaysSo(name: String) throws {
        let files = try MediaFileFixtures()
        let still = name.hasPrefix("picture") ? ["-frames:v", "1"] : ["-t", "1"]
        let whole = try files.make(name, ["-f", "lavfi", "-i", "testsrc2=s=320x240"] + still)
        for share in [0.01, 0.05] {
            let path = try cut(whole, to: share, files)
            #expect(try startError(path, files).message == "\(path) is cut off: its end is missing")
        }
    }

    /// FFmpeg decodes the first three kinds without an error, and leaves the missing part black.
    @Test(arguments: [
        ("picture.exr", ["-pix_fmt", "gbrpf32le", "-compression", "none"]), ("picture.exr", ["-compression", "rle"]),
        ("picture.exr", ["-compression", "zip1"]), ("picture.exr", ["-compression", "zip16"]), ("picture.qoi", []),
        ("picture.sun", []), ("picture.tga", ["-rle", "0"]),
    ])
    func aPictureWhoseDecoderDoesNotMissItsEndSaysSo(name: String, options: [String]) throws {
        let files = try MediaFileFixtures()
        let whole = try files.make(name, ["-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"] + options)
        #expect(try files.pictures(whole, count: 1).count == 1)
        for share in [0.02, 0.5, 0.95] {
            let path = try cut(whole, to: share, files)
            #expect(try startError(path, files).message == "\(path) is cut off: its end is missing", "\(share)")
        }
    }

    /// Only a decoder knows where these end.
    @Test(arguments: [
        "picture.tga", "picture.pcx", "picture.ico", "picture.xwd", "picture.dpx", "picture.sgi", "picture.ppm",
    ])
    func aPictureThatDoesNotSayWhereItEndsIsNamedAsDamagedOrCutOff(name: String) throws {
        let files = try MediaFileFixtures()
        // An icon has at most 256 pixels on a side.
        let whole = try files.make(name, ["-f", "lavfi", "-i", "testsrc2=s=160x120", "-frames:v", "1"])
        let path = try cut(whole, to: 0.5, files)
        let message = try startError(path, files).message
        #expect(message == "\(path) is damaged or cut off, or of a kind that is not supported")
    }

    /// A document of two by 64 pixels in three channels, without layers.
    @Test func aPhotoshopPictureThatIsCutOffSaysSo() throws {
        let files = try MediaFileFixtures()
        let head: [UInt8] = [0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 64, 0, 8, 0, 3]
        let whole = Data("8BPS".utf8) + Data(head) + Data(repeating: 0, count: 12 + 2 + 3 * 2 * 64)
        for count in [25, 30, 38, 40, 200, whole.count - 1] {
            let path = try files.folder.file("cut.psd", contents: whole.prefix(count)).path
            #expect(try startError(path, files).message == "\(path) is cut off: its end is missing", "\(count)")
        }
    }

    @Test func damagedPicturesOfAMovieAreDroppedAndCounted() throws {
        let files = try MediaFileFixtures()
        let whole = try files.movie("whole.mov", frames: 30, options: ["-c:v", "libx264", "-g", "5"])
        var data = try Data(contentsOf: URL(fileURLWithPath: whole))
        let media = try #require(data.range(of: Data("mdat".utf8))).upperBound
        for offset in stride(from: media + 30_000, to: media + 40_000, by: 101) { data[offset] ^= 0xFF }
        let path = try files.folder.file("damaged.mov", contents: data).path
        let recorder = SourceRecorder { event -> DropReason?? in
            switch event {
            case .sample: .some(nil)
            case .dropped(_, let reason): .some(reason)
            case .failed, .depth, .depthDropped: nil
            }
        }
        let source = try files.start(path, recorder.deliver)
        defer { source.stop() }
        files.clock.advance(by: CMTime(value: 29, timescale: 10))
        let notes = recorder.wait(for: 28)
        let drops = notes.compactMap(\.self)
        #expect(!drops.isEmpty && drops.allSatisfy { $0 == .discontinuity })
        #expect(notes.count > drops.count + 10, "the rest is shown")
        let device = DeviceID(scheme: "file", name: path)
        #expect(files.backend.damagedSamples(of: device) >= drops.count)
        #expect(files.backend.damagedSamples(of: DeviceID(scheme: "file", name: whole)) == 0)
    }

    @Test func anHEICFileThatIsCutShortIsRefused() throws {
        let files = try MediaFileFixtures()
        let picture = try files.make("picture.png", ["-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"])
        let photo = files.folder.file("photo.heic").path
        try Tool.output("heif-enc", ["-o", photo, picture])
        let path = try cut(photo, to: 0.5, files)
        #expect(try startError(path, files).code == .fileUnreadable)
    }

    @Test func bytesAfterAPictureDoNoHarm() throws {
        let files = try MediaFileFixtures()
        let photo = try files.make("photo.jpg", ["-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"])
        let whole = try Data(contentsOf: URL(fileURLWithPath: photo))
        let longer = try files.folder.file("longer.jpg", contents: whole + Data(repeating: 0, count: 100)).path
        let frame = try #require(try files.pictures(longer, count: 1).first)
        #expect(frame.planes.luma == (try #require(try files.pictures(photo, count: 1).first)).planes.luma)
    }

    /// Plays a file until it fails.
    private func end(of name: String, _ files: MediaFileFixtures) throws -> (samples: Int, error: CaptureError?) {
        let recorder = SourceRecorder { event -> CaptureError?? in
            switch event {
            case .sample: .some(nil)
            case .failed(let error): .some(error)
            case .dropped, .depth, .depthDropped: nil
            }
        }
        let source = try files.start(name, recorder.deliver)
        defer { source.stop() }
        files.clock.advance(by: CMTime(value: 60, timescale: 1))
        var seen = 1
        while true {
            let notes = recorder.wait(for: seen)
            if let error = notes.last ?? nil { return (notes.count - 1, error) }
            if notes.count < seen { return (notes.count, nil) }
            seen = notes.count + 1
        }
    }

    @Test func aMovieThatIsCutShortFailsWhereItEnds() throws {
        let files = try MediaFileFixtures()
        let whole = try files.movie(
            "whole.mp4", frames: 50, options: ["-c:v", "libx264", "-g", "10", "-movflags", "+faststart"])
        let path = try cut(whole, to: 0.6, files)
        let (samples, error) = try end(of: path, files)
        #expect((10..<45).contains(samples))
        #expect(error?.code == .fileUnreadable)
        #expect(error?.message.hasPrefix("\(path) is cut short: it ends after ") == true, "\(error?.message ?? "-")")
    }

    @Test func theSoundOfAMovieThatIsCutShortFailsAsWell() throws {
        let files = try MediaFileFixtures()
        let whole = try files.make(
            "whole.mp4",
            [
                "-f", "lavfi", "-i", "testsrc2=s=320x240:r=10:d=5", "-f", "lavfi", "-i", "sine=d=5", "-c:v", "libx264",
                "-movflags", "+faststart",
            ])
        let path = try cut(whole, to: 0.6, files)
        #expect(try end(of: path + "#audio", files).error?.code == .fileUnreadable)
        #expect(try end(of: path, files).error?.code == .fileUnreadable)
    }

    @Test func aMatroskaFileThatIsCutShortFailsWhereItEnds() throws {
        let files = try MediaFileFixtures()
        let whole = try files.movie("whole.mkv", frames: 50, options: ["-c:v", "libx264", "-g", "10"])
        let path = try cut(whole, to: 0.5, files)
        #expect(try end(of: path, files).error?.code == .fileUnreadable)
    }

    @Test(arguments: ["whole.mkv", "whole.webm"])
    func aMatroskaFileWithSoundThatIsCutShortFailsWhereItEnds(name: String) throws {
        let files = try MediaFileFixtures()
        let codecs = name.hasSuffix("webm") ? ["-c:v", "libvpx", "-c:a", "libvorbis"] : ["-c:v", "libx264"]
        let whole = try files.make(
            name,
            ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=10:d=5", "-f", "lavfi", "-i", "sine=d=5", "-g", "10"] + codecs)
        let path = try cut(whole, to: 0.6, files)
        let (samples, error) = try end(of: path, files)
        #expect((10..<45).contains(samples))
        #expect(error?.message.hasPrefix("\(path) is cut short: it ends after ") == true, "\(error?.message ?? "-")")
        #expect(try end(of: path + "#audio", files).error?.code == .fileUnreadable)
    }

    @Test func aMatroskaFileThatDoesNotSayItsLengthIsPlayed() throws {
        let files = try MediaFileFixtures()
        let whole = try files.movie("whole.mkv", frames: 20, options: ["-c:v", "libx264", "-live", "1"])
        let recorder = SourceRecorder { Picture($0) }
        let source = try files.start(whole, recorder.deliver)
        defer { source.stop() }
        files.clock.advance(by: CMTime(value: 60, timescale: 1))
        #expect(recorder.wait(for: 30).count >= 30)
    }

    @Test func aMovieWithoutItsIndexIsRefused() throws {
        let files = try MediaFileFixtures()
        let path = try cut(files.movie("whole.mov"), to: 0.5, files)
        let error = #expect(throws: CaptureError.self) { try files.backend.device(named: path) }
        #expect(error?.code == .fileUnreadable && error?.message.contains(path) == true)
    }
}
