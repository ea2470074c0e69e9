import CaptureEngine
import CoreMedia
import CoreVideo
import FFmpeg
import PixelCoding
import YUV

/// Makes frames of what a decoder gives: in the pixel format nearest to it, or in one that is wanted.
final class FrameMaker {
    /// A reader's program may keep many.
    private static let maximumFrames = 1000

    private struct Kind: Hashable {
        var layout: PictureLayout
        var size: PixelSize
        var format: OSType
    }

    private let wanted: OSType?
    private let size: CMVideoDimensions?
    private let converter = FrameConverter(capacity: FrameMaker.maximumFrames)
    private var pool: (kind: Kind, pool: CVPixelBufferPool, folding: PictureFolding)?
    private var lastFormat: CMFormatDescription?

    init(_ wanted: OSType?, _ size: CMVideoDimensions?) {
        self.wanted = wanted
        self.size = size
    }

    func format(of buffer: CVPixelBuffer) -> CMFormatDescription {
        if let lastFormat, CMVideoFormatDescriptionMatchesImageBuffer(lastFormat, imageBuffer: buffer) {
            return lastFormat
        }
        let color = [
            kCVImageBufferYCbCrMatrixKey, kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey,
        ].compactMap { key in CVBufferCopyAttachment(buffer, key, nil).map { (key, $0) } }
        let format = CMFormatDescription.video(
            pixelFormat: CVPixelBufferGetPixelFormatType(buffer), width: CVPixelBufferGetWidth(buffer),
            height: CVPixelBufferGetHeight(buffer), color: Dictionary(color) { $1 })
        lastFormat = format
        return format
    }

    /// - Throws: ``CaptureError`` `formatUnsupported`, `deviceFailed` when there is no memory.
    func frame(of picture: MediaPicture, path: String) throws(CaptureError) -> CVPixelBuffer {
        let stored = try self.stored(picture, path)
        var target = FrameConverter.Target(size: size)
        let format = CVPixelBufferGetPixelFormatType(stored)
        guard let wanted, wanted != format else { return try converter.convert(stored, to: target) }
        guard wanted.isTenBit else {
            target.pixelFormat = wanted
            return try converter.convert(stored, to: target)
        }
        let isFull = wanted == kCVPixelFormatType_420YpCbCr10BiPlanarFullRange
        if format.isTenBit {
            throw CaptureError(
                .formatUnsupported,
                "\(path) has pictures of \(isFull ? "video" : "full") range, which cannot become '\(wanted.letters)'")
        }
        target.pixelFormat =
            isFull
            ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        return try widened(try converter.convert(stored, to: target), as: wanted)
    }

    /// As the file has it, in 4:2:0.
    private func stored(_ picture: MediaPicture, _ path: String) throws(CaptureError) -> CVPixelBuffer {
        let size = PixelSize(width: picture.width / 2 * 2, height: picture.height / 2 * 2)
        guard size.width > 0, size.height > 0 else {
            throw CaptureError(.formatUnsupported, "\(path) is smaller than 2 x 2 pixels")
        }
        let color = picture.layout.isRGB ? FileColor.rgb : FileColor(picture.color, isSmall: picture.height < 720)
        let format: OSType =
            switch (picture.layout.bitDepth, color.isFullRange) {
            case (10, true): kCVPixelFormatType_420YpCbCr10BiPlanarFullRange
            case (10, false): kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
            case (_, true): kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
            case (_, false): kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            }
        let (pool, folding) = try buffers(Kind(layout: picture.layout, size: size, format: format))
        var frame: CVPixelBuffer?
        _ = CVPixelBufferPoolCreatePixelBuffer(nil, pool, &frame)
        guard let frame else { throw CaptureError(.deviceFailed, "there is no memory for a picture of \(path)") }
        do throws(YUVError) {
            try picture.withPlanes { planes throws(YUVError) in
                let planes = planes.map { Plane($0.base, bytesPerRow: $0.bytesPerRow) }
                try frame.withPlanes { target throws(YUVError) in
                    let target = BiPlanar(
                        luma: MutablePlane(target[0].base, bytesPerRow: target[0].bytesPerRow),
                        chroma: MutablePlane(target[1].base, bytesPerRow: target[1].bytesPerRow))
                    if picture.layout.bitDepth == 10 {
                        try folding.fillTenBits(target, from: planes)
                    } else {
                        try folding.fill(target, from: planes)
                    }
                }
            }
        } catch {
            throw CaptureError(.deviceFailed, "\(path): \(error)", cause: error)
        }
        for (key, value) in color.attachments { CVBufferSetAttachment(frame, key, value, .shouldPropagate) }
        return frame
    }

    private func buffers(_ kind: Kind) throws(CaptureError) -> (CVPixelBufferPool, PictureFolding) {
        if let pool, pool.kind == kind { return (pool.pool, pool.folding) }
        let new = try makePool(kind.size, kind.format)
        let folding = PictureFolding(kind.layout, size: kind.size)
        pool = (kind, new, folding)
        return (new, folding)
    }

    private func makePool(_ size: PixelSize, _ format: OSType) throws(CaptureError) -> CVPixelBufferPool {
        var pool: CVPixelBufferPool?
        let attributes: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey: format, kCVPixelBufferWidthKey: size.width,
            kCVPixelBufferHeightKey: size.height,
        ]
        _ = CVPixelBufferPoolCreate(nil, nil, attributes, &pool)
        guard let pool else { throw CaptureError(.deviceFailed, "there is no memory for pictures") }
        return pool
    }

    /// Each step of 8 bits becomes four: black, white and range do not change.
    private func widened(_ source: CVPixelBuffer, as format: OSType) throws(CaptureError) -> CVPixelBuffer {
        let size = source.pixelSize
        let wide = try CVPixelBuffer.make(width: size.width, height: size.height, format)
        source.withPlanes { from in
            wide.withPlanes { to in
                for plane in 0..<2 {
                    for row in 0..<(plane == 0 ? size.height : size.height / 2) {
                        let bytes = (from[plane].base + row * from[plane].bytesPerRow)
                            .assumingMemoryBound(to: UInt8.self)
                        let words = (to[plane].base + row * to[plane].bytesPerRow)
                            .assumingMemoryBound(to: UInt16.self)
                        for column in 0..<size.width { words[column] = UInt16(bytes[column]) << 8 }
                    }
                }
            }
        }
        CVBufferPropagateAttachments(source, wide)
        return wide
    }
}

extension OSType {
    fileprivate var isTenBit: Bool {
        self == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
            || self == kCVPixelFormatType_420YpCbCr10BiPlanarFullRange
    }
}
