import Foundation
import Locking

/// Where the bytes are, which must not be changed. Source: Apple, CFDataGetBytePtr.
///
/// Linux: valid as long as the data exist and are not changed. Up to 16 bytes, which `Data` may hold without memory of
/// their own, are copied, and the copy stays.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
    guard let theData else { return nil }
    if theData.count <= 16 { return ShortData.kept(theData) }
    return theData.withUnsafeBytes { $0.bindMemory(to: UInt8.self).baseAddress }
}

/// Copies some of the bytes to memory that has room for them. Source: Apple, CFDataGetBytes.
public func CFDataGetBytes(_ theData: CFData!, _ range: CFRange, _ buffer: UnsafeMutablePointer<UInt8>!) {
    let start = theData.startIndex + range.location
    theData.copyBytes(to: buffer, from: start..<(start + range.length))
}

/// A part of what has an order. Source: Apple, CFRange.
public struct CFRange: Sendable {
    public var location: CFIndex
    public var length: CFIndex

    public init() { self.init(location: 0, length: 0) }

    public init(location: CFIndex, length: CFIndex) { (self.location, self.length) = (location, length) }
}

/// Copies of short data, one of each.
private enum ShortData {
    /// Never freed, and never changed after it is filled.
    private struct Copy: @unchecked Sendable {
        let bytes: UnsafePointer<UInt8>
    }

    private static let copies = Mutex<[Data: Copy]>([:])

    static func kept(_ data: Data) -> UnsafePointer<UInt8> {
        copies.withLock { copies in
            if let known = copies[data] { return known }
            let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(data.count, 1))
            data.copyBytes(to: memory, count: data.count)
            let copy = Copy(bytes: UnsafePointer(memory))
            copies[data] = copy
            return copy
        }.bytes
    }
}
