import CaptureEngine
import Foundation
import NewFiles

/// The files of a ``DeferredPhotoStore``, which are on disk when a function returns.
enum StoredFile {
    /// Writes a small file under another name first, so that an incomplete file is never visible.
    static func write(_ data: Data, to path: String) throws(CaptureError) {
        let partial = path + ".part"
        unlink(partial)
        try create(partial) { descriptor in data.withUnsafeBytes { writeAll($0, to: descriptor) } }
        guard rename(partial, path) == 0 else { throw error(path) }
    }

    /// Creates a file, lets `fill` write it, and syncs it.
    ///
    /// - Parameter fill: returns whether it succeeded; if not, `errno` says why.
    static func create(_ path: String, fill: (Int32) -> Bool) throws(CaptureError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw error(path) }
        defer { close(descriptor) }
        guard fill(descriptor), fdatasync(descriptor) == 0 else { throw error(path) }
    }

    /// Reads a small file.
    ///
    /// - Throws: ``CaptureError`` `fileDamaged` if there is none, `fileUnreadable` if it cannot be read now.
    static func read(_ path: String) throws(CaptureError) -> Data {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw readingError(path) }
        defer { close(descriptor) }
        var data = Data()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Foundation.read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw readingError(path) }
            if count == 0 { return data }
            data.append(contentsOf: chunk[..<count])
        }
    }

    /// The error for a file that could not be read: only a missing one is lost.
    static func readingError(_ path: String, number: Int32 = errno) -> CaptureError {
        if number == ENOENT { return CaptureError(.fileDamaged, "\(path) is missing") }
        return CaptureError(.fileUnreadable, "\(path) cannot be read: \(String(cString: strerror(number)))")
    }

    /// The meaning of `errno`, as a sentence.
    static func error(_ path: String, number: Int32 = errno) -> CaptureError {
        switch number {
        case ENOSPC, EDQUOT, EFBIG: CaptureError(.diskFull, "there is no space left for \(path)")
        default: CaptureError(.fileUnwritable, "\(path) cannot be written: \(String(cString: strerror(number)))")
        }
    }
}
