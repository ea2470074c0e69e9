import Foundation
import Locking
import Photos
import TestSupport
import Testing

/// Notifications about changes in a library.
struct ObservingTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    /// Collects changes for tests that wait for them.
    private final class Observer: NSObject, PHPhotoLibraryChangeObserver, Sendable {
        let changes: AsyncStream<PHChange>
        private let continuation: AsyncStream<PHChange>.Continuation

        override init() {
            (changes, continuation) = AsyncStream.makeStream(of: PHChange.self)
        }

        func photoLibraryDidChange(_ changeInstance: PHChange) { continuation.yield(changeInstance) }
    }

    @Test func aNewAssetIsInsertedInAFetch() async throws {
        let observer = Observer()
        fixture.library.register(observer)
        let before = fixture.library.fetch(nil)
        let asset = try #require(try fixture.save(Data(contentsOf: fixture.jpeg())))
        var changes = observer.changes.makeAsyncIterator()
        let details = await changes.next()?.changeDetails(for: before)
        #expect(details?.insertedObjects.map(\.localIdentifier) == [asset.localIdentifier])
        #expect(details?.insertedIndexes == IndexSet(integer: 0) && details?.removedObjects.isEmpty == true)
        #expect(details?.fetchResultAfterChanges.count == 1)
        fixture.library.unregisterChangeObserver(observer)
    }

    @Test func aFavoriteIsAChangeOfTheAssetAndNotOfItsContent() async throws {
        let asset = try #require(try fixture.save(Data(contentsOf: fixture.jpeg())))
        let observer = Observer()
        fixture.library.register(observer)
        try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = true }
        var changes = observer.changes.makeAsyncIterator()
        let details = await changes.next()?.changeDetails(for: asset)
        #expect(details?.objectAfterChanges?.isFavorite == true)
        #expect(details?.assetContentChanged == false && details?.objectWasDeleted == false)
        fixture.library.unregisterChangeObserver(observer)
    }

    @Test func anAssetWhoseDateChangesMovesInAFetch() async throws {
        let picture = try Data(contentsOf: fixture.jpeg())
        for year in 2001...2003 {
            try fixture.saving {
                $0.addResource(with: .photo, data: picture, options: nil)
                $0.creationDate = FetchingTests.date(year)
            }
        }
        let before = fixture.library.fetch(nil)
        let observer = Observer()
        fixture.library.register(observer)
        try fixture.library.performChangesAndWait {
            PHAssetChangeRequest(for: before[0]).creationDate = FetchingTests.date(2004)
        }
        var changes = observer.changes.makeAsyncIterator()
        let details = try #require(await changes.next()?.changeDetails(for: before))
        var order = (0..<3).map { before[$0].localIdentifier }
        details.enumerateMoves { from, to in order.insert(order.remove(at: from), at: to) }
        #expect(details.hasMoves && order.last == before[0].localIdentifier)
        #expect(order == (0..<3).map { details.fetchResultAfterChanges[$0].localIdentifier })
        fixture.library.unregisterChangeObserver(observer)
    }

    @Test func aDeletedAssetIsGone() async throws {
        let asset = try #require(try fixture.save(Data(contentsOf: fixture.jpeg())))
        let all = fixture.library.fetch(nil)
        let observer = Observer()
        fixture.library.register(observer)
        try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
        var changes = observer.changes.makeAsyncIterator()
        let change = await changes.next()
        #expect(change?.changeDetails(for: asset)?.objectWasDeleted == true)
        #expect(change?.changeDetails(for: all)?.removedIndexes == IndexSet(integer: 0))
        fixture.library.unregisterChangeObserver(observer)
    }

    /// A library's folder exists from its first photo on.
    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func anotherProgramsPhotoIsSeen(afterTheFirst isFirstThere: Bool) async throws {
        if isFirstThere { try fixture.save(Data(contentsOf: fixture.jpeg())) }
        let observer = Observer()
        fixture.library.register(observer)
        let all = fixture.library.fetch(nil)
        let picture = try Data(contentsOf: fixture.jpeg("other.jpg"))
        let other = fixture.reopened()
        try other.performChangesAndWait {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: picture, options: nil)
        }
        for await change in observer.changes where change.changeDetails(for: all)?.insertedObjects.count == 1 { break }
        fixture.library.unregisterChangeObserver(observer)
    }

    @Test func unregisteredObserversAreNotCalled() async throws {
        let (gone, stays) = (Observer(), Observer())
        fixture.library.register(gone)
        fixture.library.register(stays)
        fixture.library.unregisterChangeObserver(gone)
        try fixture.save(Data(contentsOf: fixture.jpeg()))
        var changes = stays.changes.makeAsyncIterator()
        #expect(await changes.next() != nil)
        try await confirmation(expectedCount: 0) { heard in
            let listener = Task { for await _ in gone.changes { heard() } }
            try fixture.save(Data(contentsOf: fixture.jpeg("second.jpg")))
            _ = await changes.next()
            listener.cancel()
            await listener.value
        }
        fixture.library.unregisterChangeObserver(stays)
    }
}
