import Foundation
import Observation
import Photos

/// The photos and movies of the library, for the viewer.
///
/// It follows the library: new captures, including those of the lock screen and of other programs, deletions by others,
/// and final photos that replace their proxies.
@MainActor @Observable
package final class MediaBrowser {
    /// Newest first, without the items of a pending deletion.
    package private(set) var items: [MediaItem] = []
    /// Whether the library has been read. Before that, an empty ``items`` says nothing.
    package private(set) var isLoaded = false
    /// The pending deletion, which can still be undone.
    package internal(set) var deletion: MediaDeletion?
    /// The last error; the screen that shows it sets it to `nil`.
    package var problem: Message?

    @ObservationIgnored let platform: any LibraryPlatform
    /// How long a deletion can be undone.
    @ObservationIgnored let undoPeriod: Duration
    @ObservationIgnored var undoTimer: Task<Void, Never>?
    /// Everything in the library, newest first.
    @ObservationIgnored private var all: [MediaItem] = []
    /// The identifiers of items that are in the library but hidden.
    @ObservationIgnored private var hidden: Set<String> = []
    @ObservationIgnored private var follower: Task<Void, Never>?

    /// - Parameters:
    ///   - platform: the library, with what the system offers beyond Apple's API.
    ///   - undoPeriod: how long a deletion can be undone.
    package init(platform: any LibraryPlatform, undoPeriod: Duration = .seconds(8)) {
        self.platform = platform
        self.undoPeriod = undoPeriod
    }

    isolated deinit {
        follower?.cancel()
        undoTimer?.cancel()
    }

    /// The item with this identifier, unless it is gone or being deleted.
    package func item(_ id: String) -> MediaItem? { items.first { $0.id == id } }

    // MARK: Following the library

    /// Reads the library and follows it from now on. A second call does nothing.
    package func start() {
        guard follower == nil else { return }
        let lists = Self.lists(of: platform)
        follower = Task { [weak self] in
            for await list in lists {
                // A list can have been on its way when `stop()` was called.
                guard let self, !Task.isCancelled else { return }
                take(list)
            }
        }
    }

    /// Stops following the library. The items stay.
    package func stop() {
        follower?.cancel()
        follower = nil
    }

    /// All items, newest first: at once and after each change. A slow reader gets only the newest list.
    private static func lists(of platform: any LibraryPlatform) -> AsyncStream<[MediaItem]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [MediaItem].self, bufferingPolicy: .bufferingNewest(1))
        let options = PHFetchOptions()
        // So that every photo of a burst can be viewed and deleted.
        options.includeAllBurstAssets = true
        // Nothing changes the options from here on.
        nonisolated(unsafe) let all = options
        let observer = LibraryObserver(qos: .userInitiated) {
            let assets = platform.assets(all)
            continuation.yield((0..<assets.count).reversed().map { MediaItem(assets[$0], in: platform) })
        }
        platform.library.register(observer)
        continuation.onTermination = { _ in platform.library.unregisterChangeObserver(observer) }
        observer.libraryChanged()
        return stream
    }

    private func take(_ list: [MediaItem]) {
        all = list
        if !hidden.isEmpty { hidden.formIntersection(list.lazy.map(\.id)) }
        show()
        isLoaded = true
    }

    // MARK: Hiding

    func hide(_ items: [MediaItem]) {
        hidden.formUnion(items.lazy.map(\.id))
        show()
    }

    func unhide(_ items: [MediaItem]) {
        hidden.subtract(items.lazy.map(\.id))
        show()
    }

    private func show() {
        let shown = hidden.isEmpty ? all : all.filter { !hidden.contains($0.id) }
        if shown != items { items = shown }
    }
}
