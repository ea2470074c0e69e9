import AVFoundation
import CoreImage
import Foundation
import Locking
import TestSupport
import Testing

/// Frames of movies that go through a program's filters.
@Suite struct FilteredCompositionTests {
    let scene: MovieScene

    init() throws { scene = try MovieScene() }

    /// Left half red, right half blue. The file names the matrix of its colors: readers differ in what they assume.
    private func halves(_ options: [String] = []) throws -> URL {
        let url = scene.folder.file("halves.mp4")
        try MadeFile.ffmpeg(
            [
                "-f", "lavfi", "-i", "color=red:size=160x240:rate=30:duration=1", "-f", "lavfi", "-i",
                "color=blue:size=160x240:rate=30:duration=1", "-filter_complex",
                "hstack,format=rgb24,scale=out_color_matrix=bt709,format=yuv420p", "-colorspace", "bt709",
                "-color_primaries", "bt709", "-color_trc", "bt709", "-c:v", "libx264",
            ] + options, to: url)
        return url
    }

    private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [Int] {
        guard let data = image.dataProvider?.data else { return [] }
        return (0..<3).map { Int(data[y * image.bytesPerRow + x * 4 + $0]) }
    }

    private func expect(_ pixel: [Int], _ wanted: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
        let isNear = zip(pixel, wanted).allSatisfy { abs($0 - $1) < 14 }
        #expect(isNear && pixel.count == 3, "\(pixel) instead of \(wanted)", sourceLocation: sourceLocation)
    }

    @Test func exportedFramesAreThoseOfTheFilter() async throws {
        let asset = AVURLAsset(url: try halves())
        let times = Mutex<[CMTime]>([])
        let composition = try await AVVideoComposition.videoComposition(with: asset) { request in
            times.withLock { $0.append(request.compositionTime) }
            #expect(request.renderSize == CGSize(width: 320, height: 240))
            #expect(request.sourceImage.extent == CGRect(x: 0, y: 0, width: 320, height: 240))
            request.finish(with: request.sourceImage.applyingFilter("CIColorInvert"), context: nil)
        }
        #expect(composition.renderSize == CGSize(width: 320, height: 240))
        let target = scene.folder.file("inverted.mp4")
        let session = try #require(
            AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        session.videoComposition = composition
        try await session.export(to: target, as: .mp4)
        let movie = try MovieProbe(target)
        #expect(try movie.complaints == "" && movie.decodingComplaints() == "")
        #expect(movie.packets(.video).count == 30)
        // ffmpeg would take the matrix of older television for one that it is not told.
        let matrix = try #require(movie.video?.color_space)
        let frames = [UInt8](
            try Tool.output(
                "ffmpeg",
                [
                    "-v", "error", "-i", target.path, "-vf", "scale=in_color_matrix=\(matrix)", "-f", "rawvideo",
                    "-pix_fmt",
                    "rgb24", "-",
                ]))
        let bytesPerFrame = 320 * 240 * 3
        #expect(frames.count == 30 * bytesPerFrame)
        for frame in [0, 17, 29] {
            func color(_ x: Int, _ y: Int) -> [Int] {
                let first = ((frame * 240 + y) * 320 + x) * 3
                return frames[first..<first + 3].map { Int($0) }
            }
            // The source's red and blue are 252 of 255, which in linear light is 0.03 from white: 35 of 255.
            expect(color(40, 100), [35, 255, 255])
            expect(color(280, 100), [255, 255, 35])
        }
        #expect(times.withLock { $0 } == (0..<30).map { CMTime(value: $0, timescale: 30) })
    }

    /// The lower left corner is (0, 0), and what the picture leaves free is black.
    @Test func placesCountFromTheLowerLeft() async throws {
        let asset = AVURLAsset(url: try halves())
        _ = try await asset.load(.tracks)
        let generator = AVAssetImageGenerator(asset: asset)
        generator.videoComposition = AVMutableVideoComposition(asset: asset) { request in
            let part = request.sourceImage.cropped(to: CGRect(x: 0, y: 0, width: 320, height: 60))
            let context = CIContext()
            // Any thread may answer, later.
            DispatchQueue.global().async { request.finish(with: part, context: context) }
        }
        let image = try await generator.image(at: .zero).image
        expect(pixel(image, 40, 220), [255, 0, 0])
        expect(pixel(image, 280, 220), [0, 0, 255])
        expect(pixel(image, 40, 20), [0, 0, 0])
    }

    @Test func aFailureOfTheFilterEndsTheReading() async throws {
        struct Broken: Error {}
        let asset = AVURLAsset(url: try halves())
        let tracks = try await asset.loadTracks(withMediaType: .video)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderVideoCompositionOutput(videoTracks: tracks, videoSettings: nil)
        output.videoComposition = AVVideoComposition(asset: asset) { request in
            if request.compositionTime < CMTime(value: 5, timescale: 30) {
                request.finish(with: request.sourceImage, context: nil)
            } else {
                request.finish(with: Broken())
            }
        }
        reader.add(output)
        reader.startReading()
        #expect(MovieScene.samples(reader, output).count == 5)
        #expect(reader.status == .failed && reader.error != nil)
    }

    /// The reader's thread waits for the filter meanwhile.
    @Test(.timeLimit(.minutes(1))) func aFilterMayCancelTheReading() async throws {
        let asset = AVURLAsset(url: try halves())
        let tracks = try await asset.loadTracks(withMediaType: .video)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderVideoCompositionOutput(videoTracks: tracks, videoSettings: nil)
        output.videoComposition = try await AVMutableVideoComposition.videoComposition(with: asset) { request in
            if request.compositionTime == CMTime(value: 3, timescale: 30) { reader.cancelReading() }
            request.finish(with: request.sourceImage, context: nil)
        }
        reader.add(output)
        reader.startReading()
        #expect(MovieScene.samples(reader, output).count == 3)
        #expect(reader.status == .cancelled)
    }

    @Test func aRequestThatNobodyAnswersIsAFailure() async throws {
        let asset = AVURLAsset(url: try halves())
        _ = try await asset.load(.tracks)
        let generator = AVAssetImageGenerator(asset: asset)
        generator.videoComposition = AVVideoComposition(asset: asset) { _ in }
        await #expect(throws: AVError.self) { try await generator.image(at: .zero) }
    }
}
