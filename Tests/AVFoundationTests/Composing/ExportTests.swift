import AVFoundation
import Foundation
import TestSupport
import Testing

/// What is exported, in the judgment of other programs.
@Suite struct ExportTests {
    let scene: MovieScene

    init() throws { scene = try MovieScene() }

    private func session(_ asset: AVAsset, _ preset: String) throws -> AVAssetExportSession {
        try #require(AVAssetExportSession(asset: asset, presetName: preset))
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var preset: String
        var codec: String
        var size: [Int]
        var testDescription: String { preset }
    }

    @Test(arguments: [
        Case(preset: AVAssetExportPresetHighestQuality, codec: "h264", size: [1280, 720]),
        Case(preset: AVAssetExportPresetHEVCHighestQuality, codec: "hevc", size: [1280, 720]),
        Case(preset: AVAssetExportPreset640x480, codec: "h264", size: [640, 360]),
        Case(preset: AVAssetExportPreset1920x1080, codec: "h264", size: [1280, 720]),
        Case(preset: AVAssetExportPresetLowQuality, codec: "h264", size: [224, 126]),
        Case(preset: AVAssetExportPresetPassthrough, codec: "h264", size: [1280, 720]),
    ]) func presetsDecideCodecAndSize(_ wanted: Case) async throws {
        let source = try scene.foreign("source.mp4", seconds: 1, size: "1280x720")
        let asset = AVURLAsset(url: source)
        _ = try await asset.load(.tracks)
        #expect(AVAssetExportSession.exportPresets(compatibleWith: asset).contains(wanted.preset))
        let target = scene.folder.file("export.mp4")
        let session = try session(asset, wanted.preset)
        session.shouldOptimizeForNetworkUse = true
        try await session.export(to: target, as: .mp4)
        #expect(session.status == .completed && session.progress == 1)
        let movie = try MovieProbe(target)
        #expect(try movie.complaints == "" && movie.decodingComplaints() == "")
        #expect(movie.video?.codec_name == wanted.codec && movie.audio?.codec_name == "aac")
        #expect([movie.video?.width, movie.video?.height] == wanted.size)
        #expect(movie.packets(.video).count == 30 && abs(movie.format.durationSeconds - 1) < 0.03)
        #expect(try MovieProbe.boxes(target).firstIndex(of: "moov") == 1)
    }

    @Test(arguments: [AVAssetExportPresetLowQuality, AVAssetExportPresetPassthrough])
    func theLengthIsEstimated(_ preset: String) async throws {
        let asset = AVURLAsset(url: try scene.foreign("source.mp4", seconds: 4, size: "320x240"))
        let session = try session(asset, preset)
        #expect(await session.compatibleFileTypes == [.mov, .mp4, .m4v])
        let (length, duration) = await withCheckedContinuation { continuation in
            session.estimateOutputFileLength { length, error in
                session.estimateMaximumDuration { duration, _ in
                    continuation.resume(returning: (error == nil ? length : -1, duration))
                }
            }
        }
        #expect(abs(duration.seconds - 4) < 0.1)
        let target = scene.folder.file("estimated.mp4")
        try await session.export(to: target, as: .mp4)
        let actual = Double(try Data(contentsOf: target).count)
        #expect((0.2...5).contains(Double(length) / actual))
    }

    @Test func anAssetWithoutPicturesFitsNoPresetOfPictures() async throws {
        let asset = AVURLAsset(url: scene.folder.file("missing.mp4"))
        let session = try session(asset, AVAssetExportPresetMediumQuality)
        #expect(await session.compatibleFileTypes == [])
        let problem = await withCheckedContinuation { continuation in
            session.estimateOutputFileLength { _, error in continuation.resume(returning: error) }
        }
        #expect(problem != nil)
    }

