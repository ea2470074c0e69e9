import Foundation
import Photos

/// Saves photos and movies into the photo library of the user.
package actor MediaLibrary {
    /// What was saved, and where.
    package struct Item: Sendable {
        /// The asset's `localIdentifier`.
        package let identifier: String
        /// The asset's files, the one that it is about first.
        package let urls: [URL]
    }

    private let library: PHPhotoLibrary

    package init(_ library: PHPhotoLibrary = .shared()) {
        self.library = library
    }

    /// Opens the library ahead of the first photo, when it is there.
    package func prepare() { library.prepare() }

    /// Why nothing can be saved, with a sentence that names the folder; `nil` when it can.
    package nonisolated var obstacle: PHPhotosError? { library.obstacle }

    /// Saves a photo.
    ///
    /// - Throws: `PHPhotosError` with a sentence that names the folder; nothing is saved then.
    @discardableResult
    package func save(_ photo: Photo) async throws -> Item {
        try await save { $0.addResource(with: .photo, data: photo.data, options: nil) }
    }

    /// Moves a movie into the library.
    ///
    /// - Throws: `PHPhotosError`; the movie is where it was then.
    @discardableResult
    package func save(_ movie: Movie) async throws -> Item {
        try await save { request in
            let options = PHAssetResourceCreationOptions()
            options.shouldMoveFile = true
            request.addResource(with: .video, fileURL: movie.url, options: options)
        }
    }

    /// A hidden place for a movie that is to be saved when it is complete, and that survives a crash.
    ///
    /// - Throws: `PHPhotosError` when the library cannot be written.
    package func makeRecordingPlace() throws -> RecordingPlace {
        try library.makeRecordingPlace()
    }

    private func save(_ fill: @escaping @Sendable (PHAssetCreationRequest) -> Void) async throws -> Item {
        if let obstacle = library.obstacle { throw obstacle }
        // The block runs once, before `performChanges` returns.
        nonisolated(unsafe) var identifier = ""
        try await library.performChanges {
            let request = PHAssetCreationRequest.forAsset()
            fill(request)
            identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
        }
        let asset = library.fetch(nil, identifiers: [identifier]).firstObject
        let resources = asset.map { PHAssetResource.assetResources(for: $0) } ?? []
        return Item(identifier: identifier, urls: resources.map(\.fileURL))
    }
}
