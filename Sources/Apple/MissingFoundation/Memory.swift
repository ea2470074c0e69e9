import Foundation

// On Apple's systems these C functions accept optional pointers, such as a buffer's base address. There as here, `nil`
// is a mistake unless the count is 0. For pointers that are not optional, C's own functions are called.

/// Source: Apple, memcpy(_:_:_:).
@_disfavoredOverload
@discardableResult
public func memcpy(
    _ destination: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int
) -> UnsafeMutableRawPointer? {
    if count > 0 { destination!.copyMemory(from: source!, byteCount: count) }
    return destination
}

/// Source: Apple, memset(_:_:_:).
@_disfavoredOverload
@discardableResult
public func memset(_ destination: UnsafeMutableRawPointer?, _ value: Int32, _ count: Int) -> UnsafeMutableRawPointer? {
    if count > 0 {
        destination!.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: value), count: count)
    }
    return destination
}
