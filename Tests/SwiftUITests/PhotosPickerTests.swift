import Foundation
import Testing
import TestSupport
import UIKit

@testable import PhotosUI
@testable import SwiftUI

/// The picker on a library of the test's own.
@Suite @MainActor struct PhotosPickerTests {
    let folder: TemporaryFolder
    let library: PHPhotoLibrary

    init() throws {
        folder = try TemporaryFolder()
        library = PHPhotoLibrary(folderURL: folder.file("library"))
    }

    /// Adds a picture of a size.
    private func add(_ size: Int) throws {
        let file = folder.file("\(size).jpg")
        try MadeFile.ffmpeg(["-f", "lavfi", "-i", "color=red:size=\(size)x\(size)", "-frames:v", "1"], to: file)
        try library.performChangesAndWait {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: file, options: nil)
        }
    }

    struct Picking: View {
        let library: PHPhotoLibrary
        let told: ([PhotosPickerItem]) -> Void
        let limit: Int?
        @State var item: PhotosPickerItem?
        @State var items: [PhotosPickerItem] = []
        var body: some View {
            let _ = told(limit == 1 ? item.map { [$0] } ?? [] : items)
            if limit == 1 {
                PhotosPicker(selection: $item, matching: .images, photoLibrary: library) { Text(verbatim: "open") }
            } else {
                PhotosPicker(
                    selection: $items, maxSelectionCount: limit, selectionBehavior: .ordered, matching: .images,
                    photoLibrary: library
                ) { Text(verbatim: "open") }
            }
        }
    }

    /// The other ways to ask of a library.
    struct OtherWays: View {
        let library: PHPhotoLibrary
        @State var item: PhotosPickerItem?
        @State var items: [PhotosPickerItem] = []
        @State var isOpen = false
        var body: some View {
            PhotosPicker("First", selection: $item, photoLibrary: library)
            PhotosPicker(String("Second"), selection: $items, matching: .images, photoLibrary: library)
            Button("Third") { isOpen = true }
                .photosPicker(isPresented: $isOpen, selection: $items, photoLibrary: library)
        }
    }

    @Test func eachWayShowsTheLibraryThatIsGiven() throws {
        let view = OtherWays(library: library)
        for name in ["First", "Second", "Third"] {
            let shown = Shown(PresentationRoot(content: AnyView(view), presentations: Presentations()))
            shown.tap(try #require(shown.frame(of: name)))
            shown.advance(by: 1)
            #expect(shown.texts.contains("No Photos or Videos"))
        }
        try add(16)
        for name in ["First", "Second", "Third"] {
            let shown = Shown(PresentationRoot(content: AnyView(view), presentations: Presentations()))
            shown.tap(try #require(shown.frame(of: name)))
            shown.advance(by: 1)
            #expect(shown.texts.contains("Cancel") && !shown.texts.contains("No Photos or Videos"))
        }
    }

    private func opened(_ view: some View) -> Shown {
        let shown = Shown(PresentationRoot(content: AnyView(view), presentations: Presentations()))
        shown.tap(200, 300)
        shown.advance(by: 1)
        return shown
    }

    @Test func aPressPicksAndTheItemIsLoaded() async throws {
        try add(16)
        try add(32)
        var picked: [PhotosPickerItem] = []
        let shown = opened(Picking(library: library, told: { picked = $0 }, limit: 1))
        #expect(shown.texts == ["open", "Cancel"])
        // The newest one is the first: below the bar, at the left.
        shown.tap(30, 24 + 44 + 30)
        shown.advance(by: 1)
        #expect(shown.texts == ["open"])
        let item = try #require(picked.first)
        #expect(item.supportedContentTypes == [.jpeg])
        let data = try #require(try await item.loadTransferable(type: Data.self))
        #expect(UIImage(data: data)?.size == CGSize(width: 32, height: 32))
        #expect(try await item.loadTransferable(type: Image.self) != nil)
        #expect(try await item.loadTransferable(type: Clip.self) == nil)
    }

    /// A movie as apps take it.
    struct Clip: Transferable {
        let url: URL
        static var transferRepresentation: some TransferRepresentation {
            FileRepresentation(contentType: .movie) {
                SentTransferredFile($0.url)
            } importing: {
                Clip(url: $0.file)
            }
        }
    }

    @Test func severalAreHandedOverInTheirOrder() throws {
        for size in [16, 32, 48] { try add(size) }
        var picked: [PhotosPickerItem] = []
        let shown = opened(Picking(library: library, told: { picked = $0 }, limit: 2))
        #expect(shown.texts == ["open", "Cancel", "Add"])
        for x in [300.0, 30, 200] {
            shown.tap(x, 100)
            shown.update()
        }
        // The limit is 2: the third press counts for nothing.
        #expect(shown.texts.filter { $0 == "1" || $0 == "2" || $0 == "3" }.sorted() == ["1", "2"])
        shown.tap(try #require(shown.frame(of: "Add")))
        shown.advance(by: 1)
        let all = PHAsset.identifiers(library)
        #expect(picked.map(\.itemIdentifier) == [all[2], all[0]])
    }

    @Test func filtersCombine() throws {
        try add(16)
        let asset = try #require(library.fetch(nil).firstObject)
        #expect(PHPickerFilter.images.matches(asset) && !PHPickerFilter.videos.matches(asset))
        #expect(PHPickerFilter.any(of: [.videos, .images]).matches(asset))
        #expect(!PHPickerFilter.all(of: [.images, .not(.images)]).matches(asset))
        #expect(!PHPickerFilter.livePhotos.matches(asset))
        #expect(PHPickerFilter.playbackStyle(.image).matches(asset))
        #expect(!PHPickerFilter.playbackStyle(.video).matches(asset))
        let kinds: [PHPickerFilter] = [
            .depthEffectPhotos, .panoramas, .screenshots, .slomoVideos, .timelapseVideos, .cinematicVideos,
        ]
        #expect(!PHPickerFilter.any(of: kinds).matches(asset) && Set(kinds).count == kinds.count)
    }

    @Test func anEmptyLibraryIsSaid() {
        let shown = opened(Picking(library: library, told: { _ in }, limit: 1))
        #expect(shown.texts == ["open", "Cancel", "No Photos or Videos"])
    }

    @Test func aFileIsACopyWhileItIsImported() async throws {
        let file = folder.file("clip.mov")
        try Data([1, 2]).write(to: file)
        let content = TransferredContent(file: file, contentType: .quickTimeMovie)
        let clip = try #require(try await Clip.loaded(from: content))
        #expect(clip.url.lastPathComponent == "clip.mov" && clip.url != file)
        #expect(!FileManager.default.fileExists(atPath: clip.url.path))
        #expect(try await Clip(url: file).exported(as: .movie) == Data([1, 2]))
        await #expect(throws: CocoaError.self) { try await Clip(url: file).exported(as: .jpeg) }
    }
}

extension PHAsset {
    /// Newest first.
    fileprivate static func identifiers(_ library: PHPhotoLibrary) -> [String] {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        let result = library.fetch(options)
        return (0..<result.count).map { result.object(at: $0).localIdentifier }
    }
}
