import Foundation
import Locking
import TestSupport
import Testing

@testable import Photos

/// What a user may do to the library's folder while a program has it open.
struct ReplacedLibraryTests {
    let fixture: LibraryFixture
    private let photo: Data

    init() throws {
        fixture = try LibraryFixture()
        photo = try Data(contentsOf: fixture.jpeg())
    }

    private var folder: URL { fixture.library.folderURL }

    private func count(in folder: URL) throws -> Int { try PHPhotoLibrary(folderURL: folder).assets().count }

    @Test func afterTheFolderWasDeletedTheNextPhotoMakesANewOne() throws {
        try fixture.save(photo)
        try FileManager.default.removeItem(at: folder)
        #expect(try fixture.library.assets().isEmpty)
        let asset = try #require(try fixture.save(photo))
        #expect(fixture.filenames == ["IMG_0001.jpg"])
        #expect(try fixture.library.assets() == [asset])
        #expect(try fixture.reopened().assets() == [asset])
    }

    /// A disk can be unmounted between the look whether there is a library and its opening.
    @Test(arguments: [LibraryStore.Purpose.reading, .preparing])
    func openingDoesNotMakeALibraryThatIsGone(purpose: LibraryStore.Purpose) throws {
        try fixture.save(photo)
        try FileManager.default.removeItem(at: folder)
        let store = fixture.reopened().store
        #expect(throws: FileError.self) { try store.open(for: purpose) }
        fixture.library.prepare()
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        // The folders inside are made again.
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        if purpose == .preparing { #expect(try store.open(for: purpose).isInPlace) }
    }

    @Test func aDeletedCatalogueIsRebuiltFromTheFiles() throws {
        try fixture.save(photo)
        try FileManager.default.removeItem(at: folder.appendingPathComponent(".avcam"))
        try fixture.save(photo)
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0002.jpg"])
        #expect(try fixture.library.assets().count == 2)
        #expect(try fixture.reopened().assets().count == 2)
    }

    @Test func aReplacementLibraryIsUsedAndTheOldOneLeftAlone() throws {
        for _ in 0..<2 { try fixture.save(photo) }
        let other = try LibraryFixture()
        let asset = try #require(try other.save(photo))
        let aside = fixture.folder.file("aside")
        try FileManager.default.moveItem(at: folder, to: aside)
        try FileManager.default.copyItem(at: other.library.folderURL, to: folder)
        #expect(try fixture.library.assets().map(\.localIdentifier) == [asset.localIdentifier])
        try fixture.save(photo)
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0002.jpg"])
        #expect(try count(in: folder) == 2)
        #expect(try count(in: aside) == 2)
    }

    /// Every photo reported as saved is in one of the libraries, whenever the folder was replaced.
    @Test func noSavedPhotoIsLostWhenTheFolderIsReplaced() throws {
        let (saved, isEnough) = (Monitor(0), Mutex(false))
        let isDone = DispatchSemaphore(value: 0)
        let (library, photo) = (fixture.library, photo)
        Thread.detachNewThread {
            while !isEnough.withLock({ $0 }) {
                let result = Result {
                    try library.performChangesAndWait {
                        PHAssetCreationRequest.forAsset().addResource(with: .photo, data: photo, options: nil)
                    }
                }
                if case .success = result { saved.withLock { $0 += 1 } }
            }
            isDone.signal()
        }
        var places = [folder]
        var moments = SeededRandomness()
        for number in 1..<10 {
            // However slow the disk is, some are saved between the moves; a move may come at any time of the next one.
            // One of two can have been saved before the last move; for the other the folder was made again.
            let enough = saved.withLock { $0 } + 2
            let isGoingOn = saved.wait(timeout: .seconds(60)) { $0 >= enough ? true : nil } ?? false
            try #require(isGoingOn)
            usleep(useconds_t.random(in: 0...20_000, using: &moments))
            let aside = fixture.folder.file("aside-\(number)")
            try #require(rename(folder.path, aside.path) == 0)
            places.append(aside)
        }
        isEnough.withLock { $0 = true }
        #expect(isDone.wait(timeout: .now() + 60) == .success)
        let kept = try places.map(count).reduce(0, +)
        let count = saved.withLock { $0 }
        #expect(kept >= count)
    }

    @Test func whatIsTakenWhileAFileIsInThePlaceOfTheHiddenFolderIsKept() throws {
        try fixture.save(photo)
        let (hidden, aside) = (folder.appendingPathComponent(".avcam"), fixture.folder.file("aside"))
        try FileManager.default.moveItem(at: hidden, to: aside)
        try Data("text".utf8).write(to: hidden)
        let movie = try fixture.movie()
        let error = #expect(throws: PHPhotosError.self) {
            try fixture.saving { [photo] request in
                request.addResource(with: .photo, data: photo, options: nil)
                request.addResource(with: .pairedVideo, fileURL: movie, options: nil)
            }
        }
        let sentence = error?.localizedDescription ?? ""
        #expect(sentence.contains("because \(hidden.path) is a file and no folder; rename that file, "), "\(sentence)")
        let kept = try #require(fixture.filenames.first { $0.hasSuffix(".jpg") && $0 != "IMG_0001.jpg" })
        #expect(sentence.contains("complete in \(folder.path)/\(kept); the next use of this library"), "\(sentence)")
        #expect(try Data(contentsOf: folder.appendingPathComponent(kept)) == photo)
        #expect(throws: PHPhotosError.self) { try fixture.library.assets() }
        try FileManager.default.removeItem(at: hidden)
        try FileManager.default.moveItem(at: aside, to: hidden)
        let assets = try fixture.library.assets()
        #expect(assets.count == 2 && assets.filter { $0.mediaSubtypes.contains(.photoLive) }.count == 1)
    }

