import Foundation
import Photos

/// Where the files of an item are.
package struct MediaFiles: Sendable, Equatable {
    /// The picture, or the movie.
    package let primary: URL
    /// The movie of a Live Photo.
    package let livePhotoMovie: URL?
    /// All of them, ``primary`` first.
    package let all: [URL]
}

extension MediaItem {
    /// - Throws: ``PHPhotosError`` when the item is gone.
    package func files() async throws -> MediaFiles {
        try await reading { asset in
            let files = try asset.details().files
            return MediaFiles(
                primary: files[0].url, livePhotoMovie: files.first { $0.type == .pairedVideo }?.url,
                all: files.map(\.url))
        }
    }

    /// What the files say of themselves.
    ///
    /// - Throws: ``PHPhotosError`` when the item is gone.
    package func details() async throws -> MediaDetails {
        try await reading { MediaDetails(try $0.details(), of: self) }
    }

    /// Looks at files on a thread that may block.
    private func reading<Value: Sendable>(_ body: @escaping @Sendable (PHAsset) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Self.queue.async { continuation.resume(with: Result { try body(asset) }) }
        }
    }

    private static let queue = DispatchQueue(label: "MediaItem.files", qos: .userInitiated)
}
