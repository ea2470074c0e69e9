import AVCamCore
import AVCamLinux
import Foundation
import Photos
import TestSupport

/// A test's own photo library, and a browser that shows it.
@MainActor
final class BrowserFixture {
    let folder: TemporaryFolder
    let library: PHPhotoLibrary
    let browser: MediaBrowser
    private let picture: URL

    /// - Parameter undoPeriod: long enough for all tests that end the period themselves.
    init(undoPeriod: Duration = .seconds(3600)) throws {
        folder = try TemporaryFolder()
        library = PHPhotoLibrary(folderURL: folder.file("library"))
        browser = MediaBrowser(library, undoPeriod: undoPeriod)
        picture = folder.file("picture.jpg")
        let source = ["-f", "lavfi", "-i", "testsrc=size=320x240:rate=30", "-frames:v", "1"]
        try MadeFile.ffmpeg(source, to: picture)
    }

    isolated deinit { browser.stop() }

    /// The names of the files that are not hidden in the library's folder.
    var filenames: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: library.folderURL.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Saves a photo that was taken this many seconds after the first one.
    @discardableResult
    func savePhoto(at seconds: Double = 0, in library: PHPhotoLibrary? = nil) throws -> String {
        try save(at: seconds, in: library) { [picture] in
            $0.addResource(with: .photo, fileURL: picture, options: nil)
        }
    }

    @discardableResult
    func save(
        at seconds: Double = 0, in library: PHPhotoLibrary? = nil,
        _ fill: @escaping (PHAssetCreationRequest) -> Void
    ) throws -> String {
        var identifier = ""
        try (library ?? self.library).performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            request.creationDate = Date(timeIntervalSince1970: 1_700_000_000 + seconds)
            fill(request)
            identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
        }
        return identifier
    }

    /// A second of video with sound.
    func movie() throws -> URL {
        let file = folder.file("clip.mov")
        let picture = ["-f", "lavfi", "-i", "testsrc=size=320x240:rate=30"]
        let sound = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"]
        let coding = ["-t", "1", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac"]
        try MadeFile.ffmpeg(picture + sound + coding, to: file)
        return file
    }

    /// A photo with its EXIF data, from tags as exiftool names them.
    func photo(_ tags: [String]) throws -> Data {
        let file = folder.file("tagged.jpg")
        try? FileManager.default.removeItem(at: file)
        try FileManager.default.copyItem(at: picture, to: file)
        try Tool.output("exiftool", ["-overwrite_original", "-n"] + tags + [file.path])
        return try Data(contentsOf: file)
    }
}
