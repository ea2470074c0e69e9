import Foundation
import Photos
import UniformTypeIdentifiers

/// Where the files of an item are.
package struct MediaFiles: Sendable, Equatable {
    /// The picture, or the movie.
    package let primary: URL
    /// The movie of a Live Photo.
    package let livePhotoMovie: URL?
    /// All of them, ``primary`` first.
    package let all: [URL]

    package init(primary: URL, livePhotoMovie: URL?, all: [URL]) {
        self.primary = primary
        self.livePhotoMovie = livePhotoMovie
        self.all = all
    }
}

extension MediaItem {
    /// - Throws: `PHPhotosError` when the item is gone.
    package func files() async throws -> MediaFiles {
        try await reading { try platform.files(of: self) }
    }

    /// Whether one of the files has the sensor's raw data.
    package func hasRaw() async throws -> Bool {
        try await reading {
            PHAssetResource.assetResources(for: asset).contains { resource in
                UTType(resource.uniformTypeIdentifier)?.conforms(to: .rawImage) == true
            }
        }
    }

    /// The details, read from the files.
    ///
    /// - Throws: `PHPhotosError` when the item is gone.
    package func details() async throws -> MediaDetails {
        try await reading { try platform.details(of: self) }
    }

    /// Runs `body` on a thread that may block.
    private func reading<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Self.queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    private static let queue = DispatchQueue(label: "MediaItem.files", qos: .userInitiated)
}
