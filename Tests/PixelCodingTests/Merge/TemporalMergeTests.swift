import CaptureEngine
import CoreVideo
import Foundation
import PixelCoding
import TestSupport
import Testing

@Suite struct TemporalMergeTests {
    /// How much less noise the merged picture has than its reference, in dB.
    struct Gain {
        var luma: Double
        var chroma: Double

        init(
            _ merged: CVPixelBuffer, over reference: CVPixelBuffer, _ truth: CVPixelBuffer,
            where isCounted: (Int, Int) -> Bool = { _, _ in true }
        ) {
            let before = PictureError(reference, truth, where: isCounted)
            let after = PictureError(merged, truth, where: isCounted)
            luma = 10 * log10(before.luma / after.luma)
            chroma = 10 * log10(before.chroma / after.chroma)
        }
    }

    private let tenBit = kCVPixelFormatType_420YpCbCr10BiPlanarFullRange

    @Test(
        "noise falls by nearly as much as the number of frames allows",
        arguments: [(3, 4.3), (6, 7.2), (8, 8.3)], [3.0, 8.0, 16.0])
    func gain(count: (Int, Double), noise: Double) throws {
        let scene = NoisyScene(noise: noise)
        let frames = try (1...count.0).map { try scene.picture(seed: UInt64($0)) }
        let merged = try TemporalMerge.merge(frames, reference: 1)
        let gain = Gain(merged, over: frames[1], try scene.picture(seed: 0))
        #expect(gain.luma > count.1)
        // When there is little noise, rounding to 8 bits is a part of what remains.
        #expect(gain.chroma > count.1 - (noise < 4 ? 0.8 : 0))
    }

    @Test("moving parts are as in the reference", arguments: [15.0, 30, 80], [3.0, 8.0])
    func moving(contrast: Double, noise: Double) throws {
        let scenes = (0..<8).map {
            NoisyScene(noise: noise, disc: (150 + Double($0) * 11, 190), discContrast: contrast)
        }
        let frames = try scenes.enumerated().map { try $1.picture(seed: UInt64($0 + 1)) }
        let merged = try TemporalMerge.merge(frames, reference: 3)
        let truth = try scenes[3].picture(seed: 0)
        // Wherever the disc is in any of the frames.
        let moving = Gain(merged, over: frames[3], truth) { x, y in scenes.contains { $0.isDisc(x, y, margin: 2) } }
        #expect(moving.luma > 0)
        let still = Gain(merged, over: frames[3], truth) { x, y in !scenes.contains { $0.isDisc(x, y, margin: 24) } }
        #expect(still.luma > 7.5)
    }

    @Test(
        "a hand's shake is followed",
        arguments: [[(0, 0), (7, -5), (31, 18)], [(0, 0), (0.5, 0.25), (-0.75, 3.5), (12.25, -6.5)]])
    func shake(moves: [(Double, Double)]) throws {
        let scenes = moves.map { NoisyScene(shake: $0) }
        let frames = try scenes.enumerated().map { try $1.picture(seed: UInt64($0 + 1)) }
        let merged = try TemporalMerge.merge(frames, reference: 0)
        let gain = Gain(merged, over: frames[0], try scenes[0].picture(seed: 0)) { x, y in
            (40..<512 - 40).contains(x) && (40..<384 - 40).contains(y)
        }
        #expect(gain.luma > 10 * log10(Double(moves.count)) - 0.8)
    }

    @Test func anotherSceneLeavesNoTrace() throws {
        let reference = try NoisyScene(noise: 2).picture(seed: 1)
        let others = try (2...4).map { try NoisyScene(noise: 2, disc: (250, 200), light: 0.7).picture(seed: $0) }
        let merged = try TemporalMerge.merge([reference] + others, reference: 0)
        let gain = Gain(merged, over: reference, try NoisyScene().picture(seed: 0))
        #expect(gain.luma > -0.1)
        #expect(gain.chroma > -0.1)
    }

    @Test func tenBitsKeepTheirSteps() throws {
        let scene = NoisyScene(pixelFormat: tenBit, noise: 4)
        let frames = try (1...8).map { try scene.picture(seed: $0) }
        let merged = try TemporalMerge.merge(frames, reference: 0)
        #expect(CVPixelBufferGetPixelFormatType(merged) == tenBit)
        let gain = Gain(merged, over: frames[0], try scene.picture(seed: 0))
        #expect(gain.luma > 8.3)
        #expect(gain.chroma > 8.3)
    }

    @Test("every pixel is merged, whatever the size", arguments: [(321, 241), (71, 70), (9, 16), (130, 15)])
    func oddSizes(width: Int, height: Int) throws {
        let scene = NoisyScene(width: width, height: height)
        let frames = try (1...4).map { try scene.picture(seed: $0) }
        let merged = try TemporalMerge.merge(frames, reference: 2)
        let truth = try scene.picture(seed: 0)
        if width * height > 10_000 {
            let edge = Gain(merged, over: frames[2], truth) { x, y in x >= width - 8 || y >= height - 8 }
            #expect(edge.luma > 3)
        }
        #expect(Gain(merged, over: frames[2], truth).luma >= 0)
    }

    @Test func picturesWithoutNoiseStayAsTheyAre() throws {
        let scene = NoisyScene(noise: 0)
        let frames = try (0..<3).map { _ in try scene.picture(seed: 0) }
        let merged = try TemporalMerge.merge(frames, reference: 0)
        #expect(PictureError(merged, frames[0]).luma == 0)
        #expect(PictureError(merged, frames[0]).chroma == 0)
    }

    @Test func theReferenceDeterminesTheResult() throws {
        let frames = try (1...2).map { try NoisyScene(width: 64, height: 64).picture(seed: $0) }
        CVBufferSetAttachment(
            frames[1], kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2, .shouldPropagate)
        let merged = try TemporalMerge.merge(frames, reference: 1)
        #expect(merged !== frames[1])
        let matrix = CVBufferCopyAttachment(merged, kCVImageBufferYCbCrMatrixKey, nil) as? String
        #expect(matrix == kCVImageBufferYCbCrMatrix_ITU_R_709_2)
    }

    @Test func aFrameAloneIsTheResult() throws {
        let frame = try NoisyScene(width: 64, height: 64).picture(seed: 1)
        #expect(try TemporalMerge.merge([frame], reference: 0) === frame)
    }

    @Test func framesThatDoNotFitAreRefused() throws {
        let frame = try NoisyScene(width: 64, height: 64).picture(seed: 1)
        let larger = try NoisyScene(width: 64, height: 66).picture(seed: 1)
        let deeper = try NoisyScene(width: 64, height: 64, pixelFormat: tenBit).picture(seed: 1)
        let pixels = try CVPixelBuffer.blank(64, 64, kCVPixelFormatType_32BGRA)
        for frames in [[frame, larger], [frame, deeper], [pixels, pixels]] {
            let error = #expect(throws: CaptureError.self) { try TemporalMerge.merge(frames, reference: 0) }
            #expect(error?.code == .formatUnsupported)
        }
        #expect(throws: CaptureError.self) { try TemporalMerge.merge([frame], reference: 1) }
    }
}
