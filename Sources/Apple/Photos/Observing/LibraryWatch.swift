import Foundation
import Locking

/// Detects changes in a library and notifies the observers. Works only while there is one.
///
/// The library itself reports changes by this process; those by others are seen in the folder and in the catalogue's
/// log (inotify).
final class LibraryWatch: Sendable {
    private struct Observer {
        weak var object: (any PHPhotoLibraryChangeObserver)?
    }

    /// When to look again after the catalogue's log was written: other programs see a commit a moment later than the
    /// writes that make it, and nothing reports that moment.
    private static let delays = [DispatchTimeInterval.milliseconds(250), .seconds(2)]

    private struct State: @unchecked Sendable {  // the observers are called on the queue only
        var observers: [Observer] = []
        var snapshot: LibrarySnapshot?
        var source: (any DispatchSourceRead)?
        /// What the catalogue was at when the snapshot was made.
        var version: Int64?
        /// Counts the events, each of which begins the looking again anew.
        var events = 0
        /// Of the folder in which the library's folder will appear.
        var parent: Int32?
    }

    private let store: LibraryStore
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "PHPhotoLibrary.changes")

    init(_ store: LibraryStore) {
        self.store = store
    }

    deinit { state.withLock { $0.source?.cancel() } }

    func add(_ observer: any PHPhotoLibraryChangeObserver) {
        let isFirst = state.withLock { state in
            state.observers.removeAll { $0.object == nil || $0.object === observer }
            state.observers.append(Observer(object: observer))
            return state.observers.count == 1
        }
        guard isFirst else { return }
        let scans = store.scanTurn.longScans
        let version = store.version
        let snapshot = store.snapshot()
        let isWanted = state.withLock { state in
            guard !state.observers.isEmpty else { return false }
            state.snapshot = snapshot
            state.version = version
            return true
        }
        guard isWanted else { return }
        watchFolder()
        // Catches changes made before the watch began, and a scan that ended before anybody could be told.
        if store.scanTurn.longScans != scans || store.version != version { check() }
    }

    func remove(_ observer: any PHPhotoLibraryChangeObserver) {
        let source = state.withLock { state -> (any DispatchSourceRead)? in
            state.observers.removeAll { $0.object == nil || $0.object === observer }
            guard state.observers.isEmpty else { return nil }
            state.snapshot = nil
            defer { state.source = nil }
            return state.source
        }
        source?.cancel()
    }

    /// Looks for changes soon, and reports them. Does nothing without observers.
    ///
    /// - Parameter scan: how far the folder is looked at too.
    func check(scan: ScanExtent = .newest) {
        guard state.withLock({ $0.snapshot != nil }) else { return }
        queue.async { [weak self] in self?.compare(scan: scan) }
    }

    /// What others did. While very many files are read each few hundred are a change, and the end of the scan is waited for.
    private func compareWithOthers() {
        if !store.scanTurn.isInBackground { compare() }
    }

    private func compare(scan: ScanExtent = .newest) {
        // Before the snapshot: what is committed meanwhile is looked at again.
        let version = store.version
        let new = store.snapshot(scan: scan)
        state.withLock { $0.version = version }
        let found = state.withLock { state -> (LibrarySnapshot, [any PHPhotoLibraryChangeObserver])? in
            guard let old = state.snapshot, old != new else { return nil }
            state.snapshot = new
            return (old, state.observers.compactMap(\.object))
        }
        guard let (old, observers) = found else { return }
        let change = PHChange(from: old, to: new, in: store)
        for observer in observers { observer.photoLibraryDidChange(change) }
    }

    private func watchFolder() {
        store.prepare()
        let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        // Without a watch, only this process's changes are seen.
        guard descriptor >= 0 else { return }
        addWatches(to: descriptor)
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in
            withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { bytes in
                while read(descriptor, bytes.baseAddress, bytes.count) > 0 {}
            }
            self?.addWatches(to: descriptor)
            self?.compareWithOthers()
            // Comparing can open a new catalogue, and so make its log.
            self?.addWatches(to: descriptor)
            self?.lookAgain()
        }
        source.setCancelHandler { close(descriptor) }
        let old = state.withLock { state in
            defer { state.source = source }
            return state.source
        }
        old?.cancel()
        source.activate()
    }

    private func lookAgain() {
        let event = state.withLock { state in
            state.events += 1
            return state.events
        }
        for delay in Self.delays {
            queue.asyncAfter(deadline: .now() + delay) { [weak self] in
                guard let self, state.withLock({ $0.events == event && $0.snapshot != nil }) else { return }
                if state.withLock({ $0.version }) != store.version { compareWithOthers() }
            }
        }
    }

    /// Watches what exists of the library; calling it twice does no harm. The first photo, by any program, creates the
    /// folder; until then the nearest existing folder above it is watched.
    private func addWatches(to descriptor: Int32, attempts: Int = 8) {
        let events = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_MOVE_SELF)
        let isThere = inotify_add_watch(descriptor, store.folder.path, events) >= 0
        let logEvents = UInt32(IN_MODIFY | IN_MOVE_SELF | IN_DELETE_SELF)
        inotify_add_watch(descriptor, store.folder.catalogue + "-wal", logEvents)
        let parent = isThere ? nil : watchParent(on: descriptor)
        // It was created between the two checks, so no event will come.
        if let parent, parent.isLate, attempts > 0 { return addWatches(to: descriptor, attempts: attempts - 1) }
        let old = state.withLock { state in
            defer { state.parent = parent?.watch }
            return state.parent
        }
        if let old, old != parent?.watch { inotify_rm_watch(descriptor, old) }
    }

    /// - Returns: the watch, and whether more of the path exists now than before.
    private func watchParent(on descriptor: Int32) -> (watch: Int32, isLate: Bool)? {
        var folder = URL(fileURLWithPath: store.folder.path)
        while folder.path != "/" {
            let missing = folder.path
            folder.deleteLastPathComponent()
            let watch = inotify_add_watch(descriptor, folder.path, UInt32(IN_CREATE | IN_MOVED_TO))
            if watch >= 0 { return (watch, access(missing, F_OK) == 0) }
        }
        return nil
    }
}

extension LibraryStore {
    /// Differs after another program has changed the catalogue; `nil` if it cannot be read.
    fileprivate var version: Int64? {
        guard (try? folder.exists) == true else { return nil }
        return try? withCatalogue(for: .reading) { try $0.read { try $0.version() } }
    }

    /// The library's present contents; empty if it cannot be read.
    fileprivate func snapshot(scan: ScanExtent = .newest) -> LibrarySnapshot {
        let records = (try? assets(scan: scan)) ?? []
        let albums = (try? albums(scan: scan)) ?? []
        return LibrarySnapshot(
            assets: Dictionary(records.map { ($0.uuid, $0) }) { first, _ in first },
            albums: Dictionary(albums.map { ($0.uuid, $0) }) { first, _ in first })
    }
}
