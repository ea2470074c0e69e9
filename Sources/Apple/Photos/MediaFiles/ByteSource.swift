import Foundation
import Glibc

/// Bytes that can be read at any offset: a file or a piece of memory.
protocol ByteSource {
    var count: Int { get }

    /// The bytes from `offset` on; fewer than requested at the end.
    func bytes(at offset: Int, count: Int) -> [UInt8]
}

extension ByteSource {
    /// A big-endian number of `width` bytes; `nil` beyond the end.
    func integer(at offset: Int, width: Int) -> Int? {
        let bytes = bytes(at: offset, count: width)
        guard bytes.count == width else { return nil }
        return bytes.bigEndian
    }
}

extension Sequence where Element == UInt8 {
    /// The number that the bytes form, most significant first; overflow is cut off at the top.
    var bigEndian: Int { reduce(0) { $0 << 8 | Int($1) } }
}

extension [UInt8]: ByteSource {
    func bytes(at offset: Int, count: Int) -> [UInt8] {
        guard offset >= 0, count > 0, offset < self.count else { return [] }
        return [UInt8](self[offset..<Swift.min(offset + count, self.count)])
    }
}

extension Data: ByteSource {
    func bytes(at offset: Int, count: Int) -> [UInt8] {
        guard offset >= 0, count > 0, offset < self.count else { return [] }
        let start = startIndex + offset
        return [UInt8](self[start..<Swift.min(start + count, endIndex)])
    }
}

/// An open file, read on demand.
final class FileBytes: ByteSource {
    let count: Int
    /// When the content was last changed.
    let modificationDate: Date
    /// The last read error; the read returned no bytes.
    private(set) var failure: FileError?
    private let path: String
    private let descriptor: Int32

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
        return [UInt8](unsafeUninitializedCapacity: Swift.min(count, self.count - offset)) { buffer, filled in
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count < 0 { failure = FileError(path) }
            filled = Swift.max(0, count)
        }
    }
}
