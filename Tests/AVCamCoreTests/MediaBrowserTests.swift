import AVCamCore
import AVCamLinux
import Foundation
import Locking
import Photos
import TestSupport
import Testing

/// The viewer's list of photos and movies.
@MainActor
struct MediaBrowserTests {
    let fixture: BrowserFixture
    var browser: MediaBrowser { fixture.browser }
    var ids: [String] { browser.items.map(\.id) }

    init() throws { fixture = try BrowserFixture() }

    @Test func theNewestComesFirst() async throws {
        let (second, first, third) = (
            try fixture.savePhoto(at: 2), try fixture.savePhoto(at: 1), try fixture.savePhoto(at: 3)
        )
        browser.start()
        try await waitUntil { browser.isLoaded }
        #expect(ids == [third, second, first])
    }

    @Test func anEmptyLibraryIsKnownToBeEmpty() async throws {
        #expect(!browser.isLoaded)
        browser.start()
        try await waitUntil { browser.isLoaded }
        #expect(browser.items.isEmpty)
    }

    @Test func newCapturesAppear() async throws {
        browser.start()
        try await waitUntil { browser.isLoaded }
        let photo = try fixture.savePhoto(at: 1)
        try await waitUntil { ids == [photo] }
        let movie = try fixture.movie()
        let other = try fixture.save(at: 2) { $0.addResource(with: .video, fileURL: movie, options: nil) }
        try await waitUntil { ids == [other, photo] }
        #expect(browser.items[0].kind == .movie && abs(browser.items[0].duration - 1) < 0.1)
    }

    @Test func changesByAnotherProgramAreFollowed() async throws {
        let mine = try fixture.savePhoto(at: 1)
        browser.start()
        try await waitUntil { ids == [mine] }
        let other = PHPhotoLibrary(folderURL: fixture.library.folderURL)
        let theirs = try fixture.savePhoto(at: 2, in: other)
        try await waitUntil { ids == [theirs, mine] }
        let asset = try #require(other.fetch(nil, identifiers: [mine]).firstObject)
        try other.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
        try await waitUntil { ids == [theirs] }
    }

