import Foundation

// What C says of pointers on Apple's systems lets them be optional, as a buffer's base address is. As there, one that is
// `nil` is a mistake, unless there is nothing to do. Where the pointers are not optional, C's own functions are called.

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
