import AVFoundation
import Foundation
import Locking
import TestSupport
import Testing

/// What a writer's files are like, in the judgment of other programs.
@Suite struct AssetWriterTests {
    let folder: TemporaryFolder
    let scene = WriterScene()

    init() throws { folder = try TemporaryFolder() }

    struct Kind: Sendable, CustomTestStringConvertible {
        var type: AVFileType
        var codec: AVVideoCodecType
        var name: String
        var brand: String

        var testDescription: String { "\(type.rawValue) \(codec.rawValue)" }
    }

    static let kinds = [
        Kind(type: .mov, codec: .h264, name: "h264", brand: "qt  "),
        Kind(type: .mov, codec: .hevc, name: "hevc", brand: "qt  "),
        Kind(type: .mp4, codec: .h264, name: "h264", brand: "mp42"),
        Kind(type: .mp4, codec: .hevc, name: "hevc", brand: "mp42"),
        Kind(type: .m4v, codec: .h264, name: "h264", brand: "M4V "),
    ]

    @Test(arguments: kinds) func eachCodecAndContainerIsSound(_ kind: Kind) async throws {
        let url = folder.file("movie")
        var settings = scene.videoSettings
        settings[AVVideoCodecKey] = kind.codec
        let title = AVMutableMetadataItem()
        title.identifier = .quickTimeMetadataTitle
        title.value = "A drawing" as NSString
        let writer = try await scene.write(url, kind.type, video: settings, audio: WriterScene.aac) { writer, _ in
            writer.metadata = [title]
        }
        #expect(writer.status == .completed && writer.error == nil)
        let movie = try MovieProbe(url)
        #expect(try movie.complaints == "" && movie.decodingComplaints() == "")
        #expect(movie.video?.codec_name == kind.name && movie.audio?.codec_name == "aac")
        #expect(movie.video?.width == 320 && movie.video?.height == 240 && movie.video?.nb_frames == "30")
        #expect(movie.packets(.video).map(\.pts) == (0..<30).map { $0 * 3000 })
        #expect(abs(movie.format.durationSeconds - 1) < 0.001)
        #expect(movie.format.tags?["major_brand"] == kind.brand)
        #expect(try movie.metadata()["Keys:Title"] == "A drawing")
        #expect(try MovieProbe.boxes(url) == ["ftyp", "mdat", "moov"])
        let decoder = kind.codec == .h264 ? "avdec_h264" : "avdec_h265"
        let gstreamer = try Tool.run(
            "gst-launch-1.0",
            ["-q", "filesrc", "location=\(url.path)", "!", "qtdemux", "!", decoder, "!", "fakesink"])
        #expect(gstreamer.status == 0)
    }

    @Test func soundIsInSyncWithThePictures() async throws {
        let url = folder.file("movie.mp4")
        _ = try await scene.write(url, .mp4, video: scene.videoSettings, audio: WriterScene.aac)
        let movie = try MovieProbe(url)
        let samples = try movie.samples()
        // ffmpeg also plays the end of the last packet.
        #expect((48_000..<49_024).contains(samples.count / 2) && abs((movie.audio?.durationSeconds ?? 0) - 1) < 0.001)
        let tone = WriterScene.tone(from: 0, frames: samples.count / 2)
        // The tone is where it was appended, not a packet later: 110 samples are one period.
        let difference = zip(samples, tone).map { abs(Int($0) - Int($1)) }.dropFirst(2_000).dropLast(4_000)
        #expect(difference.reduce(0, +) / difference.count < 500)
        #expect(shownFrames(try movie.frames(pixelFormat: "gray"), 320, 240) == Array(0..<30))
    }

    /// The numbers of the decoded frames; see ``MovingBar``.
    private func shownFrames(_ luma: Data, _ width: Int, _ height: Int) -> [Int] {
        luma.withUnsafeBytes { bytes in
            (0..<(bytes.count / (width * height))).map { frame in
                let start = frame * width * height + height / 2 * width
                return MovingBar.number(
                    of: UnsafeBufferPointer(rebasing: bytes.bindMemory(to: UInt8.self)[start..<(start + width)]),
                    row: height / 2)
            }
        }
    }

    // MARK: The session

    @Test func whatComesBeforeTheSessionIsNotPlayed() async throws {
        let url = folder.file("movie.mov")
        _ = try await scene.write(
            url, video: scene.videoSettings, audio: WriterScene.aac, from: WriterScene.time(10))
        let movie = try MovieProbe(url)
        #expect(shownFrames(try movie.frames(pixelFormat: "gray"), 320, 240) == Array(10..<30))
        #expect(abs((movie.video?.durationSeconds ?? 0) - 2.0 / 3) < 0.001)
        // All of them are in the file.
        #expect(movie.video?.nb_frames == "30" && movie.video?.startSeconds == 0)
        #expect(try movie.decodingComplaints() == "")
        let samples = try movie.samples()
        let tone = WriterScene.tone(from: 16_000, frames: samples.count / 2)
        let difference = zip(samples, tone).map { abs(Int($0) - Int($1)) }.dropFirst(2_000).dropLast(4_000)
        #expect(difference.reduce(0, +) / difference.count < 500)
    }

