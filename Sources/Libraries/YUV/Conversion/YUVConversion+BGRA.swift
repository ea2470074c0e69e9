internal import CYUV

/// To and from 32-bit pixels with the bytes blue, green, red, alpha (Apple's `BGRA`, libyuv's "ARGB").
extension YUVConversion {
    /// Makes opaque pixels; chroma is repeated, not interpolated.
    package static func nv12ToBGRA(
        _ source: BiPlanar<Plane>, matrix: YUVMatrix, range: YUVRange, to target: MutablePlane, size: PixelSize
    ) throws(YUVError) {
        // libyuv's factors on x86 are limited to 2. BT.709 and BT.2020 in video range need 2.11 and 2.14 for blue, so a
        // saturated blue would be 15 steps too dark. After expansion to full range, no factor exceeds 1.89.
        guard range == .video, matrix != .rec601 else {
            return try fixedPointToBGRA(source, matrix: matrix, range: range, to: target, size: size)
        }
        let rows = 16
        let chromaBytes = size.halved.width * 2
        try Strips.forEach(size, rows: rows, scratchBytesPerRow: size.width + chromaBytes) {
            strip, scratch throws(YUVError) in
            let luma = MutablePlane(scratch, bytesPerRow: size.width)
            let chroma = MutablePlane(luma.advanced(rows: rows).base, bytesPerRow: chromaBytes)
            videoToFullRange(luma: source.luma.advanced(rows: strip.top), to: luma, size: strip.size)
            videoToFullRange(
                chroma: source.chroma.advanced(rows: strip.top / 2), to: chroma,
                size: PixelSize(width: chromaBytes, height: strip.size.halved.height))
            try fixedPointToBGRA(
                BiPlanar(luma: luma, chroma: chroma).readOnly, matrix: matrix, range: .full,
                to: target.advanced(rows: strip.top), size: strip.size)
        }
    }

    /// Makes opaque pixels of full-range planes; chroma is repeated, not interpolated.
    package static func i420ToBGRA(
        _ source: Planar<Plane>, matrix: YUVMatrix, to target: MutablePlane, size: PixelSize
    ) throws(YUVError) {
        try check(
            "I420ToARGBMatrix",
            I420ToARGBMatrix(
                source.luma.bytes, source.luma.stride, source.cb.bytes, source.cb.stride,
                source.cr.bytes, source.cr.stride, target.bytes, target.stride, constants(matrix, .full),
                size.columns, size.rows))
    }

    private static func fixedPointToBGRA(
        _ source: BiPlanar<Plane>, matrix: YUVMatrix, range: YUVRange, to target: MutablePlane, size: PixelSize
    ) throws(YUVError) {
        try check(
            "NV12ToARGBMatrix",
            NV12ToARGBMatrix(
                source.luma.bytes, source.luma.stride, source.chroma.bytes, source.chroma.stride,
                target.bytes, target.stride, constants(matrix, range), size.columns, size.rows))
    }

    /// Makes BT.601 4:2:0 in the given range; alpha is ignored. libyuv has no other matrix in this direction.
    package static func bgraToI420(
        _ source: Plane, range: YUVRange, to target: Planar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        let convert = range == .full ? ARGBToJ420 : ARGBToI420
        try check(
            range == .full ? "ARGBToJ420" : "ARGBToI420",
            convert(
                source.bytes, source.stride, target.luma.bytes, target.luma.stride,
                target.cb.bytes, target.cb.stride, target.cr.bytes, target.cr.stride, size.columns, size.rows))
    }

    /// Makes BT.601 4:2:0 with interleaved chroma in the given range; alpha is ignored.
    package static func bgraToNV12(
        _ source: Plane, range: YUVRange, to target: BiPlanar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        guard range == .full else {
            return try check(
                "ARGBToNV12",
                ARGBToNV12(
                    source.bytes, source.stride, target.luma.bytes, target.luma.stride,
                    target.chroma.bytes, target.chroma.stride, size.columns, size.rows))
        }
        // There is no full-range version, so it goes through planes, a few rows at a time to stay in the cache.
        try Strips.forEach(size, rows: 16, scratchBytesPerRow: size.halved.width) { strip, scratch throws(YUVError) in
            let cb = MutablePlane(scratch, bytesPerRow: size.halved.width)
            let cr = cb.advanced(rows: 8)
            let planes = Planar(luma: target.luma.advanced(rows: strip.top), cb: cb, cr: cr)
            try bgraToI420(source.advanced(rows: strip.top), range: .full, to: planes, size: strip.size)
            PlaneOperations.merge(
                cb.readOnly, cr.readOnly, to: target.chroma.advanced(rows: strip.top / 2), size: strip.size.halved)
        }
    }

    private static func constants(_ matrix: YUVMatrix, _ range: YUVRange) -> UnsafePointer<YuvConstants>? {
        let number: Int32 =
            switch matrix {
            case .rec601: 601
            case .rec709: 709
            case .rec2020: 2020
            }
        return range == .full ? cyuv_full_range_constants(number) : cyuv_video_range_constants(number)
    }
}
