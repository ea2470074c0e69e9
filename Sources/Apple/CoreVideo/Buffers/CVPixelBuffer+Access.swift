import MissingFoundation

/// How a lock is used. Source: Apple, CVPixelBufferLockFlags.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    public let rawValue: CVOptionFlags

    public init(rawValue: CVOptionFlags) {
        self.rawValue = rawValue
    }

    /// The pixels are only read.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Makes the pixels accessible to the CPU.
///
/// Linux: the memory is always accessible; locks are counted, so that an unlock without a lock is detected. As on
/// Apple's systems, a lock does not exclude other threads.
@discardableResult
public func CVPixelBufferLockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags) -> CVReturn
{
    pixelBuffer.state.withLock { $0.lockCount += 1 }
    return kCVReturnSuccess
}

/// Undoes `CVPixelBufferLockBaseAddress`.
///
/// - Returns: `kCVReturnError` if the buffer is not locked.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    pixelBuffer.state.withLock { state in
        guard state.lockCount > 0 else { return kCVReturnError }
        state.lockCount -= 1
        return kCVReturnSuccess
    }
}

/// In pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

/// In pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

/// The format's code.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.format.code }

/// The address of the pixels; in planar formats, of the first plane.
///
/// Valid while the buffer is locked.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    pixelBuffer.planes[0].base
}

/// The stride; in planar formats, the first plane's.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.planes[0].bytesPerRow }

/// All planes with their padding, in bytes.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.dataSize }

/// Whether the format has several planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.format.isPlanar }

/// The number of planes; 0 for non-planar formats.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.format.isPlanar ? pixelBuffer.planes.count : 0
}

/// In samples; 0 if there is no such plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.width ?? 0
}

/// In samples; 0 if there is no such plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.height ?? 0
}

/// A plane's address; `nil` if there is no such plane.
///
/// Valid while the buffer is locked.
public func CVPixelBufferGetBaseAddressOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
    pixelBuffer.plane(planeIndex)?.base
}

/// A plane's stride; 0 if there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}

extension CVBuffer {
    /// Every format has plane 0, as in Apple's functions.
    fileprivate func plane(_ index: Int) -> Plane? {
        planes.indices.contains(index) ? planes[index] : nil
    }
}
