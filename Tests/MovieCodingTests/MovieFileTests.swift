import CaptureEngine
import Foundation
import TestSupport
import Testing

@testable import MovieCoding

@Suite struct MovieFileTests {
    let folder: TemporaryFolder
    let scene = MovieScene()

    init() throws { folder = try TemporaryFolder() }

    /// Records `frames` frames at 30 a second, with sound, and finishes.
    private func recording(
        frames: Int = 60, scene: MovieScene = MovieScene(), sound: Bool = true,
        change: (inout MovieConfiguration) -> Void = { _ in }
    ) throws -> MovieProbe {
        let url = folder.file("movie.mov")
        var configuration = scene.configuration(url, sound: sound)
        change(&configuration)
        let movie = try MovieFile(configuration)
        try scene.record(to: movie, frames: 0..<frames, sound: sound)
        try movie.finish(at: MovieScene.time(frames))
        return try MovieProbe(url)
    }

    @Test func aMovieHoldsEveryFrameAtItsTime() throws {
        let movie = try recording()
        #expect(movie.complaints == "")
        #expect(movie.video?.codec_name == "h264")
        #expect(movie.video?.codec_tag_string == "avc1")
        #expect(movie.video?.width == 320)
        #expect(movie.video?.height == 240)
        #expect(movie.video?.r_frame_rate == "30/1")
        let packets = movie.packets(.video)
        #expect(packets.map(\.pts) == (0..<60).map { $0 * 3000 })
        #expect(packets.allSatisfy { $0.duration == 3000 })
        #expect(try movie.decodingComplaints() == "")
    }

    @Test func soundBeginsAndEndsWithThePicture() throws {
        let movie = try recording()
        let audio = try #require(movie.audio)
        #expect(audio.codec_name == "aac")
        #expect(audio.sample_rate == "48000")
        #expect(audio.channels == 2)
        #expect(audio.startSeconds == 0)
        #expect(abs(audio.durationSeconds - 2) < 0.001)
        #expect(abs(movie.format.durationSeconds - 2) < 0.001)
        // The edit list removes the encoder's priming: the tone begins at its zero crossing, as loud as it was.
        let samples = try movie.samples()
        #expect(abs(samples.count / 2 - 96_000) <= 1024)
        let begin = (0..<48).map { Double(samples[$0 * 2]) }
        let expected = (0..<48).map { 12_000 * sin(Double($0) * 440 * 2 * .pi / 48_000) }
        let error = zip(begin, expected).map { ($0 - $1) * ($0 - $1) }.reduce(0, +) / 48
        #expect(error.squareRoot() < 1_500, "the first millisecond is the tone's first millisecond")
    }

    @Test func aFinishedMovieHasNoFragments() throws {
        let movie = try recording(frames: 90)
        #expect(try MovieProbe.boxes(movie.url) == ["ftyp", "mdat", "moov"])
    }

    @Test func keyFramesComeEverySecond() throws {
        let packets = try recording(frames: 100).packets(.video)
        #expect(packets.indices.filter { packets[$0].isKey } == [0, 30, 60, 90])
    }

