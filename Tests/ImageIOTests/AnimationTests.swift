import Foundation
import ImageIO
import MissingFoundation
import TestSupport
import Testing

/// GIF files: several pictures, with the time between them.
@Suite struct AnimationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(
        _ images: [CGImage], delays: [Double], loops: Int? = 0, count: Int? = nil
    ) throws -> URL? {
        let url = folder.file("animation.gif")
        let destination = try #require(
            CGImageDestinationCreateWithURL(url, "com.compuserve.gif", count ?? images.count, nil))
        if let loops {
            let group: [String: Any] = [kCGImagePropertyGIFLoopCount: loops]
            CGImageDestinationSetProperties(destination, [kCGImagePropertyGIFDictionary: group])
        }
        for (image, delay) in zip(images, delays) {
            let group: [String: Any] = [kCGImagePropertyGIFDelayTime: delay]
            CGImageDestinationAddImage(destination, image, [kCGImagePropertyGIFDictionary: group])
        }
        return CGImageDestinationFinalize(destination) ? url : nil
    }

    private func gray(_ value: UInt8, width: Int = 96, height: Int = 64) throws -> CGImage {
        let pixels = Data((0..<width * height).flatMap { _ in [value, value, value, 255] })
        return try #require(CGImage(width: width, height: height, bytesPerRow: 4 * width, rgba: pixels))
    }

    /// The frames as ffmpeg decodes them: RGB of the pixel in the middle, and the first.
    private func decoded(_ file: URL, size: String) throws -> [[UInt8]] {
        let bytes = try Tool.output(
            "ffmpeg", ["-v", "error", "-i", file.path, "-vsync", "0", "-f", "rawvideo", "-pix_fmt", "rgba", "-"])
        let parts = size.split(separator: "x").compactMap { Int($0) }
        let length = parts[0] * parts[1] * 4
        return stride(from: 0, to: bytes.count, by: length).map { Array(bytes[$0..<$0 + length]) }
    }

    private func source(_ file: URL) throws -> CGImageSource { try #require(CGImageSourceCreateWithURL(file, nil)) }

    private func group(_ properties: [String: Any]?) -> [String: Any] {
        properties?[kCGImagePropertyGIFDictionary] as? [String: Any] ?? [:]
    }

    @Test func othersReadTheAnimation() throws {
        let file = try #require(try write([corners(), gray(128), gray(0)], delays: [0.1, 0.25, 0.02], loops: 3))
        let facts = try Tool.output(
            "exiftool", ["-s3", "-FrameCount", "-AnimationIterations", "-ImageSize", "-GIFVersion", file.path])
        #expect(String(decoding: facts, as: UTF8.self) == "3\n3\n96x64\n89a\n")
        let packets = try Tool.output(
            "ffprobe",
            ["-v", "error", "-min_delay", "0", "-show_entries", "packet=duration", "-of", "csv=p=0", file.path])
        #expect(String(decoding: packets, as: UTF8.self).split(separator: "\n").map(String.init) == ["10", "25", "2"])
        let frames = try decoded(file, size: "96x64")
        try #require(frames.count == 3)
        // Few colors are kept exactly.
        func pixel(_ frame: Int, _ x: Int, _ y: Int) -> [UInt8] {
            Array(frames[frame][(y * 96 + x) * 4..<(y * 96 + x) * 4 + 4])
        }
        #expect(pixel(0, 5, 5) == [255, 0, 0, 255] && pixel(0, 90, 5) == [0, 255, 0, 255])
        #expect(pixel(0, 5, 60) == [0, 0, 255, 255] && pixel(0, 90, 60) == [255, 255, 255, 255])
        #expect(pixel(1, 50, 30) == [128, 128, 128, 255] && pixel(2, 95, 63) == [0, 0, 0, 255])
    }

    /// 256 of the colors of a picture are as good as those that ffmpeg chooses.
    @Test func aPictureOfManyColorsIsAsGoodAsOthersMakeIt() throws {
        let (drawn, other) = (folder.file("drawn.png"), folder.file("other.gif"))
        let picture = "mandelbrot=size=320x240:start_scale=0.02"
        try MadeFile.ffmpeg(["-f", "lavfi", "-i", picture, "-frames:v", "1"], to: drawn)
        let image = try #require(CGImageSourceCreateImageAtIndex(source(drawn), 0, nil))
        let file = try #require(try write([image], delays: [0]))
        let graph = "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=dither=floyd_steinberg"
        try Tool.output("ffmpeg", ["-v", "error", "-i", drawn.path, "-filter_complex", graph, "-y", other.path])
        let (own, theirs) = (try likeness(drawn, file), try likeness(drawn, other))
        #expect(own > theirs - 1, "\(own) dB and \(theirs) dB")
    }

    /// In decibels.
    private func likeness(_ drawn: URL, _ file: URL) throws -> Double {
        let (wanted, found) = (try decoded(drawn, size: "320x240")[0], try decoded(file, size: "320x240")[0])
        let sum = zip(wanted, found).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
        return 10 * log10(255 * 255 * Double(wanted.count) / Double(max(sum, 1)))
    }

    /// Codes grow to 12 bits and begin again.
    @Test func noiseSurvivesTheCompression() throws {
        var random = SeededRandomness()
        let pixels = Data(
            (0..<200 * 150).flatMap { _ in
                let value = UInt8.random(in: 0...255, using: &random)
                return [value, value, value, 255]
            })
        let image = try #require(CGImage(width: 200, height: 150, bytesPerRow: 800, rgba: pixels))
        let file = try #require(try write([image], delays: [0]))
        #expect(try decoded(file, size: "200x150") == [Array(pixels)])
        let read = try #require(CGImageSourceCreateImageAtIndex(source(file), 0, nil))
        #expect(read.dataProvider?.data as Data? == pixels)
    }

    @Test func theAnimationIsReadBack() throws {
        let file = try #require(try write([corners(), gray(128), gray(0)], delays: [0.1, 0.25, 0.02], loops: 3))
        let source = try source(file)
        #expect(CGImageSourceGetType(source) == "com.compuserve.gif" && CGImageSourceGetCount(source) == 3)
        let whole = group(CGImageSourceCopyProperties(source, nil))
        #expect(whole[kCGImagePropertyGIFLoopCount] as? Int == 3)
        #expect(whole[kCGImagePropertyGIFCanvasPixelWidth] as? Int == 96)
        #expect((whole[kCGImagePropertyGIFFrameInfoArray] as? [[String: Any]])?.count == 3)
        let groups = (0..<3).map { group(CGImageSourceCopyPropertiesAtIndex(source, $0, nil)) }
        #expect(groups.map { $0[kCGImagePropertyGIFUnclampedDelayTime] as? Double } == [0.1, 0.25, 0.02])
        // Too short to be seen.
        #expect(groups.map { $0[kCGImagePropertyGIFDelayTime] as? Double } == [0.1, 0.25, 0.1])
        // In any order.
        let grays = try [2, 1, 2, 0, 1].map { index in
            try #require(CGImageSourceCreateImageAtIndex(source, index, nil)).pixel(90, 60)[0]
        }
        #expect(grays == [0, 128, 0, 255, 128])
        #expect(CGImageSourceCreateImageAtIndex(source, 3, nil) == nil)
        #expect(CGImageSourceCopyPropertiesAtIndex(source, -1, nil) == nil)
        let small = try #require(
            CGImageSourceCreateThumbnailAtIndex(
                source, 1,
                [
                    kCGImageSourceCreateThumbnailFromImageAlways: true,
                    kCGImageSourceThumbnailMaxPixelSize: 48,
                ]))
        #expect(small.width == 48 && small.height == 32 && abs(Int(small.pixel(20, 20)[0]) - 128) <= 1)
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 1, nil) == nil)
    }

    /// Most files are opened only for what they say of themselves.
    @Test func aFileIsCopiedOnlyWhenItsPicturesAreWanted() throws {
        func copies() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { link in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(link)")
                return target?.contains("GIFPictures") == true
            }.count
        }
        let source = try source(try #require(try write([corners(), gray(128)], delays: [0.1, 0.1])))
        #expect(CGImageSourceGetCount(source) == 2 && CGImageSourceCopyPropertiesAtIndex(source, 1, nil) != nil)
        #expect(try copies() == 0)
        #expect(CGImageSourceCreateImageAtIndex(source, 1, nil) != nil)
        #expect(try copies() > 0)
    }

    /// The pictures would take 46 MB together.
    @Test func anAnimationIsWrittenOnePictureAtATime() throws {
        let (file, copy) = (folder.file("long.gif"), folder.file("copy.gif"))
        try MadeFile.ffmpeg(["-f", "lavfi", "-i", "testsrc=size=320x240:rate=25", "-t", "6"], to: file)
        let source = try source(file)
        let destination = try #require(CGImageDestinationCreateWithURL(copy, "com.compuserve.gif", 150, nil))
        for index in 0..<150 { CGImageDestinationAddImageFromSource(destination, source, index, nil) }
        // What a program needs once is there before the peak begins anew.
        #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) != nil)
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        let before = try bytes("VmRSS")
        #expect(CGImageDestinationFinalize(destination))
        let growth = try bytes("VmHWM") - before
        #expect(growth < 20 << 20, "\(growth)")
        #expect(try CGImageSourceGetCount(self.source(copy)) == 150)
    }

    private func bytes(_ field: String) throws -> Int {
        let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("\(field):") })
        return try #require(Int(line.split(whereSeparator: { $0 == " " || $0 == "\t" })[1])) << 10
    }

    /// Most programs store what changed.
    @Test func animationsOfOthersAreRead() throws {
        let file = folder.file("other.gif")
        try MadeFile.ffmpeg(["-f", "lavfi", "-i", "testsrc=size=160x120:rate=5", "-t", "2", "-loop", "-1"], to: file)
        let source = try source(file)
        #expect(CGImageSourceGetCount(source) == 10)
        #expect(group(CGImageSourceCopyProperties(source, nil))[kCGImagePropertyGIFLoopCount] as? Int == 1)
        let frames = try decoded(file, size: "160x120")
        for index in [9, 0, 4, 5] {
            let image = try #require(CGImageSourceCreateImageAtIndex(source, index, nil))
            #expect(Array(try #require(image.dataProvider?.data as Data?)) == frames[index], "picture \(index)")
            let delay = group(CGImageSourceCopyPropertiesAtIndex(source, index, nil))
            #expect(delay[kCGImagePropertyGIFDelayTime] as? Double == 0.2)
        }
    }

    @Test func whatIsTransparentStaysSo() throws {
        let small = try corners(width: 40, height: 30)
        let file = try #require(try write([gray(77), small, corners(alpha: 0)], delays: [0.1, 0.1, 0.1]))
        let source = try source(file)
        let second = try #require(CGImageSourceCreateImageAtIndex(source, 1, nil))
        // As large as the largest. The picture before stays where nothing covers it, as it was not to be cleared.
        #expect(second.width == 96 && second.pixel(5, 5) == [255, 0, 0, 255] && second.pixel(90, 60)[0] == 77)
        let frames = try decoded(file, size: "96x64")
        #expect(Array(try #require(second.dataProvider?.data as Data?)) == frames[1])
        // What was cleared is transparent.
        let third = try #require(CGImageSourceCreateImageAtIndex(source, 2, nil))
        #expect(third.pixel(5, 5)[3] == 0 && third.alphaInfo == .premultipliedLast)
    }

    @Test func picturesAreCopiedFromOneToAnother() throws {
        let file = try #require(try write([corners(), gray(9)], delays: [0.1, 0.1]))
        let data = try #require(CFDataCreateMutable(nil, 0))
        let png = try #require(CGImageDestinationCreateWithData(data, "public.png", 1, nil))
        CGImageDestinationAddImageFromSource(png, try source(file), 1, nil)
        #expect(CGImageDestinationFinalize(png))
        let read = try #require(CGImageSourceCreateWithData(data as Data, nil))
        #expect(try #require(CGImageSourceCreateImageAtIndex(read, 0, nil)).pixel(3, 3)[0] == 9)
        // All that were announced have to come.
        #expect(try write([corners()], delays: [0.1], count: 2) == nil)
    }

    @Test func damagedFilesAreNoPictures() throws {
        let file = try Data(contentsOf: #require(try write([corners(), gray(9)], delays: [0.1, 0.1])))
        for length in 0..<file.count {
            let source = try #require(CGImageSourceCreateWithData(file.prefix(length), nil))
            for index in 0..<CGImageSourceGetCount(source) { _ = CGImageSourceCreateImageAtIndex(source, index, nil) }
        }
        var random = SeededRandomness()
        for _ in 0..<300 {
            var damaged = file
            for _ in 0..<4 {
                damaged[Int.random(in: 6..<file.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            let source = try #require(CGImageSourceCreateWithData(damaged, nil))
            for index in 0..<CGImageSourceGetCount(source) { _ = CGImageSourceCreateImageAtIndex(source, index, nil) }
        }
    }
}