    @Test func aChangedAssetIsANewItemInTheSamePlace() async throws {
        let id = try fixture.savePhoto()
        browser.start()
        try await waitUntil { ids == [id] }
        let before = browser.items
        let asset = try #require(fixture.library.fetch(nil, identifiers: [id]).firstObject)
        try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = true }
        try await waitUntil { browser.items != before }
        #expect(ids == [id])
    }

    @Test func aLivePhotoIsOneItemWithItsMovie() async throws {
        let movie = try fixture.movie()
        let photo = try fixture.photo([])
        try fixture.save {
            $0.addResource(with: .photo, data: photo, options: nil)
            $0.addResource(with: .pairedVideo, fileURL: movie, options: nil)
        }
        browser.start()
        try await waitUntil { browser.items.first?.kind == .livePhoto }
        let files = try await browser.items[0].files()
        #expect(files.primary.pathExtension == "jpg" && files.livePhotoMovie?.pathExtension == "mov")
        #expect(Set(files.all.map(\.lastPathComponent)) == Set(fixture.filenames))
    }

    @Test func nothingIsFollowedAfterStopping() async throws {
        let first = try fixture.savePhoto(at: 1)
        browser.start()
        try await waitUntil { ids == [first] }
        browser.stop()
        // Another browser keeps following. Once it has seen the second change, this one would have seen the first.
        let other = MediaBrowser(fixture.library)
        other.start()
        let second = try fixture.savePhoto(at: 2)
        try await waitUntil { other.items.map(\.id) == [second, first] }
        let third = try fixture.savePhoto(at: 3)
        try await waitUntil { other.items.map(\.id) == [third, second, first] }
        #expect(ids == [first])
        browser.start()
        try await waitUntil { ids == [third, second, first] }
    }

    @Test func aListOnItsWayIsNotShownAfterStopping() async throws {
        let first = try fixture.savePhoto(at: 1)
        let platform = CountingLibrary(platform: LinuxLibrary(fixture.library))
        let browser = MediaBrowser(platform: platform)
        browser.start()
        let second = try fixture.savePhoto(at: 2)
        // Another thread makes one list after the other, and this one keeps them from being shown. When the second list is
        // begun, the first is on its way.
        let isOnItsWay = platform.fetches.wait(timeout: .seconds(60)) { $0 >= 2 ? true : nil }
        try #require(isOnItsWay == true)
        browser.stop()
        let other = MediaBrowser(fixture.library)
        other.start()
        try await waitUntil { other.items.map(\.id) == [second, first] }
        #expect(browser.items.isEmpty && !browser.isLoaded)
    }

    // MARK: Deleting

    /// Three photos, newest first.
    private func three() async throws -> [MediaItem] {
        for second in 1...3 { try fixture.savePhoto(at: Double(second)) }
        browser.start()
        try await waitUntil { browser.items.count == 3 }
        return browser.items
    }

    @Test func aDeletedItemIsHiddenAtOnceButStaysInTheLibrary() async throws {
        let items = try await three()
        browser.delete([items[1]])
        #expect(browser.items == [items[0], items[2]] && browser.deletion?.items == [items[1]])
        #expect(fixture.filenames.count == 3)
    }

    @Test func undoRestoresAllPendingDeletions() async throws {
        let items = try await three()
        browser.delete([items[1]])
        browser.delete([items[0]])
        #expect(browser.items == [items[2]] && browser.deletion?.items == [items[1], items[0]])
        browser.undoDeletion()
        #expect(browser.items == items && browser.deletion == nil)
        await browser.finishDeletion()
        #expect(fixture.filenames.count == 3)
    }

    @Test func afterTheUndoPeriodADeletedItemIsGoneForGood() async throws {
        let items = try await three()
        browser.delete([items[1]])
        await browser.finishDeletion()
        #expect(browser.deletion == nil && fixture.filenames.count == 2)
        let newest = try fixture.savePhoto(at: 4)
        try await waitUntil { ids == [newest, items[0].id, items[2].id] }
    }

    @Test func theUndoPeriodEndsByItself() async throws {
        let fixture = try BrowserFixture(undoPeriod: .zero)
        try fixture.savePhoto()
        fixture.browser.start()
        try await waitUntil { fixture.browser.items.count == 1 }
        fixture.browser.delete(fixture.browser.items)
        try await waitUntil { fixture.filenames.isEmpty && fixture.browser.deletion == nil }
    }

    @Test func aProgramDeletesPendingItemsBeforeItEnds() async throws {
        let items = try await three()
        browser.delete(items)
        browser.finishDeletionAtOnce()
        #expect(fixture.filenames.isEmpty)
    }

    @Test func aProgramThatDiesHasDeletedNothing() async throws {
        let items = try await three()
        browser.delete(items)
        let next = MediaBrowser(PHPhotoLibrary(folderURL: fixture.library.folderURL))
        next.start()
        try await waitUntil { next.items == items }
    }

    @Test func itemsThatCannotBeDeletedComeBackWithTheReason() async throws {
        let items = try await three()
        browser.delete([items[0]])
        // A folder takes the place to which deleted files are moved, so nothing can be deleted.
        let incoming = fixture.library.folderURL.appendingPathComponent(".avcam/incoming")
        try FileManager.default.removeItem(at: incoming)
        try Data().write(to: incoming)
        await browser.finishDeletion()
        #expect(browser.items == items && browser.problem != nil)
        try FileManager.default.removeItem(at: incoming)
    }

    @Test func aChangeMeanwhileDoesNotBringADeletedItemBack() async throws {
        let items = try await three()
        browser.delete([items[0]])
        let newest = try fixture.savePhoto(at: 4)
        try await waitUntil { ids == [newest, items[1].id, items[2].id] }
        browser.undoDeletion()
        #expect(ids == [newest] + items.map(\.id))
    }

    // MARK: Differences

    @Test(arguments: [
        ([], [0, 1], 0, 0, 2), ([0, 1], [], 0, 2, 0), ([0, 1, 2], [3, 0, 1, 2], 0, 0, 1),
        ([0, 1, 2], [0, 2], 1, 1, 0),
        ([0, 1, 2], [0, 3, 2], 1, 1, 1), ([0, 1], [0, 1, 2], 2, 0, 1), ([0, 0], [0], 1, 1, 0),
    ])
    func theDifferenceOfTwoListsIsOneReplacement(
        old: [Int], new: [Int], position: Int, removed: Int, inserted: Int
    ) async throws {
        for second in 1...4 { try fixture.savePhoto(at: Double(second)) }
        browser.start()
        try await waitUntil { browser.items.count == 4 }
        let (before, after) = (old.map { browser.items[$0] }, new.map { browser.items[$0] })
        let splice = try #require(MediaItemSplice(from: before, to: after))
        #expect(splice.position == position && splice.removed == removed && splice.inserted.count == inserted)
        var list = before
        list.replaceSubrange(splice.position..<splice.position + splice.removed, with: splice.inserted)
        #expect(list == after)
        #expect(MediaItemSplice(from: after, to: after) == nil)
    }
}