    @Test func aSessionThatBeginsBeforeTheFirstSampleBeginsEmpty() async throws {
        let url = folder.file("movie.mov")
        let start = WriterScene.origin - CMTime(seconds: 3_600, preferredTimescale: 600)
        _ = try await scene.write(url, video: scene.videoSettings, audio: WriterScene.aac, from: start)
        let movie = try MovieProbe(url)
        #expect(movie.video?.startSeconds == 3_600 && movie.complaints == "")
        #expect(abs((movie.audio?.startSeconds ?? 0) - 3_600) < 0.03)
        let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber
        // An hour of silence would be much larger.
        #expect(try #require(size).intValue < 200_000)
    }

    @Test func theEndOfTheSessionIsTheEndOfTheMovie() async throws {
        let url = folder.file("movie.mov")
        let writer = try AVAssetWriter(url: url, fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: scene.videoSettings)
        writer.add(input)
        writer.startWriting()
        writer.startSession(atSourceTime: WriterScene.origin)
        try scene.feed(input, nil, frames: 0..<30)
        writer.endSession(atSourceTime: WriterScene.time(20))
        await writer.finishWriting()
        let movie = try MovieProbe(url)
        #expect(abs(movie.format.durationSeconds - 2.0 / 3) < 0.001 && movie.video?.nb_frames == "30")
    }

    // MARK: Sound alone

    @Test(arguments: [AVFileType.mov, .wav, .caf], [16, 24, 32])
    func linearPCMIsWhatWasAppended(_ type: AVFileType, _ bits: Int) async throws {
        let url = folder.file("sound")
        let writer = try await scene.write(url, type, video: nil, audio: WriterScene.linearPCM(bits))
        #expect(writer.status == .completed)
        let sound = try MovieProbe(url)
        #expect(try WriterScene.complaints(of: url) == "")
        #expect(sound.audio?.codec_name == "pcm_s\(bits)le")
        #expect(try sound.samples() == WriterScene.tone(from: 0, frames: 48_000))
    }

    @Test func linearPCMCanBeFloatsOrBigEndian() async throws {
        for (settings, name) in [
            (WriterScene.linearPCM(32, isFloat: true), "pcm_f32le"),
            (WriterScene.linearPCM(16, isBigEndian: true), "pcm_s16be"),
        ] {
            let url = folder.file(name)
            _ = try await scene.write(url, .mov, video: nil, audio: settings)
            let sound = try MovieProbe(url)
            #expect(sound.audio?.codec_name == name)
            #expect(try sound.samples() == WriterScene.tone(from: 0, frames: 48_000))
        }
    }

    @Test func soundIsConvertedToTheRateAndChannelsOfTheSettings() async throws {
        var settings = WriterScene.linearPCM(16)
        settings[AVSampleRateKey] = 16_000.0
        settings[AVNumberOfChannelsKey] = 1
        let url = folder.file("sound.wav")
        _ = try await scene.write(url, .wav, video: nil, audio: settings)
        let sound = try MovieProbe(url)
        #expect(sound.audio?.sample_rate == "16000" && sound.audio?.channels == 1)
        let samples = try sound.samples()
        #expect(abs(samples.count - 16_000) <= 1)
        let tone = WriterScene.tone(from: 0, frames: samples.count, rate: 16_000)
        for index in stride(from: 100, to: 15_900, by: 37) {
            #expect(abs(Int(samples[index]) - Int(tone[index * 2])) < 200)
        }
    }

    @Test func aFileOfSoundAloneHoldsAAC() async throws {
        let url = folder.file("sound.m4a")
        _ = try await scene.write(url, .m4a, video: nil, audio: WriterScene.aac)
        let sound = try MovieProbe(url)
        #expect(sound.audio?.codec_name == "aac" && sound.format.tags?["major_brand"] == "M4A ")
        #expect(abs((sound.audio?.durationSeconds ?? 0) - 1) < 0.001)
        #expect(try sound.complaints == "" && sound.decodingComplaints() == "")
    }

    // MARK: Tracks

    @Test func theTransformTurnsThePicture() async throws {
        let url = folder.file("movie.mov")
        _ = try await scene.write(url, video: scene.videoSettings) { _, inputs in
            inputs[0].transform = CGAffineTransform(rotationAngle: .pi / 2)
            inputs[0].languageCode = "deu"
        }
        let movie = try MovieProbe(url)
        #expect(movie.video?.clockwiseRotation == 90)
        #expect(try movie.metadata()["Track1:MediaLanguageCode"] == "deu")
    }

    @Test func keyFramesComeAsOftenAsTheSettingsSay() async throws {
        for (key, value, expected) in [
            (AVVideoMaxKeyFrameIntervalKey, 7.0, [0, 7, 14, 21, 28]),
            (AVVideoMaxKeyFrameIntervalDurationKey, 0.5, [0, 15]), (AVVideoMaxKeyFrameIntervalKey, 1000, [0]),
        ] {
            let url = folder.file("movie-\(key)-\(value).mov")
            var settings = scene.videoSettings
            settings[AVVideoCompressionPropertiesKey] = [key: value]
            _ = try await scene.write(url, video: settings)
            let packets = try MovieProbe(url).packets(.video)
            #expect(packets.indices.filter { packets[$0].isKey } == expected)
        }
    }

