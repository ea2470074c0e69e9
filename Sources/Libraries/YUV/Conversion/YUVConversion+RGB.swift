internal import CYUV

/// The order of the bytes of a pixel in memory.
package enum RGBOrder: Sendable, Hashable, CaseIterable {
    /// Three bytes a pixel.
    case rgb, bgr
    /// Four bytes a pixel.
    case rgba, argb, abgr
}

extension YUVConversion {
    /// Reorders pixels to blue, green, red, alpha; three-byte pixels become opaque.
    package static func rgbToBGRA(
        _ source: Plane, order: RGBOrder, to target: MutablePlane, size: PixelSize
    ) throws(YUVError) {
        // libyuv names the order from the highest byte of a little-endian word, so its names read backwards.
        let (name, convert) =
            switch order {
            case .rgb: ("RAWToARGB", RAWToARGB)
            case .bgr: ("RGB24ToARGB", RGB24ToARGB)
            case .rgba: ("ABGRToARGB", ABGRToARGB)
            case .argb: ("BGRAToARGB", BGRAToARGB)
            case .abgr: ("RGBAToARGB", RGBAToARGB)
            }
        try check(
            name, convert(source.bytes, source.stride, target.bytes, target.stride, size.columns, size.rows))
    }
}
