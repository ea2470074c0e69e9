import Foundation
import Locking
import TestSupport
import Testing
import UIKit

@testable import PhotosUI
@testable import SwiftUI

/// The picker of UIKit on a library of the test's own.
@Suite @MainActor struct PHPickerTests {
    private final class Told: PHPickerViewControllerDelegate {
        var results: [[PHPickerResult]] = []

        func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
            self.results.append(results)
        }
    }

    private let folder: TemporaryFolder
    private let library: PHPhotoLibrary
    private let told = Told()
    private let controllers = Controllers()

    /// Keeps the picker, as its presenter would.
    private final class Controllers {
        var picker: PHPickerViewController?
    }

    init() throws {
        folder = try TemporaryFolder()
        library = PHPhotoLibrary(folderURL: folder.file("library"))
        for size in [16, 32, 48] {
            let file = folder.file("\(size).jpg")
            try MadeFile.ffmpeg(["-f", "lavfi", "-i", "color=red:size=\(size)x\(size)", "-frames:v", "1"], to: file)
            try library.performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: file, options: nil)
            }
        }
    }

    /// The picker's list, newest first, in three columns from x = 0.
    private func shown(_ change: (inout PHPickerConfiguration) -> Void) -> Shown {
        var configuration = PHPickerConfiguration(photoLibrary: library)
        change(&configuration)
        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = told
        controllers.picker = picker
        picker.loadViewIfNeeded()
        let list = picker.children.first as? UIHostingController<PhotoSheet>
        return Shown(PresentationRoot(content: AnyView(list?.rootView), presentations: Presentations()))
    }

    private func picture(_ result: PHPickerResult) async -> UIImage? {
        await withCheckedContinuation { continuation in
            result.itemProvider.loadObject(ofClass: UIImage.self) { picture, _ in
                continuation.resume(returning: picture as? UIImage)
            }
        }
    }

    @Test func aPressPicksAndThePictureIsLoaded() async throws {
        let shown = shown { $0.filter = .images }
        #expect(shown.texts == ["Cancel"])
        shown.tap(30, 44 + 30)
        #expect(told.results.count == 1)
        let result = try #require(told.results.first?.first)
        #expect(result.assetIdentifier != nil)
        #expect(result.itemProvider.registeredContentTypes == [.jpeg])
        #expect(result.itemProvider.canLoadObject(ofClass: UIImage.self))
        #expect(await picture(result)?.size == CGSize(width: 48, height: 48))
    }

    @Test func cancellingPicksNothing() throws {
        let shown = shown { $0.selectionLimit = 2 }
        shown.tap(try #require(shown.frame(of: "Cancel")))
        #expect(told.results.map(\.count) == [0])
    }

    @Test func theOrderOfTheSelectionCountsWhenItIsWanted() async throws {
        let shown = shown { ($0.selection, $0.selectionLimit) = (.ordered, 0) }
        for x in [300.0, 30] {
            shown.tap(x, 100)
            shown.update()
        }
        shown.tap(try #require(shown.frame(of: "Add")))
        var sizes: [CGFloat?] = []
        for result in try #require(told.results.first) { sizes.append(await picture(result)?.size.width) }
        #expect(sizes == [16, 48])
    }

    @Test func eachChangeIsToldWhileItIsContinuous() throws {
        let shown = shown { ($0.selection, $0.selectionLimit) = (.continuous, 0) }
        #expect(shown.texts == ["Cancel"])
        for x in [30.0, 300, 30] {
            shown.tap(x, 100)
            shown.update()
        }
        #expect(told.results.map(\.count) == [1, 2, 1])
    }

    @Test func whatIsSelectedFromTheBeginningStaysSelected() throws {
        let newest = try #require(library.fetch(nil).lastObject)
        let shown = shown {
            ($0.selectionLimit, $0.preselectedAssetIdentifiers) = (0, [newest.localIdentifier])
        }
        #expect(shown.texts.contains("✓"))
        shown.tap(try #require(shown.frame(of: "Add")))
        #expect(told.results.first?.map(\.assetIdentifier) == [newest.localIdentifier])
    }

    @Test func withoutALibraryThereIsNoIdentifier() throws {
        let asset = try #require(library.fetch(nil).firstObject)
        #expect(PHPickerResult(asset, knowsIdentifier: false).assetIdentifier == nil)
    }
}

/// What an item's provider hands over.
@Suite struct ItemProviderTests {
    private let folder: TemporaryFolder
    private let file: URL

    init() throws {
        folder = try TemporaryFolder()
        file = folder.file("clip.mov")
        try Data([1, 2, 3]).write(to: file)
    }

    @Test func aFileIsHandedOverAsACopyThatGoes() throws {
        let provider = try #require(NSItemProvider(contentsOf: file))
        #expect(provider.suggestedName == "clip")
        #expect(provider.hasItemConformingToTypeIdentifier("public.movie"))
        #expect(!provider.hasItemConformingToTypeIdentifier("public.image"))
        let seen = Monitor<(URL, Data?)?>(nil)
        provider.loadFileRepresentation(forTypeIdentifier: "public.movie") { copy, _ in
            seen.withLock { $0 = copy.map { ($0, try? Data(contentsOf: $0)) } }
        }
        let (copy, data) = try #require(seen.wait(timeout: .seconds(60)) { $0 })
        #expect(copy != file && copy.lastPathComponent == "clip.mov" && data == Data([1, 2, 3]))
        #expect(isGoneSoon(copy))
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    /// The copy is removed after the handler has returned.
    private func isGoneSoon(_ file: URL) -> Bool {
        for _ in 0..<1_000 {
            if !FileManager.default.fileExists(atPath: file.path) { return true }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return false
    }

    @Test func dataAreHandedOverAsAFileToo() throws {
        let provider = NSItemProvider()
        provider.suggestedName = "Note"
        provider.registerDataRepresentation(forTypeIdentifier: "public.jpeg", visibility: .all) { handler in
            handler(Data([7]), nil)
            return nil
        }
        let seen = Monitor<String?>(nil)
        provider.loadFileRepresentation(for: .image) { file, isInPlace, _ in
            let text =
                "\(file?.lastPathComponent ?? "") \(isInPlace) \(file.flatMap { try? Data(contentsOf: $0) }?.count ?? 0)"
            seen.withLock { $0 = text }
        }
        #expect(seen.wait(timeout: .seconds(60)) { $0 } == "Note.jpeg false 1")
    }

    @Test func theFileItselfIsHandedOverWhenThatIsAllowed() throws {
        let provider = try #require(NSItemProvider(contentsOf: file))
        let seen = Monitor<URL?>(nil)
        provider.loadFileRepresentation(for: .movie, openInPlace: true) { file, isInPlace, _ in
            if isInPlace { seen.withLock { $0 = file } }
        }
        #expect(seen.wait(timeout: .seconds(60)) { $0 } == file)
    }

    /// A program that makes a file for a request removes it when it has handed it over.
    @Test func aFileThatIsNotToBeReadInPlaceIsCopiedAtOnce() throws {
        let provider = NSItemProvider()
        provider.registerFileRepresentation(forTypeIdentifier: "public.movie", visibility: .all) { [file] handler in
            handler(file, false, nil)
            try? FileManager.default.removeItem(at: file)
            return nil
        }
        let seen = Monitor<(Bool, Data?)?>(nil)
        provider.loadInPlaceFileRepresentation(forTypeIdentifier: "public.movie") { copy, isInPlace, _ in
            seen.withLock { $0 = (isInPlace, copy.flatMap { try? Data(contentsOf: $0) }) }
        }
        let (isInPlace, data) = try #require(seen.wait(timeout: .seconds(60)) { $0 })
        #expect(!isInPlace && data == Data([1, 2, 3]))
    }

    @Test func anItemIsItsFileOrItsData() throws {
        let seen = Monitor<(any NSSecureCoding)?>(nil)
        let provider = try #require(NSItemProvider(contentsOf: file))
        provider.loadItem(forTypeIdentifier: "public.movie", options: nil) { item, _ in seen.withLock { $0 = item } }
        let url = seen.wait(timeout: .seconds(60)) { $0 as? NSURL }
        #expect(url?.path == file.path)
        let note = NSItemProvider()
        note.registerDataRepresentation(forTypeIdentifier: "public.jpeg", visibility: .all) { handler in
            handler(Data([7]), nil)
            return nil
        }
        note.loadItem(forTypeIdentifier: "public.image") { item, _ in seen.withLock { $0 = item } }
        #expect(seen.wait(timeout: .seconds(60)) { $0 as? NSData }?.count == 1)
    }

    @Test func whatIsNotThereIsAnError() throws {
        let provider = try #require(NSItemProvider(contentsOf: file))
        #expect(!provider.canLoadObject(ofClass: UIImage.self))
        let errors = Monitor<[Int]>([])
        provider.loadDataRepresentation(forTypeIdentifier: "public.jpeg") { _, error in
            errors.withLock { $0.append((error as NSError?)?.code ?? 0) }
        }
        #expect(errors.wait(timeout: .seconds(60)) { $0.first } == -1000)
        provider.loadObject(ofClass: UIImage.self) { _, error in
            errors.withLock { $0.append((error as NSError?)?.code ?? 0) }
        }
        #expect(errors.wait(timeout: .seconds(60)) { $0.count == 2 ? $0[1] : nil } == -1200)
        #expect(NSItemProvider(contentsOf: folder.file("nothing.mov")) == nil)
    }

    /// A file that is called a picture, and is none.
    @Test func aDamagedPictureIsAnError() throws {
        let fake = folder.file("fake.jpg")
        try Data("no picture".utf8).write(to: fake)
        let provider = try #require(NSItemProvider(contentsOf: fake))
        let hasFailed = Monitor<Bool?>(nil)
        provider.loadObject(ofClass: UIImage.self) { picture, error in
            hasFailed.withLock { $0 = picture == nil && error != nil }
        }
        #expect(hasFailed.wait(timeout: .seconds(60)) { $0 } == true)
    }

    private struct Clip: Transferable, Sendable {
        let data: Data
        static var transferRepresentation: some TransferRepresentation {
            FileRepresentation(importedContentType: .movie) { Clip(data: try Data(contentsOf: $0.file)) }
        }
    }

    @Test func aValueIsLoaded() throws {
        let provider = try #require(NSItemProvider(contentsOf: file))
        let loaded = Monitor<Data?>(nil)
        provider.loadTransferable(type: Clip.self) { result in
            loaded.withLock { $0 = (try? result.get())?.data }
        }
        #expect(loaded.wait(timeout: .seconds(60)) { $0 } == Data([1, 2, 3]))
    }
}
