import CaptureEngine
import Dispatch
import Foundation
import Locking

/// The file that a movie is written to: appended to, synced in the background, and never left torn.
///
/// Used by one thread; syncing runs on a queue of its own, because a flash card can take seconds for it.
final class MovieOutputFile {
    let path: String
    /// Where the next byte goes: everything before it is complete.
    private(set) var size: UInt64 = 0

    private var descriptor: Int32
    private let syncing = DispatchQueue(label: "movie.sync", qos: .utility)
    private let syncState = Mutex(SyncState())

    private struct SyncState {
        var isScheduled = false
        var failure: Int32 = 0
    }

    /// Creates a new file.
    ///
    /// - Throws: ``CaptureError`` `fileExists`, `diskFull`, `fileUnwritable`.
    init(path: String) throws(CaptureError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.error(errno, path) }
    }

    deinit { closeFile() }

    /// Appends all of `parts`, or nothing.
    ///
    /// - Throws: ``CaptureError`` `diskFull`, `fileUnwritable`; the file then ends where it ended before.
    func append(_ parts: [[UInt8]]) throws(CaptureError) {
        let failure = syncState.withLock { $0.failure }
        guard failure == 0 else { throw Self.error(failure, path) }
        var offset = size
        for part in parts {
            let status = part.withUnsafeBytes { write($0, at: offset) }
            guard status == 0 else {
                truncate(to: size)
                throw Self.error(status, path)
            }
            offset += UInt64(part.count)
        }
        size = offset
    }

    /// Overwrites existing bytes.
    func overwrite(_ bytes: [UInt8], at offset: UInt64) throws(CaptureError) {
        precondition(offset + UInt64(bytes.count) <= size, "only what is written can be overwritten")
        let status = bytes.withUnsafeBytes { write($0, at: offset) }
        guard status == 0 else { throw Self.error(status, path) }
    }

    /// Truncates the file. A failure is ignored: a torn end is what readers of fragments expect.
    func truncate(to length: UInt64) {
        _ = ftruncate(descriptor, off_t(length))
        size = length
    }

    /// Syncs what is written so far, some time soon; the next ``append(_:)`` throws a failure.
    func syncInBackground() {
        let mustSchedule = syncState.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard mustSchedule else { return }
        let descriptor = descriptor
        let syncState = syncState
        syncing.async {
            // From here on, a new request must run again: it may concern later bytes.
            syncState.withLock { $0.isScheduled = false }
            let status = fdatasync(descriptor) == 0 ? 0 : errno
            if status != 0, Self.isSyncable(status) { syncState.withLock { $0.failure = status } }
        }
    }

    /// Syncs everything before it returns.
    func sync() throws(CaptureError) {
        syncing.sync {}
        let status = fdatasync(descriptor) == 0 ? 0 : errno
        if status != 0, Self.isSyncable(status) { throw Self.error(status, path) }
    }

    /// Waits for background work and closes the file.
    func closeFile() {
        syncing.sync {}
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Closes the file and removes it.
    func remove() {
        closeFile()
        unlink(path)
    }

    /// - Returns: 0 or the `errno` value.
    private func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) -> Int32 {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset) + off_t(done))
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return count < 0 ? errno : EIO }
            done += count
        }
        return 0
    }

    /// Pipes and some special files cannot be synced, which does not matter.
    private static func isSyncable(_ status: Int32) -> Bool { status != EINVAL && status != EROFS }

    private static func error(_ status: Int32, _ path: String) -> CaptureError {
        let reason = String(cString: strerror(status))
        return switch status {
        case EEXIST: CaptureError(.fileExists, "\(path) exists already")
        case ENOSPC, EDQUOT: CaptureError(.diskFull, "there is no space left for \(path)")
        case EFBIG: CaptureError(.diskFull, "\(path) has reached the maximum file size")
        default: CaptureError(.fileUnwritable, "\(path) cannot be written: \(reason)")
        }
    }
}
