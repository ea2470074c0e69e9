import CaptureEngine
import Foundation
import SimulatedDevices
import TestSupport
import Testing

/// The blocks after everything that can happen to a picture.
struct SceneReaderTests {
    /// Frames of the back camera in a raw file: what ffmpeg needs to read it.
    private func frames(_ folder: TemporaryFolder, width: Int32, count: Int = 1) throws -> [String] {
        let bench = Bench()
        let (source, configuration) = try bench.camera(width: width)
        let recorder = SourceRecorder { event -> Data? in
            guard case .sample(let sample) = event, let frame = CMSampleBufferGetImageBuffer(sample) else { return nil }
            var data = Data()
            frame.withPlanes { planes in
                for plane in planes {
                    let bytes = plane.width * (plane.height == CVPixelBufferGetHeight(frame) ? 1 : 2)
                    for row in 0..<plane.height {
                        data.append(Data(bytes: plane.base + row * plane.bytesPerRow, count: bytes))
                    }
                }
            }
            return data
        }
        try source.start(configuration, deliver: recorder.deliver)
        bench.clock.advance(by: CMTime(value: Int64(count), timescale: 30))
        let frames = recorder.wait(for: count).prefix(count)
        source.stop()
        let size = configuration.format.description.dimensions
        let raw = try folder.file("frames.nv12", contents: frames.reduce(Data(), +))
        return [
            "-f", "rawvideo", "-pix_fmt", "nv12", "-s", "\(size.width)x\(size.height)", "-r", "30", "-i", raw.path,
        ]
    }

    /// Runs ffmpeg over the frames and reads what comes out.
    private func read(_ input: [String], _ folder: TemporaryFolder, _ name: String, _ options: [String]) throws
        -> SceneReader.Reading?
    {
        let output = folder.file(name)
        try Tool.output("ffmpeg", ["-v", "error"] + input + options + [output.path])
        let luma = try ImageProbe.decode(output).luma
        return luma.samples.withUnsafeBytes {
            SceneReader.read(luma: $0.baseAddress!, bytesPerRow: luma.width, width: luma.width, height: luma.height)
        }
    }

    @Test(arguments: [Int32(640), 1920])
    func blocksSurviveTheWorstJPEG(width: Int32) throws {
        let folder = try TemporaryFolder()
        let input = try frames(folder, width: width)
        let reading = try read(input, folder, "bad.jpg", ["-frames:v", "1", "-q:v", "31", "-pix_fmt", "yuvj420p"])
        #expect(reading?.frameNumber == 0)
        #expect(reading?.milliseconds == 0)
        #expect(reading?.isFlashOn == true)
        #expect(reading?.orientation == .upright)
    }

    @Test func blocksSurviveH264AtLowQualityInEveryFrame() throws {
        let folder = try TemporaryFolder()
        let input = try frames(folder, width: 640, count: 40)
        let movie = folder.file("low.mp4")
        try Tool.output(
            "ffmpeg",
            ["-v", "error"] + input + ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "38", movie.path])
        for number in [0, 1, 20, 39] {
            let reading = try read(
                ["-i", movie.path], folder, "frame\(number).png",
                ["-vf", "select=eq(n\\,\(number)),format=gray", "-frames:v", "1"])
            #expect(reading?.frameNumber == UInt32(number))
            #expect(reading?.milliseconds == UInt32(number * 1000 / 30))
            #expect(reading?.isFlashOn == (number % 30 < 3))
        }
    }

    @Test(arguments: ["scale=320:240", "scale=500:375", "scale=1280:960", "scale=320:240:flags=neighbor"])
    func blocksSurviveScaling(filter: String) throws {
        let folder = try TemporaryFolder()
        let input = try frames(folder, width: 640)
        let reading = try read(input, folder, "scaled.png", ["-vf", filter + ",format=gray", "-frames:v", "1"])
        #expect(reading?.frameNumber == 0)
    }

    @Test(arguments: [
        ("null", SceneReader.Orientation.upright), ("hflip", .mirrored), ("transpose=1", .turned90),
        ("hflip,vflip", .turned180), ("transpose=2", .turned270), ("hflip,transpose=1", .mirroredTurned90),
        ("vflip", .mirroredTurned180), ("hflip,transpose=2", .mirroredTurned270),
    ])
    func theReaderReportsThePicturesOrientation(filter: String, orientation: SceneReader.Orientation) throws {
        let folder = try TemporaryFolder()
        let input = try frames(folder, width: 640)
        let reading = try read(input, folder, "turned.png", ["-vf", filter + ",format=gray", "-frames:v", "1"])
        #expect(reading?.orientation == orientation)
        #expect(reading?.isFlashOn == true)
    }

    @Test func anotherPictureIsNotTakenForTheScene() throws {
        let folder = try TemporaryFolder()
        for (index, source) in ["testsrc2", "smptebars", "color=white", "color=black", "mandelbrot"].enumerated() {
            let picture = folder.file("\(index).png")
            let separator = source.contains("=") ? ":" : "="
            try Tool.output(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "\(source)\(separator)s=640x480", "-vf", "format=gray",
                    "-frames:v", "1", picture.path,
                ])
            let luma = try ImageProbe.decode(picture).luma
            let reading = luma.samples.withUnsafeBytes {
                SceneReader.read(luma: $0.baseAddress!, bytesPerRow: luma.width, width: luma.width, height: luma.height)
            }
            #expect(reading == nil, "\(source)")
        }
    }

    @Test func everyValueOfARowIsReadBackAndEveryFlippedBitIsSeen() {
        for value in [0, 1, 0xFFFF_FFFF, 0xAAAA_AAAA, 0x1234_5678] as [UInt32] {
            let blocks = BlockCode.encode(value)
            #expect(blocks.count == BlockCode.columns)
            #expect(BlockCode.decode(blocks) == value)
            for index in blocks.indices {
                var damaged = blocks
                damaged[index].toggle()
                #expect(BlockCode.decode(damaged) == nil)
            }
        }
    }
}
