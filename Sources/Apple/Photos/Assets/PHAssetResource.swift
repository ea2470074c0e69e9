import Foundation

/// One file of an asset.
///
/// Source: Apple, PHAssetResource.
public final class PHAssetResource: NSObject, Sendable {
    /// The file's role in its asset.
    public let type: PHAssetResourceType

    /// The asset that it belongs to; empty for a file of a Live Photo that is in no library.
    public let assetLocalIdentifier: String

    /// The file's name when it was added to the library.
    public let originalFilename: String

    /// Such as `public.jpeg`.
    public let uniformTypeIdentifier: String

    /// Where the file is. Linux: the library is an ordinary folder.
    package let path: String

    package var fileURL: URL { URL(fileURLWithPath: path, isDirectory: false) }

    init(_ record: ResourceRecord, of asset: PHAsset) {
        type = record.type
        assetLocalIdentifier = asset.localIdentifier
        originalFilename = record.originalFilename
        uniformTypeIdentifier = record.uniformTypeIdentifier
        path = asset.store.folder.path(of: record.filename)
    }

    /// A file that is in no library.
    init(_ type: PHAssetResourceType, _ url: URL, _ facts: MediaFileFacts) {
        self.type = type
        assetLocalIdentifier = ""
        originalFilename = url.lastPathComponent
        uniformTypeIdentifier = facts.format.uniformTypeIdentifier
        path = url.path
    }

    /// The files of a Live Photo: the photo, then its movie.
    public class func assetResources(for livePhoto: PHLivePhoto) -> [PHAssetResource] { livePhoto.resources }

    /// The files of an asset; the main file comes first. Empty if the asset is gone.
    public class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
        do {
            return resources(try asset.store.resources(of: asset.record.uuid), of: asset)
        } catch {
            PHPhotoLibrary.complain(error)
            return []
        }
    }
}

extension PHAssetResource {
    /// The main file comes first.
    static func resources(_ records: [ResourceRecord], of asset: PHAsset) -> [PHAssetResource] {
        records.map { PHAssetResource($0, of: asset) }.sorted { $0.type.isPrimary && !$1.type.isPrimary }
    }

    /// An asset's main file: its original, if it was edited.
    ///
    /// - Throws: ``PHPhotosError`` `missingResource` if the asset is gone.
    static func primary(of asset: PHAsset) throws(PHPhotosError) -> PHAssetResource {
        let records = try asset.store.resources(of: asset.record.uuid)
        guard let record = records.first(where: { $0.type.isPrimary }) else {
            throw PHPhotosError(
                .missingResource, "The asset \(asset.localIdentifier) is no longer in the photo library.")
        }
        return PHAssetResource(record, of: asset)
    }

    /// All files of an asset, the main file first.
    static func all(of asset: PHAsset) throws(PHPhotosError) -> [PHAssetResource] {
        resources(try asset.store.resources(of: asset.record.uuid), of: asset)
    }

    /// The file with a version of an asset: its edited one, if there is one and it is wanted.
    ///
    /// - Throws: ``PHPhotosError`` `missingResource` if the asset is gone.
    package static func shown(
        of asset: PHAsset, _ version: PHImageRequestOptionsVersion = .current
    ) throws(PHPhotosError) -> PHAssetResource {
        if version == .current, let edited = try all(of: asset).first(where: \.type.isEdited) { return edited }
        return try primary(of: asset)
    }

    /// The photo and the movie of a Live Photo.
    ///
    /// - Throws: ``PHPhotosError`` `requestNotSupportedForAsset` if this version is none, `missingResource` if the asset is
    ///   gone.
    static func livePhoto(
        of asset: PHAsset, _ version: PHImageRequestOptionsVersion
    ) throws(PHPhotosError) -> [PHAssetResource] {
        let photo = try shown(of: asset, version)
        let movie = try all(of: asset).first { $0.type == .pairedVideo }
        guard let movie, !photo.type.isMovie, !photo.type.isEdited else {
            throw PHPhotosError(
                .requestNotSupportedForAsset, "The asset \(asset.localIdentifier) is no Live Photo.")
        }
        return [photo, movie]
    }
}
