import Foundation
import Photos

/// Saves photos and movies to the user's photo library.
package actor MediaLibrary: MediaStore {
    /// In pixels: sharp on a button of a dense display.
    private static let thumbnailSize = CGSize(width: 256, height: 256)

    private let platform: any LibraryPlatform
    private var library: PHPhotoLibrary { platform.library }

    /// The title of the album into which everything comes; `nil` for none.
    private let album: String?

    /// - Parameters:
    ///   - platform: the library, with what the system offers beyond Apple's API.
    ///   - album: the title of the album into which everything comes; the first save makes it if it is missing.
    package init(platform: any LibraryPlatform, album: String? = nil) {
        self.platform = platform
        self.album = album
    }

    /// Opens the library before the first photo, if there is one.
    package func prepare() { platform.prepare() }

    package nonisolated var obstacle: (any Error)? { platform.obstacle }

    @discardableResult
    package func save(_ photo: Photo) async throws -> SavedMedia {
        try await save { request in
            request.addResource(with: photo.isProxy ? .photoProxy : .photo, data: photo.data, options: nil)
            if let raw = photo.rawData { request.addResource(with: .alternatePhoto, data: raw, options: nil) }
            if let movie = photo.livePhotoMovieURL {
                request.addResource(with: .pairedVideo, fileURL: movie, options: .moving)
            }
        }
    }

    @discardableResult
    package func save(_ movie: Movie) async throws -> SavedMedia {
        try await save { request in
            request.addResource(with: .video, fileURL: movie.url, options: .moving)
            request.creationDate = movie.startDate
        }
    }

    package func makeRecordingPlace() throws -> any MoviePlace { try platform.makeRecordingPlace() }

    /// Creates one asset, or none.
    ///
    /// - Parameter willSave: gets the future identifier of the asset before anything changes. If it throws, nothing
    ///   changes.
    package func save(
        willSave: @escaping @Sendable (String) throws -> Void = { _ in },
        _ fill: @escaping @Sendable (PHAssetCreationRequest) -> Void
    ) async throws -> SavedMedia {
        // The block runs once, before `performChanges` returns.
        nonisolated(unsafe) var (identifier, failure) = ("", (any Error)?.none)
        let (platform, album) = (platform, album)
        do {
            try await library.performChanges {
                let request = PHAssetCreationRequest.forAsset()
                identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
                do {
                    try willSave(identifier)
                    fill(request)
                    if let album, let asset = request.placeholderForCreatedAsset {
                        platform.additionRequest(forAlbumTitled: album).addAssets([asset])
                    }
                } catch {
                    // The request stays empty, so the library refuses it.
                    failure = error
                }
            }
        } catch {
            throw failure ?? error
        }
        if let failure { throw failure }
        let urls = files(of: identifier)
        if urls.isEmpty {
            let sentence = "What was saved is no longer in the photo library; another program has removed it."
            throw PHPhotosError(.identifierNotFound, userInfo: [NSLocalizedDescriptionKey: sentence])
        }
        return SavedMedia(identifier: identifier, urls: urls)
    }

    /// The files of an asset; empty when there is no such asset.
    package func files(of identifier: String) -> [URL] {
        platform.asset(identifier).map { platform.urls(of: $0) } ?? []
    }

    /// Deletes an asset without asking.
    package func delete(_ identifier: String) async throws {
        guard let asset = platform.asset(identifier) else { return }
        try await library.performChanges { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
    }

    // MARK: Thumbnails

    package nonisolated var thumbnails: AsyncStream<CGImage?> {
        let (stream, continuation) = AsyncStream.makeStream(of: CGImage?.self, bufferingPolicy: .bufferingNewest(1))
        let observer = LibraryObserver(qos: .utility) { [weak self] in
            continuation.yield(self?.newestThumbnail)
        }
        platform.library.register(observer)
        continuation.onTermination = { [library = platform.library] _ in library.unregisterChangeObserver(observer) }
        // The first thumbnail is made on the observer's queue like the others, not on the caller's thread.
        observer.libraryChanged()
        return stream
    }

    private nonisolated var newestThumbnail: CGImage? {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        options.fetchLimit = 1
        guard let asset = platform.assets(options).firstObject else { return nil }
        let request = PHImageRequestOptions()
        request.isSynchronous = true
        var image: CGImage?
        PHImageManager.default().requestImage(
            for: asset, targetSize: Self.thumbnailSize, contentMode: .aspectFill, options: request
        ) { picture, _ in image = picture?.cgImage }
        return image
    }
}

extension PHAssetResourceCreationOptions {
    static var moving: PHAssetResourceCreationOptions {
        let options = PHAssetResourceCreationOptions()
        options.shouldMoveFile = true
        return options
    }
}
