import CaptureEngine
import CoreMedia
import CoreVideo
import YUV

/// Turns, mirrors, scales and converts frames for those who want other pixels than the camera delivers.
///
/// Keeps a pool for the results. Used by one thread at a time.
package final class FrameConverter {
    /// What a frame shall be; what is left out stays as it is.
    package struct Target: Hashable {
        package var pixelFormat: OSType?
        package var width: Int?
        package var height: Int?
        /// Clockwise degrees: 0, 90, 180, 270.
        package var rotation = 0
        /// Left and right exchanged, after the rotation.
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

    /// Frames that a delegate may hold before it starves itself.
    private static let poolCapacity = 10

    /// A pool, and the buffers that it makes.
    private struct Pool {
        var width: Int
        var height: Int
        var pixelFormat: OSType
        var pool: CVPixelBufferPool
    }

    private var pools: [Pool] = []

    package init() {}

    /// - Returns: `sample` itself when nothing has to change; otherwise a new one with the same timing.
    /// - Throws: ``CaptureError`` `formatUnsupported` for pixels that cannot be converted, `deviceFailed` when all
    ///   buffers are held by others.
    package func convert(_ sample: CMSampleBuffer, to target: Target) throws(CaptureError) -> CMSampleBuffer {
        guard let source = sample.imageBuffer else { return sample }
        let converted = try convert(source, to: target)
        if converted === source { return sample }
        CVBufferPropagateAttachments(source, converted)
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

    private func convert(_ source: CVPixelBuffer, to target: Target) throws(CaptureError) -> CVPixelBuffer {
        var buffer = source
        if target.rotation % 360 != 0 { buffer = try turn(buffer, by: target.rotation) }
        if target.isMirrored { buffer = try mirror(buffer) }
        if let width = target.width, let height = target.height,
            width != CVPixelBufferGetWidth(buffer) || height != CVPixelBufferGetHeight(buffer)
        {
            buffer = try scale(buffer, width: width, height: height)
        }
        if let format = target.pixelFormat, format != CVPixelBufferGetPixelFormatType(buffer) {
            buffer = try recolour(buffer, as: format)
        }
        return buffer
    }

    // MARK: Steps

    private func turn(_ source: CVPixelBuffer, by degrees: Int) throws(CaptureError) -> CVPixelBuffer {
        guard let rotation = Rotation(rawValue: degrees) else { return source }
        let size = rotation.turned(source.pixelSize)
        return try makeBuffer(like: source, size) { (picture, result) throws(YUVError) in
            switch picture {
            case .nv12(let planes): try rotation.nv12(planes, to: result.nv12, size: source.pixelSize)
            case .bgra(let plane): try rotation.bgra(plane, to: result.bgra, size: source.pixelSize)
            }
        }
    }

    private func mirror(_ source: CVPixelBuffer) throws(CaptureError) -> CVPixelBuffer {
        try makeBuffer(like: source, source.pixelSize) { (picture, result) throws(YUVError) in
            switch picture {
            case .nv12(let planes): try Mirroring.nv12(planes, to: result.nv12, size: source.pixelSize)
            case .bgra(let plane): try Mirroring.bgra(plane, to: result.bgra, size: source.pixelSize)
            }
        }
    }

    private func scale(_ source: CVPixelBuffer, width: Int, height: Int) throws(CaptureError) -> CVPixelBuffer {
        let size = PixelSize(width: width, height: height)
        return try makeBuffer(like: source, size) { (picture, result) throws(YUVError) in
            switch picture {
            case .nv12(let planes):
                try Scaling.nv12(planes, size: source.pixelSize, to: result.nv12, size: size, filter: .box)
            case .bgra(let plane):
                try Scaling.bgra(plane, size: source.pixelSize, to: result.bgra, size: size, filter: .box)
            }
        }
    }

    private func recolour(_ source: CVPixelBuffer, as format: OSType) throws(CaptureError) -> CVPixelBuffer {
        let size = source.pixelSize
        let colour = ColourDescription(source)
        return try makeBuffer(like: source, size, format) { (picture, result) throws(YUVError) in
            switch (picture, result) {
            case (.nv12(let planes), .bgra(let plane)):
                try YUVConversion.nv12ToBGRA(planes, to: plane, size: size, matrix: colour.matrix, range: colour.range)
            case (.bgra(let plane), .nv12(let planes)):
                try YUVConversion.bgraToNV12(
                    plane, to: planes, size: size, range: format.isFullRange ? .full : .video)
            case (.nv12(let planes), .nv12(let other)):
                Self.changeRange(planes, to: other, size: size, toFull: format.isFullRange)
            case (.bgra, .bgra):
                break
            }
        }
    }

    private static func changeRange(
        _ source: BiPlanar<Plane>, to target: BiPlanar<MutablePlane>, size: PixelSize, toFull: Bool
    ) {
        if toFull {
            YUVConversion.videoToFullRange(luma: source.luma, to: target.luma, size: size)
            YUVConversion.videoToFullRange(chroma: source.chroma, to: target.chroma, size: size)
        } else {
            YUVConversion.fullToVideoRange(luma: source.luma, to: target.luma, size: size)
            YUVConversion.fullToVideoRange(chroma: source.chroma, to: target.chroma, size: size)
        }
    }
}
