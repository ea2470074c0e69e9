internal import CColor

/// From the colors of high dynamic range to those of a screen with standard range, in linear light.
///
/// Each color becomes light, relative to white; light of the picture's primaries becomes light of the screen's, and that
/// becomes codes. HLG is the light of a scene, so a screen shows what a camera without high dynamic range would have
/// written of it; PQ is the light of a screen. Codes below 94 % of white stay as they are. What is brighter keeps its
/// hue and is compressed, so that a lamp still differs from white paper.
///
/// Source: ITU-R BT.2100-2, tables 4 and 5; BT.2408-7, 2.2 (reference white) and 5.1 (scene-referred conversion of HLG);
/// BT.709-6, 1.2; IEC 61966-2-1.
package struct ScreenColors: Sendable {
    package enum Transfer: Sendable { case hlg, pq }

    /// What red, green and blue are.
    package enum Primaries: Sendable { case rec709, displayP3, rec2020 }

    private let transfer: Transfer
    private let primaries: Primaries

    package init(_ transfer: Transfer, _ primaries: Primaries) {
        (self.transfer, self.primaries) = (transfer, primaries)
    }

    // MARK: To opaque BGRA; chroma is repeated, not interpolated

    package func nv12ToBGRA(
        _ source: BiPlanar<Plane>, matrix: YUVMatrix, range: YUVRange, to target: MutablePlane, size: PixelSize
    ) {
        var colors = colors(matrix, range, bits: 8, unit: 1)
        for row in 0..<size.height {
            let chroma = source.chroma.advanced(rows: row / 2).bytes
            screen_row_8(
                source.luma.advanced(rows: row).bytes, chroma, chroma + 1, 2, size.columns, &colors,
                target.advanced(rows: row).bytes)
        }
    }

    package func p010ToBGRA(
        _ source: BiPlanar<Plane>, matrix: YUVMatrix, range: YUVRange, to target: MutablePlane, size: PixelSize
    ) {
        var colors = colors(matrix, range, bits: 10, unit: 64)
        for row in 0..<size.height {
            let chroma = source.chroma.advanced(rows: row / 2).words
            screen_row_16(
                source.luma.advanced(rows: row).words, chroma, chroma + 1, 2, size.columns, &colors,
                target.advanced(rows: row).bytes)
        }
    }

    /// - Parameter bits: 8; or 10 or 12, in the low bits of 16.
    package func planarToBGRA(
        _ source: Planar<Plane>, bits: Int, matrix: YUVMatrix, range: YUVRange, to target: MutablePlane,
        size: PixelSize
    ) {
        var colors = colors(matrix, range, bits: bits, unit: 1)
        for row in 0..<size.height {
            let (luma, target) = (source.luma.advanced(rows: row), target.advanced(rows: row).bytes)
            let (cb, cr) = (source.cb.advanced(rows: row / 2), source.cr.advanced(rows: row / 2))
            if bits > 8 {
                screen_row_16(luma.words, cb.words, cr.words, 1, size.columns, &colors, target)
            } else {
                screen_row_8(luma.bytes, cb.bytes, cr.bytes, 1, size.columns, &colors, target)
            }
        }
    }

    /// Changes pixels in place; alpha stays.
    package func apply(to pixels: MutablePlane, size: PixelSize) {
        var colors = colors(.rec709, .full, bits: 8, unit: 1)
        for row in 0..<size.height {
            let bytes = pixels.advanced(rows: row).bytes
            screen_row_bgra(bytes, size.columns, &colors, bytes)
        }
    }

    // MARK: Factors

    /// - Parameter unit: what a step of the samples is in memory.
    private func colors(_ matrix: YUVMatrix, _ range: YUVRange, bits: Int, unit: Double) -> screen_colors {
        let (red, blue) = matrix.shares
        let green = 1 - red - blue
        let (redOfCr, blueOfCb) = (2 * (1 - red), 2 * (1 - blue))
        // Video range is that of 8 bits, shifted; full range reaches the last code.
        let step = Double(1 << (bits - 8))
        let last = 256 * step - 1
        let (luma, chroma) = range == .full ? (last, last) : (219 * step, 224 * step)
        let m = toScreen.map(Float.init)
        return screen_colors(
            transfer: transfer == .hlg ? screen_hlg : screen_pq,
            y_scale: Float(1 / (luma * unit)), y_black: Float(range == .full ? 0 : 16 * step / luma),
            chroma_scale: Float(1 / (chroma * unit)), chroma_middle: Float(128 * step / chroma),
            red_cr: Float(redOfCr), green_cb: Float(-blue * blueOfCb / green), green_cr: Float(-red * redOfCr / green),
            blue_cb: Float(blueOfCb), primaries: (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]))
    }

    /// To BT.709's primaries, which are sRGB's. Source: ITU-R BT.2087-0 (inverted); SMPTE EG 432-1 for P3.
    private var toScreen: [Double] {
        switch primaries {
        case .rec709: [1, 0, 0, 0, 1, 0, 0, 0, 1]
        case .displayP3: [1.22494, -0.22494, 0, -0.04206, 1.04206, 0, -0.01964, -0.07864, 1.09828]
        case .rec2020:
            [1.660491, -0.587641, -0.07285, -0.12455, 1.1329, -0.00835, -0.018151, -0.100579, 1.11873]
        }
    }
}
