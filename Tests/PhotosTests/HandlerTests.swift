import Foundation
import Locking
import Photos
import TestSupport
import Testing

/// An app may use the library in its handlers, and wait for it there.
@Suite(.timeLimit(.minutes(5)))
struct HandlerTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    /// Saves a photo and waits for it.
    private static func save(_ photo: Data, in library: PHPhotoLibrary) -> Result<Void, any Error> {
        Result {
            try library.performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, data: photo, options: nil)
            }
        }
    }

    /// Saves a photo and blocks the thread until its handler was called.
    private static func saveAndWaitForHandler(_ photo: Data, in library: PHPhotoLibrary) -> Bool {
        let isSaved = Mutex(false)
        let isCalled = DispatchSemaphore(value: 0)
        library.performChanges {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: photo, options: nil)
        } completionHandler: { success, _ in
            isSaved.withLock { $0 = success }
            isCalled.signal()
        }
        return isCalled.wait(timeout: .now() + 60) == .success && isSaved.withLock { $0 }
    }

    @Test func theHandlerOfAnAuthorizationMayChangeTheLibrary() async throws {
        let (library, photo) = (fixture.library, try Data(contentsOf: fixture.jpeg()))
        let result = await withCheckedContinuation { continuation in
            PHPhotoLibrary.requestAuthorization(for: .readWrite) { _ in
                // The handler is called on the queue of the process's library.
                try? PHPhotoLibrary.shared().performChangesAndWait {}
                continuation.resume(returning: Self.save(photo, in: library))
            }
        }
        try result.get()
        #expect(fixture.filenames == ["IMG_0001.jpg"])
    }

    @Test func theHandlerOfAChangeMayMakeAnother() async throws {
        let (library, photo) = (fixture.library, try Data(contentsOf: fixture.jpeg()))
        let result = await withCheckedContinuation { continuation in
            library.performChanges({}) { _, _ in continuation.resume(returning: Self.save(photo, in: library)) }
        }
        try result.get()
        #expect(fixture.filenames == ["IMG_0001.jpg"])
    }

    @Test func aHandlerMayWaitForTheHandlerOfAnother() async throws {
        let (library, photo) = (fixture.library, try Data(contentsOf: fixture.jpeg()))
        let isSaved = await withCheckedContinuation { continuation in
            library.performChanges({}) { _, _ in
                let outer = Self.saveAndWaitForHandler(photo, in: library)
                library.performChanges({}) { _, _ in
                    continuation.resume(returning: outer && Self.saveAndWaitForHandler(photo, in: library))
                }
            }
        }
        #expect(isSaved)
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0002.jpg"])
    }

    /// A handler's own requests are answered on another queue; those of a task that it starts are answered in turn.
    @Test func theTaskThatAHandlerBeginsIsAnsweredInTurn() async throws {
        let library = fixture.library
        let hasOvertaken = await withCheckedContinuation { continuation in
            library.performChanges({}) { _, _ in
                Task {
                    let isNextCalled = Monitor(false)
                    library.performChanges({}) { _, _ in
                        Task.detached { library.performChanges({}) { _, _ in isNextCalled.withLock { $0 = true } } }
                        let answer = isNextCalled.wait(timeout: .milliseconds(300)) { $0 ? true : nil }
                        continuation.resume(returning: answer == true)
                    }
                }
            }
        }
        #expect(!hasOvertaken)
    }

    @Test func anObserverMayChangeTheLibraryAndWait() async throws {
        let (library, photo) = (fixture.library, try Data(contentsOf: fixture.jpeg()))
        let saved = AsyncStream.makeStream(of: Bool.self)
        let observer = Observer {
            saved.continuation.yield(Self.saveAndWaitForHandler(photo, in: library))
            saved.continuation.finish()
        }
        library.register(observer)
        defer { library.unregisterChangeObserver(observer) }
        try fixture.save(photo)
        var results = saved.stream.makeAsyncIterator()
        #expect(await results.next() == true)
    }

    @Test func handlersAreCalledInTheOrderOfTheirRequests() async {
        let called = AsyncStream.makeStream(of: Int.self)
        for number in 0..<100 {
            fixture.library.performChanges({}) { _, _ in
                called.continuation.yield(number)
                if number == 99 { called.continuation.finish() }
            }
        }
        var numbers: [Int] = []
        for await number in called.stream { numbers.append(number) }
        #expect(numbers == Array(0..<100))
    }

    @Test func theHandlerOfAPictureMayWaitForAnother() async throws {
        let asset = try #require(try fixture.save(Data(contentsOf: fixture.jpeg())))
        let size = CGSize(width: 32, height: 32)
        let isThere = await withCheckedContinuation { continuation in
            PHImageManager.default().requestImage(for: asset, targetSize: size, contentMode: .aspectFit, options: nil) {
                picture, _ in
                let isCalled = DispatchSemaphore(value: 0)
                nonisolated(unsafe) var data: Data?  // read after the handler's signal
                PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) { bytes, _, _, _ in
                    data = bytes
                    isCalled.signal()
                }
                let isInTime = isCalled.wait(timeout: .now() + 60) == .success
                continuation.resume(returning: isInTime && picture != nil && data != nil)
            }
        }
        #expect(isThere)
    }
}

/// Called for the first change only.
private final class Observer: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private let handler: Mutex<(@Sendable () -> Void)?>

    init(_ handler: @escaping @Sendable () -> Void) {
        self.handler = Mutex(handler)
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        let handler = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        handler?()
    }
}
