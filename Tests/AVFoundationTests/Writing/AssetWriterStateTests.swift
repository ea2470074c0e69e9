import AVFoundation
import Foundation
import Locking
import TestSupport
import Testing

/// How a writer's status changes, what fails, and when an input takes media.
@Suite struct AssetWriterStateTests {
    let folder: TemporaryFolder
    let scene = WriterScene()

    init() throws { folder = try TemporaryFolder() }

    private func writer(
        _ url: URL, _ settings: [String: Any]? = nil
    ) throws -> (writer: AVAssetWriter, input: AVAssetWriterInput) {
        let writer = try AVAssetWriter(url: url, fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings ?? scene.videoSettings)
        writer.add(input)
        return (writer, input)
    }

    @Test func numbersThatNoFileHoldsHarmNothing() async throws {
        var settings = scene.videoSettings
        settings[AVVideoCompressionPropertiesKey] = [
            AVVideoMaxKeyFrameIntervalKey: Int.max, AVVideoExpectedSourceFrameRateKey: 1e300,
            AVVideoQualityKey: Double.nan,
        ]
        let (writer, input) = try writer(folder.file("movie.mov"), settings)
        input.naturalSize = CGSize(width: 1e9, height: CGFloat.infinity)
        input.transform = CGAffineTransform(a: .infinity, b: 0, c: 0, d: 1e300, tx: -.infinity, ty: 0)
        writer.startWriting()
        writer.startSession(atSourceTime: WriterScene.origin)
        try scene.feed(input, nil, frames: 0..<5)
        input.markAsFinished()
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(try MovieProbe(writer.outputURL).decodingComplaints() == "")
    }

    @Test func theStatusGoesFromUnknownToCompletedAndIsObservable() async throws {
        let (writer, input) = try writer(folder.file("movie.mov"))
        let seen = Mutex<[AVAssetWriter.Status]>([])
        let observation = writer.observe(\.status, options: [.initial]) { writer, _ in
            let status = writer.status
            seen.withLock { $0.append(status) }
        }
        #expect(!input.isReadyForMoreMediaData && writer.inputs == [input])
        writer.startWriting()
        #expect(writer.status == .writing)
        writer.startSession(atSourceTime: WriterScene.origin)
        try scene.feed(input, nil, frames: 0..<5)
        input.markAsFinished()
        #expect(!input.isReadyForMoreMediaData)
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(seen.withLock { $0 } == [.unknown, .writing, .completed])
        observation.invalidate()
        // Too late, but no mistake: a camera's queue may still deliver.
        #expect(try !input.append(scene.frame(5)))
    }

    @Test func aFileThatExistsIsNotReplaced() throws {
        let url = try folder.file("movie.mov", contents: Data("kept".utf8))
        let (writer, _) = try writer(url)
        #expect(!writer.startWriting())
        #expect(writer.status == .failed && (writer.error as? AVError)?.code == .fileAlreadyExists)
        #expect(try Data(contentsOf: url) == Data("kept".utf8))
    }

    @Test func aFolderThatIsNotThereFails() throws {
        let (writer, _) = try writer(folder.file("nowhere/movie.mov"))
        #expect(!writer.startWriting())
        #expect(writer.status == .failed && writer.error?.localizedDescription.contains("nowhere") == true)
    }

    @Test func aCodecWithoutAnEncoderFails() throws {
        var settings = scene.videoSettings
        settings[AVVideoCodecKey] = AVVideoCodecType.proRes4444
        let (writer, input) = try writer(folder.file("movie.mov"), settings)
        #expect(!writer.canApply(outputSettings: settings, forMediaType: .video) && !writer.canAdd(input))
        #expect(!writer.startWriting())
        #expect((writer.error as? AVError)?.code == .encoderNotFound)
    }

