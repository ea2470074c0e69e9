internal import CYUV

/// 10-bit 4:2:0. P010 has interleaved chroma and samples in the high bits (Apple's `x420` and `xf20`); I010 has three
/// planes and samples in the low bits (which x265 takes).
extension YUVConversion {
    /// Separates Cb and Cr and moves the samples to the low bits.
    package static func p010ToI010(
        _ source: BiPlanar<Plane>, to target: Planar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        try check(
            "P010ToI010",
            P010ToI010(
                source.luma.words, source.luma.strideInWords, source.chroma.words, source.chroma.strideInWords,
                target.luma.words, target.luma.strideInWords, target.cb.words, target.cb.strideInWords,
                target.cr.words, target.cr.strideInWords, size.columns, size.rows))
    }

    /// Interleaves Cb and Cr and moves the samples to the high bits.
    package static func i010ToP010(
        _ source: Planar<Plane>, to target: BiPlanar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        try check(
            "I010ToP010",
            I010ToP010(
                source.luma.words, source.luma.strideInWords, source.cb.words, source.cb.strideInWords,
                source.cr.words, source.cr.strideInWords, target.luma.words, target.luma.strideInWords,
                target.chroma.words, target.chroma.strideInWords, size.columns, size.rows))
    }

    /// Each step of 8 bits becomes four: black, white and range do not change.
    package static func i420ToI010(
        _ source: Planar<Plane>, to target: Planar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        try check(
            "I420ToI010",
            I420ToI010(
                source.luma.bytes, source.luma.stride, source.cb.bytes, source.cb.stride,
                source.cr.bytes, source.cr.stride, target.luma.words, target.luma.strideInWords,
                target.cb.words, target.cb.strideInWords, target.cr.words, target.cr.strideInWords,
                size.columns, size.rows))
    }

    /// Rounds to eight bits.
    package static func p010ToNV12(_ source: BiPlanar<Plane>, to target: BiPlanar<MutablePlane>, size: PixelSize) {
        PlaneOperations.narrow(source.luma, depth: 16, to: target.luma, size: size)
        let chroma = PixelSize(width: size.halved.width * 2, height: size.halved.height)
        PlaneOperations.narrow(source.chroma, depth: 16, to: target.chroma, size: chroma)
    }
}
