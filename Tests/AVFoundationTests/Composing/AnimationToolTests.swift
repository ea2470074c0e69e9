import AVFoundation
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Layers over the frames of movies.
@Suite struct AnimationToolTests {
    let scene: MovieScene

    init() throws { scene = try MovieScene() }

    private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

    /// A gray movie of a second, 160 by 120 pixels.
    private func asset() throws -> AVURLAsset {
        let url = scene.folder.file("gray.mp4")
        try MadeFile.ffmpeg(
            ["-f", "lavfi", "-i", "color=0x808080:size=160x120:rate=10:duration=1", "-c:v", "libx264"]
                + ["-pix_fmt", "yuv420p"], to: url)
        return AVURLAsset(url: url)
    }

    private func layer(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ color: CGColor?) -> CALayer {
        let layer = CALayer()
        layer.frame = CGRect(x: x, y: y, width: width, height: height)
        layer.backgroundColor = color
        return layer
    }

    private func composition(_ asset: AVAsset, _ video: CALayer, _ parent: CALayer) -> AVMutableVideoComposition {
        let composition = AVMutableVideoComposition(propertiesOf: asset)
        composition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: parent)
        return composition
    }

    /// The colors at places of a frame, with y down.
    private func frame(
        of asset: AVAsset, _ composition: AVVideoComposition, at seconds: Double = 0
    ) async throws -> (Int, Int) -> [Int] {
        let generator = AVAssetImageGenerator(asset: asset)
        generator.videoComposition = composition
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        let image = try await generator.image(at: CMTime(seconds: seconds, preferredTimescale: 600)).image
        let data = try #require(image.dataProvider?.data)
        let stride = image.bytesPerRow
        return { x, y in (0..<3).map { Int(data[y * stride + x * 4 + $0]) } }
    }

    private func expect(_ pixel: [Int], _ wanted: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
        let isNear = zip(pixel, wanted).allSatisfy { abs($0 - $1) < 8 }
        #expect(isNear && pixel.count == 3, "\(pixel) instead of \(wanted)", sourceLocation: sourceLocation)
    }

    private let gray = [128, 128, 128]

    @Test func layersAreInFrontOfAndBehindTheFrames() async throws {
        let asset = try asset()
        let video = layer(20, 20, 120, 80, nil)
        let parent = layer(0, 0, 160, 120, blue)
        // Y points up: near the lower left corner.
        for sublayer in [video, layer(30, 30, 20, 10, red)] { parent.addSublayer(sublayer) }
        let color = try await frame(of: asset, composition(asset, video, parent))
        expect(color(5, 5), [0, 0, 255])
        expect(color(80, 60), gray)
        expect(color(40, 85), [255, 0, 0])
        expect(color(40, 35), gray)
        // From the top, when the geometry is flipped.
        parent.isGeometryFlipped = true
        let flipped = try await frame(of: asset, composition(asset, video, parent))
        expect(flipped(40, 35), [255, 0, 0])
        expect(flipped(40, 85), gray)
    }

    @Test(arguments: [false, true]) func picturesStandUpright(isFlipped: Bool) async throws {
        let asset = try asset()
        let context = try #require(
            CGContext(
                data: nil, width: 10, height: 10, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        // Red below, blue above.
        context.setFillColor(red)
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 5))
        context.setFillColor(blue)
        context.fill(CGRect(x: 0, y: 5, width: 10, height: 5))
        let video = layer(0, 0, 160, 120, nil)
        let parent = layer(0, 0, 160, 120, nil)
        parent.isGeometryFlipped = isFlipped
        let logo = layer(50, 30, 60, 60, nil)
        logo.contents = context.makeImage()
        for sublayer in [video, logo] { parent.addSublayer(sublayer) }
        let color = try await frame(of: asset, composition(asset, video, parent))
        expect(color(80, 45), [0, 0, 255])
        expect(color(80, 75), [255, 0, 0])
        expect(color(30, 60), gray)
    }

    @Test func cornersBordersShapesAndMasksAreDrawn() async throws {
        let asset = try asset()
        let video = layer(0, 0, 160, 120, nil)
        let parent = layer(0, 0, 160, 120, nil)
        let round = layer(10, 10, 40, 40, red)
        round.cornerRadius = 20
        round.borderWidth = 4
        round.borderColor = blue
        let shape = CAShapeLayer()
        shape.path = CGPath(rect: CGRect(x: 60, y: 10, width: 30, height: 30), transform: nil)
        shape.fillColor = red
        let masked = layer(100, 10, 40, 40, red)
        masked.mask = layer(0, 0, 20, 40, .black)
        let half = layer(10, 70, 40, 40, red)
        half.opacity = 0.5
        // Transparent as a whole: what is beneath the sublayer does not show through it.
        half.addSublayer(layer(0, 0, 40, 20, blue))
        for sublayer in [video, round, shape, masked, half] { parent.addSublayer(sublayer) }
        let color = try await frame(of: asset, composition(asset, video, parent))
        expect(color(30, 90), [255, 0, 0])
        expect(color(12, 90), [0, 0, 255])
        expect(color(12, 108), gray)
        expect(color(75, 95), [255, 0, 0])
        expect(color(110, 90), [255, 0, 0])
        expect(color(130, 90), gray)
        expect(color(30, 20), [192, 64, 64])
        expect(color(30, 40), [64, 64, 192])
    }

    @Test func animationsRunInTheMoviesTime() async throws {
        let asset = try asset()
        let video = layer(0, 0, 160, 120, nil)
        let parent = layer(0, 0, 160, 120, nil)
        let square = layer(0, 0, 20, 20, red)
        square.opacity = 0
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.fromValue, fade.toValue) = (1.0, 1.0)
        (fade.beginTime, fade.duration) = (0.3, 0.4)
        fade.isRemovedOnCompletion = false
        square.add(fade, forKey: "fade")
        let bar = layer(0, 100, 20, 20, blue)
        let move = CABasicAnimation(keyPath: "position.x")
        (move.fromValue, move.toValue) = (10.0, 110.0)
        (move.beginTime, move.duration) = (AVCoreAnimationBeginTimeAtZero, 1)
        move.timingFunction = CAMediaTimingFunction(name: .linear)
        move.isRemovedOnCompletion = false
        bar.add(move, forKey: "move")
        for sublayer in [video, square, bar] { parent.addSublayer(sublayer) }
        let composition = composition(asset, video, parent)
        for (seconds, isSeen) in [(0.2, false), (0.3, true), (0.6, true), (0.8, false)] {
            let color = try await frame(of: asset, composition, at: seconds)
            expect(color(10, 110), isSeen ? [255, 0, 0] : gray)
            let middle = 10 + Int(100 * seconds)
            expect(color(middle, 10), [0, 0, 255])
            expect(color(middle + 13, 10), gray)
            if middle > 13 { expect(color(middle - 13, 10), gray) }
        }
    }

    @Test func anExportedMovieHasTheLayers() async throws {
        let asset = try asset()
        let video = layer(0, 0, 160, 120, nil)
        let parent = layer(0, 0, 160, 120, nil)
        for sublayer in [video, layer(0, 0, 80, 120, red)] { parent.addSublayer(sublayer) }
        let composition = composition(asset, video, parent)
        let first = AVMutableVideoCompositionInstruction()
        first.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2))
        first.layerInstructions =
            (composition.instructions.first as? AVVideoCompositionInstruction)?.layerInstructions ?? []
        // The tool leaves these frames alone.
        first.enablePostProcessing = false
        let second = AVMutableVideoCompositionInstruction()
        second.timeRange = CMTimeRange(start: first.timeRange.end, duration: first.timeRange.duration)
        second.layerInstructions = first.layerInstructions
        composition.instructions = [first, second]
        let target = scene.folder.file("marked.mov")
        let session = try #require(
            AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        session.videoComposition = composition
        try await session.export(to: target, as: .mov)
        let movie = try MovieProbe(target)
        #expect(try movie.complaints == "" && movie.decodingComplaints() == "")
        let frames = [UInt8](
            try Tool.output(
                "ffmpeg", ["-v", "error", "-i", target.path, "-f", "rawvideo", "-pix_fmt", "gray", "-"]))
        #expect(frames.count == 10 * 160 * 120)
        func level(_ frame: Int, _ x: Int) -> Int { Int(frames[(frame * 120 + 60) * 160 + x]) }
        // Red is darker than gray.
        for frame in 0..<10 {
            #expect(level(frame, 120) > 110)
            #expect((level(frame, 40) < 90) == (frame >= 5), "\(frame): \(level(frame, 40))")
        }
    }
}
