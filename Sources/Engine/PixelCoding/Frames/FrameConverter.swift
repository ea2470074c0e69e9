import CaptureEngine
import CoreMedia
import CoreVideo
import YUV

/// Rotates, mirrors, scales and converts frames for consumers that want other pixels than the camera delivers.
///
/// Keeps pools for the results. Used by one thread at a time.
package final class FrameConverter {
    /// What a frame should become; whatever is not set stays as it is.
    package struct Target: Hashable {
        package var pixelFormat: OSType?
        package var width: Int?
        package var height: Int?
        /// Clockwise degrees: 0, 90, 180, 270.
        package var rotation = 0
        /// Swaps left and right, after the rotation.
        package var isMirrored = false

        package init(
            pixelFormat: OSType? = nil, size: CMVideoDimensions? = nil, rotation: Int = 0, isMirrored: Bool = false
        ) {
            self.pixelFormat = pixelFormat
            width = size.map { Int($0.width) }
            height = size.map { Int($0.height) }
            self.rotation = rotation
            self.isMirrored = isMirrored
        }
    }

    /// How many results of one kind can be in use at a time.
    private let capacity: Int

    private struct PoolKey: Hashable {
        var size: PixelSize
        var format: OSType
    }

    private var pools: [PoolKey: CVPixelBufferPool] = [:]

    package init(capacity: Int = 6) {
        self.capacity = capacity
    }

    /// - Returns: `sample` itself if nothing has to change; otherwise a new one with the same timing.
    /// - Throws: ``CaptureError`` `formatUnsupported` for pixels that cannot be converted, `deviceFailed` if all
    ///   buffers are in use.
    package func convert(_ sample: CMSampleBuffer, to target: Target) throws(CaptureError) -> CMSampleBuffer {
        guard let source = sample.imageBuffer else { return sample }
        let converted = try convert(source, to: target)
        if converted === source { return sample }
        let timing = CMSampleTimingInfo(
            duration: sample.duration, presentationTimeStamp: sample.presentationTimeStamp,
            decodeTimeStamp: sample.decodeTimeStamp)
        do {
            return try CMSampleBuffer(
                imageBuffer: converted, formatDescription: CMFormatDescription(imageBuffer: converted),
                sampleTiming: timing)
        } catch {
            throw CaptureError(.formatUnsupported, "The frame cannot be wrapped", cause: error)
        }
    }

    /// - Returns: `source` itself if nothing has to change.
    package func convert(_ source: CVPixelBuffer, to target: Target) throws(CaptureError) -> CVPixelBuffer {
        var buffer = source
        if target.rotation % 360 != 0 { buffer = try turn(buffer, by: target.rotation) }
        if target.isMirrored { buffer = try mirror(buffer) }
        if let width = target.width, let height = target.height,
            width != CVPixelBufferGetWidth(buffer) || height != CVPixelBufferGetHeight(buffer)
        {
            buffer = try scale(buffer, width: width, height: height)
        }
        if let format = target.pixelFormat, format != CVPixelBufferGetPixelFormatType(buffer) {
            buffer = try recolor(buffer, as: format)
        }
        return buffer
    }

    // MARK: Steps

    private func turn(_ source: CVPixelBuffer, by degrees: Int) throws(CaptureError) -> CVPixelBuffer {
        guard let rotation = Rotation(rawValue: degrees) else { return source }
        let size = source.pixelSize
        return try transform(source, rotation.turned(size)) { (picture, result) throws(YUVError) in
            switch (picture, result) {
            case (.nv12(let planes), .nv12(let target)): try rotation.nv12(planes, to: target, size: size)
            case (.p010(let planes), .p010(let target)): try rotation.p010(planes, to: target, size: size)
            case (.bgra(let plane), .bgra(let target)): try rotation.bgra(plane, to: target, size: size)
            default: break
            }
        }
    }

    private func mirror(_ source: CVPixelBuffer) throws(CaptureError) -> CVPixelBuffer {
        let size = source.pixelSize
        return try transform(source, size) { (picture, result) throws(YUVError) in
            switch (picture, result) {
            case (.nv12(let planes), .nv12(let target)): try Mirroring.nv12(planes, to: target, size: size)
            case (.p010(let planes), .p010(let target)): try Mirroring.p010(planes, to: target, size: size)
            case (.bgra(let plane), .bgra(let target)): try Mirroring.bgra(plane, to: target, size: size)
            default: break
            }
        }
    }

    private func scale(_ source: CVPixelBuffer, width: Int, height: Int) throws(CaptureError) -> CVPixelBuffer {
        let size = source.pixelSize
        let targetSize = PixelSize(width: width, height: height)
        return try transform(source, targetSize) { (picture, result) throws(YUVError) in
            switch (picture, result) {
            case (.nv12(let planes), .nv12(let target)):
                try Scaling.nv12(planes, size: size, to: target, size: targetSize, filter: .box)
            case (.p010(let planes), .p010(let target)):
                Scaling.p010(planes, size: size, to: target, size: targetSize, filter: .box)
            case (.bgra(let plane), .bgra(let target)):
                try Scaling.bgra(plane, size: size, to: target, size: targetSize, filter: .box)
            default: break
            }
        }
    }

    /// High dynamic range stays so in Y'CbCr, whose attachments name it; in BGRA it becomes standard. Eight bits are
    /// not turned into ten: such a frame stays as it is.
    private func recolor(_ frame: CVPixelBuffer, as format: OSType) throws(CaptureError) -> CVPixelBuffer {
        if Self.tenBitFormats.contains(format) { return frame }
        if format == kCVPixelFormatType_32BGRA, let toScreen = ScreenColors(frame) { return try shown(frame, toScreen) }
        let source = try eightBits(frame)
        guard CVPixelBufferGetPixelFormatType(source) != format else { return source }
        let size = source.pixelSize
        let color = ColorDescription(source)
        let range: YUVRange = format.isFullRange ? .full : .video
        let converted = try transform(source, size, format) { (picture, result) throws(YUVError) in
            switch (picture, result) {
            case (.nv12(let planes), .bgra(let target)):
                try YUVConversion.nv12ToBGRA(
                    planes, matrix: color.matrix, range: color.range, to: target, size: size)
            case (.bgra(let plane), .nv12(let target)):
                try YUVConversion.bgraToNV12(plane, range: range, to: target, size: size)
            case (.nv12(let planes), .nv12(let target)):
                Self.changeRange(planes, to: target, size: size, range)
            case (.bgra, .bgra), (.p010, _), (_, .p010):
                break
            }
        }
        if CVPixelBufferGetPixelFormatType(source) == kCVPixelFormatType_32BGRA {
            // libyuv codes them with this matrix, whatever the attachments of the source say.
            CVBufferSetAttachment(
                converted, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldPropagate)
        }
        return converted
    }

    /// A picture of high dynamic range as a screen shows it, in BGRA.
    private func shown(_ source: CVPixelBuffer, _ toScreen: ScreenColors) throws(CaptureError) -> CVPixelBuffer {
        let size = source.pixelSize
        let color = ColorDescription(source)
        let result = try transform(source, size, kCVPixelFormatType_32BGRA) { (picture, result) in
            guard case .bgra(let target) = result else { return }
            switch picture {
            case .nv12(let planes):
                toScreen.nv12ToBGRA(planes, matrix: color.matrix, range: color.range, to: target, size: size)
            case .p010(let planes):
                toScreen.p010ToBGRA(planes, matrix: color.matrix, range: color.range, to: target, size: size)
            case .bgra: break
            }
        }
        result.attachStandardColors()
        return result
    }

    private static let tenBitFormats = [
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
    ]

    /// - Returns: `source` itself unless its samples have 10 bits.
    private func eightBits(_ source: CVPixelBuffer) throws(CaptureError) -> CVPixelBuffer {
        let format: OSType
        switch CVPixelBufferGetPixelFormatType(source) {
        case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        case kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: format = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        default: return source
        }
        let size = source.pixelSize
        return try transform(source, size, format) { (picture, result) throws(YUVError) in
            guard case (.p010(let planes), .nv12(let target)) = (picture, result) else { return }
            YUVConversion.p010ToNV12(planes, to: target, size: size)
        }
    }

    private static func changeRange(
        _ source: BiPlanar<Plane>, to target: BiPlanar<MutablePlane>, size: PixelSize, _ range: YUVRange
    ) {
        // In the chroma plane, both components count as samples.
        let chroma = PixelSize(width: size.halved.width * 2, height: size.halved.height)
        switch range {
        case .full:
            YUVConversion.videoToFullRange(luma: source.luma, to: target.luma, size: size)
            YUVConversion.videoToFullRange(chroma: source.chroma, to: target.chroma, size: chroma)
        case .video:
            YUVConversion.fullToVideoRange(luma: source.luma, to: target.luma, size: size)
            YUVConversion.fullToVideoRange(chroma: source.chroma, to: target.chroma, size: chroma)
        }
    }

    // MARK: Buffers

    /// Makes a buffer of the given size and fills it from `source`.
    private func transform(
        _ source: CVPixelBuffer, _ size: PixelSize, _ format: OSType? = nil,
        _ body: (PictureView, MutablePictureView) throws(YUVError) -> Void
    ) throws(CaptureError) -> CVPixelBuffer {
        let result = try makeBuffer(size, format ?? CVPixelBufferGetPixelFormatType(source))
        try source.withPicture { (picture) throws(CaptureError) in
            try result.withPicture { (target) throws(CaptureError) in
                do throws(YUVError) {
                    try body(picture.readOnly, target)
                } catch {
                    throw CaptureError(.formatUnsupported, "The frame cannot be converted", cause: error)
                }
            }
        }
        CVBufferPropagateAttachments(source, result)
        return result
    }

    private func makeBuffer(_ size: PixelSize, _ format: OSType) throws(CaptureError) -> CVPixelBuffer {
        let pool = try pool(size, format)
        guard let buffer = pool.makeBuffer() else {
            throw CaptureError(.deviceFailed, "All \(capacity) buffers for converted frames are in use")
        }
        return buffer
    }

    private func pool(_ size: PixelSize, _ format: OSType) throws(CaptureError) -> CVPixelBufferPool {
        let key = PoolKey(size: size, format: format)
        if let pool = pools[key] { return pool }
        do {
            let pool = try CVPixelBufferPool.make(
                width: size.width, height: size.height, pixelFormat: format, capacity: capacity)
            pools[key] = pool
            return pool
        } catch {
            throw CaptureError(.formatUnsupported, "There is no memory for converted frames", cause: error)
        }
    }
}
