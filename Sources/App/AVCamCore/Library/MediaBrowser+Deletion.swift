import Foundation
import Photos

/// Items that are hidden, and will be deleted when the time to undo it is over.
///
/// Until then they stay in the library: a program that dies in between has deleted nothing.
package struct MediaDeletion: Sendable, Equatable {
    package internal(set) var items: [MediaItem]
}

extension MediaBrowser {
    /// Hides items at once, and deletes them with all their files when the time to undo it is over.
    ///
    /// Further items deleted before that time join the same deletion: all of them are undone or deleted together.
    package func delete(_ items: [MediaItem]) {
        if items.isEmpty { return }
        let earlier = deletion?.items ?? []
        deletion = MediaDeletion(items: earlier + items.filter { !earlier.contains($0) })
        hide(items)
        holdDeletion(false)
    }

    /// - Parameter isHeld: whether the time to undo does not pass, because somebody is about to. It begins again then.
    package func holdDeletion(_ isHeld: Bool) {
        undoTimer?.cancel()
        guard deletion != nil, !isHeld else { return }
        undoTimer = Task { [weak self, undoPeriod] in
            do { try await Task.sleep(for: undoPeriod) } catch { return }
            await self?.finishDeletion()
        }
    }

    /// Brings back the items of the pending deletion.
    package func undoDeletion() {
        guard let items = takeDeletion() else { return }
        unhide(items)
    }

    /// Performs the pending deletion now. Items that cannot be deleted are shown again, and ``problem`` says why.
    package func finishDeletion() async {
        guard let items = takeDeletion() else { return }
        do {
            try await Self.remove(items, from: platform.library)
        } catch {
            failed(items, error)
        }
    }

    /// The same for a program that is ending: blocks until the items are deleted.
    package func finishDeletionAtOnce() {
        guard let items = takeDeletion() else { return }
        do {
            try platform.library.performChangesAndWait { Self.request(items) }
        } catch {
            failed(items, error)
        }
    }

    private func takeDeletion() -> [MediaItem]? {
        undoTimer?.cancel()
        undoTimer = nil
        defer { deletion = nil }
        return deletion?.items
    }

    private func failed(_ items: [MediaItem], _ error: any Error) {
        unhide(items)
        problem = Message(error)
    }

    private nonisolated static func remove(_ items: [MediaItem], from library: PHPhotoLibrary) async throws {
        try await library.performChanges { request(items) }
    }

    private nonisolated static func request(_ items: [MediaItem]) {
        PHAssetChangeRequest.deleteAssets(items.map(\.asset) as NSArray)
    }
}