    @Test func kindsOfFilesThatCannotBeWrittenAreRefused() throws {
        #expect(throws: AVError(.fileFormatNotRecognized)) {
            _ = try AVAssetWriter(outputURL: folder.file("sound.mp3"), fileType: .mp3)
        }
        let sound = try AVAssetWriter(outputURL: folder.file("sound.m4a"), fileType: .m4a)
        #expect(sound.availableMediaTypes == [.audio])
        #expect(!sound.canAdd(AVAssetWriterInput(mediaType: .video, outputSettings: scene.videoSettings)))
        #expect(sound.canApply(outputSettings: WriterScene.aac, forMediaType: .audio))
        #expect(!sound.canApply(outputSettings: WriterScene.linearPCM(16), forMediaType: .audio))
        sound.add(AVAssetWriterInput(mediaType: .audio, outputSettings: WriterScene.aac))
        #expect(!sound.canAdd(AVAssetWriterInput(mediaType: .audio, outputSettings: WriterScene.aac)))
    }

    @Test func cancellingRemovesTheFile() throws {
        let url = folder.file("movie.mov")
        let (writer, input) = try writer(url)
        writer.movieFragmentInterval = CMTime(value: 1, timescale: 10)
        writer.startWriting()
        writer.startSession(atSourceTime: WriterScene.origin)
        try scene.feed(input, nil, frames: 0..<30)
        #expect(eventually { FileManager.default.fileExists(atPath: url.path) })
        writer.cancelWriting()
        #expect(writer.status == .cancelled)
        #expect(eventually { !FileManager.default.fileExists(atPath: url.path) })
        #expect(try !input.append(scene.frame(30)))
    }

    @Test func nothingAppendedLeavesNoFile() async throws {
        let url = folder.file("movie.mov")
        let (writer, _) = try writer(url)
        writer.startWriting()
        writer.startSession(atSourceTime: .zero)
        await writer.finishWriting()
        #expect(writer.status == .failed && !FileManager.default.fileExists(atPath: url.path))
    }

    @Test(.enabled(if: SmallDisk.isPermitted)) func aFullDiskFailsAndLeavesWhatWasWritten() async throws {
        let disk = try SmallDisk(kilobytes: 600)
        let url = disk.url.appendingPathComponent("movie.mov")
        var settings = scene.videoSettings
        settings[AVVideoCompressionPropertiesKey] = [AVVideoQualityKey: 1.0, AVVideoMaxKeyFrameIntervalKey: 1]
        let (writer, input) = try writer(url, settings)
        writer.movieFragmentInterval = CMTime(value: 1, timescale: 10)
        writer.startWriting()
        writer.startSession(atSourceTime: WriterScene.origin)
        var index = 0
        while writer.status == .writing, index < 3_000 {
            if input.isReadyForMoreMediaData, input.append(try scene.frame(index)) { index += 1 }
        }
        #expect(writer.status == .failed && (writer.error as? AVError)?.code == .diskFull)
        await writer.finishWriting()
        #expect(writer.status == .failed)
        let movie = try MovieProbe(url)
        #expect(movie.packets(.video).count > 3)
        #expect(try movie.decodingComplaints() == "")
    }

    // MARK: Readiness

    @Test func anInputIsNotReadyWhileTheEncoderLags() async throws {
        var scene = WriterScene()
        (scene.width, scene.height) = (1920, 1080)
        let (writer, input) = try writer(folder.file("movie.mov"), scene.videoSettings)
        let changes = Mutex<[Bool]>([])
        let observation = input.observe(\.isReadyForMoreMediaData) { input, _ in
            let isReady = input.isReadyForMoreMediaData
            changes.withLock { $0.append(isReady) }
        }
        writer.startWriting()
        writer.startSession(atSourceTime: WriterScene.origin)
        let frame = try scene.frame(0)
        var count = 0
        // Far quicker than any encoder.
        while input.isReadyForMoreMediaData, count < 1_000 {
            let time = CMSampleTimingInfo(
                duration: .invalid, presentationTimeStamp: WriterScene.time(count), decodeTimeStamp: .invalid)
            #expect(input.append(try CMSampleBuffer(copying: frame, withNewTiming: [time])))
            count += 1
        }
        #expect(count < 1_000)
        #expect(eventually { input.isReadyForMoreMediaData })
        await writer.finishWriting()
        observation.invalidate()
        #expect(changes.withLock { $0 }.contains(true) && changes.withLock { $0 }.contains(false))
        #expect(try MovieProbe(folder.file("movie.mov")).packets(.video).count == count)
    }

    @Test func mediaIsRequestedUntilTheInputIsFinished() async throws {
        let url = folder.file("movie.mov")
        let writer = try AVAssetWriter(url: url, fileType: .mov)
        let video = AVAssetWriterInput(mediaType: .video, outputSettings: scene.videoSettings)
        let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WriterScene.aac)
        for input in [video, audio] { writer.add(input) }
        writer.startWriting()
        writer.startSession(atSourceTime: WriterScene.origin)
        let finished = Monitor(0)
        let scene = self.scene
        for (input, limit) in [(video, 120), (audio, 400)] {
            let next = Mutex(0)
            input.requestMediaDataWhenReady(on: DispatchQueue(label: "media")) {
                while input.isReadyForMoreMediaData {
                    let index = next.withLock { next in
                        next += 1
                        return next - 1
                    }
                    guard index < limit,
                        let sample = try? input === video ? scene.frame(index) : scene.sound(index)
                    else {
                        input.markAsFinished()
                        return finished.withLock { $0 += 1 }
                    }
                    input.append(sample)
                }
            }
        }
        #expect(finished.wait(timeout: .seconds(60)) { $0 == 2 ? true : nil } == true)
        await writer.finishWriting()
        let movie = try MovieProbe(url)
        #expect(movie.packets(.video).count == 120 && abs(movie.format.durationSeconds - 4) < 0.001)
        #expect(abs((movie.audio?.durationSeconds ?? 0) - 4) < 0.001 && movie.complaints == "")
    }
}
