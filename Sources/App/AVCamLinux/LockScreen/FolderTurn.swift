import AVCamCore
import Foundation
import Glibc
import LockedCameraCapture
import Locking

/// The exclusive right to work in a folder: one object at a time has it, across all processes (`flock`).
final class FolderTurn: Sendable {
    private let descriptor: Int32

    /// Waits until the folder is free.
    ///
    /// - Throws: `CocoaError` if there is no such folder, or it cannot be locked.
    init(_ folder: URL) async throws {
        // Another program may hold the lock for long, so no thread of the shared pool waits for it.
        descriptor = try await withCheckedThrowingContinuation { continuation in
            Thread.start(named: "folder-turn") { continuation.resume(with: Result { try Self.lock(folder) }) }
        }
    }

    deinit {
        // Closing is not enough while a child of this process, between fork and exec, has the descriptor too.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func lock(_ folder: URL) throws -> Int32 {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CocoaError(errno: errno, folder.path) }
        while flock(descriptor, LOCK_EX) != 0 {
            let number = errno
            guard number != EINTR else { continue }
            close(descriptor)
            throw CocoaError(errno: number, folder.path)
        }
        return descriptor
    }
}
