import AVCamCore
import Foundation
import Locking
import Photos

/// A library that counts how often its assets are fetched.
struct CountingLibrary: LibraryPlatform {
    let platform: any LibraryPlatform
    let fetches = Monitor(0)

    func assets(_ options: PHFetchOptions) -> PHFetchResult<PHAsset> {
        fetches.withLock { $0 += 1 }
        return platform.assets(options)
    }

    var library: PHPhotoLibrary { platform.library }
    var obstacle: (any Error)? { platform.obstacle }
    func prepare() { platform.prepare() }
    func makeRecordingPlace() throws -> any MoviePlace { try platform.makeRecordingPlace() }
    func additionRequest(forAlbumTitled title: String) -> PHAssetCollectionChangeRequest {
        platform.additionRequest(forAlbumTitled: title)
    }
    func asset(_ identifier: String) -> PHAsset? { platform.asset(identifier) }
    func isProxy(_ asset: PHAsset) -> Bool { platform.isProxy(asset) }
    func urls(of asset: PHAsset) -> [URL] { platform.urls(of: asset) }
    func files(of item: MediaItem) throws -> MediaFiles { try platform.files(of: item) }
    func details(of item: MediaItem) throws -> MediaDetails { try platform.details(of: item) }
}
