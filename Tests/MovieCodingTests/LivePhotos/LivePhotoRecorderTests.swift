import CaptureEngine
import CoreMedia
import Foundation
import Locking
import TestSupport
import Testing

@testable import MovieCoding

@Suite struct LivePhotoRecorderTests {
    private let scene = LivePhotoScene()
    private let folder: TemporaryFolder
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("live.mov")
    }

    @Test func aMovieReachesFromBeforeThePressToAfterIt() throws {
        scene.send(frames: 0..<100)
        let pressed = scene.press(atFrame: 90, to: url)
        pressed.capture.photoWasTaken(at: MovieScene.time(91))
        scene.send(frames: 100..<150)
        let outcome = try #require(pressed.outcome()).get()
        #expect(abs(outcome.duration.seconds - 3) < 0.001)
        #expect(abs(outcome.stillTime.seconds - 46 / 30.0) < 0.001)
        #expect(pressed.recordedCount == 1)

        let movie = try MovieProbe(url)
        #expect(LivePhotoScene.complaints(of: movie) == [])
        #expect(try movie.decodingComplaints() == "")
        let video = try #require(movie.video)
        #expect(video.startSeconds == 0 && abs(video.durationSeconds - 3) < 0.001)
        #expect(abs(try #require(movie.audio).durationSeconds - 3) <= 1.0 / 30)
        #expect(try LivePhotoScene.frameNumbers(of: movie) == (45..<135).map { $0 % 32 })
        #expect(try LivePhotoScene.toneStarts(in: movie).allSatisfy { $0 < 0.002 })
    }

    @Test func thePairIsKnownByTheMoviesMetadata() throws {
        scene.send(frames: 0..<60)
        let pressed = scene.press(atFrame: 50, to: url)
        scene.send(frames: 60..<110)
        _ = try #require(pressed.outcome()).get()
        let metadata = try MovieProbe(url).metadata()
        #expect(metadata["Keys:ContentIdentifier"] == LivePhotoScene.identifier)
        #expect(metadata["Keys:LocationISO6709"] ?? metadata["Keys:GPSCoordinates"] != nil)
        let json = try Tool.output("exiftool", ["-j", "-ee", "-G3", "-n", url.path])
        let tags = try #require((JSONSerialization.jsonObject(with: json) as? [[String: Any]])?.first)
        #expect(tags.contains { $0.key.hasSuffix("StillImageTime") && "\($0.value)" == "-1" })
        // The one sample of the metadata track lies where the photo does: 1.5 s after the start.
        let stills = try Tool.output(
            "ffprobe",
            ["-v", "error", "-select_streams", "d", "-show_entries", "packet=pts_time", "-of", "csv=p=0", url.path])
        let still = try #require(Double(String(decoding: stills, as: UTF8.self).trimmingCharacters(in: ["\n", ","])))
        #expect(abs(still - 1.5) < 0.001)
    }

    @Test func aMovieOfACameraThatHasJustStartedIsShorter() throws {
        scene.send(frames: 0..<16)
        let pressed = scene.press(atFrame: 15, to: url)
        scene.send(frames: 16..<70)
        let outcome = try #require(pressed.outcome()).get()
        #expect(abs(outcome.duration.seconds - 2) < 0.001)
        #expect(abs(outcome.stillTime.seconds - 0.5) < 0.001)
        #expect(try LivePhotoScene.frameNumbers(of: MovieProbe(url)) == (0..<60).map { $0 % 32 })
    }

    @Test func overlappingMoviesEachHoldTheirOwnThreeSeconds() throws {
        scene.send(frames: 0..<60)
        let urls = (0..<4).map { folder.file("live\($0).mov") }
        var presses: [LivePhotoScene.Press] = []
        for (index, url) in urls.enumerated() {
            presses.append(scene.press(atFrame: 60 + index * 10, to: url))
            scene.send(frames: (60 + index * 10)..<(70 + index * 10))
        }
        scene.send(frames: 100..<150)
        for (index, press) in presses.enumerated() {
            _ = try #require(press.outcome()).get()
            let movie = try MovieProbe(urls[index])
            #expect(LivePhotoScene.complaints(of: movie) == [])
            let first = 15 + index * 10
            #expect(try LivePhotoScene.frameNumbers(of: movie) == (first..<(first + 90)).map { $0 % 32 })
        }
    }

    @Test func stoppingTrimsTheMoviesInProgress() throws {
        scene.send(frames: 0..<60)
        let pressed = scene.press(atFrame: 55, to: url)
        scene.send(frames: 60..<70)
        scene.recorder.stop(at: MovieScene.time(65))
        scene.send(frames: 70..<80)
        let outcome = try #require(pressed.outcome()).get()
        #expect(abs(outcome.duration.seconds - 55 / 30.0) < 0.001)
        #expect(try LivePhotoScene.frameNumbers(of: MovieProbe(url)) == (10..<65).map { $0 % 32 })
        // A new recording has nothing from before.
        scene.recorder.start()
        scene.send(frames: 80..<90)
        let next = folder.file("next.mov")
        let second = scene.press(atFrame: 89, to: next)
        scene.send(frames: 90..<140)
        _ = try #require(second.outcome()).get()
        #expect(try LivePhotoScene.frameNumbers(of: MovieProbe(next)).first == 80 % 32)
    }

    @Test func aCameraThatIsPulledOutLeavesAShorterMovie() throws {
        scene.send(frames: 0..<60)
        let pressed = scene.press(atFrame: 50, to: url)
        scene.recorder.routeEnded(scene.route, error: CaptureError(.deviceDisconnected, "gone"))
        let outcome = try #require(pressed.outcome()).get()
        #expect(abs(outcome.duration.seconds - 55 / 30.0) < 0.001)
        #expect(try MovieProbe(url).decodingComplaints() == "")
    }

    @Test func aMovieWithoutFramesIsAnErrorAndNoFile() throws {
        let pressed = scene.press(atFrame: 0, to: url)
        scene.recorder.endCaptures()
        #expect(pressed.failure() == .noData)
        #expect(pressed.recordedCount == 0)
        scene.recorder.stop(at: MovieScene.time(0))
        #expect(scene.press(atFrame: 0, to: url).failure() == .interrupted)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test func aMicrophoneThatEndsLeavesThePictures() throws {
        scene.send(frames: 0..<60)
        let pressed = scene.press(atFrame: 55, to: url)
        scene.soundInlet.routeEnded(scene.route, error: nil)
        scene.send(frames: 60..<110, sound: false)
        _ = try #require(pressed.outcome()).get()
        let movie = try MovieProbe(url)
        #expect(abs(try #require(movie.video).durationSeconds - 3) < 0.001)
        // From frame 10, where the movie begins, to frame 60.
        #expect(abs(try #require(movie.audio).durationSeconds - 50 / 30.0) < 0.05)
    }

    @Test func soundThatIsMissingInTheMiddleKeepsWhatCameBefore() throws {
        scene.send(frames: 0..<40)
        let pressed = scene.press(atFrame: 60, to: url)
        scene.send(frames: 40..<85, sound: false)
        scene.send(frames: 85..<120)
        _ = try #require(pressed.outcome()).get()
        let movie = try MovieProbe(url)
        #expect(abs(try #require(movie.audio).durationSeconds - 3) <= 1.0 / 30)
        #expect(try LivePhotoScene.toneStarts(in: movie).allSatisfy { $0 < 0.1 })
    }

    @Test func framesThatAreMissingAtTheEndLeaveTheMovieItsLength() throws {
        scene.send(frames: 0..<100)
        let pressed = scene.press(atFrame: 90, to: url)
        scene.send(frames: 100..<134)
        scene.send(frames: 138..<150)
        let duration = try #require(pressed.outcome()).get().duration.seconds
        #expect(duration >= 3 && duration < 3 + 1 / 30.0 + 0.001)
        let sound = try #require(try MovieProbe(url).audio).durationSeconds
        #expect(abs(sound - duration) <= 1 / 30.0)
    }

    @Test func framesThatAreMissingAtTheStartLeaveTheMovieItsLength() throws {
        scene.send(frames: 0..<40)
        scene.send(frames: 50..<100)
        let pressed = scene.press(atFrame: 90, to: url)
        scene.send(frames: 100..<150)
        let outcome = try #require(pressed.outcome()).get()
        #expect(abs(outcome.duration.seconds - 3) < 0.001)
        #expect(abs(outcome.stillTime.seconds - 1.5) < 0.001)
        let movie = try MovieProbe(url)
        #expect(LivePhotoScene.complaints(of: movie) == [])
        // Frame 39 is shown until frame 50 comes.
        #expect(try LivePhotoScene.frameNumbers(of: movie) == [39 % 32] + (50..<135).map { $0 % 32 })
        let times = movie.packets(.video).filter { !$0.flags.contains("D") }.map(\.seconds)
        #expect(times.prefix(2).elementsEqual([0, 5 / 30.0]) { abs($0 - $1) < 0.001 })
        let sound = try #require(movie.audio).durationSeconds
        #expect(abs(sound - outcome.duration.seconds) <= 1 / 30.0)
    }

    @Test func soundThatComesLaterIsPlayedLater() throws {
        scene.send(frames: 0..<30, sound: false)
        let pressed = scene.press(atFrame: 29, to: url)
        scene.send(frames: 30..<90)
        _ = try #require(pressed.outcome()).get()
        let movie = try MovieProbe(url)
        #expect(abs(try #require(movie.audio).startSeconds - 1) < 0.002)
    }

    @Test func anotherFormatEndsTheMovie() throws {
        scene.send(frames: 0..<60)
        let pressed = scene.press(atFrame: 50, to: url)
        var other = MovieScene()
        other.width = 160
        scene.recorder.consume(other.sample(other.frame(60), at: MovieScene.time(60)), from: scene.route)
        #expect(abs(try #require(pressed.outcome()).get().duration.seconds - 55 / 30.0) < 0.001)
    }

    @Test func aMovieRequestedAfterAFormatChangeHasTheNewFormat() throws {
        scene.send(frames: 0..<60)
        let pressed = scene.press(atFrame: 60, to: url, dimensions: CMVideoDimensions(width: 160, height: 240))
        // A frame that was in progress.
        scene.send(frames: 60..<61)
        var other = MovieScene()
        other.width = 160
        for index in 61..<110 {
            scene.recorder.consume(other.sample(other.frame(index), at: MovieScene.time(index)), from: scene.route)
            _ = scene.recorder.byteCount
        }
        #expect(abs(try #require(pressed.outcome()).get().duration.seconds - 44 / 30.0) < 0.001)
        #expect(try MovieProbe(url).video?.width == 160)
    }

    @Test func memoryStaysAtAFewSecondsHoweverManyMoviesArePending() throws {
        scene.send(frames: 0..<90)
        let short = scene.recorder.byteCount
        scene.send(frames: 90..<300)
        #expect(scene.recorder.byteCount < short * 3 / 2)
        let presses = (0..<20).map { scene.press(atFrame: 300, to: folder.file("\($0).mov")) }
        scene.send(frames: 300..<340)
        #expect(scene.recorder.byteCount < short * 3 / 2)
        scene.send(frames: 340..<360)
        for press in presses { _ = try #require(press.outcome()).get() }
    }

    @Test func framesAboveThirtyASecondAreLeftOut() throws {
        scene.send(frames: 0..<160, rate: 60)
        let pressed = scene.press(atFrame: 150, rate: 60, to: url)
        scene.send(frames: 160..<250, rate: 60)
        _ = try #require(pressed.outcome()).get()
        #expect(try (89...91).contains(MovieProbe(url).packets(.video).filter { !$0.flags.contains("D") }.count))
    }

    @Test func aLargePictureIsMadeSmaller() {
        func size(_ width: Int, _ height: Int, _ format: OSType) -> [Int32] {
            let size = LivePhotoRecorder.dimensions(of: .video(pixelFormat: format, width: width, height: height))
            return [size.width, size.height]
        }
        let nv12 = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        #expect(size(4032, 3024, nv12) == [1920, 1440])
        #expect(size(3840, 2160, nv12) == [1920, 1080])
        #expect(size(3024, 4032, nv12) == [1440, 1920])
        #expect(size(3840, 2160, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange) == [1920, 1080])
        #expect(size(640, 480, nv12) == [640, 480])
        #expect(size(4000, 3000, kCVPixelFormatType_422YpCbCr8) == [4000, 3000])
    }

    @Test func anExistingFileIsKept() throws {
        try Data("precious".utf8).write(to: url)
        scene.send(frames: 0..<10)
        let pressed = scene.press(atFrame: 5, to: url)
        scene.recorder.endCaptures()
        #expect(pressed.failure() == .fileExists)
        #expect(try Data(contentsOf: url) == Data("precious".utf8))
    }

    @Test func aCancelledMovieIsNotWritten() throws {
        scene.send(frames: 0..<10)
        let pressed = scene.press(atFrame: 5, to: url)
        pressed.capture.cancel()
        scene.send(frames: 10..<60)
        #expect(pressed.failure() == .interrupted)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test(.enabled(if: SmallDisk.isPermitted || SmallDisk.isRequired)) func aFullDiskIsAnErrorWithoutDebris() throws {
        let disk = try SmallDisk(kilobytes: 64)
        scene.send(frames: 0..<60)
        let pressed = scene.press(atFrame: 50, to: disk.url.appendingPathComponent("live.mov"))
        scene.send(frames: 60..<110)
        #expect(pressed.failure() == .diskFull)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path) == [])
    }

    @Test func anotherCodecEndsTheMoviesBeforeAndNotTheOneItIsFor() throws {
        scene.send(frames: 0..<40)
        let first = scene.press(atFrame: 35, to: url)
        scene.recorder.setCodec(.hevc, at: MovieScene.time(40))
        let other = folder.file("other.mov")
        let second = scene.press(atFrame: 40, to: other)
        scene.send(frames: 40..<100)
        #expect(abs(try #require(first.outcome()).get().duration.seconds - 40 / 30.0) < 0.001)
        #expect(try MovieProbe(url).video?.codec_tag_string == "avc1")
        #expect(abs(try #require(second.outcome()).get().duration.seconds - 1.5) < 0.05)
        let movie = try MovieProbe(other)
        #expect(movie.video?.codec_tag_string == "hvc1")
        // The sound continues throughout.
        #expect(try abs(#require(movie.audio).durationSeconds - 1.5) < 0.05)
        #expect(try LivePhotoScene.toneStarts(in: movie).allSatisfy { $0 < 0.002 })
    }

    @Test func codecsThatChangeFasterThanTheEncoderKeepTheirOrder() throws {
        scene.send(frames: 0..<10)
        let lag = DispatchSemaphore(value: 0)
        let slow = scene.press(atFrame: 5, to: folder.file("slow.mov")) { _ = lag.wait(timeout: .now() + 60) }
        scene.recorder.endCaptures()
        let codecs: [CMFormatDescription.MediaSubType] = [.hevc, .h264, .hevc]
        let presses = codecs.enumerated().map { index, codec in
            let frame = 10 + index * 5
            scene.recorder.setCodec(codec, at: MovieScene.time(frame))
            defer { scene.sendAtOnce(frames: frame..<(frame + 5)) }
            return scene.press(atFrame: frame, to: folder.file("\(index).mov"))
        }
        lag.signal()
        _ = try #require(slow.outcome()).get()
        scene.send(frames: 25..<70)
        for (index, press) in presses.enumerated() {
            let outcome = try #require(press.outcome()).get()
            #expect(abs(outcome.duration.seconds - (index < 2 ? 5 / 30.0 : 1.5)) < 0.001)
            let movie = try MovieProbe(folder.file("\(index).mov"))
            #expect(movie.video?.codec_tag_string == (codecs[index] == .hevc ? "hvc1" : "avc1"))
            #expect(try LivePhotoScene.frameNumbers(of: movie).first == 10 + index * 5)
        }
    }

    @Test func codecsThatChangeFasterThanFramesComeLeaveEachMovieOne() throws {
        scene.send(frames: 0..<10)
        let codecs: [CMFormatDescription.MediaSubType] = [.hevc, .h264, .hevc]
        let presses = codecs.enumerated().map { index, codec in
            scene.recorder.setCodec(codec, at: MovieScene.time(10))
            return scene.press(atFrame: 10, to: folder.file("\(index).mov"))
        }
        _ = scene.recorder.byteCount
        #expect(presses.allSatisfy { $0.recordedCount == 0 })
        scene.send(frames: 10..<60)
        for (index, press) in presses.enumerated() {
            let outcome = try #require(press.outcome()).get()
            #expect(abs(outcome.duration.seconds - (index < 2 ? 1 / 30.0 : 1.5)) < 0.001)
            let movie = try MovieProbe(folder.file("\(index).mov"))
            #expect(movie.video?.codec_tag_string == (codecs[index] == .hevc ? "hvc1" : "avc1"))
            #expect(try LivePhotoScene.frameNumbers(of: movie).first == 10)
        }
    }

    @Test func moviesWaitingForTheirFrameEndWithTheSession() throws {
        scene.recorder.setCodec(.hevc, at: MovieScene.time(0))
        let first = scene.press(atFrame: 0, to: folder.file("first.mov"))
        scene.recorder.setCodec(.h264, at: MovieScene.time(1))
        let second = scene.press(atFrame: 1, to: folder.file("second.mov"))
        scene.recorder.endCaptures()
        #expect(first.failure() == .noData && second.failure() == .noData)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    @Test func soundThatHasJustBegunCostsNoMovie() throws {
        scene.send(frames: 0..<10, sound: false)
        let pressed = scene.press(atFrame: 5, to: url)
        // Less than an encoder needs for a packet.
        scene.sendSound(blocks: 1, from: 10)
        scene.recorder.endCaptures()
        _ = try #require(pressed.outcome()).get()
        #expect(try MovieProbe(url).audio == nil)
    }

    @Test func anEncoderThatLagsLeavesAnotherCodecsMovieItsFirstFrame() throws {
        scene.send(frames: 0..<10)
        let lag = DispatchSemaphore(value: 0)
        let slow = scene.press(atFrame: 5, to: folder.file("slow.mov")) { _ = lag.wait(timeout: .now() + 60) }
        scene.recorder.endCaptures()
        // The queue is full of what comes before the press.
        scene.sendAtOnce(frames: 10..<30)
        let first = scene.press(atFrame: 29, to: url)
        scene.recorder.setCodec(.hevc, at: MovieScene.time(30))
        let other = folder.file("other.mov")
        let second = scene.press(atFrame: 30, to: other)
        scene.sendAtOnce(frames: 30..<75)
        lag.signal()
        scene.send(frames: 75..<80)
        _ = try #require(slow.outcome()).get()
        _ = try #require(first.outcome()).get()
        _ = try #require(second.outcome()).get()
        #expect(try LivePhotoScene.frameNumbers(of: MovieProbe(other)).first == 30)
        #expect(try MovieProbe(other).video?.codec_tag_string == "hvc1")
        #expect(try MovieProbe(url).video?.codec_tag_string == "avc1")
    }

    @Test func aMovieCanBeHEVC() throws {
        scene.recorder.setCodec(.hevc, at: MovieScene.time(0))
        scene.send(frames: 0..<20)
        let pressed = scene.press(atFrame: 10, to: url)
        scene.send(frames: 20..<60)
        _ = try #require(pressed.outcome()).get()
        let movie = try MovieProbe(url)
        #expect(movie.video?.codec_tag_string == "hvc1")
        #expect(try movie.decodingComplaints() == "")
    }
}
