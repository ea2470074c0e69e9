import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import PixelCoding
import YUV

/// Makes DNG files from a sensor's mosaic. Any thread.
///
/// The samples are the sensor's, uncompressed. The file also holds the picture that the camera made of them: small for
/// lists, and larger for viewers that do not develop raw data.
package enum DNGPhoto {
    /// - Parameters:
    ///   - raw: a Bayer mosaic of 8, 10, 12, 14 or 16 bits (`kCVPixelFormatType_14Bayer_RGGB` and similar,
    ///     `BayerPixelFormat`).
    ///   - metadata: its size is replaced by the mosaic's.
    ///   - shown: the size of the part around the center that programs should show; `nil` for all. The file keeps all.
    ///   - preview: what the camera made of the same exposure, in the orientation of `raw`: of the part that is shown.
    ///   - previewSize: the size of the larger picture in the file; `nil` means that of `preview`, limited to 1024
    ///     pixels on each side.
    /// - Throws: ``CaptureError`` `formatUnsupported` for a buffer that is not a mosaic, `encodeFailed`.
    package static func encode(
        _ raw: CVPixelBuffer, metadata: PhotoMetadata = PhotoMetadata(), color: RawColor = RawColor(),
        shown: CMVideoDimensions? = nil, preview: CVPixelBuffer, previewSize: CMVideoDimensions? = nil
    ) throws(CaptureError) -> Data {
        let format = CVPixelBufferGetPixelFormatType(raw)
        guard let mosaic = BayerMosaic(format) else {
            throw CaptureError(.formatUnsupported, "Pixel format \(format.letters) is not raw sensor data")
        }
        var directory = DNGDirectory(raw, mosaic, color)
        var metadata = metadata
        metadata.pixelWidth = CVPixelBufferGetWidth(raw)
        metadata.pixelHeight = CVPixelBufferGetHeight(raw)
        directory.userCrop = shown.flatMap {
            DNGUserCrop(middle: PixelSize(width: Int($0.width), height: Int($0.height)), of: raw.pixelSize)
        }
        let size = previewSize ?? fitting(preview, into: 1024)
        directory.preview = try picture(preview, size)
        directory.thumbnail = try picture(preview, fitting(preview, into: 256))
        let header = directory.header(metadata)
        let bytesPerRow = directory.bytesPerRow
        var file = Data(capacity: header.count + bytesPerRow * CVPixelBufferGetHeight(raw))
        file.append(contentsOf: header)
        raw.withPlanes { planes in
            for row in 0..<planes[0].height {
                let base = planes[0].base + row * planes[0].bytesPerRow
                file.append(base.assumingMemoryBound(to: UInt8.self), count: bytesPerRow)
            }
        }
        return file
    }

    private static func picture(
        _ buffer: CVPixelBuffer, _ size: CMVideoDimensions
    ) throws(CaptureError) -> DNGDirectory.Picture {
        let data = try JPEGPhoto.thumbnail(of: buffer, size: size, quality: 0.85)
        return DNGDirectory.Picture(width: Int(size.width), height: Int(size.height), jpeg: Array(data))
    }

    /// The picture's size, reduced until both sides are at most `side`.
    private static func fitting(_ buffer: CVPixelBuffer, into side: Double) -> CMVideoDimensions {
        let (width, height) = (Double(CVPixelBufferGetWidth(buffer)), Double(CVPixelBufferGetHeight(buffer)))
        let scale = min(side / max(width, height), 1)
        return CMVideoDimensions(
            width: Int32(max((width * scale).rounded(), 1)), height: Int32(max((height * scale).rounded(), 1)))
    }
}
