import AVCamCore
import Foundation
import LockedCameraCapture
import Photos

/// Keeps captures of the lock screen in the session's folder until ``LockedCaptures`` imports them into the library.
///
///     4F1A….asset/photo.jpg, pairedVideo.mov      complete: it got this name when all its files were in it
///     77C0….part/video.mov                        being made, or left by a process that died
package final class LockedMediaStore: MediaStore {
    static let completeSuffix = ".asset"
    static let partialSuffix = ".part"
    /// The settings of the camera on the lock screen; the app does not take them over.
    static let stateName = "camera.json"

    /// In pixels, the longer side.
    private static let thumbnailSize = 256.0

    private let session: LockedCameraCaptureSession
    package let thumbnails: AsyncStream<CGImage?>
    private let pictures: AsyncStream<CGImage?>.Continuation

    package init(_ session: LockedCameraCaptureSession) {
        self.session = session
        (thumbnails, pictures) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        pictures.yield(nil)
    }

    deinit { pictures.finish() }

    package var obstacle: (any Error)? {
        access(session.sessionContentURL.path, W_OK | X_OK) == 0
            ? nil : CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: session.sessionContentURL.path])
    }

    @discardableResult
    package func save(_ photo: Photo) async throws -> SavedMedia {
        let saved = try save { folder in
            let type: PHAssetResourceType = photo.isProxy ? .photoProxy : .photo
            try photo.data.write(to: folder.file(type, photo.format.main.fileExtension))
            if let data = photo.rawData, let raw = photo.format.raw {
                try data.write(to: folder.file(.alternatePhoto, raw.fileExtension))
            }
            if let movie = photo.livePhotoMovieURL { try folder.take(movie, as: folder.file(.pairedVideo, "mov")) }
        }
        pictures.yield(Self.thumbnail(UIImage(data: photo.data)))
        return saved
    }

    @discardableResult
    package func save(_ movie: Movie) async throws -> SavedMedia {
        let saved = try save { try $0.take(movie.url, as: $0.file(.video, "mov")) }
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: saved.urls[0]))
        generator.appliesPreferredTrackTransform = true
        generator.maximumSize = CGSize(width: Self.thumbnailSize, height: Self.thumbnailSize)
        // A movie without a picture is kept all the same.
        pictures.yield(try? await generator.image(at: .zero).image)
        return saved
    }

    private static func thumbnail(_ picture: UIImage?) -> CGImage? {
        guard let picture else { return nil }
        let scale = min(1, thumbnailSize / Double(max(picture.size.width, picture.size.height)))
        let size = CGSize(width: picture.size.width * scale, height: picture.size.height * scale)
        return picture.preparingThumbnail(of: size)?.cgImage
    }

    package func makeRecordingPlace() async throws -> any MoviePlace { Place(try PartialAsset(in: session)) }

    private func save(_ fill: (PartialAsset) throws -> Void) throws -> SavedMedia {
        let asset = try PartialAsset(in: session)
        let complete: URL
        do {
            try fill(asset)
            complete = try asset.complete()
        } catch {
            asset.giveBack()
            throw error
        }
        let files = try FileManager.default.contentsOfDirectory(at: complete, includingPropertiesForKeys: nil)
        return SavedMedia(
            identifier: complete.deletingPathExtension().lastPathComponent,
            urls: files.sorted { $0.path > $1.path })
    }

    private final class Place: MoviePlace {
        private let asset: PartialAsset
        let url: URL

        init(_ asset: PartialAsset) {
            self.asset = asset
            url = asset.file(.video, "mov")
        }

        deinit { asset.removeIfEmpty() }
    }
}
