import CaptureEngine
import Foundation
import MediaFileDevices
import TestSupport
import Testing

/// Kinds of files that cameras and editing programs make, and that no phone does.
struct ForeignFileTests {
    /// What ffmpeg is to make.
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let options: [String]
        var testDescription: String { ([name] + options).joined(separator: " ") }

        init(_ name: String, _ options: String...) {
            self.name = name
            self.options = options
        }
    }

    static let movies = [
        Kind("prores.mov", "-c:v", "prores_ks", "-profile:v", "3"),
        Kind("4444.mov", "-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le"),
        Kind("ten.mp4", "-c:v", "libx264", "-pix_fmt", "yuv422p10le"),
        Kind("full.mp4", "-c:v", "libx264", "-pix_fmt", "yuv444p10le"),
        Kind("twelve.mov", "-c:v", "libx265", "-pix_fmt", "yuv444p12le", "-x265-params", "log-level=none"),
        Kind("words.mov", "-c:v", "v210"),
        Kind("big.nut", "-c:v", "rawvideo", "-pix_fmt", "yuv422p16be"),
        Kind("quarter.mkv", "-c:v", "ffv1", "-pix_fmt", "yuv411p"),
        Kind("ninth.mkv", "-c:v", "ffv1", "-pix_fmt", "yuv410p"),
        Kind("tall.avi", "-c:v", "ffvhuff", "-pix_fmt", "yuv440p"),
    ]

    /// Chroma is brought to half its height by other filters in ffmpeg, hence the lower limit for it.
    @Test(arguments: movies) func aMovieOfManyBitsOrRareSubsamplingPlays(kind: Kind) throws {
        let files = try MediaFileFixtures()
        let movie = try files.make(
            kind.name,
            ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=10", "-frames:v", "3", "-strict", "-1"] + kind.options)
        let frame = try #require(try files.pictures(movie, count: 2).first)
        let decoded = try files.decode(movie, filter: "format=yuv420p")
        #expect(frame.planes.luma.psnr(decoded.luma) > 44)
        #expect(frame.planes.psnr(decoded) > 26)
    }

    static let pictures = [
        Kind("deep.tiff", "-pix_fmt", "rgb48le"), Kind("clear.tiff", "-pix_fmt", "rgba64le"),
        Kind("gray.tiff", "-pix_fmt", "gray16le"), Kind("deep.png", "-pix_fmt", "rgb48be"),
        Kind("gray.png", "-pix_fmt", "gray16be"), Kind("plain.pgm", "-pix_fmt", "gray"),
        Kind("palette.png", "-pix_fmt", "pal8"), Kind("lines.png", "-pix_fmt", "monob"),
        Kind("light.pfm", "-pix_fmt", "gbrpf32le"), Kind("film.dpx", "-pix_fmt", "gbrp10be"),
        Kind("few.bmp", "-pix_fmt", "rgb565le"), Kind("twelve.jp2", "-c:v", "libopenjpeg", "-pix_fmt", "gbrp12le"),
        Kind("planes.avi", "-c:v", "libx264rgb", "-pix_fmt", "rgb24"),
        Kind("planes.mov", "-c:v", "libx264rgb", "-pix_fmt", "rgb24"),
    ]

    @Test(arguments: pictures) func aPictureInManyBitsOrFewColorsPlays(kind: Kind) throws {
        let files = try MediaFileFixtures()
        let picture = try files.make(
            kind.name, ["-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"] + kind.options)
        let frame = try #require(try files.pictures(picture, count: 1).first)
        #expect(frame.pixelFormat == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        let decoded = try files.decode(
            picture, filter: "format=rgb24,scale=out_color_matrix=bt601:out_range=full,format=yuvj420p")
        #expect(frame.planes.luma.psnr(decoded.luma) > 38)
        #expect(frame.planes.psnr(decoded) > 28)
    }

    /// A gray of 128 in ffmpeg becomes 128 of 255 parts of light, which sRGB shows as 188.
    @Test func lightIsShownAsBrightAsItIs() throws {
        let files = try MediaFileFixtures()
        let picture = try files.make(
            "light.exr", ["-f", "lavfi", "-i", "color=0x808080:s=64x64,format=gbrpf32le", "-frames:v", "1"])
        let frame = try #require(try files.pictures(picture, count: 1).first)
        #expect(frame.planes.luma.samples.allSatisfy { (187...189).contains($0) })
    }

    @Test(arguments: [Kind("clear.png", "-pix_fmt", "rgba64be"), Kind("clear.webp", "-pix_fmt", "yuva420p")])
    func whatIsTransparentIsWhite(kind: Kind) throws {
        let files = try MediaFileFixtures()
        let picture = try files.make(
            kind.name, ["-f", "lavfi", "-i", "color=red@0:s=64x64,format=rgba", "-frames:v", "1"] + kind.options)
        let frame = try #require(try files.pictures(picture, count: 1).first)
        let white: UInt8 = frame.pixelFormat == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange ? 255 : 235
        #expect(frame.planes.luma.samples.allSatisfy { $0 == white })
        #expect(frame.planes.cr?.samples.allSatisfy { (127...129).contains($0) } == true)
    }

    /// White of which half is covered by gray: OpenEXR has as much of the gray's light as covers it, ffmpeg 64 of 255
    /// parts. With 127 parts of the white it is 0.753 of all light, which sRGB shows as 225.
    @Test func lightLetsThroughWhatItDoesNotCover() throws {
        let files = try MediaFileFixtures()
        let picture = try files.make(
            "half.exr",
            ["-f", "lavfi", "-i", "color=0x404040@0.5:s=64x64,format=rgba,format=gbrapf32le", "-frames:v", "1"])
        let frame = try #require(try files.pictures(picture, count: 1).first)
        #expect(frame.planes.luma.samples.allSatisfy { (223...227).contains($0) })
    }

    @Test func aSampleThatIsNoNumberIsBlack() throws {
        let files = try MediaFileFixtures()
        var data = Data("PF\n4 4\n-1.0\n".utf8)
        for _ in 0..<48 { withUnsafeBytes(of: Float.nan.bitPattern.littleEndian) { data.append(contentsOf: $0) } }
        let picture = try files.folder.file("nan.pfm", contents: data).path
        let frame = try #require(try files.pictures(picture, count: 1).first)
        #expect(frame.planes.luma.samples.allSatisfy { $0 == 0 })
    }

    /// In the second one, samples of a component are not equally far from each other.
    @Test(arguments: ["xyz12le", "uyyvyy411"]) func pixelsThatCannotBeConvertedAreNamed(format: String) throws {
        let files = try MediaFileFixtures()
        let frame = try files.folder.file("frame", contents: Data(count: 64 * 64 * 6)).path
        let movie = try files.make(
            "cinema.nut",
            ["-f", "rawvideo", "-pix_fmt", format, "-video_size", "64x64", "-i", frame, "-c", "copy"])
        let error = #expect(throws: CaptureError.self) { try files.backend.device(named: movie) }
        #expect(error?.code == .formatUnsupported)
        #expect(error?.message == "the pixel format \(format) of \(movie) is not supported")
    }

    @Test(arguments: [
        ("%PDF-1.7", "a PDF document"), ("<?xml version='1.0'?><svg/>", "an SVG drawing"),
        ("II+\0", "a BigTIFF picture"),
        ("RIFF\u{20}\0\0\0WEBPVP8X\u{A}\0\0\0\u{2}", "an animated WebP picture"),
    ])
    func whatNoLibraryReadsIsNamed(begin: String, name: String) throws {
        let files = try MediaFileFixtures()
        let path = try files.folder.file("file", contents: Data(begin.utf8) + Data(count: 40)).path
        let error = #expect(throws: CaptureError.self) { try files.backend.device(named: path) }
        #expect(error?.code == .formatUnsupported)
        #expect(error?.message == "\(path) is \(name), which is not supported")
    }

    @Test func soundPlaysWhereThePicturesCannot() throws {
        let files = try MediaFileFixtures()
        let movie = try files.make(
            "cinema.nut",
            [
                "-f", "lavfi", "-i", "testsrc2=s=64x64:r=10:d=0.3", "-f", "lavfi", "-i", "sine=r=48000:d=0.3", "-c:v",
                "rawvideo", "-pix_fmt", "xyz12le", "-c:a", "pcm_s16le",
            ])
        #expect(try sound(movie + "#audio", files).samples.contains { $0 > 1000 })
    }

    /// The format of the pictures is looked for in their packets, before the sound is read.
    @Test func soundPlaysFromItsBeginningBesideBlankPictures() throws {
        let files = try MediaFileFixtures()
        let movie = try files.make(
            "blank.mov",
            [
                "-f", "lavfi", "-i", "testsrc2=s=64x64:r=4:d=1", "-f", "lavfi", "-i", "sine=r=48000:d=1", "-c:v",
                "mjpeg",
                "-c:a", "pcm_s16le",
            ])
        var data = try Data(contentsOf: URL(fileURLWithPath: movie))
        for picture in jpegPictures(data) { data.replaceSubrange(picture, with: Data(count: picture.count)) }
        let path = try files.folder.file("no-kind.mov", contents: data).path
        #expect(throws: CaptureError.self) { try files.backend.device(named: path) }
        let (rate, samples) = try sound(path + "#audio", files)
        #expect(samples.prefix(rate / 10).contains { $0 > 1000 })
    }

    /// The places of the pictures in a file of motion JPEG.
    private func jpegPictures(_ data: Data) -> [Range<Int>] {
        var (pictures, place) = ([Range<Int>](), 0)
        while let begin = data.range(of: Data([0xFF, 0xD8, 0xFF]), in: place..<data.count),
            let end = data.range(of: Data([0xFF, 0xD9]), in: begin.upperBound..<data.count)
        {
            pictures.append(begin.lowerBound..<end.upperBound)
            place = end.upperBound
        }
        return pictures
    }

    @Test func aShortMovieOfDamagedPicturesPlaysAsItIs() throws {
        let files = try MediaFileFixtures()
        let whole = try files.movie("whole.avi", frames: 4, options: ["-c:v", "mjpeg"])
        var data = try Data(contentsOf: URL(fileURLWithPath: whole))
        let pictures = jpegPictures(data)
        try #require(pictures.count == 4)
        for picture in pictures {
            let end = picture.lowerBound + picture.count / 2..<picture.upperBound
            data.replaceSubrange(end, with: Data(count: end.count))
        }
        let path = try files.folder.file("damaged.avi", contents: data).path
        #expect(try files.pictures(path, count: 3).count == 3)
    }

    /// Two previews whose sizes are as large as can be written.
    @Test func aRawPhotoWithNonsensicalPreviewsIsRefused() throws {
        func number(_ value: Int, bytes: Int = 4) -> Data { Data((0..<bytes).map { UInt8(value >> (8 * $0) & 255) }) }
        func directory(_ entries: [(tag: Int, value: Int)]) -> Data {
            let all = entries.map { number($0.tag, bytes: 2) + number(4, bytes: 2) + number(1) + number($0.value) }
            return number(entries.count, bytes: 2) + all.reduce(Data(), +) + number(0)
        }
        let preview = directory([(256, 0xFFFF_FFFF), (257, 0xFFFF_FFFF), (259, 7), (262, 6), (273, 8), (279, 4)])
        let previews = (first: 200, second: 200 + preview.count)
        var data = Data([0x49, 0x49, 42, 0]) + number(8)
        data += number(2, bytes: 2) + number(330, bytes: 2) + number(4, bytes: 2) + number(2) + number(100)
        data += number(50_706, bytes: 2) + number(1, bytes: 2) + number(4) + Data([1, 4, 0, 0]) + number(0)
        data += Data(count: 100 - data.count) + number(previews.first) + number(previews.second)
        data += Data(count: 200 - data.count) + preview + preview
        let files = try MediaFileFixtures()
        let path = try files.folder.file("huge.dng", contents: data).path
        #expect(throws: CaptureError.self) { try files.backend.device(named: path) }
    }

    @Test func picturesPlayWhereTheSoundCannot() throws {
        let files = try MediaFileFixtures()
        let whole = try files.make(
            "whole.mov",
            [
                "-f", "lavfi", "-i", "testsrc2=s=64x64:r=10:d=0.5", "-f", "lavfi", "-i", "sine=d=3", "-c:v", "mjpeg",
                "-c:a",
                "pcm_s16le",
            ])
        // An unknown codec in place of "sowt".
        var data = try Data(contentsOf: URL(fileURLWithPath: whole))
        let name = try #require(data.range(of: Data("sowt".utf8)))
        data.replaceSubrange(name, with: Data("QDM2".utf8))
        let path = try files.folder.file("unknown.mov", contents: data).path
        // Also when they begin again, after a sound that is longer.
        #expect(try files.pictures(path, count: 12).count == 12)
        #expect(try files.backend.device(named: path).companion == nil)
        let error = #expect(throws: CaptureError.self) { try files.backend.device(named: path + "#audio") }
        #expect(error?.message.contains(path) == true)
    }

    // MARK: Sound

    private struct Block: Sendable {
        var samples: [Int16]

        init?(_ event: SourceEvent) {
            guard case .sample(let sample) = event, let block = CMSampleBufferGetDataBuffer(sample) else { return nil }
            samples = [Int16](repeating: 0, count: CMBlockBufferGetDataLength(block) / 2)
            let status = samples.withUnsafeMutableBytes {
                CMBlockBufferCopyDataBytes(block, atOffset: 0, dataLength: $0.count, destination: $0.baseAddress!)
            }
            if status != kCMBlockBufferNoErr { return nil }
        }
    }

    /// Plays a file of one channel, of at least two seconds counting its loops.
    private func sound(_ name: String, _ files: MediaFileFixtures) throws -> (rate: Int, samples: [Int16]) {
        let format = try files.backend.device(named: name).formats[0].description.audioStreamBasicDescription
        let rate = Int(try #require(format).mSampleRate)
        let recorder = SourceRecorder { Block($0) }
        let source = try files.start(name, recorder.deliver)
        defer { source.stop() }
        files.clock.advance(by: CMTime(value: 3, timescale: 1))
        var wanted = 1
        while recorder.wait(for: wanted).reduce(0, { $0 + $1.samples.count }) < 2 * rate {
            if recorder.all.count < wanted { break }
            wanted = recorder.all.count + 1
        }
        return (rate, Array(recorder.all.flatMap(\.samples).prefix(2 * rate)))
    }

    @Test(arguments: [(192_000, 96_000), (384_000, 96_000), (352_800, 88_200), (37_800, 44_100), (1000, 8000)])
    func soundAtARateThatNoMovieHasIsConverted(stored: Int, played: Int) throws {
        let files = try MediaFileFixtures()
        let tone = stored / 10
        let path = try files.make(
            "tone.wav", ["-f", "lavfi", "-i", "aevalsrc=0.5*sin(2*PI*\(min(tone, 1000))*t):s=\(stored):d=1"])
        let (rate, samples) = try sound(path + "#audio", files)
        #expect(rate == played)
        try #require(samples.count == 2 * played)
        // Two seconds of the tone, with one seam.
        let waves = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(waves - 2 * min(tone, 1000)) <= 3)
        let middle = samples[played / 4..<played / 2]
        #expect(abs(Int(middle.max() ?? 0) - 16_384) < 600 && abs(Int(middle.min() ?? 0) + 16_384) < 600)
        #expect(!samples.contains { abs(Int($0)) > 20_000 })
    }

    @Test(arguments: ["pcm_f64le", "pcm_f32le", "pcm_s32le", "pcm_s24le", "pcm_u8"])
    func samplesOfAnySizeAreHeard(codec: String) throws {
        let files = try MediaFileFixtures()
        let path = try files.make(
            "tone.wav", ["-f", "lavfi", "-i", "aevalsrc=0.5*sin(2*PI*1000*t):s=48000:d=0.5", "-c:a", codec])
        let (_, samples) = try sound(path + "#audio", files)
        #expect(abs(Int(samples.max() ?? 0) - 16_384) < 300 && abs(Int(samples.min() ?? 0) + 16_384) < 300)
    }

    @Test func aRateThatIsOnlyDamageIsNamed() throws {
        let files = try MediaFileFixtures()
        let whole = try files.make("tone.wav", ["-f", "lavfi", "-i", "sine=r=48000:d=0.1"])
        var data = try Data(contentsOf: URL(fileURLWithPath: whole))
        data.replaceSubrange(24..<28, with: [0, 0, 0, 0x70])
        let path = try files.folder.file("fast.wav", contents: data).path
        let error = #expect(throws: CaptureError.self) { try files.backend.device(named: path + "#audio") }
        #expect(error?.message == "the sample rate of \(path), 1879048192 Hz, is not supported")
    }
}
