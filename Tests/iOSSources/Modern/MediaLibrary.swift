import Foundation
import Photos

/// Saves what was captured to the photo library.
actor MediaLibrary {
    enum Failure: Error {
        case unauthorized
        case saveFailed
    }

    private var isAuthorized: Bool {
        get async {
            let status = PHPhotoLibrary.authorizationStatus(for: .readWrite)
            if status == .notDetermined {
                return await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .authorized
            }
            return status == .authorized
        }
    }

    func save(photo: Photo) async throws -> CGImage? {
        try await performChange {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: photo.isProxy ? .photoProxy : .photo, data: photo.data, options: nil)
            if let url = photo.livePhotoMovieURL {
                let options = PHAssetResourceCreationOptions()
                options.shouldMoveFile = true
                request.addResource(with: .pairedVideo, fileURL: url, options: options)
            }
            return request.placeholderForCreatedAsset
        }
    }

    func save(movie: URL) async throws -> CGImage? {
        try await performChange {
            let options = PHAssetResourceCreationOptions()
            options.shouldMoveFile = true
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .video, fileURL: movie, options: options)
            return request.placeholderForCreatedAsset
        }
    }

    private func performChange(_ change: @Sendable @escaping () -> PHObjectPlaceholder?) async throws -> CGImage? {
        guard await isAuthorized else { throw Failure.unauthorized }
        nonisolated(unsafe) var placeholder: PHObjectPlaceholder?
        try await PHPhotoLibrary.shared().performChanges {
            placeholder = change()
        }
        guard let identifier = placeholder?.localIdentifier else { throw Failure.saveFailed }
        return await thumbnail(for: identifier)
    }

    private func thumbnail(for identifier: String) async -> CGImage? {
        guard let asset = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject else {
            return nil
        }
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        return await withCheckedContinuation { continuation in
            PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 256, height: 256), contentMode: .aspectFill, options: options
            ) { image, _ in
                continuation.resume(returning: image?.cgImage)
            }
        }
    }
}