    @Test func framesKeepTheirOwnDurations() throws {
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url, sound: false))
        let times = [0, 0.04, 0.1, 0.5, 0.533, 2.9, 2.95]
        for (index, time) in times.enumerated() {
            try movie.append(scene.sample(scene.frame(index), at: MovieScene.seconds(time)), to: .video)
        }
        try movie.finish(at: MovieScene.seconds(3.2))
        let packets = try MovieProbe(url).packets(.video)
        #expect(packets.map(\.pts) == times.map { Int(($0 * 90_000).rounded()) })
        #expect(packets.last?.duration == 22_500)
        #expect(abs(try MovieProbe(url).format.durationSeconds - 3.2) < 0.001)
    }

    @Test func aFrameThatIsNotLaterThanTheLastIsLeftOut() throws {
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url, sound: false))
        for time in [0, 0.1, 0.1, 0.05, 0.2] {
            try movie.append(scene.sample(scene.frame(0), at: MovieScene.seconds(time)), to: .video)
        }
        try movie.finish(at: MovieScene.seconds(0.3))
        #expect(try MovieProbe(url).packets(.video).map(\.pts) == [0, 9000, 18_000])
    }

    @Test(arguments: [
        (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVImageBufferYCbCrMatrix_ITU_R_709_2, "tv", "bt709"),
        (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVImageBufferYCbCrMatrix_ITU_R_709_2, "pc", "bt709"),
        (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVImageBufferYCbCrMatrix_ITU_R_601_4, "tv", "smpte170m"),
    ])
    func theColorIsThatOfTheFrames(format: OSType, matrix: CFString, range: String, space: String) throws {
        let scene = MovieScene(pixelFormat: format, matrix: matrix)
        let movie = try recording(frames: 8, scene: scene, sound: false)
        #expect(movie.video?.color_range == range)
        #expect(movie.video?.color_space == space)
        #expect(movie.video?.color_primaries == "bt709")
        #expect(movie.video?.color_transfer == "bt709")
        // The numbers come back unchanged: nothing was converted on the way.
        let decoded = try movie.frames(pixelFormat: range == "pc" ? "yuvj420p" : "yuv420p")
        #expect(decoded.count == 8 * 320 * 240 * 3 / 2)
        let expected = (0..<320 * 240).map { MovingBar.luma(7, $0 % 320, $0 / 320) }
        let last = decoded.suffix(320 * 240 * 3 / 2).prefix(320 * 240)
        let psnr = DecodedPicture.Component(width: 320, height: 240, samples: expected)
            .psnr(.init(width: 320, height: 240, samples: Array(last)))
        #expect(psnr > 38, "x264 at a rate factor of 23 keeps at least this")
    }

    @Test func theLevelIsThatOfTheFrameRate() throws {
        // 300 macroblocks 30 times a second: 9000 are within level 1.2's 6000 to 1.3's 11880.
        #expect(try recording(frames: 2, sound: false).video?.level == 13)
    }

    @Test func hevcIsWrittenAsPlayersWantIt() throws {
        let movie = try recording(frames: 40) { $0.video?.codec = .hevc }
        #expect(movie.complaints == "")
        #expect(movie.video?.codec_tag_string == "hvc1")
        #expect(movie.video?.profile == "Main")
        #expect(movie.packets(.video).map(\.pts) == (0..<40).map { $0 * 3000 })
        #expect(try movie.decodingComplaints() == "")
    }

    @Test(arguments: [
        kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_32BGRA,
        kCVPixelFormatType_OneComponent8, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
    ])
    func otherPixelFormatsAreConverted(format: OSType) throws {
        let scene = MovieScene(pixelFormat: format)
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url, sound: false))
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, 320, 240, format, nil, &buffer) == kCVReturnSuccess)
        let picture = try #require(buffer)
        // All bytes 0x80 are a middle gray in each of these formats, colorless where there is color.
        CVPixelBufferLockBaseAddress(picture, [])
        for plane in 0..<max(1, CVPixelBufferGetPlaneCount(picture)) {
            let rows = CVPixelBufferGetHeightOfPlane(picture, plane)
            let base = CVPixelBufferGetBaseAddressOfPlane(picture, plane)
            memset(base!, 0x80, rows * CVPixelBufferGetBytesPerRowOfPlane(picture, plane))
        }
        CVPixelBufferUnlockBaseAddress(picture, [])
        for index in 0..<3 { try movie.append(scene.sample(picture, at: MovieScene.time(index)), to: .video) }
        try movie.finish(at: MovieScene.time(3))
        let probe = try MovieProbe(url)
        let isFullRange = format == kCVPixelFormatType_OneComponent8
        let decoded = try probe.frames(pixelFormat: isFullRange ? "yuvj420p" : "yuv420p")
        #expect(decoded.count == 3 * 320 * 240 * 3 / 2)
        // Red, green and blue of 128 are a luma of 16 + 219 * 128 / 255.
        let luma = format == kCVPixelFormatType_32BGRA ? 126 : 128
        #expect(decoded.prefix(320 * 240).allSatisfy { abs(Int($0) - luma) <= 2 })
        #expect(decoded[(320 * 240)..<(320 * 240 * 3 / 2)].allSatisfy { abs(Int($0) - 128) <= 2 })
    }

    @Test func aChangeOfTheFramesEndsTheRecordingButNotTheFile() throws {
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url, sound: false))
        try scene.record(to: movie, frames: 0..<10, sound: false)
        let other = MovieScene(width: 160, height: 120)
        let error = #expect(throws: CaptureError.self) {
            try movie.append(other.sample(other.frame(0), at: MovieScene.time(10)), to: .video)
        }
        #expect(error?.code == .reconfigured)
        try movie.finish(at: MovieScene.time(10))
        #expect(try MovieProbe(url).packets(.video).count == 10)
    }

    @Test(arguments: [(0, false), (90, false), (180, false), (270, false), (0, true), (90, true)])
    func playersRotateThePicture(rotation: Int, isMirrored: Bool) throws {
        let movie = try recording(frames: 2, sound: false) {
            $0.video?.rotation = rotation
            $0.video?.isMirrored = isMirrored
        }
        #expect(movie.video?.width == 320)
        if !isMirrored { #expect(movie.video?.clockwiseRotation == rotation) }
        // ffmpeg rotates as players do. Frame 0 has a bright bar at its left edge, and where its top end is shows the
        // orientation.
        let size = rotation % 180 == 0 ? (320, 240) : (240, 320)
        let data = try Tool.output(
            "ffmpeg",
            ["-v", "error", "-i", movie.url.path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", "-"])
        #expect(data.count == 320 * 240)
        let corners = [0: (0, 0), 90: (size.0 - 1, 0), 180: (size.0 - 1, size.1 - 1), 270: (0, size.1 - 1)]
        var (column, row) = try #require(corners[rotation])
        if isMirrored { column = size.0 - 1 - column }
        #expect(data[row * size.0 + column] > 190)
        #expect(data[(size.1 - 1 - row) * size.0 + size.0 - 1 - column] < 190)
    }

    @Test func metadataIsReadByOthers() throws {
        let movie = try recording(frames: 2) {
            $0.metadata = [
                MovieMetadataItem("com.apple.quicktime.make", "Linux"),
                MovieMetadataItem("com.apple.quicktime.model", "Simulierte Kamera ü"),
                MovieMetadataItem("com.apple.quicktime.location.ISO6709", "+48.2082+016.3738+171.000/"),
            ]
        }
        let metadata = try movie.metadata()
        #expect(metadata["Keys:Make"] == "Linux")
        #expect(metadata["Keys:Model"] == "Simulierte Kamera ü")
        #expect(metadata["Keys:GPSCoordinates"]?.contains("48 deg") == true)
        #expect(movie.format.tags?["com.apple.quicktime.make"] == "Linux")
    }

    @Test func soundAloneMakesAMovie() throws {
        let url = folder.file("sound.mov")
        var configuration = scene.configuration(url)
        configuration.video = nil
        let movie = try MovieFile(configuration)
        for block in 0..<150 {
            let time = MovieScene.time(block, rate: 100)
            try movie.append(scene.sound(from: block * 480, frames: 480, at: time), to: .audio)
        }
        try movie.finish(at: MovieScene.seconds(1.5))
        let probe = try MovieProbe(url)
        #expect(probe.streams.count == 1)
        #expect(abs(probe.format.durationSeconds - 1.5) < 0.001)
        #expect(try MovieProbe.boxes(url) == ["ftyp", "mdat", "moov"])
    }

    @Test func aTrackWithoutSamplesIsLeftOut() throws {
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url))
        try scene.record(to: movie, frames: 0..<10, sound: false)
        try movie.finish(at: MovieScene.time(10))
        #expect(try MovieProbe(url).streams.map(\.codec_type) == ["video"])
    }

    @Test func nothingRecordedLeavesNoFile() throws {
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url))
        let error = #expect(throws: CaptureError.self) { try movie.finish(at: MovieScene.origin) }
        #expect(error?.code == .noData)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test func cancellingLeavesNoFile() throws {
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url))
        try scene.record(to: movie, frames: 0..<40)
        movie.cancel()
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test func anExistingFileIsNotTouched() throws {
        let url = try folder.file("movie.mov", contents: Data("precious".utf8))
        let error = #expect(throws: CaptureError.self) { try MovieFile(scene.configuration(url)) }
        #expect(error?.code == .fileExists)
        #expect(error?.message == "\(url.path) already exists")
        #expect(try Data(contentsOf: url) == Data("precious".utf8))
    }

    @Test func aMissingFolderIsNamed() throws {
        let url = folder.file("missing/movie.mov")
        let error = #expect(throws: CaptureError.self) { try MovieFile(scene.configuration(url)) }
        #expect(error?.code == .fileUnwritable)
        #expect(error?.message.contains(url.path) == true)
    }

    @Test func pixelFormatsThatCannotBeEncodedAreRefusedBeforeTheFileIsMade() throws {
        let url = folder.file("movie.mov")
        let bayer = MovieScene(pixelFormat: kCVPixelFormatType_14Bayer_RGGB)
        let error = #expect(throws: CaptureError.self) { try MovieFile(bayer.configuration(url)) }
        #expect(error?.code == .formatUnsupported)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test func bytesWrittenFollowsTheFile() throws {
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url))
        try scene.record(to: movie, frames: 0..<60)
        let size = try #require(try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int64)
        #expect(size > 0)
        #expect(movie.bytesWritten >= size)
        try movie.finish(at: MovieScene.time(60))
    }
}
