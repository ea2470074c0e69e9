import Foundation
import TestSupport
import Testing

@testable import Photos

/// Which pictures are kept, told by whether the same object comes again.
struct ImageCacheTests {
    let fixture: LibraryFixture
    private let cache = ImageCache()
    private let assets: [PHAsset]

    /// Photos of which the cache keeps two: 26 MB of pixels each.
    init() throws {
        fixture = try LibraryFixture()
        let photo = try Data(contentsOf: fixture.jpeg(size: "2560x2560"))
        var assets: [PHAsset] = []
        for _ in 0..<3 { assets.append(try #require(try fixture.save(photo))) }
        self.assets = assets
    }

    private func request(_ index: Int) -> ImageRequest {
        ImageRequest(asset: assets[index], size: ImageSize(.zero, .aspectFit, .none))
    }

    private func image(_ index: Int) throws -> CGImage { try cache.image(for: request(index)) }

    @Test func thePictureThatWasUsedLongestAgoGoesFirst() throws {
        let (first, second) = (try image(0), try image(1))
        #expect(try image(0) === first)
        // Makes room by giving up the second, which was used before the first.
        let third = try image(2)
        #expect(try image(0) === first && image(2) === third)
        #expect(try image(1) !== second)
    }

    @Test func whatIsForgottenIsMadeAgainAndLeavesRoom() throws {
        let (first, second) = (try image(0), try image(1))
        cache.forget(request(0))
        let third = try image(2)
        #expect(try image(1) === second && image(2) === third)
        #expect(try image(0) !== first)
        cache.forgetAll()
        let again = try image(0)
        _ = try image(1)
        #expect(try image(0) === again)
    }

    @Test func onlyWhatIsStillWantedIsMadeAhead() throws {
        let asset = assets[0]
        cache.want(request(0))
        cache.forget(request(0))
        cache.makeAhead(request(0))
        try FileManager.default.removeItem(at: PHAssetResource.primary(of: asset).fileURL)
        #expect(throws: PHPhotosError.self) { try image(0) }
        // What cannot be made ahead is an error when it is needed.
        cache.want(request(0))
        cache.makeAhead(request(0))
        #expect(throws: PHPhotosError.self) { try image(0) }
        cache.want(request(1))
        cache.makeAhead(request(1))
        try FileManager.default.removeItem(at: PHAssetResource.primary(of: assets[1]).fileURL)
        #expect(try image(1).width == 2560)
    }
}