    /// As when its disk is taken out, and comes back.
    @Test func aLibraryBeyondALinkIsOutOfReachAndNotEmpty() throws {
        let photo = try Data(contentsOf: fixture.jpeg())
        let (disk, link) = (fixture.folder.file("disk"), fixture.folder.file("link"))
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "other")
        try FileManager.default.createSymbolicLink(
            atPath: fixture.folder.file("other").path, withDestinationPath: disk.path)
        let library = PHPhotoLibrary(folderURL: link.appendingPathComponent("library"))
        func save() throws {
            try library.performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, data: photo, options: nil)
            }
        }
        try save()
        let away = fixture.folder.file("away")
        try FileManager.default.moveItem(at: disk, to: away)
        for attempt in [{ _ = try library.assets() }, { _ = try library.albums() }, save] as [() throws -> Void] {
            let error = #expect(throws: PHPhotosError.self) { try attempt() }
            #expect(error?.code == .libraryVolumeOffline)
            let words = "because \(link.path) is a link to \(disk.path), and nothing is there; "
            #expect(error?.localizedDescription.contains(words) == true, "\(String(describing: error))")
        }
        #expect(library.obstacle?.code == .libraryVolumeOffline && library.fetch(nil).count == 0)
        #expect(!FileManager.default.fileExists(atPath: disk.path))
        try FileManager.default.moveItem(at: away, to: disk)
        try save()
        #expect(try library.assets().count == 2)
    }

    @Test(.timeLimit(.minutes(1))) func observersSeeTheFolderGoAndItsReplacement() async throws {
        let asset = try #require(try fixture.save(photo))
        let observer = Observer()
        fixture.library.register(observer)
        defer { fixture.library.unregisterChangeObserver(observer) }
        try FileManager.default.moveItem(at: folder, to: fixture.folder.file("aside"))
        for await change in observer.changes where change.changeDetails(for: asset)?.objectWasDeleted == true { break }
        let before = fixture.library.fetch(nil)
        #expect(before.count == 0)
        let picture = photo
        try fixture.reopened().performChangesAndWait {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: picture, options: nil)
        }
        for await change in observer.changes where change.changeDetails(for: before)?.insertedObjects.count == 1 {
            break
        }
    }
}

/// Collects changes for tests that wait for them.
private final class Observer: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    let changes: AsyncStream<PHChange>
    private let continuation: AsyncStream<PHChange>.Continuation

    override init() {
        (changes, continuation) = AsyncStream.makeStream(of: PHChange.self)
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) { continuation.yield(changeInstance) }
}
