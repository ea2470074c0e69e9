import Foundation
import PhotoCoding
import Photos
import TestSupport

/// A test's own photo library, with pictures and movies to put into it.
final class LibraryFixture {
    let folder: TemporaryFolder
    let library: PHPhotoLibrary
    let deferred: DeferredPhotoStore

    init() throws {
        folder = try TemporaryFolder()
        deferred = DeferredPhotoStore(folder: folder.file("deferred"))
        library = PHPhotoLibrary(folderURL: folder.file("library"), deferred: deferred)
    }

    /// The same folder, as another process or the next start would open it.
    func reopened() -> PHPhotoLibrary {
        PHPhotoLibrary(folderURL: library.folderURL, deferred: DeferredPhotoStore(folder: deferred.folder))
    }

    /// The file names that a user sees in the library, sorted.
    var filenames: [String] { names(in: library.folderURL).filter { !$0.hasPrefix(".") } }

    /// What is left of unfinished work.
    var leftovers: [String] { names(in: incoming) }

    var incoming: URL { library.folderURL.appendingPathComponent(".avcam/incoming") }

    /// Puts a file where a process that died would have left it.
    func leave(_ file: URL, as name: String, in folder: String = UUID().uuidString) throws {
        let place = incoming.appendingPathComponent(folder)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: file, to: place.appendingPathComponent(name))
    }

    func jpeg(_ name: String = "picture.jpg", size: String = "320x240") throws -> URL {
        let file = folder.file(name)
        let source = "testsrc=size=\(size):rate=30"
        try MadeFile.ffmpeg(["-f", "lavfi", "-i", source, "-frames:v", "1"], to: file)
        return file
    }

    /// A second of video, 30 frames.
    func movie(_ name: String = "clip.mov", options: [String] = []) throws -> URL {
        let file = folder.file(name)
        let source = ["-f", "lavfi", "-i", "testsrc=size=320x240:rate=30", "-t", "1"]
        let coding = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "10", "-pix_fmt", "yuv420p"]
        try MadeFile.ffmpeg(source + coding + options, to: file)
        return file
    }

    /// Saves a photo and returns its asset.
    @discardableResult
    func save(
        _ data: Data, type: PHAssetResourceType = .photo, options: PHAssetResourceCreationOptions? = nil
    ) throws -> PHAsset? {
        try saving { $0.addResource(with: type, data: data, options: options) }
    }

    @discardableResult
    func saving(_ fill: @escaping (PHAssetCreationRequest) -> Void) throws -> PHAsset? {
        var identifier = ""
        try library.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            fill(request)
            identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
        }
        return library.fetch(nil, identifiers: [identifier]).firstObject
    }

    func names(in folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }
}

/// Options that move a file.
func moving() -> PHAssetResourceCreationOptions {
    let options = PHAssetResourceCreationOptions()
    options.shouldMoveFile = true
    return options
}
