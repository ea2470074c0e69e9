import CoreLocation
import Foundation
import PhotoCoding

/// Details of an asset's files, for display.
package struct AssetDetails: Sendable {
    /// One file of the asset.
    package struct File: Sendable, Equatable {
        package var url: URL
        package var type: PHAssetResourceType
        /// Such as `public.heic`.
        package var uniformTypeIdentifier: String
        /// In bytes; 0 if the file is gone.
        package var size: Int
    }

    /// All files; the asset's main file comes first.
    package var files: [File]
    /// `nil` for a movie.
    package var shot: ShotDetails?
    /// `nil` for a photo.
    package var movie: MovieDetails?
    /// Where it was taken, according to the library or else the file.
    package var location: CLLocation?
}

extension PHAsset {
    /// Reads the headers of the asset's files; blocks for as long as that takes.
    ///
    /// - Throws: ``PHPhotosError`` `missingResource` if the asset, or the file that it shows, is gone.
    package func details() throws(PHPhotosError) -> AssetDetails {
        let primary = try PHAssetResource.primary(of: self)
        let files = PHAssetResource.assetResources(for: self).map { resource in
            AssetDetails.File(
                url: resource.fileURL, type: resource.type, uniformTypeIdentifier: resource.uniformTypeIdentifier,
                size: (try? FileBytes(path: resource.fileURL.path).count) ?? 0)
        }
        let bytes: FileBytes
        do throws(FileError) {
            bytes = try FileBytes(path: primary.fileURL.path)
        } catch {
            throw PHPhotosError(.missingResource, "The file cannot be read (\(error)).", cause: error)
        }
        if mediaType == .video {
            let movie = MovieDetails(bytes)
            return AssetDetails(files: files, movie: movie, location: location ?? movie?.location)
        }
        return AssetDetails(files: files, shot: PhotoFileFormat.all.facts(of: bytes)?.shot, location: location)
    }

    /// Whether it shows a first version while the final photo is pending.
    package var isProxy: Bool { record.deferredID != nil }
}
