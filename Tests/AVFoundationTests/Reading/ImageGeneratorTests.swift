import AVFoundation
import Foundation
import TestSupport
import Testing

/// Pictures of movies.
@Suite struct ImageGeneratorTests {
    let scene: MovieScene

    init() throws { scene = try MovieScene() }

    /// The number of the frame that a picture shows.
    private func number(_ image: CGImage) throws -> Int {
        let data = try #require(image.dataProvider?.data)
        let row = image.height / 2
        // Green is near to luma; the bar is the brightest in any case.
        let line = (0..<image.width).map { data[row * image.bytesPerRow + $0 * 4 + 1] }
        return line.withUnsafeBufferPointer { MovingBar.number(of: $0, row: row) }
    }

    @Test func theExactPictureIsMade() async throws {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: try await scene.own()))
        let (image, time) = try await generator.image(at: CMTime(value: 17, timescale: 30))
        #expect(image.width == 320 && image.height == 240 && time == CMTime(value: 17, timescale: 30))
        #expect(try number(image) == 17)
        var actual = CMTime.invalid
        let last = try generator.copyCGImage(at: CMTime(value: 1, timescale: 1), actualTime: &actual)
        #expect(try number(last) == 29 && actual == CMTime(value: 29, timescale: 30))
    }

    @Test func manyPicturesComeInOrder() async throws {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: try await scene.own()))
        var numbers: [Int] = []
        for await result in generator.images(for: [3, 21, 9].map { CMTime(value: $0, timescale: 30) }) {
            numbers.append(try number(result.image))
        }
        #expect(numbers == [3, 21, 9])
        let late = CMTime(value: 5, timescale: 1)
        await #expect(throws: AVError(.noImageAtTime)) { try await generator.image(at: late) }
    }

    @Test func picturesAreTurnedAndFitted() async throws {
        let url = try await scene.own { _, inputs in
            inputs[0].transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 240, ty: 0)
        }
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
        generator.maximumSize = CGSize(width: 120, height: 0)
        #expect(try await generator.image(at: .zero).image.width == 120)
        generator.appliesPreferredTrackTransform = true
        let image = try await generator.image(at: .zero).image
        #expect(image.width == 120 && image.height == 160)
        let shown = scene.folder.file("turned.png")
        _ = try Tool.output(
            "ffmpeg", ["-v", "error", "-i", url.path, "-frames:v", "1", "-s", "120x160", "-y", shown.path])
        let truth = try Tool.output(
            "ffmpeg", ["-v", "error", "-i", shown.path, "-f", "rawvideo", "-pix_fmt", "rgba", "-"])
        let data = try #require(image.dataProvider?.data)
        let difference = zip(data, truth).map { abs(Int($0) - Int($1)) }.reduce(0, +)
        #expect(data.count == truth.count && difference / truth.count < 6)
    }
}
