import CoreVideo
import MissingFoundation
import MissingGraphics
import PhotoCoding
import PixelCoding

/// A picture of a frame. Source: Apple, VTCreateCGImageFromCVPixelBuffer.
///
/// - Parameters:
///   - pixelBuffer: Y'CbCr, BGRA, gray or a Bayer mosaic.
///   - options: without effect.
///   - imageOut: the picture, a copy; `nil` after a failure.
/// - Returns: `noErr`, or ``kVTPixelTransferNotSupportedErr``.
@discardableResult
public func VTCreateCGImageFromCVPixelBuffer(
    _ pixelBuffer: CVPixelBuffer, options: CFDictionary?, imageOut: UnsafeMutablePointer<CGImage?>
) -> OSStatus {
    imageOut.pointee = nil
    let isBGRA = CVPixelBufferGetPixelFormatType(pixelBuffer) == kCVPixelFormatType_32BGRA
    guard
        let pixels = isBGRA
            ? pixelBuffer : try? StillPreview.buffer(of: pixelBuffer, pixelFormat: kCVPixelFormatType_32BGRA)
    else { return kVTPixelTransferNotSupportedErr }
    guard let image = CGImage(pixelsOf: pixels, alphaInfo: isBGRA ? .premultipliedLast : .noneSkipLast) else {
        return kVTAllocationFailedErr
    }
    imageOut.pointee = image
    return noErr
}
