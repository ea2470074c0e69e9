import CaptureEngine
import Foundation
import Glibc

/// A folder that a session captures into. The app gets it when the object is released.
package final class SessionFolder: Sendable {
    package let url: URL
    /// The descriptor that keeps the folder locked.
    private let lock: Int32
    private let world: CaptureWorld

    init(url: URL, lock: Int32, world: CaptureWorld) {
        self.world = world
        self.url = url
        self.lock = lock
    }

    /// Syncs the names in a folder to disk, so that a power cut loses none.
    package static func synchronize(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CocoaError(errno: errno, folder.path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw CocoaError(errno: errno, folder.path) }
    }

    deinit {
        // Closing is not enough while a child of this process, between fork and exec, has the descriptor too.
        flock(lock, LOCK_UN)
        close(lock)
        LockedCameraCaptureManager.shared(in: world).sessionsChanged()
    }
}
