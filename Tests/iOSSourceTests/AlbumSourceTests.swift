import Foundation
import Photos
import TestSupport
import Testing
import iOSClassicSources

extension IOSSources {
    /// An app that keeps its photos in an album of its own.
    @Suite struct AlbumSourceTests {
        private let phone: PhoneOfTheApps

        init() throws { phone = try PhoneOfTheApps() }

        private func save(_ url: URL) async -> Bool {
            await withCheckedContinuation { continuation in
                CustomPhotoAlbum.shared.save(imageAt: url) { success, _ in continuation.resume(returning: success) }
            }
        }

        @Test func photosComeIntoTheAppsAlbumWhichIsMadeOnce() async throws {
            let start = Date(timeIntervalSinceNow: -3600)
            let file = phone.folder.file("drawn.jpg")
            let source = ["-f", "lavfi", "-i", "testsrc=size=320x240", "-frames:v", "1"]
            try MadeFile.ffmpeg(source, to: file)
            #expect(await save(file))
            #expect(await save(file))
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "localizedTitle == %@", CustomPhotoAlbum.albumName)
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options).count == 1)
            let album = PHCollection.fetchTopLevelUserCollections(with: options).firstObject
            #expect(album?.canPerform(.addContent) == true)
            let assets = CustomPhotoAlbum.shared.photos(since: start)
            #expect(assets.count == 2)
            #expect(CustomPhotoAlbum.shared.photos(since: Date(timeIntervalSinceNow: 3600)).isEmpty)
            let isDeleted = await withCheckedContinuation { continuation in
                CustomPhotoAlbum.shared.deleteAlbum { continuation.resume(returning: $0) }
            }
            #expect(isDeleted && CustomPhotoAlbum.shared.photos(since: start).isEmpty)
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: assets.map(\.localIdentifier), options: nil).count == 2)
        }
    }
}
