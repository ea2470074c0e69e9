import AVCamCore
import Foundation
import Photos

/// The photo library of iOS. Its files belong to the system; the app gets copies.
struct PhoneLibrary: LibraryPlatform {
    var library: PHPhotoLibrary { .shared() }

    var obstacle: (any Error)? {
        switch PHPhotoLibrary.authorizationStatus(for: .readWrite) {
        case .denied, .restricted: PhoneLibraryError.notAllowed
        default: nil
        }
    }

    /// Asks the person, the first time.
    func prepare() { PHPhotoLibrary.requestAuthorization(for: .readWrite) { _ in } }

    func makeRecordingPlace() throws -> any MoviePlace { TemporaryPlace() }

    func assets(_ options: PHFetchOptions) -> PHFetchResult<PHAsset> { PHAsset.fetchAssets(with: options) }

    func additionRequest(forAlbumTitled title: String) -> PHAssetCollectionChangeRequest {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "title = %@", title)
        let found = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: options)
        if let album = found.firstObject, let request = PHAssetCollectionChangeRequest(for: album) { return request }
        return .creationRequestForAssetCollection(withTitle: title)
    }

    func asset(_ identifier: String) -> PHAsset? {
        PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject
    }

    func isProxy(_ asset: PHAsset) -> Bool {
        PHAssetResource.assetResources(for: asset).contains { $0.type == .photoProxy }
    }

    /// Where the copies are, or would be.
    func urls(of asset: PHAsset) -> [URL] { copies(of: asset).map(\.url) }

    func files(of item: MediaItem) throws -> MediaFiles {
        let copies = copies(of: item.asset)
        guard let primary = copies.first else { throw PHPhotosError(.missingResource) }
        for copy in copies { try write(copy.resource, to: copy.url) }
        return MediaFiles(
            primary: primary.url, livePhotoMovie: copies.first { $0.resource.type == .pairedVideo }?.url,
            all: copies.map(\.url))
    }

    func details(of item: MediaItem) throws -> MediaDetails {
        let files = try files(of: item)
        let size = try files.all.reduce(0) { total, url in
            total + (try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
        }
        let resources = PHAssetResource.assetResources(for: item.asset).filter { $0.type != .pairedVideo }
        let formats = resources.map {
            MediaText.format($0.uniformTypeIdentifier, URL(fileURLWithPath: $0.originalFilename))
        }
        var details = MediaDetails(
            date: item.creationDate, filename: resources.first?.originalFilename ?? "", fileSize: size,
            format: formats.joined(separator: " + "))
        details.dimensions = "\(item.pixelWidth) × \(item.pixelHeight)"
        if item.kind == .movie { details.duration = MediaText.duration(item.duration) }
        details.place = item.asset.location.map {
            MediaPlace(latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude)
        }
        return details
    }

    private func copies(of asset: PHAsset) -> [(resource: PHAssetResource, url: URL)] {
        let name = asset.localIdentifier.replacingOccurrences(of: "/", with: "-")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name, isDirectory: true)
        return PHAssetResource.assetResources(for: asset).map {
            ($0, folder.appendingPathComponent("\($0.type.rawValue)-\($0.originalFilename)"))
        }
    }

    /// Waits until the file is there.
    private func write(_ resource: PHAssetResource, to url: URL) throws {
        guard !FileManager.default.fileExists(atPath: url.path) else { return }
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = true
        let done = DispatchSemaphore(value: 0)
        // Written before the semaphore is signaled, and read after.
        nonisolated(unsafe) var failure: (any Error)?
        PHAssetResourceManager.default().writeData(for: resource, toFile: url, options: options) { error in
            failure = error
            done.signal()
        }
        done.wait()
        if let failure { throw failure }
    }
}

/// Why the library cannot be used.
enum PhoneLibraryError: LocalizedError {
    case notAllowed

    var errorDescription: String? {
        "AVCam may not add to your photos. Allow it in Settings, Privacy & Security, Photos."
    }
}

/// A file that does not exist yet, among the app's temporary files.
final class TemporaryPlace: MoviePlace {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".mov")
}
