import MissingFoundation

/// Called when a buffer over the caller's bytes is released. Source: Apple, CVPixelBufferReleaseBytesCallback.
public typealias CVPixelBufferReleaseBytesCallback =
    @convention(c) (
        _ releaseRefCon: UnsafeMutableRawPointer?, _ baseAddress: UnsafeRawPointer?
    ) -> Void

/// Called when a buffer over the caller's planes is released. Source: Apple, CVPixelBufferReleasePlanarBytesCallback.
public typealias CVPixelBufferReleasePlanarBytesCallback =
    @convention(c) (
        _ releaseRefCon: UnsafeMutableRawPointer?, _ dataPtr: UnsafeRawPointer?, _ dataSize: Int,
        _ numberOfPlanes: Int, _ planeAddresses: UnsafeMutablePointer<UnsafeRawPointer?>?
    ) -> Void

/// Creates a buffer with its own memory, all zeroes.
///
/// Rows begin at multiples of 64 bytes, or of `kCVPixelBufferBytesPerRowAlignmentKey`.
/// - Returns: `kCVReturnInvalidPixelFormat`, `kCVReturnInvalidSize`, `kCVReturnInvalidPixelBufferAttributes` or
///   `kCVReturnAllocationFailed` on failure.
@discardableResult
public func CVPixelBufferCreate(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    do throws(CVError) {
        let attributes = try PixelBufferAttributes(pixelBufferAttributes ?? [:])
        pixelBufferOut.pointee = try CVPixelBuffer(
            width: width, height: height, pixelFormat: pixelFormatType, alignment: attributes.alignment)
        pixelBufferOut.pointee?.state.withLock { $0.attachments.merge(attributes.attachments) }
        return kCVReturnSuccess
    } catch {
        return error.code
    }
}

/// Creates a buffer over the caller's bytes, in a format with one plane.
///
/// - `releaseCallback`: called once, on any thread, when the last reference to the buffer is released; not called if
///   the function fails.
@discardableResult
public func CVPixelBufferCreateWithBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
    _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    nonisolated(unsafe) let (base, context) = (baseAddress, releaseRefCon)  // The caller's, handed back untouched.
    do throws(CVError) {
        pixelBufferOut.pointee = try CVPixelBuffer(
            wrapping: [(baseAddress, bytesPerRow)], width: width, height: height, pixelFormat: pixelFormatType
        ) {
            releaseCallback?(context, base)
        }
        return kCVReturnSuccess
    } catch {
        return error.code
    }
}

/// Creates a buffer over the caller's planes.
///
/// - `dataPtr`, `dataSize`: only passed to the callback.
/// - `planeWidth`, `planeHeight`: must be what the format derives from `width` and `height`.
/// - `releaseCallback`: called once, on any thread, when the last reference to the buffer is released; not called if
///   the function fails.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ dataPtr: UnsafeMutableRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
    _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ planeWidth: UnsafeMutablePointer<Int>,
    _ planeHeight: UnsafeMutablePointer<Int>, _ planeBytesPerRow: UnsafeMutablePointer<Int>,
    _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    let bases = (0..<numberOfPlanes).compactMap { planeBaseAddress[$0] }
    guard bases.count == numberOfPlanes else { return kCVReturnInvalidArgument }
    nonisolated(unsafe) let (data, context, addresses) = (dataPtr, releaseRefCon, bases)  // Handed back untouched.
    do throws(CVError) {
        let buffer = try CVPixelBuffer(
            wrapping: (0..<numberOfPlanes).map { (bases[$0], planeBytesPerRow[$0]) },
            width: width, height: height, pixelFormat: pixelFormatType,
            planeSizes: (0..<numberOfPlanes).map { (planeWidth[$0], planeHeight[$0]) }
        ) {
            guard let releaseCallback else { return }
            var planes = addresses.map { Optional(UnsafeRawPointer($0)) }
            releaseCallback(context, data, dataSize, planes.count, &planes)
        }
        pixelBufferOut.pointee = buffer
        return kCVReturnSuccess
    } catch {
        return error.code
    }
}

extension CVBuffer {
    /// Creates a buffer with its own memory, all zeroes. On the hot path, use a pool.
    ///
    /// - Parameter alignment: of rows and planes in bytes, a power of two.
    /// - Throws: ``CVError`` with the code that `CVPixelBufferCreate` returns.
    package convenience init(
        width: Int, height: Int, pixelFormat: OSType, alignment: Int = 64
    ) throws(CVError) {
        let layout = try PixelLayout(width: width, height: height, pixelFormat: pixelFormat, alignment: alignment)
        let memory = try PixelMemory(privateBytes: layout.size)
        self.init(
            backing: .memory(memory), format: layout.format, width: width, height: height,
            planes: layout.planes(at: memory.base), dataSize: layout.size)
    }

    /// Creates a buffer over memory that somebody else owns: a driver, a decoder.
    ///
    /// - Parameters:
    ///   - planes: base address and stride of every plane of the format, luma first. The memory stays valid until
    ///     `release` is called.
    ///   - release: called once, on the thread that releases the last reference; not called if the initializer throws.
    /// - Throws: ``CVError``: `kCVReturnInvalidPixelFormat`, `kCVReturnInvalidSize`, or `kCVReturnInvalidArgument` if
    ///   the number of planes is wrong or a stride is too short.
    package convenience init(
        wrapping planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int)], width: Int, height: Int,
        pixelFormat: OSType, release: @escaping @Sendable () -> Void
    ) throws(CVError) {
        try self.init(
            wrapping: planes, width: width, height: height, pixelFormat: pixelFormat, planeSizes: nil,
            release: release)
    }

    convenience init(
        wrapping bases: [(base: UnsafeMutableRawPointer, bytesPerRow: Int)], width: Int, height: Int,
        pixelFormat: OSType, planeSizes: [(width: Int, height: Int)]?, release: @escaping @Sendable () -> Void
    ) throws(CVError) {
        let layout = try PixelLayout(width: width, height: height, pixelFormat: pixelFormat, alignment: 1)
        guard bases.count == layout.planes.count,
            zip(bases, layout.planes).allSatisfy({ $0.bytesPerRow >= $1.bytesPerRow }),
            planeSizes?.elementsEqual(layout.planes, by: { $0.width == $1.width && $0.height == $1.height }) ?? true
        else { throw CVError(kCVReturnInvalidArgument) }
        let planes = zip(bases, layout.planes).map {
            Plane(base: $0.base, bytesPerRow: $0.bytesPerRow, width: $1.width, height: $1.height)
        }
        self.init(
            backing: .foreign(release: release), format: layout.format, width: width, height: height, planes: planes,
            dataSize: planes.reduce(0) { $0 + $1.bytesPerRow * $1.height })
    }
}
