import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import YUV

/// Makes JPEG files from frames. Any thread; encoders and their memory are reused.
package enum JPEGPhoto {
    /// Encodes a frame as a JPEG file with EXIF metadata.
    ///
    /// The colors are the frame's, whatever its matrix and range: the file is full-range BT.601, as JFIF and EXIF
    /// require. BT.601 frames in 4:2:2 keep their chroma resolution; all others become 4:2:0.
    ///
    /// - Parameters:
    ///   - buffer: NV12 in 8 or 10 bits, planar 4:2:0, packed 4:2:2, BGRA, 8-bit gray (taken as full range) or a Bayer
    ///     mosaic. A frame without a matrix counts as BT.601 below 720 lines, and as BT.709 above.
    ///   - quality: 0…1.
    ///   - metadata: its size is replaced by the buffer's.
    ///   - thumbnail: the size of a small picture inside the metadata. It is reduced if it would not fit.
    /// - Throws: ``CaptureError`` `formatUnsupported` or `encodeFailed`.
    package static func encode(
        _ buffer: CVPixelBuffer, quality: Double = 0.9, metadata: PhotoMetadata = PhotoMetadata(),
        thumbnail: CMVideoDimensions? = nil
    ) throws(CaptureError) -> Data {
        var metadata = metadata
        metadata.pixelWidth = CVPixelBufferGetWidth(buffer)
        metadata.pixelHeight = CVPixelBufferGetHeight(buffer)
        if hasWideColors(buffer), metadata.fields[.colorSpace] == nil {
            // "Uncalibrated": anything but sRGB.
            metadata.fields[.colorSpace] = .short([0xFFFF])
        }
        return try JPEGPhotoEncoder.borrow { (encoder) throws(CaptureError) in
            try encoder.photo(
                of: buffer, quality: percent(quality), metadata: metadata, thumbnail: thumbnail.map { size($0) })
        }
    }

    /// A small JPEG picture of a frame, without metadata.
    ///
    /// - Parameter size: used exactly; a shape that differs from the frame's distorts the picture.
    package static func thumbnail(
        of buffer: CVPixelBuffer, size: CMVideoDimensions, quality: Double = 0.8
    ) throws(CaptureError) -> Data {
        try JPEGPhotoEncoder.borrow { (encoder) throws(CaptureError) in
            try encoder.thumbnail(of: buffer, size: self.size(size), quality: percent(quality))
        }
    }

    /// Makes a file from a picture that the camera itself has compressed, without compressing it again.
    ///
    /// - Parameters:
    ///   - picture: an MJPEG frame, even one without Huffman tables.
    ///   - thumbnail: a JPEG picture for the metadata.
    /// - Throws: ``CaptureError`` `encodeFailed` if `picture` is not a JPEG picture or the metadata do not fit.
    package static func file(
        of picture: Data, metadata: PhotoMetadata, thumbnail: Data? = nil
    ) throws(CaptureError) -> Data {
        let block = ExifWriter.block(metadata, thumbnail: thumbnail.map { Array($0) })
        let result: Result<Data, CaptureError> = picture.withUnsafeBytes { bytes in
            Result { () throws(CaptureError) in try JPEGSplicer.picture(bytes, exif: block) }
        }
        return try result.get()
    }

    /// The same with a thumbnail made from the frame that was decoded from the picture.
    ///
    /// - Parameters:
    ///   - metadata: its size is replaced by the buffer's.
    ///   - thumbnail: the size of a small picture inside the metadata. It is reduced if it would not fit.
    package static func file(
        of picture: Data, showing buffer: CVPixelBuffer, metadata: PhotoMetadata, thumbnail: CMVideoDimensions?
    ) throws(CaptureError) -> Data {
        var metadata = metadata
        metadata.pixelWidth = CVPixelBufferGetWidth(buffer)
        metadata.pixelHeight = CVPixelBufferGetHeight(buffer)
        guard let thumbnail else { return try file(of: picture, metadata: metadata) }
        return try JPEGPhotoEncoder.borrow { (encoder) throws(CaptureError) in
            let result: Result<Data, CaptureError> = picture.withUnsafeBytes { bytes in
                Result { () throws(CaptureError) in
                    try encoder.photo(of: bytes, showing: buffer, metadata: metadata, thumbnail: size(thumbnail))
                }
            }
            return try result.get()
        }
    }

    /// libjpeg's scale.
    private static func percent(_ quality: Double) -> Int {
        quality.isFinite ? Int((min(max(quality, 0.01), 1) * 100).rounded()) : 90
    }

    private static func size(_ dimensions: CMVideoDimensions) -> PixelSize {
        PixelSize(width: max(Int(dimensions.width), 1), height: max(Int(dimensions.height), 1))
    }

    private static func hasWideColors(_ buffer: CVPixelBuffer) -> Bool {
        let primaries = CVBufferCopyAttachment(buffer, kCVImageBufferColorPrimariesKey, nil) as? String
        let wide = [
            kCVImageBufferColorPrimaries_ITU_R_2020, kCVImageBufferColorPrimaries_P3_D65,
            kCVImageBufferColorPrimaries_DCI_P3,
        ]
        return primaries.map { wide.contains($0) } ?? false
    }
}
