import FFmpeg
import Foundation
import TestSupport
import Testing

@Suite struct MediaReaderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes a file with ffmpeg.
    private func file(_ name: String, _ arguments: [String]) throws -> String {
        let path = folder.file(name).path
        try Tool.output("ffmpeg", ["-v", "error", "-y"] + arguments + [path])
        return path
    }

    /// A second of a test picture at 25 frames a second, and a tone.
    private func clip(_ name: String = "clip.mov", _ arguments: [String] = []) throws -> String {
        try file(
            name,
            [
                "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=1", "-f", "lavfi", "-i", "sine=r=44100:d=1", "-c:a",
                "aac", "-pix_fmt", "yuv420p",
            ] + arguments)
    }

    private func readAll(_ reader: MediaReader) throws -> (pictures: [MediaPicture], sounds: [MediaSound]) {
        var pictures: [MediaPicture] = []
        var sounds: [MediaSound] = []
        while let sample = try reader.next() {
            switch sample {
            case .picture(let picture): pictures.append(picture)
            case .sound(let sound): sounds.append(sound)
            }
        }
        return (pictures, sounds)
    }

    @Test func aMovieIsDescribed() throws {
        let reader = try MediaReader(
            path: clip("clip.mov", ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]))
        let video = try #require(reader.video)
        #expect(video.width == 160 && video.height == 120)
        #expect(video.layout == .i420)
        #expect(video.codec == "h264")
        #expect(video.frameRate?.value == 25)
        #expect(video.rotation == 0)
        #expect(video.color == PictureColor(primaries: 1, transfer: 1, matrix: 1))
        #expect(reader.audio?.sampleRate == 44_100)
        #expect(reader.audio?.channels == 1)
        #expect(reader.audio?.codec == "aac")
        #expect(abs(reader.durationNanoseconds - 1_000_000_000) < 50_000_000)
        #expect(!reader.isStillImage)
    }

    @Test func timestampsSince1970BecomeRelativeToTheStart() throws {
        let path = try clip(
            "epoch.mp4", ["-output_ts_offset", "1700000000", "-copyts", "-video_track_timescale", "90000"])
        let (pictures, sounds) = try readAll(try MediaReader(path: path))
        let times = pictures.compactMap(\.timestampNanoseconds)
        // The sound may begin a little earlier: its encoder's first block is silence.
        let start = try #require(times.first)
        #expect((0..<50_000_000).contains(start))
        #expect(times == (0..<25).map { start + $0 * 40_000_000 })
        #expect(!sounds.isEmpty)
    }

    @Test func aLengthOfThousandsOfYearsIsIgnored() throws {
        let path = try clip("long.mkv")
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        // Duration: element 4489, 8 bytes long, a floating-point number of milliseconds.
        let duration = try #require(data.range(of: Data([0x44, 0x89, 0x88])))
        let bytes = withUnsafeBytes(of: (9e14 as Double).bitPattern.bigEndian) { Data($0) }
        data.replaceSubrange(duration.upperBound..<duration.upperBound + 8, with: bytes)
        let reader = try MediaReader(path: folder.file("longer.mkv", contents: data).path)
        #expect(reader.durationNanoseconds == 0)
        #expect(try readAll(reader).pictures.count == 25)
    }

    @Test func everyPictureAndAllSoundComesAtItsTime() throws {
        let (pictures, sounds) = try readAll(try MediaReader(path: clip()))
        #expect(pictures.map(\.timestampNanoseconds) == (0..<25).map { $0 * 40_000_000 })
        #expect(pictures.allSatisfy { $0.durationNanoseconds == 40_000_000 })
        let frames = sounds.reduce(0) { $0 + $1.frames }
        #expect(abs(frames - 44_100) <= 1_024)
        #expect(sounds.first?.timestampNanoseconds == 0)
        #expect(sounds.allSatisfy { $0.channels == 1 && $0.sampleRate == 44_100 })
        let loudest = sounds.flatMap(\.samples).map { abs(Int($0)) }.max() ?? 0
        #expect((3_000...6_000).contains(loudest), "ffmpeg's sine has an eighth of full scale")
    }

    @Test func thePixelsAreThoseOfAnotherDecoder() throws {
        let path = try clip()
        let expected = try Tool.output(
            "ffmpeg", ["-v", "error", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"])
        guard case .picture(let picture) = try MediaReader(path: path, tracks: [.video]).next() else {
            Issue.record("the first sample is no picture")
            return
        }
        let read = picture.withPlanes { planes in
            zip(planes, [(160, 120), (80, 60), (80, 60)]).reduce(into: Data()) { data, plane in
                for row in 0..<plane.1.1 {
                    data.append(
                        plane.0.base.advanced(by: row * plane.0.bytesPerRow).assumingMemoryBound(to: UInt8.self),
                        count: plane.1.0)
                }
            }
        }
        #expect(read == expected)
    }

    @Test func rewindingStartsOver() throws {
        let reader = try MediaReader(path: clip())
        let first = try readAll(reader)
        #expect(try reader.next().map { _ in true } == nil)
        try reader.rewind()
        let second = try readAll(reader)
        #expect(first.pictures.map(\.timestampNanoseconds) == second.pictures.map(\.timestampNanoseconds))
        #expect(second.sounds.reduce(0) { $0 + $1.frames } == first.sounds.reduce(0) { $0 + $1.frames })
    }

    @Test(arguments: [("photo.jpg", "yuvj422p", PictureLayout.i422), ("photo.png", "rgb24", .rgb24)])
    func imagesAreSinglePictures(name: String, format: String, layout: PictureLayout) throws {
        let path = try file(
            name, ["-f", "lavfi", "-i", "testsrc2=s=160x120", "-frames:v", "1", "-pix_fmt", format])
        let reader = try MediaReader(path: path)
        #expect(reader.isStillImage)
        #expect(reader.video?.layout == layout)
        #expect(reader.video?.frameRate == nil)
        #expect(reader.video?.color.isFullRange == true)
        #expect(reader.audio == nil)
        #expect(try readAll(reader).pictures.count == 1)
        try reader.rewind()
        #expect(try readAll(reader).pictures.count == 1)
    }

    @Test func theOrientationOfAPhotoIsReported() throws {
        let path = try file("photo.jpg", ["-f", "lavfi", "-i", "testsrc2=s=160x120", "-frames:v", "1"])
        try Tool.output("exiftool", ["-q", "-overwrite_original", "-n", "-Orientation=6", path])
        guard case .picture(let picture) = try MediaReader(path: path).next() else {
            Issue.record("no picture")
            return
        }
        #expect(picture.rotation == 90)
    }

    @Test func aPathIsTakenLiterally() throws {
        let plain = try file("plain.png", ["-f", "lavfi", "-i", "testsrc2=s=16x16", "-frames:v", "1"])
        let odd = folder.file("a%03d: b.png").path
        try FileManager.default.moveItem(atPath: plain, toPath: odd)
        #expect(try MediaReader(path: odd).video?.width == 16)
    }

    @Test func soundFilesHaveNoPictures() throws {
        let path = try file("tone.wav", ["-f", "lavfi", "-i", "sine=r=8000:d=0.5"])
        let reader = try MediaReader(path: path)
        #expect(reader.video == nil)
        #expect(try readAll(reader).sounds.reduce(0) { $0 + $1.frames } == 4_000)
    }

    @Test func aTrackThatIsNotWantedIsSkipped() throws {
        let reader = try MediaReader(path: clip(), tracks: [.audio])
        #expect(reader.video == nil)
        #expect(try readAll(reader).pictures.isEmpty)
    }

    @Test func aMissingFileIsNamed() {
        let path = folder.file("missing.mov").path
        let error = #expect(throws: FFmpegError.self) { try MediaReader(path: path) }
        #expect(error?.code == .unreadable)
        #expect(error?.errno == ENOENT)
        #expect(error?.message == "\(path) cannot be opened: No such file or directory")
    }

    @Test(arguments: [0, 10, 5_000])
    func aFileOfNonsenseIsRefused(bytes: Int) throws {
        let path = try folder.file("nonsense.mov", contents: Data(repeating: 0x5a, count: bytes)).path
        let error = #expect(throws: FFmpegError.self) { try MediaReader(path: path) }
        #expect(error?.code == .unreadable)
    }

    @Test func aMovieThatBreaksOffEndsThere() throws {
        let whole = try clip("clip.mkv")
        let data = try Data(contentsOf: URL(fileURLWithPath: whole))
        let path = try folder.file("cut.mkv", contents: data.prefix(data.count / 2)).path
        let pictures = try readAll(MediaReader(path: path)).pictures.count
        #expect((1..<25).contains(pictures))
    }

    @Test func pixelFormatsWithoutALayoutAreNamed() throws {
        let path = try file(
            "cinema.nut",
            ["-f", "lavfi", "-i", "testsrc2=s=16x16", "-frames:v", "1", "-c:v", "rawvideo", "-pix_fmt", "xyz12le"])
        let error = #expect(throws: FFmpegError.self) { try MediaReader(path: path) }
        #expect(error?.code == .unsupported)
        #expect(error?.message == "the pixel format xyz12le of \(path) is not supported")
    }
}
