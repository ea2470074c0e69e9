import CaptureEngine
import CoreMedia
import CoreVideo
import PixelCoding
import TurboJPEG
import YUV

/// Makes uncompressed pictures of photos, mostly small ones. Any thread.
///
/// Source: Apple, AVCapturePhotoSettings.previewPhotoFormat, AVCapturePhoto.previewPixelBuffer.
package enum StillPreview {
    /// The formats that a preview can have.
    package static let pixelFormats: [OSType] = [
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        kCVPixelFormatType_32BGRA,
    ]

    /// - Parameters:
    ///   - buffer: anything that a photo can be made from.
    ///   - size: the middle is cropped to this shape; `nil` keeps the size.
    ///   - pixelFormat: one of ``pixelFormats``; Y'CbCr is BT.601.
    /// - Throws: ``CaptureError`` `formatUnsupported`, `encodeFailed` without memory.
    package static func buffer(
        of buffer: CVPixelBuffer, size: CMVideoDimensions? = nil, pixelFormat: OSType
    ) throws(CaptureError) -> CVPixelBuffer {
        guard pixelFormats.contains(pixelFormat) else {
            throw CaptureError(.formatUnsupported, "A preview cannot have pixel format \(pixelFormat.letters)")
        }
        let size = size.map { PixelSize(width: max(Int($0.width), 1), height: max(Int($0.height), 1)) }
        let result = try CVPixelBuffer.make(
            width: (size ?? buffer.pixelSize).width, height: (size ?? buffer.pixelSize).height, pixelFormat)
        try buffer.withPlanes { (planes) throws(CaptureError) in
            var converter = JPEGContentConverter()
            let content = try converter.content(of: buffer, planes: planes)
            do throws(YUVError) {
                try write(content, buffer.pixelSize, to: result)
            } catch {
                throw CaptureError(.formatUnsupported, "The preview cannot be made: \(error)", cause: error)
            }
        }
        if pixelFormat != kCVPixelFormatType_32BGRA {
            CVBufferSetAttachment(
                result, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldPropagate)
        }
        return result
    }

    private static func write(
        _ content: JPEGContent, _ size: PixelSize, to result: CVPixelBuffer
    ) throws(YUVError) {
        let crop = StillCrop(of: size, inShapeOf: result.pixelSize)
        var memory = PlaneMemory()
        try result.withPlanes { (planes) throws(YUVError) in
            let targets = planes.map { MutablePlane($0.base, bytesPerRow: $0.bytesPerRow) }
            switch content {
            case .pixels(let pixels):
                let pixels = crop.plane(pixels, bytes: 4)
                try write(pixels: pixels, crop.size, to: targets, result, &memory)
            case .planes(let source, let subsampling):
                let small = scaled(source, subsampling, crop, to: result.pixelSize, &memory)
                try write(planes: small, to: targets, result)
            }
        }
    }

    private static func write(
        pixels: Plane, _ size: PixelSize, to targets: [MutablePlane], _ result: CVPixelBuffer,
        _ memory: inout PlaneMemory
    ) throws(YUVError) {
        let target = result.pixelSize
        if targets.count == 1 {
            return try Scaling.bgra(pixels, size: size, to: targets[0], size: target, filter: .box)
        }
        let small = memory.planes([PixelSize(width: target.width * 4, height: target.height)])[0]
        try Scaling.bgra(pixels, size: size, to: small, size: target, filter: .box)
        try YUVConversion.bgraToNV12(
            small.readOnly, range: ColorDescription(result).range,
            to: BiPlanar(luma: targets[0], chroma: targets[1]), size: target)
    }

    /// The planes as 4:2:0 of another size; gray gets chroma.
    private static func scaled(
        _ planes: [Plane], _ subsampling: JPEGSubsampling, _ crop: StillCrop, to size: PixelSize,
        _ memory: inout PlaneMemory
    ) -> Planar<MutablePlane> {
        let half = size.halved
        let targets = memory.planes([size, half, half])
        Scaling.plane(crop.plane(planes[0], bytes: 1), size: crop.size, to: targets[0], size: size, filter: .box)
        for index in 1...2 {
            guard planes.count == 3 else {
                PlaneOperations.fill(targets[index], bytes: half.width, rows: half.height, value: 128)
                continue
            }
            let factors = subsampling.factors
            let from = planes[index].advanced(rows: crop.top / factors.vertical, bytes: crop.left / factors.horizontal)
            let chroma = subsampling.size(ofPlane: index, width: crop.size.width, height: crop.size.height)
            Scaling.plane(
                from, size: PixelSize(width: chroma.width, height: chroma.height), to: targets[index], size: half,
                filter: .box)
        }
        return Planar(luma: targets[0], cb: targets[1], cr: targets[2])
    }

    /// - Parameter planes: full-range BT.601; may be overwritten.
    private static func write(
        planes: Planar<MutablePlane>, to targets: [MutablePlane], _ result: CVPixelBuffer
    ) throws(YUVError) {
        let size = result.pixelSize
        let source = Planar(luma: planes.luma.readOnly, cb: planes.cb.readOnly, cr: planes.cr.readOnly)
        if targets.count == 1 {
            return try YUVConversion.i420ToBGRA(source, matrix: .rec601, to: targets[0], size: size)
        }
        try YUVConversion.i420ToNV12(source, to: BiPlanar(luma: targets[0], chroma: targets[1]), size: size)
        guard ColorDescription(result).range == .video else { return }
        let chroma = PixelSize(width: size.halved.width * 2, height: size.halved.height)
        YUVConversion.fullToVideoRange(luma: targets[0].readOnly, to: targets[0], size: size)
        YUVConversion.fullToVideoRange(chroma: targets[1].readOnly, to: targets[1], size: chroma)
    }
}
