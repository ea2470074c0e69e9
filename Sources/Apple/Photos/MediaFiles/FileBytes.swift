import Foundation
import Glibc
import PhotoCoding

/// An open file, read on demand.
final class FileBytes: ByteSource {
    let count: Int
    /// When the content was last changed.
    let modificationDate: Date
    /// The last read error; the read returned no bytes.
    private(set) var failure: FileError?
    private let path: String
    private let descriptor: Int32
    /// The bytes around the last short read: headers are read in many small steps.
    private var window: (start: Int, bytes: [UInt8]) = (0, [])

    /// The headers of most pictures fit in.
    private static let windowSize = 8192

    init(path: String) throws(FileError) {
        self.path = path
        descriptor = try DurableFile.open(path, O_RDONLY | O_NONBLOCK)
        var status = stat()
        let isRead = fstat(descriptor, &status) == 0
        count = Int(status.st_size)
        modificationDate = Date(
            timeIntervalSince1970: Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
        // All fields are set from here on, so `deinit` closes the descriptor.
        guard isRead else { throw FileError(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(path, number: EISDIR) }
    }

    deinit { close(descriptor) }

    func bytes(at offset: Int, count: Int) -> [UInt8] {
        guard offset >= 0, count > 0, offset < self.count else { return [] }
        let count = Swift.min(count, self.count - offset)
        guard count <= Self.windowSize / 2 else { return read(at: offset, count: count) }
        if offset < window.start || offset + count > window.start + window.bytes.count {
            window = (offset, read(at: offset, count: Swift.min(Self.windowSize, self.count - offset)))
        }
        return [UInt8](window.bytes.dropFirst(offset - window.start).prefix(count))
    }

    private func read(at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count < 0 { failure = FileError(path) }
            filled = Swift.max(0, count)
        }
    }
}
