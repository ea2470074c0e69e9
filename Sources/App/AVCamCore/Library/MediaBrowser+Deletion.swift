import Foundation
import Photos

/// Items that are hidden, and will be gone when the time to undo it is over.
///
/// Until then the library has them: a program that dies in between has deleted nothing.
package struct MediaDeletion: Sendable, Equatable {
    package internal(set) var items: [MediaItem]
}

extension MediaBrowser {
    /// Hides items at once and deletes them, with all their files, when the time to undo it is over.
    ///
    /// What is deleted before that time is over is undone and deleted together with it.
    package func delete(_ items: [MediaItem]) {
        if items.isEmpty { return }
        let earlier = deletion?.items ?? []
        deletion = MediaDeletion(items: earlier + items.filter { !earlier.contains($0) })
        hide(items)
        undoTimer?.cancel()
        undoTimer = Task { [weak self, undoPeriod] in
            do { try await Task.sleep(for: undoPeriod) } catch { return }
            await self?.finishDeletion()
        }
    }

    /// Brings back what was deleted.
    package func undoDeletion() {
        guard let items = takeDeletion() else { return }
        unhide(items)
    }

    /// Deletes now what waits for it. What cannot be deleted is back, and ``problem`` says why.
    package func finishDeletion() async {
        guard let items = takeDeletion() else { return }
        do {
            try await Self.remove(items, from: platform.library)
        } catch {
            failed(items, error)
        }
    }

    /// The same for a program that ends: returns when it is done.
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
