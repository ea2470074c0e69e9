import Foundation

/// A number of pixels. Source: Apple, vImagePixelCount.
public typealias vImagePixelCount = UInt
/// ``kvImageNoError``, or what was wrong. Source: Apple, vImage_Error.
public typealias vImage_Error = Int
/// A sum of the constants `kvImage…`. Source: Apple, vImage_Flags.
public typealias vImage_Flags = UInt32
/// Source: Apple, Pixel_8.
public typealias Pixel_8 = UInt8
/// Source: Apple, Pixel_F.
public typealias Pixel_F = Float
/// Source: Apple, Pixel_8888.
public typealias Pixel_8888 = (UInt8, UInt8, UInt8, UInt8)

/// Rows of pixels in memory, which it does not own. Source: Apple, vImage_Buffer.
public struct vImage_Buffer {
    public var data: UnsafeMutableRawPointer!
    public var height: vImagePixelCount
    public var width: vImagePixelCount
    /// From the begin of one row to that of the next one.
    public var rowBytes: Int

    public init(data: UnsafeMutableRawPointer!, height: vImagePixelCount, width: vImagePixelCount, rowBytes: Int) {
        (self.data, self.height, self.width, self.rowBytes) = (data, height, width, rowBytes)
    }

    public init() { self.init(data: nil, height: 0, width: 0, rowBytes: 0) }
}

/// Gives a buffer memory for pixels, which are not set; the caller hands ``vImage_Buffer/data`` to `free`.
/// Source: Apple, vImageBuffer_Init.
///
/// - Returns: ``kvImageInvalidParameter`` for no bits, ``kvImageMemoryAllocationError`` when there is not as much memory.
public func vImageBuffer_Init(
    _ buf: UnsafeMutablePointer<vImage_Buffer>, _ height: vImagePixelCount, _ width: vImagePixelCount,
    _ pixelBits: UInt32, _ flags: vImage_Flags
) -> vImage_Error {
    guard pixelBits > 0 else { return kvImageInvalidParameter }
    // Rows begin where vector instructions like to.
    let alignment: UInt = 64
    let bits = width.multipliedReportingOverflow(by: UInt(pixelBits))
    guard !bits.overflow, bits.partialValue < UInt(Int.max) else { return kvImageMemoryAllocationError }
    let rowBytes = ((bits.partialValue + 7) / 8 + alignment - 1) / alignment * alignment
    let size = rowBytes.multipliedReportingOverflow(by: height)
    var memory: UnsafeMutableRawPointer?
    guard !size.overflow, size.partialValue < UInt(Int.max),
        posix_memalign(&memory, Int(alignment), Int(max(size.partialValue, 1))) == 0
    else { return kvImageMemoryAllocationError }
    buf.pointee = vImage_Buffer(data: memory, height: height, width: width, rowBytes: Int(rowBytes))
    return kvImageNoError
}
