import CoreVideo

/// How a picture's numbers stand for colors.
struct PictureEncoding: Sendable {
    let isFullRange: Bool
    /// 8 or 10.
    let bits: Int
    let transfer: SceneTransfer

    /// - Parameter pixelFormat: a bi-planar 4:2:0 format of 8 or 10 bits; 10-bit formats hold HLG in BT.2020.
    init(_ pixelFormat: OSType) {
        switch pixelFormat {
        case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
            bits = 10
            transfer = .hlg
            isFullRange = pixelFormat == kCVPixelFormatType_420YpCbCr10BiPlanarFullRange
        default:
            bits = 8
            transfer = .bt709
            isFullRange = pixelFormat == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        }
    }

    /// The samples of a color, as they lie in memory: 10 bits are the high ones of 16.
    ///
    /// Source: ITU-R BT.709-6, 3.2 to 3.5, and BT.2020-2, table 4 (video range); the same over all values for full
    /// range.
    func code(_ color: SceneColor) -> (y: UInt16, cb: UInt16, cr: UInt16) {
        transfer == .hlg
            ? wide(color)
            : samples(
                clipped(color), luma: (0.2126, 0.7152, 0.0722), chroma: (cb: 1.8556, cr: 1.5748))
    }

    /// What the numbers mean, as attachments of a buffer and extensions of a format.
    var attachments: [String: Any] {
        let isWide = transfer == .hlg
        return [
            kCVImageBufferYCbCrMatrixKey: isWide
                ? kCVImageBufferYCbCrMatrix_ITU_R_2020 : kCVImageBufferYCbCrMatrix_ITU_R_709_2,
            kCVImageBufferColorPrimariesKey: isWide
                ? kCVImageBufferColorPrimaries_ITU_R_2020 : kCVImageBufferColorPrimaries_ITU_R_709_2,
            kCVImageBufferTransferFunctionKey: isWide
                ? kCVImageBufferTransferFunction_ITU_R_2100_HLG : kCVImageBufferTransferFunction_ITU_R_709_2,
        ]
    }

    /// Source: ITU-R BT.2087-0, annex 1 (BT.709 to BT.2020 in linear light).
    private func wide(_ color: SceneColor) -> (y: UInt16, cb: UInt16, cr: UInt16) {
        let red = SceneTransfer.light(color.red / 255)
        let green = SceneTransfer.light(color.green / 255)
        let blue = SceneTransfer.light(color.blue / 255)
        func code(_ r: Double, _ g: Double, _ b: Double) -> Double {
            255 * transfer.code(red * r + green * g + blue * b)
        }
        let wide = SceneColor(
            code(0.6274, 0.3293, 0.0433), code(0.0691, 0.9195, 0.0114), code(0.0164, 0.0880, 0.8956))
        return samples(clipped(wide), luma: (0.2627, 0.6780, 0.0593), chroma: (cb: 1.8814, cr: 1.4746))
    }

    private func clipped(_ color: SceneColor) -> SceneColor {
        func clip(_ value: Double) -> Double { min(max(value, 0), 255) }
        return SceneColor(clip(color.red), clip(color.green), clip(color.blue))
    }

    private func samples(
        _ color: SceneColor, luma weights: (Double, Double, Double), chroma: (cb: Double, cr: Double)
    ) -> (y: UInt16, cb: UInt16, cr: UInt16) {
        let luma = weights.0 * color.red + weights.1 * color.green + weights.2 * color.blue
        let cb = (color.blue - luma) / chroma.cb
        let cr = (color.red - luma) / chroma.cr
        let scale = Double(1 << (bits - 8))
        let maximum = 256 * scale - 1
        func sample(_ value: Double) -> UInt16 {
            let sample = UInt16(min(max(value.rounded(), 0), maximum))
            return bits > 8 ? sample << UInt16(16 - bits) : sample
        }
        if isFullRange {
            let range = maximum / 255
            return (sample(luma * range), sample(cb * range + 128 * scale), sample(cr * range + 128 * scale))
        }
        return (
            sample((luma * 219 / 255 + 16) * scale), sample((cb * 224 / 255 + 128) * scale),
            sample((cr * 224 / 255 + 128) * scale)
        )
    }
}
