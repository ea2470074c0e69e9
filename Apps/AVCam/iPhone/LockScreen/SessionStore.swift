import AVCamCore
import Foundation
import LockedCameraCapture
import Photos
import UIKit

/// Keeps captures of the lock screen until the app imports them: a folder for each, with a file for each resource.
final class SessionStore: MediaStore {
    private let session: LockedCameraCaptureSession
    let thumbnails: AsyncStream<CGImage?>
    private let pictures: AsyncStream<CGImage?>.Continuation

    init(_ session: LockedCameraCaptureSession) {
        self.session = session
        (thumbnails, pictures) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var obstacle: (any Error)? { nil }

    func save(_ photo: Photo) async throws -> SavedMedia {
        let folder = try makeFolder()
        func file(_ type: PHAssetResourceType, _ ending: String) -> URL {
            folder.appendingPathComponent("\(type.rawValue).\(ending)")
        }
        try photo.data.write(to: file(photo.isProxy ? .photoProxy : .photo, photo.format.main.fileExtension))
        if let data = photo.rawData, let raw = photo.format.raw {
            try data.write(to: file(.alternatePhoto, raw.fileExtension))
        }
        if let movie = photo.livePhotoMovieURL {
            try FileManager.default.moveItem(at: movie, to: file(.pairedVideo, "mov"))
        }
        pictures.yield(UIImage(data: photo.data)?.cgImage)
        return try saved(folder)
    }

    func save(_ movie: Movie) async throws -> SavedMedia { try saved(movie.url.deletingLastPathComponent()) }

    func makeRecordingPlace() async throws -> any MoviePlace {
        Place(url: try makeFolder().appendingPathComponent("\(PHAssetResourceType.video.rawValue).mov"))
    }

    private func makeFolder() throws -> URL {
        let folder = session.sessionContentURL.appendingPathComponent(UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private func saved(_ folder: URL) throws -> SavedMedia {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return SavedMedia(identifier: folder.lastPathComponent, urls: files.sorted { $0.path < $1.path })
    }

    private final class Place: MoviePlace {
        let url: URL
        init(url: URL) { self.url = url }
    }
}
