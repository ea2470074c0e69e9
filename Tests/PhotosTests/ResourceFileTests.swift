import Foundation
import Photos
import TestSupport
import Testing

struct ResourceFileTests {
    @Test func aResourceIsWrittenWhereNoFileIs() async throws {
        let fixture = try LibraryFixture()
        let picture = try Data(contentsOf: fixture.jpeg())
        let asset = try #require(try fixture.save(picture))
        let resource = try #require(PHAssetResource.assetResources(for: asset).first)
        let copy = fixture.folder.file("copy.jpg")
        try await PHAssetResourceManager.default().writeData(for: resource, toFile: copy, options: nil)
        #expect(try Data(contentsOf: copy) == picture)
        try Data([1]).write(to: copy)
        await #expect(throws: (any Error).self) {
            try await PHAssetResourceManager.default().writeData(for: resource, toFile: copy, options: nil)
        }
        #expect(try Data(contentsOf: copy) == Data([1]))
    }
}
