import MissingFoundation

/// What a flush frees. Source: Apple, CVPixelBufferPoolFlushFlags.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable {
    public let rawValue: CVOptionFlags

    public init(rawValue: CVOptionFlags) {
        self.rawValue = rawValue
    }

    /// Every unused buffer, whatever its age.
    public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// Makes a pool.
///
/// - `poolAttributes`: `kCVPixelBufferPoolMinimumBufferCountKey` buffers are allocated at once and kept.
/// - `pixelBufferAttributes`: pixel format, width and height; required.
/// - Returns: `kCVReturnInvalidPixelBufferAttributes` if one of them is missing, `kCVReturnInvalidPoolAttributes`,
///   `kCVReturnInvalidPixelFormat`, `kCVReturnInvalidSize`, `kCVReturnAllocationFailed`.
@discardableResult
public func CVPixelBufferPoolCreate(
    _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
    _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
    poolOut.pointee = nil
    do throws(CVError) {
        let attributes = try PixelBufferAttributes(pixelBufferAttributes ?? [:])
        guard let format = attributes.pixelFormat, let width = attributes.width, let height = attributes.height else {
            return kCVReturnInvalidPixelBufferAttributes
        }
        let minimum = try PixelBufferAttributes.integer(poolAttributes?[kCVPixelBufferPoolMinimumBufferCountKey]) ?? 0
        guard minimum >= 0 else { return kCVReturnInvalidPoolAttributes }
        let layout = try PixelLayout(
            width: width, height: height, pixelFormat: format, alignment: attributes.alignment)
        poolOut.pointee = try CVPixelBufferPool(
            layout: layout, minimumCount: minimum, capacity: nil, poolAttributes: poolAttributes ?? [:],
            pixelBufferAttributes: pixelBufferAttributes ?? [:], attachments: attributes.attachments)
        return kCVReturnSuccess
    } catch {
        return error.code
    }
}

/// A buffer from the pool.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
    _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut)
}

/// A buffer from the pool, unless too many are in use.
///
/// - `auxAttributes`: `kCVPixelBufferPoolAllocationThresholdKey` is the maximum number of buffers.
/// - Returns: `kCVReturnWouldExceedAllocationThreshold` if all of them are in use.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
    _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    do throws(CVError) {
        let threshold = try PixelBufferAttributes.integer(auxAttributes?[kCVPixelBufferPoolAllocationThresholdKey])
        pixelBufferOut.pointee = try pixelBufferPool.create(threshold: threshold)
        return kCVReturnSuccess
    } catch {
        return error.code
    }
}

/// Frees unused buffers.
///
/// Linux: slots have no age; without ``CVPixelBufferPoolFlushFlags/excessBuffers`` nothing is freed.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
    if options.contains(.excessBuffers) { pool.flush() }
}

/// The pool attributes that it was created with.
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
    pool.poolAttributes.value
}

/// The attributes of its buffers.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
    pool.pixelBufferAttributes.value
}
