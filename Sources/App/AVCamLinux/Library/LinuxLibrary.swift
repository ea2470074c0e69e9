import AVCamCore
import Foundation
import Photos

/// A photo library in a folder.
package struct LinuxLibrary: LibraryPlatform {
    package let library: PHPhotoLibrary

    package init(_ library: PHPhotoLibrary = .shared()) {
        self.library = library
    }

    package var obstacle: (any Error)? { library.obstacle }

    package func prepare() { library.prepare() }

    package func makeRecordingPlace() throws -> any MoviePlace { try library.makeRecordingPlace() }

    package func assets(_ options: PHFetchOptions) -> PHFetchResult<PHAsset> { library.fetch(options) }

    package func additionRequest(forAlbumTitled title: String) -> PHAssetCollectionChangeRequest {
        .additionRequest(forAlbumTitled: title)
    }

    package func asset(_ identifier: String) -> PHAsset? {
        library.fetch(nil, identifiers: [identifier]).firstObject
    }

    package func isProxy(_ asset: PHAsset) -> Bool { asset.isProxy }

    package func urls(of asset: PHAsset) -> [URL] {
        let files = PHAssetResource.assetResources(for: asset).filter { $0.type != .adjustmentData }.map(\.fileURL)
        // An edited version is what a person sees.
        guard asset.hasAdjustments, let shown = try? PHAssetResource.shown(of: asset).fileURL else { return files }
        return [shown] + files.filter { $0 != shown }
    }

    package func files(of item: MediaItem) throws -> MediaFiles {
        let files = try item.asset.details().files
        return MediaFiles(
            primary: files[0].url, livePhotoMovie: files.first { $0.type == .pairedVideo }?.url,
            all: files.map(\.url))
    }

    package func details(of item: MediaItem) throws -> MediaDetails {
        MediaDetails(try item.asset.details(), of: item)
    }
}

extension RecordingPlace: MoviePlace {}
