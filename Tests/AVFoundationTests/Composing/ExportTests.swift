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
