internal import CColor

/// From one kind of Y'CbCr to another without going through red, green and blue.
extension YUVConversion {
    /// Y'CbCr of any matrix and range to full-range BT.601, which JPEG files hold: one product with a 3 by 3 matrix,
    /// rounded once. Values outside the RGB range are kept.
    package static func nv12ToFullRangeRec601(
        _ source: BiPlanar<Plane>, matrix: YUVMatrix, range: YUVRange, to target: Planar<MutablePlane>, size: PixelSize
    ) {
        var factors = color_matrix(from: matrix, range: range)
        for row in stride(from: 0, to: size.height, by: 2) {
            let (luma, half) = (target.luma.advanced(rows: row), row / 2)
            color_transform(
                source.luma.advanced(rows: row).bytes, source.luma.bytesPerRow,
                source.chroma.advanced(rows: half).bytes, size.columns, min(2, Int32(size.height - row)), &factors,
                luma.bytes, luma.bytesPerRow, target.cb.advanced(rows: half).bytes,
                target.cr.advanced(rows: half).bytes)
        }
    }
}

extension YUVMatrix {
    /// The weights of red and blue in luma.
    var shares: (red: Double, blue: Double) {
        switch self {
        case .rec601: (0.299, 0.114)
        case .rec709: (0.2126, 0.0722)
        case .rec2020: (0.2627, 0.0593)
        }
    }
}

extension color_matrix {
    /// To full-range BT.601.
    fileprivate init(from matrix: YUVMatrix, range: YUVRange) {
        let (here, there) = (matrix.shares, YUVMatrix.rec601.shares)
        // What Cb and Cr (-0.5…0.5) add to luma in red, green and blue.
        let (redOfCr, blueOfCb) = (2 * (1 - here.red), 2 * (1 - here.blue))
        let green = 1 - here.red - here.blue
        let (greenOfCr, greenOfCb) = (-here.red * redOfCr / green, -here.blue * blueOfCb / green)
        let greenThere = 1 - there.red - there.blue
        let lumaOfCb = greenThere * greenOfCb + there.blue * blueOfCb
        let lumaOfCr = there.red * redOfCr + greenThere * greenOfCr
        let (redScale, blueScale) = (2 * (1 - there.red), 2 * (1 - there.blue))
        let lumaScale = range == .full ? 1 : 255.0 / 219
        let chromaScale = range == .full ? 1 : 255.0 / 224
        func fixed(_ factor: Double) -> Int32 { Int32((factor * 8192).rounded()) }
        self.init(
            black: range == .full ? 0 : 16, y_y: fixed(lumaScale), y_cb: fixed(chromaScale * lumaOfCb),
            y_cr: fixed(chromaScale * lumaOfCr), cb_cb: fixed(chromaScale * (blueOfCb - lumaOfCb) / blueScale),
            cb_cr: fixed(-chromaScale * lumaOfCr / blueScale), cr_cb: fixed(-chromaScale * lumaOfCb / redScale),
            cr_cr: fixed(chromaScale * (redOfCr - lumaOfCr) / redScale))
    }
}
