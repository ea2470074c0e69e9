import CaptureEngine
import CoreVideo
import Foundation
import PhotoCoding
import PixelCoding

/// Photos as images for drawing.
enum PhotoImage {
    /// - Returns: `nil` for pixels that cannot be converted.
    static func image(of buffer: CVPixelBuffer) -> CGImage? {
        do {
            let converted = try FrameConverter(capacity: 2)
                .convert(buffer, to: FrameConverter.Target(pixelFormat: kCVPixelFormatType_32BGRA))
            return image(ofBGRA: converted)
        } catch {
            return nil
        }
    }

    /// Decodes a photo's file in the sensor's orientation, ignoring the orientation in its metadata.
    ///
    /// - Returns: `nil` for files that cannot be decoded here.
    static func image(of packaging: PhotoPackaging) -> CGImage? {
        var parts = PhotoPackaging.Parts(metadata: packaging.parts.metadata)
        parts.metadata.orientation = .up
        do {
            return image(ofBGRA: try StillDecoder.decode(try packaging.package(parts)))
        } catch {
            return nil
        }
    }

    private static func image(ofBGRA buffer: CVPixelBuffer) -> CGImage? {
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        var rgba = Data(count: width * height * 4)
        rgba.withUnsafeMutableBytes { target in
            buffer.withPlanes { planes in
                for y in 0..<height {
                    let row = planes[0].base + y * planes[0].bytesPerRow
                    for x in 0..<width {
                        let pixel = row.load(fromByteOffset: 4 * x, as: UInt32.self)
                        // Swaps blue and red.
                        let swapped = pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | (pixel >> 16) & 0xFF
                        target.storeBytes(of: swapped, toByteOffset: 4 * (y * width + x), as: UInt32.self)
                    }
                }
            }
        }
        return CGImage(width: width, height: height, bytesPerRow: 4 * width, rgba: rgba)
    }
}
