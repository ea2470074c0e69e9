import CoreVideo
import Foundation
import TurboJPEG

/// A decoded picture file, in whose pixels a JPEG file's orientation is not applied.
package struct StoredPicture: Sendable {
    /// BGRA.
    package let buffer: CVPixelBuffer
    /// How the pixels have to be turned to be upright, as EXIF numbers it: 1 to 8.
    package let orientation: Int

    /// - Returns: `nil` for anything but JPEG, HEIC, PNG and DNG files, of which the preview counts, and for damaged ones.
    package init?(_ data: Data) {
        if data.starts(with: [0xFF, 0xD8]) {
            guard let stored = Self.jpeg(data) else { return nil }
            (buffer, orientation) = (stored, PhotoFileFormat.all.facts(of: data)?.orientation ?? 1)
        } else {
            // HEIF's transforms belong to its pictures.
            guard let upright = (try? StillDecoder.decode(data)) ?? PNGFile.decode(data) else { return nil }
            (buffer, orientation) = (upright, 1)
        }
    }

    private static func jpeg(_ data: Data) -> CVPixelBuffer? {
        data.withUnsafeBytes { bytes in
            guard var decoder = try? JPEGDecompressor(), let header = try? decoder.header(of: bytes),
                header.width * header.height <= StillDecoder.mostPixels,
                let buffer = try? CVPixelBuffer(
                    width: header.width, height: header.height, pixelFormat: kCVPixelFormatType_32BGRA)
            else { return nil }
            let outcome = buffer.withPlanes { planes in
                try? decoder.decompress(
                    bytes, header: header, toBGRA: planes[0].base, bytesPerRow: planes[0].bytesPerRow)
            }
            return outcome == .complete ? buffer : nil
        }
    }
}
