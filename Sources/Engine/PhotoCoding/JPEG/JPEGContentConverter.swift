import CaptureEngine
import CoreVideo
import PixelCoding
import TurboJPEG
import YUV

/// Converts a buffer's pixels to the form that a JPEG file holds, with as little work as their matrix and range allow.
///
/// | pixels | BT.601 full range | BT.601 video range | other matrices |
/// | --- | --- | --- | --- |
/// | NV12, planar 4:2:0 | as they are | range expanded | another matrix |
/// | packed 4:2:2 | as they are, 4:2:2 | range expanded, 4:2:2 | another matrix, 4:2:0 |
///
/// 10-bit pictures first lose two bits. JPEG files cannot express high dynamic range, so such pictures become standard
/// range, as BGRA. Bayer mosaics are interpolated; gray and BGRA need no conversion.
struct JPEGContentConverter: ~Copyable {
    /// The result of the first step.
    private var first = PlaneMemory()
    /// What the compressor reads.
    private var last = PlaneMemory()

    /// - Parameter planes: the buffer's own; the result may point to them.
    /// - Returns: valid until the next call.
    /// - Throws: ``CaptureError`` `formatUnsupported` for depth, and for pixels with more than 8 bits except NV12's.
    mutating func content(
        of buffer: CVPixelBuffer, planes: [CVPixelBuffer.Plane]
    ) throws(CaptureError) -> JPEGContent {
        let color = ColorDescription(buffer)
        let size = buffer.pixelSize
        let planes = planes.map { Plane($0.base, bytesPerRow: $0.bytesPerRow) }
        let format = CVPixelBufferGetPixelFormatType(buffer)
        do {
            switch format {
            case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
                let source = BiPlanar(luma: planes[0], chroma: planes[1])
                return try shown(source, buffer, isTenBit: false) ?? content(source, color, size)
            case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
                let source = BiPlanar(luma: planes[0], chroma: planes[1])
                return try shown(source, buffer, isTenBit: true) ?? tenBit(source, color, size)
            case kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange:
                return try content(Planar(luma: planes[0], cb: planes[1], cr: planes[2]), color, size)
            case kCVPixelFormatType_422YpCbCr8:
                return try packed(planes[0], lumaFirst: false, color, size)
            case kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_422YpCbCr8FullRange:
                return try packed(planes[0], lumaFirst: true, color, size)
            case kCVPixelFormatType_32BGRA:
                return .pixels(planes[0])
            case kCVPixelFormatType_OneComponent8:
                return .planes([planes[0]], .gray)
            default:
                return try mosaic(planes[0], format, size)
            }
        } catch let error as YUVError {
            throw CaptureError(.encodeFailed, "The photo's colors cannot be converted: \(error)", cause: error)
        } catch let error as CaptureError {
            throw error
        } catch {
            throw CaptureError(.encodeFailed, "The photo's colors cannot be converted", cause: error)
        }
    }

    private mutating func content(
        _ source: BiPlanar<Plane>, _ color: ColorDescription, _ size: PixelSize
    ) throws(YUVError) -> JPEGContent {
        let half = size.halved
        if color.matrix == .rec601, color.range == .full {
            let chroma = last.planes([half, half])
            PlaneOperations.split(source.chroma, to: chroma[0], chroma[1], size: half)
            return .planes([source.luma, chroma[0].readOnly, chroma[1].readOnly], .yuv420)
        }
        let planes = last.planes([size, half, half])
        let target = Planar(luma: planes[0], cb: planes[1], cr: planes[2])
        let work = MatrixWork(source: source, target: target, color: color, size: size)
        Parallel.forEach(work.bandCount) { work.run(band: $0) }
        return .planes(planes.map(\.readOnly), .yuv420)
    }

    /// - Returns: `nil` for standard dynamic range.
    private mutating func shown(
        _ source: BiPlanar<Plane>, _ buffer: CVPixelBuffer, isTenBit: Bool
    ) -> JPEGContent? {
        guard let toScreen = ScreenColors(buffer) else { return nil }
        let size = buffer.pixelSize
        let pixels = last.planes([PixelSize(width: 4 * size.width, height: size.height)])[0]
        let work = ScreenWork(
            source: source, target: pixels, color: ColorDescription(buffer), toScreen: toScreen, size: size,
            isTenBit: isTenBit)
        Parallel.forEach(work.bandCount) { work.run(band: $0) }
        return .pixels(pixels.readOnly)
    }

    private mutating func content(
        _ source: Planar<Plane>, _ color: ColorDescription, _ size: PixelSize
    ) throws(YUVError) -> JPEGContent {
        guard color.matrix == .rec601 else {
            let planes = biPlanar(size)
            try YUVConversion.i420ToNV12(source, to: planes, size: size)
            return try content(planes.readOnly, color, size)
        }
        let planes = [source.luma, source.cb, source.cr]
        guard color.range == .video else { return .planes(planes, .yuv420) }
        return .planes(expanded(planes, sizes: [size, size.halved, size.halved]), .yuv420)
    }

