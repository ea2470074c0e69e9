/// Left and right change places. Source and result may be the same buffer. Source: Apple, vImageHorizontalReflect_ARGB8888.
public func vImageHorizontalReflect_ARGB8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    horizontalReflection(src, dest, flags, UInt32.self)
}

/// Left and right change places. Source and result may be the same buffer. Source: Apple, vImageHorizontalReflect_Planar8.
public func vImageHorizontalReflect_Planar8(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    horizontalReflection(src, dest, flags, UInt8.self)
}

/// Above and below change places. Source and result may be the same buffer. Source: Apple, vImageVerticalReflect_ARGB8888.
public func vImageVerticalReflect_ARGB8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    verticalReflection(src, dest, flags, UInt32.self)
}

/// Above and below change places. Source and result may be the same buffer. Source: Apple, vImageVerticalReflect_Planar8.
public func vImageVerticalReflect_Planar8(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    verticalReflection(src, dest, flags, UInt8.self)
}

private func horizontalReflection<Pixel: FixedWidthInteger>(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags, _: Pixel.Type
) -> vImage_Error {
    let bytes = MemoryLayout<Pixel>.size
    return makeRows(src, bytes: bytes, dest, bytes: bytes, flags) {
        (source: UnsafeMutablePointer<Pixel>, result: UnsafeMutablePointer<Pixel>, width) in
        // Both of a pair are read before either is written: the row may be the same.
        for left in 0..<(width + 1) / 2 {
            let right = width - 1 - left
            (result[left], result[right]) = (source[right], source[left])
        }
    }
}

private func verticalReflection<Pixel: FixedWidthInteger>(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags, _: Pixel.Type
) -> vImage_Error {
    performing(flags) { () throws(ImageProblem) in
        let source = try PixelRows(src, bytesPerPixel: MemoryLayout<Pixel>.size)
        let result = try PixelRows(dest, bytesPerPixel: MemoryLayout<Pixel>.size)
        try source.check(covers: result)
        for upper in 0..<(result.height + 1) / 2 {
            let lower = result.height - 1 - upper
            let (fromUpper, fromLower) = (source.row(upper, as: Pixel.self), source.row(lower, as: Pixel.self))
            let (toUpper, toLower) = (result.row(upper, as: Pixel.self), result.row(lower, as: Pixel.self))
            for x in 0..<result.width { (toUpper[x], toLower[x]) = (fromLower[x], fromUpper[x]) }
        }
    }
}
