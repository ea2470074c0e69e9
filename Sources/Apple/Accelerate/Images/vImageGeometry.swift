import YUV

/// Source: Apple, kRotate0DegreesClockwise.
public let kRotate0DegreesClockwise = 0
/// Source: Apple, kRotate90DegreesClockwise.
public let kRotate90DegreesClockwise = 3
/// Source: Apple, kRotate180DegreesClockwise.
public let kRotate180DegreesClockwise = 2
/// Source: Apple, kRotate270DegreesClockwise.
public let kRotate270DegreesClockwise = 1
/// Source: Apple, kRotate0DegreesCounterClockwise.
public let kRotate0DegreesCounterClockwise = 0
/// Source: Apple, kRotate90DegreesCounterClockwise.
public let kRotate90DegreesCounterClockwise = 1
/// Source: Apple, kRotate180DegreesCounterClockwise.
public let kRotate180DegreesCounterClockwise = 2
/// Source: Apple, kRotate270DegreesCounterClockwise.
public let kRotate270DegreesCounterClockwise = 3

private func rotation(_ constant: UInt8) throws(ImageProblem) -> Rotation {
    guard constant < 4, let rotation = Rotation(rawValue: (4 - Int(constant)) % 4 * 90) else {
        throw ImageProblem(kvImageInvalidParameter)
    }
    return rotation
}

/// Rotates by a multiple of 90 degrees. Source: Apple, vImageRotate90_ARGB8888.
///
/// - Parameters:
///   - src: the picture.
///   - dest: other memory, which has the picture's sides, exchanged where it is turned so. Linux: no other size, for which
///     Apple adds a border or cuts; rows of both are multiples of four bytes apart.
///   - rotationConstant: `kRotate90DegreesClockwise` and its like.
///   - backColor: without effect.
///   - flags: ``kvImageNoFlags``.
public func vImageRotate90_ARGB8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ rotationConstant: UInt8,
    _ backColor: UnsafePointer<UInt8>!, _ flags: vImage_Flags
) -> vImage_Error {
    performing(flags) { () throws(ImageProblem) in
        let rotation = try rotation(rotationConstant)
        try apply(src, dest, bytesPerPixel: 4) { source, size, result, resultSize throws(ImageProblem) in
            guard rotation.turned(size) == resultSize else { throw ImageProblem(kvImageBufferSizeMismatch) }
            // libyuv turns pixels only where they are aligned.
            guard source.bytesPerRow % 4 == 0, result.bytesPerRow % 4 == 0 else {
                throw ImageProblem(kvImageInvalidRowBytes)
            }
            try succeed { () throws(YUVError) in try rotation.bgra(source, to: result, size: size) }
        }
    }
}

/// Rotates by a multiple of 90 degrees. Source: Apple, vImageRotate90_Planar8.
///
/// - Parameters:
///   - src: the picture.
///   - dest: other memory, which has the picture's sides, exchanged where it is turned so. Linux: no other size, for which
///     Apple adds a border or cuts.
///   - rotationConstant: `kRotate90DegreesClockwise` and its like.
///   - backColor: without effect.
///   - flags: ``kvImageNoFlags``.
public func vImageRotate90_Planar8(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ rotationConstant: UInt8,
    _ backColor: Pixel_8, _ flags: vImage_Flags
) -> vImage_Error {
    performing(flags) { () throws(ImageProblem) in
        let rotation = try rotation(rotationConstant)
        try apply(src, dest, bytesPerPixel: 1) { source, size, result, resultSize throws(ImageProblem) in
            guard rotation.turned(size) == resultSize else { throw ImageProblem(kvImageBufferSizeMismatch) }
            try succeed { () throws(YUVError) in try rotation.plane(source, to: result, size: size) }
        }
    }
}

/// Scales a picture to the size of the result, which is other memory. Smaller ones have means, larger ones are interpolated.
/// Source: Apple, vImageScale_ARGB8888.
///
/// - Parameters:
///   - src: the picture; all four components are scaled alike.
///   - dest: of the wanted size.
///   - tempBuffer: without effect.
///   - flags: ``kvImageNoFlags``, ``kvImageHighQualityResampling``, or ``kvImageGetTempBufferSize``.
public func vImageScale_ARGB8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ tempBuffer: UnsafeMutableRawPointer!,
    _ flags: vImage_Flags
) -> vImage_Error {
    performing(flags) { () throws(ImageProblem) in
        try apply(src, dest, bytesPerPixel: 4) { source, size, result, resultSize throws(ImageProblem) in
            try succeed { () throws(YUVError) in
                try Scaling.bgra(source, size: size, to: result, size: resultSize, filter: .box)
            }
        }
    }
}

/// Scales a picture to the size of the result, which is other memory. Smaller ones have means, larger ones are interpolated.
/// Source: Apple, vImageScale_Planar8.
///
/// - Parameters:
///   - src: the picture.
///   - dest: of the wanted size.
///   - tempBuffer: without effect.
///   - flags: ``kvImageNoFlags``, ``kvImageHighQualityResampling``, or ``kvImageGetTempBufferSize``.
public func vImageScale_Planar8(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ tempBuffer: UnsafeMutableRawPointer!,
    _ flags: vImage_Flags
) -> vImage_Error {
    performing(flags) { () throws(ImageProblem) in
        try apply(src, dest, bytesPerPixel: 1) { source, size, result, resultSize throws(ImageProblem) in
            Scaling.plane(source, size: size, to: result, size: resultSize, filter: .box)
        }
    }
}

/// Calls with two pictures that are not the same, and not empty.
private func apply(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, bytesPerPixel: Int,
    _ body: (Plane, PixelSize, MutablePlane, PixelSize) throws(ImageProblem) -> Void
) throws(ImageProblem) {
    let source = try PixelRows(src, bytesPerPixel: bytesPerPixel)
    let result = try PixelRows(dest, bytesPerPixel: bytesPerPixel)
    guard source.base != result.base else { throw ImageProblem(kvImageOutOfPlaceOperationRequired) }
    guard min(source.width, source.height, result.width, result.height) > 0 else {
        throw ImageProblem(kvImageInvalidParameter)
    }
    try body(
        Plane(source.base, bytesPerRow: source.rowBytes), PixelSize(width: source.width, height: source.height),
        MutablePlane(result.base, bytesPerRow: result.rowBytes),
        PixelSize(width: result.width, height: result.height))
}

/// libyuv fails only for want of memory, as the sizes were checked.
private func succeed(_ body: () throws(YUVError) -> Void) throws(ImageProblem) {
    do { try body() } catch { throw ImageProblem(kvImageMemoryAllocationError) }
}
