import AVFoundation
import Photos
import TestSupport
import Testing

@testable import UIKit

/// A picker hands out what is in a library, which is the test's own.
@MainActor @Suite(.timeLimit(.minutes(3))) struct LibraryPickerTests {
    private final class Told: NSObject, UIImagePickerControllerDelegate, UINavigationControllerDelegate {
        var results: [[UIImagePickerController.InfoKey: Any]] = []

        func imagePickerController(
            _ picker: UIImagePickerController,
            didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
        ) { results.append(info) }
    }

    private let told = Told()
    private let folder: TemporaryFolder
    private let library: PHPhotoLibrary
    private let picker = UIImagePickerController()

    init() throws {
        folder = try TemporaryFolder()
        library = PHPhotoLibrary(folderURL: folder.file("library"))
        try add(.photo, "picture.jpg", ["-f", "lavfi", "-i", "color=red:size=64x48", "-frames:v", "1"])
        let pictures = ["-f", "lavfi", "-i", "testsrc=size=320x240:rate=30", "-t", "1"]
        try add(.video, "clip.mov", pictures + ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"])
        picker.delegate = told
    }

    private func add(_ type: PHAssetResourceType, _ name: String, _ arguments: [String]) throws {
        let file = folder.file(name)
        try MadeFile.ffmpeg(arguments, to: file)
        try library.performChangesAndWait {
            PHAssetCreationRequest.forAsset().addResource(with: type, fileURL: file, options: nil)
        }
    }

    private func list(_ types: String...) -> LibraryPicker {
        picker.mediaTypes = types
        let list = LibraryPicker(picker, library: library)
        picker.setViewControllers([list], animated: false)
        list.loadViewIfNeeded()
        return list
    }

    private func picked() async throws -> [UIImagePickerController.InfoKey: Any] {
        while told.results.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        return told.results.removeFirst()
    }

    /// What a press on the picture in a column does.
    private func press(_ column: Int, of list: LibraryPicker) throws {
        let cell = list.tableView(list.tableView, cellForRowAt: IndexPath(row: 0, section: 0))
        try #require(cell as? PictureRow).buttons[column].sendActions(for: .touchUpInside)
    }

    @Test func onlyTheWantedTypesAreShownNewestFirst() {
        #expect(list("public.image").assets.map(\.mediaType) == [.image])
        #expect(list("public.movie").assets.map(\.mediaType) == [.video])
        let both = list("public.image", "public.movie")
        #expect(both.assets.map(\.mediaType) == [.video, .image])
        #expect(both.tableView(both.tableView, numberOfRowsInSection: 0) == 1)
    }

    @Test func aProgramMayDeleteTheMovieThatItGets() async throws {
        try press(0, of: list("public.image", "public.movie"))
        let info = try await picked()
        #expect(info[.mediaType] as? String == "public.movie")
        let file = try #require(info[.mediaURL] as? URL)
        #expect(try await AVURLAsset(url: file).load(.duration).seconds == 1)
        try FileManager.default.removeItem(at: file)
        let asset = try #require(info[.phAsset] as? PHAsset)
        let again = library.fetch(nil, identifiers: [asset.localIdentifier])
        #expect(again.count == 1)
        let movie = await withCheckedContinuation { continuation in
            PHImageManager.default().requestAVAsset(forVideo: asset, options: nil) { movie, _, _ in
                continuation.resume(returning: movie)
            }
        }
        let kept = try #require(movie as? AVURLAsset)
        #expect(kept.url != file && FileManager.default.fileExists(atPath: kept.url.path))
    }

    @Test func aMovieIsEncodedAsTheProgramWantsIt() async throws {
        picker.videoExportPreset = AVAssetExportPresetLowQuality
        try press(0, of: list("public.movie"))
        let info = try await picked()
        #expect(info[.mediaType] as? String == "public.movie" && info[.phAsset] is PHAsset)
        let file = try #require(info[.mediaURL] as? URL)
        defer { try? FileManager.default.removeItem(at: file) }
        let movie = AVURLAsset(url: file)
        let track = try #require(try await movie.loadTracks(withMediaType: .video).first)
        // 320 by 240 pixels, within 224 by 128.
        #expect(try await track.load(.naturalSize) == CGSize(width: 170, height: 128))
        #expect(abs(try await movie.load(.duration).seconds - 1) < 0.05)
    }

    @Test(arguments: ["", AVAssetExportPresetPassthrough])
    func aMovieThatPassesThroughIsTheLibrarysFile(preset: String) async throws {
        picker.videoExportPreset = preset
        try press(0, of: list("public.movie"))
        let file = try #require(try await picked()[.mediaURL] as? URL)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try Data(contentsOf: file) == Data(contentsOf: folder.file("clip.mov")))
    }

    @Test func aPresetThatIsNotKnownIsSaid() throws {
        picker.videoExportPreset = "Best"
        let copy = folder.file("copy.mov")
        try FileManager.default.copyItem(at: folder.file("clip.mov"), to: copy)
        picker.finish([.mediaType: "public.movie", .mediaURL: copy])
        let alert = picker.presentedViewController as? UIAlertController
        #expect(alert?.message == "There is no export preset named “Best”.")
        #expect(told.results.isEmpty && !FileManager.default.fileExists(atPath: copy.path))
    }

    /// The movie's file goes when its export has ended.
    @Test func whatIsPickedWhileAMovieIsEncodedTakesItsPlace() async throws {
        picker.videoExportPreset = AVAssetExportPresetHighestQuality
        let copy = folder.file("copy.mov")
        try FileManager.default.copyItem(at: folder.file("clip.mov"), to: copy)
        picker.finish([.mediaType: "public.movie", .mediaURL: copy])
        picker.finish([.mediaType: "public.image"])
        while FileManager.default.fileExists(atPath: copy.path) { try await Task.sleep(for: .milliseconds(2)) }
        #expect(told.results.map { $0[.mediaType] as? String } == ["public.image"])
    }

    @Test func aPictureComesWithACopyOfItsFile() async throws {
        try press(0, of: list("public.image"))
        let info = try await picked()
        #expect((info[.originalImage] as? UIImage)?.size == CGSize(width: 64, height: 48))
        let file = try #require(info[.imageURL] as? URL)
        #expect(try Data(contentsOf: file) == Data(contentsOf: folder.file("picture.jpg")))
        try FileManager.default.removeItem(at: file)
        #expect(library.fetch(nil).count == 2)
    }
}
