import CaptureEngine
import CoreMedia
import Foundation
import Locking

/// Photos that will be processed later: their frames as they came from the camera, on disk.
///
///     deferred/
///       ID.part/           being written, while the proxy is already delivered; if nobody holds its lock, the
///                          process died, and the proxy is the photo
///       ID/                complete and synced
///         photo.json       the recipe, and what the frames' files hold
///         0.frame …        pixels, complete
///         owner.json       which asset of which library the photo is for, once its proxy is there
///
/// The process that holds a folder's lock (`flock`) is working on it: first the one that took the photo, until its proxy is
/// saved, then the one that processes it. The kernel releases the lock when a process dies, so that another can continue.
package final class DeferredPhotoStore: Sendable {
    /// How much may be pending. A 12-megapixel photo of six frames takes 110 MB.
    package struct Limits: Sendable {
        /// Of all photos together, in bytes.
        package var size: Int64 = 4_000_000_000
        /// The space to leave free on the disk, in bytes.
        package var freeSpace: Int64 = 500_000_000

        package init() {}
    }

    /// This user's store.
    package static let shared = DeferredPhotoStore(
        folder: standardFolder(environment: ProcessInfo.processInfo.environment))

    package let folder: URL
    private let limits: Limits
    /// The photos that this process has taken and whose proxies are not saved yet.
    private let held = Mutex<[DeferredPhotoID: DeferredPhotoFolder]>([:])
    /// The size of the photos that are not written yet, in bytes.
    private let reserved = Mutex<Int64>(0)

    package init(folder: URL, limits: Limits = Limits()) {
        self.folder = folder
        self.limits = limits
    }

    /// `AVCAM_DEFERRED`, otherwise `avcam/deferred` in the user's data folder.
    ///
    /// Source: freedesktop.org, XDG Base Directory Specification.
    package static func standardFolder(environment: [String: String]) -> URL {
        if let path = environment["AVCAM_DEFERRED"], !path.isEmpty {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        // The specification says to ignore relative paths.
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        return URL(fileURLWithPath: data ?? home + "/.local/share", isDirectory: true)
            .appendingPathComponent("avcam/deferred", isDirectory: true)
    }

    /// Writes a photo's frames and its recipe to disk. They are safe when this returns.
    ///
    /// The photo belongs to this process until ``handOver(_:)``, or until the process ends. Its final file carries the
    /// identifier, as the proxy must (``PhotoMetadata/deferredPhotoID``).
    ///
    /// - Parameter frames: with pixels, as the recipe requires.
    /// - Throws: ``CaptureError`` `diskFull` if too many photos are pending or the disk is too full, `fileUnwritable`,
    ///   `formatUnsupported`. Nothing is left behind; the photo should then be processed at once.
    @discardableResult
    package func keep(
        frames: [CMSampleBuffer], recipe: PhotoRecipe, id: DeferredPhotoID = DeferredPhotoID()
    ) throws(CaptureError) -> DeferredPhotoID {
        try write(try begin(frames: frames, recipe: recipe, id: id))
        return id
    }

    /// Makes a place for a photo, which this store ``contains(_:)`` from now on; takes no time.
    ///
    /// - Throws: like ``keep(frames:recipe:id:)``.
    package func begin(
        frames: [CMSampleBuffer], recipe: PhotoRecipe, id: DeferredPhotoID
    ) throws(CaptureError) -> DeferredPhotoDraft {
        var recipe = recipe
        recipe.metadata.deferredPhotoID = id
        let photo = StoredPhoto(
            recipe: recipe, frames: try frames.map { frame throws(CaptureError) in try StoredFrame(frame) })
        try checkSpace(for: photo.size)
        let place = try DeferredPhotoFolder(making: id, in: folder.path)
        let draft = DeferredPhotoDraft(photo, frames: frames, id: id, place: place)
        held.withLock { $0[id] = place }
        reserved.withLock { $0 += draft.size }
        return draft
    }

    /// Writes a photo in the background; first waits while too many are being written.
    ///
    /// - Parameters:
    ///   - turn: called in the background; returns when the disk may be used.
    ///   - onEnd: called when the frames are safe, or cannot be stored: then the photo's proxy is the photo.
    package func keep(
        _ draft: DeferredPhotoDraft, after turn: @escaping @Sendable () -> Void = {},
        onEnd: @escaping @Sendable () -> Void
    ) {
        DeferredPhotoKeeper.keep {
            turn()
            // If the disk is full, the proxy remains, which is complete.
            try? self.write(draft)
            onEnd()
        }
    }

    /// Why no photo can be kept here, whatever its size; `nil` if one can. Makes the folder.
    package var obstacle: CaptureError? {
        do throws(CaptureError) {
            try DeferredPhotoFolder(making: DeferredPhotoID(), in: folder.path).remove()
            return nil
        } catch {
            return error
        }
    }

    /// Discards a draft that will not become a photo.
    package func abandon(_ draft: DeferredPhotoDraft) {
        reserved.withLock { $0 -= draft.size }
        draft.remove()
        handOver(draft.id)
    }

    /// How many photos can be pending in this process, over all stores; ``keep(_:after:onEnd:)`` waits for one more.
    package static let keepingCapacity = DeferredPhotoKeeper.capacity

    /// Waits until the photos that this process has taken so far are on disk.
    package func finishKeeping() { DeferredPhotoKeeper.wait() }

    /// Whether this process is writing photos.
    package var isKeeping: Bool { !DeferredPhotoKeeper.isIdle }

    private func write(_ draft: DeferredPhotoDraft) throws(CaptureError) {
        defer { reserved.withLock { $0 -= draft.size } }
        do {
            try draft.write()
        } catch {
            handOver(draft.id)
            throw error
        }
    }

    /// Releases a photo that this process has taken: from now on any process may process it.
    package func handOver(_ id: DeferredPhotoID) { held.withLock { $0[id] = nil } }

    /// The pending photos, oldest first. Also removes what dead processes left incomplete.
    package func pending() -> [DeferredPhotoID] {
        DeferredPhotoFolder.removeIncomplete(in: folder.path)
        return DeferredPhotoFolder.complete(in: folder.path)
    }

    /// The store's location, as catalogues name it; `nil` if it does not exist or cannot be read now.
    package var place: String? {
        guard let path = realpath(folder.path, nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Whether a photo is pending, being written or being processed.
    package func contains(_ id: DeferredPhotoID) -> Bool {
        DeferredPhotoFolder.exists(id, in: folder.path)
    }

    /// Claims a photo for processing.
    ///
    /// - Returns: `nil` if there is none of that name, or another process has it.
    /// - Throws: ``CaptureError`` `fileUnreadable` if this cannot be determined now.
    package func take(_ id: DeferredPhotoID) throws(CaptureError) -> DeferredPhoto? {
        try DeferredPhotoFolder(taking: id, in: folder.path).map { DeferredPhoto(id: id, place: $0) }
    }

    /// Makes the final file of a photo. The frames stay until ``remove(_:)``.
    ///
    /// - Throws: ``CaptureError`` `fileUnreadable` if it does not exist or another process has it, `fileDamaged`; and
    ///   what ``PhotoRenderer`` throws.
    package func process(_ id: DeferredPhotoID) throws(CaptureError) -> Data {
        handOver(id)
        guard let photo = try take(id) else {
            throw CaptureError(.fileUnreadable, "there is no photo \(id) to process in \(folder.path)")
        }
        return try photo.render()
    }

    /// Removes a photo that is finished or no longer wanted.
    package func remove(_ id: DeferredPhotoID) {
        handOver(id)
        if let photo = try? take(id) { photo.remove() }
    }

    /// Records which asset a photo belongs to; `nil` removes the record.
    ///
    /// - Throws: ``CaptureError`` `diskFull`, `fileUnwritable`. Does nothing if there is no such photo.
    package func setOwner(_ owner: DeferredPhoto.Owner?, of id: DeferredPhotoID) throws(CaptureError) {
        if let place = held.withLock({ $0[id] }) { return try place.setOwner(owner) }
        try DeferredPhotoFolder.write(owner, as: DeferredPhotoFolder.owner, in: "\(folder.path)/\(id)")
    }

    private func checkSpace(for size: Int64) throws(CaptureError) {
        // A photo that is being written counts twice for a moment, which errs on the safe side.
        let used = DeferredPhotoFolder.size(of: folder.path) + reserved.withLock { $0 }
        guard used + size <= limits.size else {
            throw CaptureError(.diskFull, "too many photos wait to be processed in \(folder.path)")
        }
        guard let free = DeferredPhotoFolder.freeSpace(at: folder.path), free - size >= limits.freeSpace else {
            throw CaptureError(.diskFull, "there is no space left to keep a photo in \(folder.path)")
        }
    }
}

/// The contents of `photo.json`.
struct StoredPhoto: Codable {
    var recipe: PhotoRecipe
    var frames: [StoredFrame]

    /// The size of the frames, in bytes.
    var size: Int64 { frames.reduce(0) { $0 + Int64($1.size) } }
}
