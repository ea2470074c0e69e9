import AVCamCore
import Foundation
import Photos
import TestSupport
import Testing

/// Thumbnails and pictures of the library's items.
@MainActor
struct MediaPicturesTests {
    let fixture: BrowserFixture
    let pictures = MediaPictures()

    init() throws { fixture = try BrowserFixture() }

    private func item() async throws -> MediaItem {
        fixture.browser.start()
        try await waitUntil { fixture.browser.isLoaded && !fixture.browser.items.isEmpty }
        return fixture.browser.items[0]
    }

    @Test func aThumbnailIsSquareAndKept() async throws {
        try fixture.savePhoto()
        let item = try await item()
        #expect(pictures.keptThumbnail(of: item, size: 64) == nil)
        let image = try await pictures.thumbnail(of: item, size: 64)
        #expect(image.width == 64 && image.height == 64)
        #expect(pictures.keptThumbnail(of: item, size: 64) === image)
    }

    @Test func aPictureIsUprightAndFits() async throws {
        let data = try fixture.photo(["-Orientation=6"])
        try fixture.save { $0.addResource(with: .photo, data: data, options: nil) }
        let item = try await item()
        let image = try await pictures.picture(of: item, fitting: CGSize(width: 120, height: 120))
        #expect(image.width == 90 && image.height == 120)
        let whole = try await pictures.picture(of: item)
        #expect(whole.width == 240 && whole.height == 320)
    }

    @Test func aMovieIsShownByItsFirstFrame() async throws {
        let movie = try fixture.movie()
        try fixture.save { $0.addResource(with: .video, fileURL: movie, options: nil) }
        let image = try await pictures.picture(of: try await item())
        #expect(image.width == 320 && image.height == 240)
    }

    @Test func aCancelledThumbnailEndsInCancellation() async throws {
        try fixture.savePhoto()
        let item = try await item()
        let task = Task { try await pictures.thumbnail(of: item, size: 64) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(pictures.keptThumbnail(of: item, size: 64) == nil)
    }

    @Test func aMissingFileIsReported() async throws {
        try fixture.savePhoto()
        let item = try await item()
        try FileManager.default.removeItem(at: fixture.library.folderURL.appendingPathComponent(fixture.filenames[0]))
        let error = await #expect(throws: PHPhotosError.self) { try await pictures.thumbnail(of: item, size: 64) }
        #expect(error?.localizedDescription.isEmpty == false)
    }

    /// As if somebody scrolled through a large library: each item is needed only for a moment.
    @Test func aLibraryOfFiveThousandIsListedAndOnlyVisibleItemsAreDecoded() async throws {
        let first = try fixture.photo([])
        let folder = fixture.library.folderURL
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let original = folder.appendingPathComponent("IMG_0001.jpg")
        try first.write(to: original)
        for number in 2...5000 {
            let copy = folder.appendingPathComponent("IMG_\(10000 + number).jpg")
            try FileManager.default.linkItem(at: original, to: copy)
        }
        fixture.browser.start()
        try await waitUntil { fixture.browser.items.count == 5000 }
        var passing: [Task<CGImage, any Error>] = []
        for item in fixture.browser.items.prefix(4000) {
            let task = Task { try await pictures.thumbnail(of: item, size: 256) }
            task.cancel()
            passing.append(task)
        }
        let seen = fixture.browser.items[4000]
        let image = try await pictures.thumbnail(of: seen, size: 256)
        #expect(image.width == 256)
        for task in passing { _ = await task.result }
        let kept = fixture.browser.items.filter { pictures.keptThumbnail(of: $0, size: 256) != nil }
        #expect(kept.count < 300, "the cache is bounded: \(kept.count) thumbnails of 256 KB")
    }
}
