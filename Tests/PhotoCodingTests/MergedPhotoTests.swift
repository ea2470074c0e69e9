import CaptureEngine
import CoreMedia
import CoreVideo
import TestSupport
import Testing

@testable import PhotoCoding

/// Which photos are merged from several frames.
@Suite struct MergedPhotoTests {
    private func isMerged(_ priority: PhotoRecipe.Priority, iso: Float?) throws -> Bool {
        let frames = try (0..<4).map { try GrayFrame.make(UInt8(100 + $0)) }
        var recipe = PhotoRecipe()
        recipe.priority = priority
        recipe.iso = iso
        recipe.reference = 1
        return try PhotoRenderer.picture(of: frames, recipe) !== frames[1].imageBuffer
    }

    @Test(arguments: [50, 1600, nil] as [Float?])
    func speedIsOneFrameAndQualitySeveral(iso: Float?) throws {
        #expect(try !isMerged(.speed, iso: iso))
        #expect(try isMerged(.quality, iso: iso))
    }

    @Test func aBalancedPhotoIsMergedWhereThereIsNoise() throws {
        #expect(try !isMerged(.balanced, iso: 50))
        #expect(try isMerged(.balanced, iso: 800))
        #expect(try isMerged(.balanced, iso: nil), "a camera that does not say may be noisy")
    }
}