    /// Packed 4:2:2: Y Cb Y Cr, or Cb Y Cr Y.
    private mutating func packed(
        _ source: Plane, lumaFirst: Bool, _ color: ColorDescription, _ size: PixelSize
    ) throws(YUVError) -> JPEGContent {
        guard color.matrix == .rec601 else {
            let planes = biPlanar(size)
            if lumaFirst {
                try YUVConversion.yuy2ToNV12(source, to: planes, size: size)
            } else {
                try YUVConversion.uyvyToNV12(source, to: planes, size: size)
            }
            return try content(planes.readOnly, color, size)
        }
        let chroma = PixelSize(width: size.halved.width, height: size.height)
        let sizes = [size, chroma, chroma]
        let apart = first.planes(sizes)
        let planes = Planar(luma: apart[0], cb: apart[1], cr: apart[2])
        if lumaFirst {
            try YUVConversion.yuy2ToI422(source, to: planes, size: size)
        } else {
            try YUVConversion.uyvyToI422(source, to: planes, size: size)
        }
        let readable = apart.map(\.readOnly)
        return .planes(color.range == .full ? readable : expanded(readable, sizes: sizes), .yuv422)
    }

    private mutating func tenBit(
        _ source: BiPlanar<Plane>, _ color: ColorDescription, _ size: PixelSize
    ) throws(YUVError) -> JPEGContent {
        let planes = biPlanar(size)
        YUVConversion.p010ToNV12(source, to: planes, size: size)
        return try content(planes.readOnly, color, size)
    }

    private mutating func mosaic(_ source: Plane, _ format: OSType, _ size: PixelSize) throws -> JPEGContent {
        guard let mosaic = BayerMosaic(format) else {
            throw CaptureError(.formatUnsupported, "A photo cannot be made from pixel format \(format.letters)")
        }
        let planes = biPlanar(size)
        try Debayer.nv12(
            source, pattern: mosaic.pattern, bitsPerSample: mosaic.bits, range: .full, to: planes, size: size)
        return try content(planes.readOnly, ColorDescription(matrix: .rec601, range: .full), size)
    }

    private mutating func biPlanar(_ size: PixelSize) -> BiPlanar<MutablePlane> {
        let chroma = PixelSize(width: size.halved.width * 2, height: size.halved.height)
        let planes = first.planes([size, chroma])
        return BiPlanar(luma: planes[0], chroma: planes[1])
    }

    /// Video range to full range, luma first.
    private mutating func expanded(_ planes: [Plane], sizes: [PixelSize]) -> [Plane] {
        let targets = last.planes(sizes)
        YUVConversion.videoToFullRange(luma: planes[0], to: targets[0], size: sizes[0])
        for index in 1...2 {
            YUVConversion.videoToFullRange(chroma: planes[index], to: targets[index], size: sizes[index])
        }
        return targets.map(\.readOnly)
    }
}

/// One change of matrix and range, in bands that can be done in parallel.
private struct MatrixWork: @unchecked Sendable {  // each band writes rows of its own
    var source: BiPlanar<Plane>
    var target: Planar<MutablePlane>
    var color: ColorDescription
    var size: PixelSize

    /// Even, so that each band begins with a row of chroma.
    private static let bandRows = 128

    var bandCount: Int { (size.height + Self.bandRows - 1) / Self.bandRows }

    func run(band: Int) {
        let top = band * Self.bandRows
        let (luma, half) = (source.luma.advanced(rows: top), top / 2)
        YUVConversion.nv12ToFullRangeRec601(
            BiPlanar(luma: luma, chroma: source.chroma.advanced(rows: half)), matrix: color.matrix,
            range: color.range,
            to: Planar(
                luma: target.luma.advanced(rows: top), cb: target.cb.advanced(rows: half),
                cr: target.cr.advanced(rows: half)),
            size: PixelSize(width: size.width, height: min(Self.bandRows, size.height - top)))
    }
}

/// One conversion from high dynamic range, in bands that can be done in parallel.
private struct ScreenWork: @unchecked Sendable {  // each band writes rows of its own
    var source: BiPlanar<Plane>
    var target: MutablePlane
    var color: ColorDescription
    var toScreen: ScreenColors
    var size: PixelSize
    var isTenBit: Bool

    /// Even, so that each band begins with a row of chroma.
    private static let bandRows = 128

    var bandCount: Int { (size.height + Self.bandRows - 1) / Self.bandRows }

    func run(band: Int) {
        let top = band * Self.bandRows
        let part = BiPlanar(luma: source.luma.advanced(rows: top), chroma: source.chroma.advanced(rows: top / 2))
        let (convert, size) = (
            isTenBit ? toScreen.p010ToBGRA : toScreen.nv12ToBGRA,
            PixelSize(width: size.width, height: min(Self.bandRows, size.height - top))
        )
        convert(part, color.matrix, color.range, target.advanced(rows: top), size)
    }
}
