import Foundation

/// Bytes that can be read at any offset: a file or a piece of memory.
package protocol ByteSource {
    var count: Int { get }

    /// The bytes from `offset` on; fewer than requested at the end.
    func bytes(at offset: Int, count: Int) -> [UInt8]
}

extension ByteSource {
    /// A big-endian number of `width` bytes; `nil` beyond the end.
    package func integer(at offset: Int, width: Int) -> Int? {
        let bytes = bytes(at: offset, count: width)
        guard bytes.count == width else { return nil }
        return bytes.bigEndian
    }
}

extension Sequence where Element == UInt8 {
    /// The number that the bytes form, most significant first; overflow is cut off at the top.
    package var bigEndian: Int { reduce(0) { $0 << 8 | Int($1) } }
}

extension [UInt8]: ByteSource {
    package func bytes(at offset: Int, count: Int) -> [UInt8] {
        guard offset >= 0, count > 0, offset < self.count else { return [] }
        return [UInt8](self[offset..<Swift.min(offset + count, self.count)])
    }
}

extension Data: ByteSource {
    package func bytes(at offset: Int, count: Int) -> [UInt8] {
        guard offset >= 0, count > 0, offset < self.count else { return [] }
        let start = startIndex + offset
        return [UInt8](self[start..<Swift.min(start + count, endIndex)])
    }
}

/// The bytes must stay valid.
extension UnsafeRawBufferPointer: ByteSource {
    package func bytes(at offset: Int, count: Int) -> [UInt8] {
        guard offset >= 0, count > 0, offset < self.count else { return [] }
        return [UInt8](self[offset..<Swift.min(offset + count, self.count)])
    }
}
