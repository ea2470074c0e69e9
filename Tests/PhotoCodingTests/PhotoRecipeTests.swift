import CoreMedia
import Foundation
import PhotoCoding
import TestSupport
import Testing

@Suite struct PhotoRecipeTests {
    @Test func aStoredRecipeIsTheSame() throws {
        var recipe = PhotoRecipe()
        recipe.codec = .heic
        recipe.priority = .quality
        recipe.reference = 2
        recipe.size = .init(CMVideoDimensions(width: 40, height: 30))
        recipe.metadata.model = "Camera"
        recipe.metadata.exposureTime = 1.0 / 60
        recipe.metadata.location = .init(latitude: -33.5, longitude: 151.25)
        recipe.metadata.contentIdentifier = "pair"
        let stored = try JSONEncoder().encode(recipe)
        let read = try JSONDecoder().decode(PhotoRecipe.self, from: stored)
        #expect(read.codec == .heic && read.priority == .quality && read.reference == 2)
        #expect(read.size == recipe.size && read.thumbnail == nil)
        #expect(read.metadata.model == "Camera" && read.metadata.contentIdentifier == "pair")
        #expect(read.metadata.location == recipe.metadata.location)
        #expect(read.metadata.dictionary.description.count == recipe.metadata.dictionary.description.count)
    }

    @Test func thePhotoOfAFrameHasTheSizeOfTheRecipe() throws {
        var recipe = PhotoRecipe()
        recipe.size = .init(CMVideoDimensions(width: 8, height: 4))
        let frame = FakeMedia.frame(at: .zero, duration: CMTime(value: 1, timescale: 30))
        let picture = try ImageProbe.decode(try PhotoRenderer.render(frames: [frame], recipe: recipe))
        #expect(picture.luma.width == 8 && picture.luma.height == 4)
    }
}