    @Test func theProfileAndTheOrderOfFramesFollowTheSettings() async throws {
        for (profile, isReordered, name) in [
            (AVVideoProfileLevelH264BaselineAutoLevel, false, "Constrained Baseline"),
            (AVVideoProfileLevelH264Main31, false, "Main"), (AVVideoProfileLevelH264HighAutoLevel, true, "High"),
        ] {
            let url = folder.file("\(profile).mov")
            var settings = scene.videoSettings
            settings[AVVideoCompressionPropertiesKey] = [
                AVVideoProfileLevelKey: profile, AVVideoAllowFrameReorderingKey: isReordered,
                AVVideoAverageBitRateKey: 1_000_000,
            ]
            _ = try await scene.write(url, video: settings)
            let movie = try MovieProbe(url)
            #expect(movie.video?.profile == name && movie.video?.startSeconds == 0)
            if profile == AVVideoProfileLevelH264Main31 { #expect(movie.video?.level == 31) }
            let times = movie.packets(.video).compactMap(\.pts)
            #expect((times != times.sorted()) == isReordered && times.sorted() == (0..<30).map { $0 * 3000 })
            #expect(shownFrames(try movie.frames(pixelFormat: "gray"), 320, 240) == Array(0..<30))
            #expect(try movie.decodingComplaints() == "")
        }
    }

    @Test(arguments: [(AVVideoH264EntropyModeCAVLC, "0"), (AVVideoH264EntropyModeCABAC, "1")])
    func theEntropyModeIsInTheStream(_ mode: String, _ flag: String) async throws {
        let url = folder.file("\(mode).mov")
        var settings = scene.videoSettings
        settings[AVVideoCompressionPropertiesKey] = [
            AVVideoProfileLevelKey: AVVideoProfileLevelH264HighAutoLevel, AVVideoH264EntropyModeKey: mode,
        ]
        _ = try await scene.write(url, video: settings)
        let trace = try Tool.run(
            "ffmpeg",
            [
                "-v", "info", "-i", url.path, "-c", "copy", "-bsf:v", "trace_headers", "-frames:v", "1", "-f", "null",
                "-",
            ])
        let line = try #require(
            trace.standardError.split(separator: "\n").first { $0.contains("entropy_coding_mode_flag") })
        #expect(line.hasSuffix(flag))
        #expect(shownFrames(try MovieProbe(url).frames(pixelFormat: "gray"), 320, 240) == Array(0..<30))
    }

    @Test(arguments: [AVFileType.mov, .mp4]) func forTheNetworkTheIndexComesFirst(_ type: AVFileType) async throws {
        let (url, plain) = (folder.file("movie"), folder.file("plain"))
        let writer = try await scene.write(url, type, video: scene.videoSettings, audio: WriterScene.aac) { writer, _ in
            writer.shouldOptimizeForNetworkUse = true
        }
        _ = try await scene.write(plain, type, video: scene.videoSettings, audio: WriterScene.aac)
        #expect(writer.status == .completed)
        #expect(try MovieProbe.boxes(url) == ["ftyp", "moov", "mdat"])
        let movie = try MovieProbe(url)
        #expect(try movie.complaints == "" && movie.decodingComplaints() == "")
        #expect(try movie.frames(pixelFormat: "gray") == MovieProbe(plain).frames(pixelFormat: "gray"))
        #expect(try movie.samples() == MovieProbe(plain).samples())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["movie", "plain"])
    }

    // MARK: Death

    @Test func aWriterThatDiesLeavesAllButTheLastFragment() throws {
        let url = folder.file("movie.mp4")
        let writer = try AVAssetWriter(url: url, fileType: .mp4)
        writer.movieFragmentInterval = CMTime(value: 1, timescale: 2)
        let video = AVAssetWriterInput(mediaType: .video, outputSettings: scene.videoSettings)
        let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WriterScene.aac)
        for input in [video, audio] { writer.add(input) }
        writer.startWriting()
        writer.startSession(atSourceTime: WriterScene.time(5))
        try scene.feed(video, audio, frames: 0..<91)
        // Five frames come before the session.
        let packets = try eventually {
            guard FileManager.default.fileExists(atPath: url.path) else { return false }
            // What a dead process leaves behind.
            let dead = try folder.file("dead.mp4", contents: Data(contentsOf: url))
            return (try? MovieProbe(dead).packets(.video).count >= 75) ?? false
        }
        #expect(packets)
        let movie = try MovieProbe(folder.file("dead.mp4"))
        #expect(try movie.complaints == "" && movie.decodingComplaints() == "")
        #expect(movie.audio != nil)
        let times = movie.packets(.video).compactMap(\.pts)
        #expect(times.contains(0) && times == times.sorted())
        writer.cancelWriting()
    }
}