    @Test(arguments: [AVAssetExportPresetHighestQuality, AVAssetExportPresetPassthrough])
    func aRangeIsExported(_ preset: String) async throws {
        let asset = AVURLAsset(url: try await scene.own())
        let target = scene.folder.file("export.mov")
        let session = try session(asset, preset)
        session.timeRange = CompositionTests.frames(10, 12)
        session.outputURL = target
        session.outputFileType = .mov
        await session.export()
        #expect(session.status == .completed, "\(String(describing: session.error))")
        let movie = try MovieProbe(target)
        #expect(try movie.complaints == "" && movie.decodingComplaints() == "")
        #expect(abs((movie.video?.durationSeconds ?? 0) - 0.4) < 0.001)
        let export = AVURLAsset(url: target)
        let track = try #require(try await export.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: export)
        let output = AVAssetReaderTrackOutput(
            track: track,
            outputSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange])
        reader.add(output)
        reader.startReading()
        #expect(MovieScene.numbers(MovieScene.samples(reader, output)) == Array(10..<22))
    }

    @Test func theTransformAndTheMetadataStay() async throws {
        let title = AVMutableMetadataItem()
        title.identifier = .quickTimeMetadataTitle
        title.value = "A drawing" as NSString
        let url = try await scene.own { writer, inputs in
            inputs[0].transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 240, ty: 0)
            writer.metadata = [title]
        }
        let target = scene.folder.file("export.mov")
        let session = try session(AVURLAsset(url: url), AVAssetExportPresetLowQuality)
        try await session.export(to: target, as: .mov)
        let movie = try MovieProbe(target)
        #expect(movie.video?.clockwiseRotation == 90 && movie.video?.width == 170)
        #expect(try movie.metadata()["Keys:Title"] == "A drawing")
        let track = try #require(AVURLAsset(url: target).tracks(withMediaType: .video).first)
        #expect(track.preferredTransform.tx == 128)
    }

    @Test func theFilterLeavesOutWhereAMovieWasMade() async throws {
        func item(_ identifier: AVMetadataIdentifier, _ text: String) -> AVMetadataItem {
            let item = AVMutableMetadataItem()
            item.identifier = identifier
            item.value = text as NSString
            return item
        }
        let items = [
            item(.quickTimeMetadataTitle, "A drawing"), item(.quickTimeMetadataLocationISO6709, "+52.5200+013.4050/"),
        ]
        let url = try await scene.own { writer, _ in writer.metadata = items }
        func exported(_ name: String, _ prepare: (AVAssetExportSession) -> Void) async throws -> [String: String] {
            let target = scene.folder.file(name)
            let session = try session(AVURLAsset(url: url), AVAssetExportPresetPassthrough)
            prepare(session)
            try await session.export(to: target, as: .mov)
            return try MovieProbe(target).metadata()
        }
        func places(_ metadata: [String: String]) -> [String] { metadata.keys.filter { $0.contains("GPS") } }
        let all = try await exported("all.mov") { _ in }
        #expect(all["Keys:Title"] == "A drawing" && !places(all).isEmpty)
        let some = try await exported("some.mov") { $0.metadataItemFilter = .forSharing() }
        #expect(some["Keys:Title"] == "A drawing" && places(some).isEmpty)
        // The program's own metadata is not filtered.
        let own = try await exported("mine.mov") { session in
            session.metadataItemFilter = .forSharing()
            session.metadata = items
        }
        #expect(!places(own).isEmpty)
    }

    @Test(arguments: [AVAssetExportPreset640x480, AVAssetExportPresetPassthrough])
    func aFileEndsBeforeItIsTooLarge(_ preset: String) async throws {
        let asset = AVURLAsset(url: try scene.foreign("source.mp4", seconds: 8, size: "640x480"))
        func exported(_ name: String, limit: Int64) async throws -> (session: AVAssetExportSession, url: URL) {
            let target = scene.folder.file(name)
            let session = try self.session(asset, preset)
            session.fileLengthLimit = limit
            try await session.export(to: target, as: .mp4)
            #expect(session.status == .completed && session.progress == 1)
            return (session, target)
        }
        func size(_ url: URL) throws -> Int64 { Int64(try Data(contentsOf: url).count) }
        let whole = try size(try await exported("whole.mp4", limit: 0).url)
        let limit = whole / 2
        let (session, url) = try await exported("half.mp4", limit: limit)
        #expect(try size(url) <= limit && size(url) > limit / 2)
        let movie = try MovieProbe(url)
        #expect(try movie.complaints == "" && movie.decodingComplaints() == "")
        // Pictures and sound end together.
        let (pictures, sound) = (movie.video?.durationSeconds ?? 0, movie.audio?.durationSeconds ?? 0)
        #expect((1...7).contains(pictures) && abs(pictures - sound) < 0.1)
        let estimate = try await session.estimatedMaximumDuration.seconds
        #expect(estimate < 8 && estimate > 0)
        let length = try await session.estimatedOutputFileLengthInBytes
        session.fileLengthLimit = 0
        #expect(try await session.estimatedMaximumDuration.seconds > 7.9)
        #expect(try await session.estimatedOutputFileLengthInBytes == length)
    }

    @Test func aFileThatMayBeLargerIsWhole() async throws {
        let asset = AVURLAsset(url: try scene.foreign("source.mp4", seconds: 2, size: "320x240"))
        let target = scene.folder.file("export.mp4")
        let session = try session(asset, AVAssetExportPresetMediumQuality)
        session.fileLengthLimit = 100 << 20
        try await session.export(to: target, as: .mp4)
        #expect(try MovieProbe(target).packets(.video).count == 60)
    }

    @Test func soundAloneIsExported() async throws {
        let target = scene.folder.file("export.m4a")
        let session = try session(AVURLAsset(url: try await scene.own()), AVAssetExportPresetAppleM4A)
        #expect(session.supportedFileTypes == [.m4a])
        try await session.export(to: target, as: .m4a)
        let movie = try MovieProbe(target)
        #expect(movie.video == nil && movie.audio?.codec_name == "aac")
        let samples = try movie.samples()
        let tone = WriterScene.tone(from: 0, frames: samples.count / 2)
        let difference = zip(samples, tone).map { abs(Int($0) - Int($1)) }.dropFirst(2_000).dropLast(4_000)
        #expect(difference.reduce(0, +) / difference.count < 700)
    }

    @Test func anExistingFileStays() async throws {
        let target = scene.folder.file("export.mov")
        try Data("mine".utf8).write(to: target)
        let session = try session(AVURLAsset(url: try await scene.own()), AVAssetExportPresetHighestQuality)
        await #expect(throws: AVError(.fileAlreadyExists)) { try await session.export(to: target, as: .mov) }
        #expect(session.status == .failed)
        #expect(try Data(contentsOf: target) == Data("mine".utf8))
    }

    @Test func aCancelledExportLeavesNothing() async throws {
        let source = try scene.foreign("source.mp4", seconds: 20, size: "1280x720")
        let target = scene.folder.file("export.mp4")
        let session = try session(AVURLAsset(url: source), AVAssetExportPresetHEVCHighestQuality)
        session.outputURL = target
        session.outputFileType = .mp4
        var states = session.states(updateInterval: 0.05).makeAsyncIterator()
        let first = await states.next(isolation: nil)
        #expect(first.map { if case .pending = $0 { true } else { false } } == true)
        async let export: Void = session.export()
        #expect(eventually { session.progress > 0 })
        #expect(!FileManager.default.fileExists(atPath: target.path))
        session.cancelExport()
        await export
        #expect(session.status == .cancelled && (session.error as? AVError)?.code == .operationCancelled)
        while await states.next(isolation: nil) != nil {}
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    @Test func aMovieThatBreaksOffLeavesNothing() async throws {
        let url = try scene.foreign("whole.mp4", ["-movflags", "faststart", "-g", "15"])
        let cut = scene.folder.file("cut.mp4")
        let whole = try Data(contentsOf: url)
        try whole.prefix(whole.count / 2).write(to: cut)
        let target = scene.folder.file("export.mp4")
        let session = try session(AVURLAsset(url: cut), AVAssetExportPresetHighestQuality)
        await #expect(throws: AVError(.decodeFailed)) { try await session.export(to: target, as: .mp4) }
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }
}
