/// Puts component `permuteMap[n]` of each pixel in place `n`; source and result may be the same buffer.
/// Source: Apple, vImagePermuteChannels_ARGB8888.
///
/// - Returns: ``kvImageInvalidParameter`` when one of the four places is not 0, 1, 2 or 3.
public func vImagePermuteChannels_ARGB8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ permuteMap: UnsafePointer<UInt8>,
    _ flags: vImage_Flags
) -> vImage_Error {
    let map = (0..<4).map { Int(permuteMap[$0]) }
    guard map.allSatisfy({ $0 < 4 }) else { return kvImageInvalidParameter }
    let (first, second, third, fourth) = (map[0], map[1], map[2], map[3])
    return makeRows(src, bytes: 4, dest, bytes: 4, flags) {
        (source: UnsafeMutablePointer<SIMD4<UInt8>>, result: UnsafeMutablePointer<SIMD4<UInt8>>, width) in
        for x in 0..<width {
            let pixel = source[x]
            result[x] = SIMD4(pixel[first], pixel[second], pixel[third], pixel[fourth])
        }
    }
}

/// Leaves alpha out, which comes first. Source: Apple, vImageConvert_ARGB8888toRGB888.
public func vImageConvert_ARGB8888toRGB888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    threeOfFour(src, dest, flags, red: 1, green: 2, blue: 3)
}

/// Leaves alpha out, which comes last. Source: Apple, vImageConvert_RGBA8888toRGB888.
public func vImageConvert_RGBA8888toRGB888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    threeOfFour(src, dest, flags, red: 0, green: 1, blue: 2)
}

/// Leaves alpha out, which comes last, and exchanges red and blue. Source: Apple, vImageConvert_BGRA8888toRGB888.
public func vImageConvert_BGRA8888toRGB888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    threeOfFour(src, dest, flags, red: 2, green: 1, blue: 0)
}

private func threeOfFour(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags, red: Int,
    green: Int, blue: Int
) -> vImage_Error {
    makeRows(src, bytes: 4, dest, bytes: 3, flags) {
        (source: UnsafeMutablePointer<UInt8>, result: UnsafeMutablePointer<UInt8>, width) in
        for x in 0..<width {
            result[3 * x] = source[4 * x + red]
            result[3 * x + 1] = source[4 * x + green]
            result[3 * x + 2] = source[4 * x + blue]
        }
    }
}

/// Makes numbers of bytes: `minFloat` of 0, `maxFloat` of 255. Source: Apple, vImageConvert_Planar8toPlanarF.
public func vImageConvert_Planar8toPlanarF(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ maxFloat: Pixel_F, _ minFloat: Pixel_F,
    _ flags: vImage_Flags
) -> vImage_Error {
    let step = (maxFloat - minFloat) / 255
    return makeRows(src, bytes: 1, dest, bytes: 4, flags) {
        (source: UnsafeMutablePointer<UInt8>, result: UnsafeMutablePointer<Float>, width) in
        for x in 0..<width { result[x] = minFloat + Float(source[x]) * step }
    }
}

/// Makes bytes of numbers: 0 of `minFloat`, 255 of `maxFloat`, and of what is beyond them.
/// Source: Apple, vImageConvert_PlanarFtoPlanar8.
public func vImageConvert_PlanarFtoPlanar8(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ maxFloat: Pixel_F, _ minFloat: Pixel_F,
    _ flags: vImage_Flags
) -> vImage_Error {
    let factor = 255 / (maxFloat - minFloat)
    return makeRows(src, bytes: 4, dest, bytes: 1, flags) {
        (source: UnsafeMutablePointer<Float>, result: UnsafeMutablePointer<UInt8>, width) in
        for x in 0..<width { result[x] = truncated(((source[x] - minFloat) * factor).rounded()) }
    }
}

/// Multiplies the colors by alpha, which comes first; source and result may be the same buffer.
/// Source: Apple, vImagePremultiplyData_ARGB8888.
public func vImagePremultiplyData_ARGB8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    multiplyByAlpha(src, dest, flags, alpha: 0)
}

/// Multiplies the colors by alpha, which comes last; source and result may be the same buffer.
/// Source: Apple, vImagePremultiplyData_RGBA8888.
public func vImagePremultiplyData_RGBA8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    multiplyByAlpha(src, dest, flags, alpha: 3)
}

/// Multiplies the colors by alpha, which comes last; source and result may be the same buffer.
/// Source: Apple, vImagePremultiplyData_BGRA8888.
public func vImagePremultiplyData_BGRA8888(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    multiplyByAlpha(src, dest, flags, alpha: 3)
}

private func multiplyByAlpha(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags, alpha: Int
) -> vImage_Error {
    makeRows(src, bytes: 4, dest, bytes: 4, flags) {
        (source: UnsafeMutablePointer<SIMD4<UInt8>>, result: UnsafeMutablePointer<SIMD4<UInt8>>, width) in
        for x in 0..<width {
            let pixel = source[x]
            let product = (SIMD4<UInt16>(truncatingIfNeeded: pixel) &* UInt16(pixel[alpha]) &+ 127) / 255
            result[x] = SIMD4<UInt8>(truncatingIfNeeded: product)
            result[x][alpha] = pixel[alpha]
        }
    }
}
