import CaptureEngine
import CoreVideo
import FFmpeg
import PixelCoding
import YUV

/// Converts a buffer's pixels to the form that an HEVC encoder takes. Matrix and range do not change; pixels without
/// them become full-range BT.601.
struct HEVCPictureConverter: ~Copyable {
    /// Planes with interleaved chroma.
    private var interleaved = PlaneMemory()
    private var apart = PlaneMemory()
    private var tenBit = PlaneMemory()

    /// - Parameters:
    ///   - planes: the buffer's own; the result may point to them.
    ///   - bitDepth: 8 or 10.
    /// - Returns: valid until the next call.
    /// - Throws: ``CaptureError`` `formatUnsupported` for depth, and for pixels that are not a picture.
    mutating func picture(
        of buffer: CVPixelBuffer, planes: [CVPixelBuffer.Plane], bitDepth: Int
    ) throws(CaptureError) -> HEVCPicture {
        let format = CVPixelBufferGetPixelFormatType(buffer)
        let size = buffer.pixelSize
        let planes = planes.map { Plane($0.base, bytesPerRow: $0.bytesPerRow) }
        do {
            if bitDepth > 8, Self.tenBitFormats.contains(format) {
                let deep = tenBitPlanes(size)
                try YUVConversion.p010ToI010(BiPlanar(luma: planes[0], chroma: planes[1]), to: deep, size: size)
                return picture(deep.all, buffer, bitDepth: 10)
            }
            let eight = try eightBit(planes, format, size)
            guard bitDepth > 8 else { return picture(eight.all, buffer, bitDepth: 8) }
            let deep = tenBitPlanes(size)
            try YUVConversion.i420ToI010(eight, to: deep, size: size)
            return picture(deep.all, buffer, bitDepth: 10)
        } catch let error as CaptureError {
            throw error
        } catch {
            throw CaptureError(.encodeFailed, "The photo's colors cannot be converted: \(error)", cause: error)
        }
    }

    private static let tenBitFormats = [
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
    ]

    private mutating func eightBit(_ planes: [Plane], _ format: OSType, _ size: PixelSize) throws -> Planar<Plane> {
        switch format {
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
            return split(BiPlanar(luma: planes[0], chroma: planes[1]), size)
        case kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange:
            return Planar(luma: planes[0], cb: planes[1], cr: planes[2])
        case kCVPixelFormatType_32BGRA:
            let target = apartPlanes(size)
            try YUVConversion.bgraToI420(planes[0], range: .full, to: target, size: size)
            return target.readOnly
        case kCVPixelFormatType_OneComponent8:
            let chroma = apart.planes([size.halved])[0]
            PlaneOperations.fill(chroma, bytes: size.halved.width, rows: size.halved.height, value: 128)
            return Planar(luma: planes[0], cb: chroma.readOnly, cr: chroma.readOnly)
        default:
            let target = interleavedPlanes(size)
            try interleave(planes, format, to: target, size)
            return split(target.readOnly, size)
        }
    }

    private func interleave(
        _ planes: [Plane], _ format: OSType, to target: BiPlanar<MutablePlane>, _ size: PixelSize
    ) throws {
        switch format {
        case _ where Self.tenBitFormats.contains(format):
            YUVConversion.p010ToNV12(BiPlanar(luma: planes[0], chroma: planes[1]), to: target, size: size)
        case kCVPixelFormatType_422YpCbCr8:
            try YUVConversion.uyvyToNV12(planes[0], to: target, size: size)
        case kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_422YpCbCr8FullRange:
            try YUVConversion.yuy2ToNV12(planes[0], to: target, size: size)
        default:
            guard let mosaic = BayerMosaic(format) else {
                throw CaptureError(.formatUnsupported, "A photo cannot be made from pixel format \(format.letters)")
            }
            try Debayer.nv12(
                planes[0], pattern: mosaic.pattern, bitsPerSample: mosaic.bits, range: .full, to: target, size: size)
        }
    }

    private func picture(_ planes: [Plane], _ buffer: CVPixelBuffer, bitDepth: Int) -> HEVCPicture {
        let size = buffer.pixelSize
        return HEVCPicture(
            planes: planes, coded: size, shown: size, bitDepth: bitDepth, color: Self.color(of: buffer))
    }

    /// The color coding of the samples; pixels without luma have become full-range BT.601.
    private static func color(of buffer: CVPixelBuffer) -> PictureColor {
        let format = CVPixelBufferGetPixelFormatType(buffer)
        let model = PixelFormatDescription(format)?.model
        var color = PictureColor(of: buffer, isFullRange: model != .yCbCr(.video))
        if case .yCbCr = model { return color }
        color.matrix = 6
        if CVBufferCopyAttachment(buffer, kCVImageBufferTransferFunctionKey, nil) == nil { color.transfer = 13 }
        return color
    }

    // MARK: Memory

    private mutating func split(_ source: BiPlanar<Plane>, _ size: PixelSize) -> Planar<Plane> {
        let chroma = apart.planes([size.halved, size.halved])
        PlaneOperations.split(source.chroma, to: chroma[0], chroma[1], size: size.halved)
        return Planar(luma: source.luma, cb: chroma[0].readOnly, cr: chroma[1].readOnly)
    }

    private mutating func apartPlanes(_ size: PixelSize) -> Planar<MutablePlane> {
        let planes = apart.planes([size, size.halved, size.halved])
        return Planar(luma: planes[0], cb: planes[1], cr: planes[2])
    }

    private mutating func interleavedPlanes(_ size: PixelSize) -> BiPlanar<MutablePlane> {
        let chroma = PixelSize(width: size.halved.width * 2, height: size.halved.height)
        let planes = interleaved.planes([size, chroma])
        return BiPlanar(luma: planes[0], chroma: planes[1])
    }

    private mutating func tenBitPlanes(_ size: PixelSize) -> Planar<MutablePlane> {
        func bytes(_ size: PixelSize) -> PixelSize { PixelSize(width: size.width * 2, height: size.height) }
        let planes = tenBit.planes([bytes(size), bytes(size.halved), bytes(size.halved)])
        return Planar(luma: planes[0], cb: planes[1], cr: planes[2])
    }
}

extension Planar {
    fileprivate var all: [P] { [luma, cb, cr] }
}

extension Planar where P == MutablePlane {
    fileprivate var all: [Plane] { [luma.readOnly, cb.readOnly, cr.readOnly] }
}
