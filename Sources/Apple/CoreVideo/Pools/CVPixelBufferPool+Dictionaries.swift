import Foundation
import MissingFoundation

// For programs that keep attributes in Foundation's dictionaries, which on Apple's systems are Core Foundation's.

/// Makes a pool.
@discardableResult
@_disfavoredOverload
public func CVPixelBufferPoolCreate(
    _ allocator: CFAllocator?, _ poolAttributes: NSDictionary?, _ pixelBufferAttributes: NSDictionary?,
    _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
    CVPixelBufferPoolCreate(
        allocator, poolAttributes as? CFDictionary, pixelBufferAttributes as? CFDictionary, poolOut)
}

/// A buffer from the pool, unless too many are in use.
@discardableResult
@_disfavoredOverload
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
    _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: NSDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
        allocator, pixelBufferPool, auxAttributes as? CFDictionary, pixelBufferOut)
}

/// Makes a buffer.
@discardableResult
@_disfavoredOverload
public func CVPixelBufferCreate(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ pixelBufferAttributes: NSDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    CVPixelBufferCreate(
        allocator, width, height, pixelFormatType, pixelBufferAttributes as? CFDictionary, pixelBufferOut)
}
