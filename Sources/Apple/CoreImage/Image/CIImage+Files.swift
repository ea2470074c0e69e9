import CoreVideo
import Foundation
import ImageIO
import PhotoCoding
import PixelCoding
import TurboJPEG

extension CIImage {
    /// A picture from a file in memory.
    ///
    /// - Returns: `nil` for anything that is not a picture, and for a damaged one. Linux: JPEG, HEIC, PNG, and the
    ///   preview of a DNG file.
    public convenience init?(data: Data) { self.init(data: data, options: nil) }

    public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
        guard let file = PictureFile(data) else { return nil }
        var properties = file.properties
        properties.merge(options?[.properties] as? [String: Any] ?? [:]) { $1 }
        let space = options?[.colorSpace] as? CGColorSpace
        guard let recipe = BufferRecipe(file.buffer, colorSpace: space) else { return nil }
        let light = options?[.colorSpace] is NSNull ? recipe : recipe.light
        let isNearest = options?[.nearestSampling] as? Bool ?? false
        let stored = CIImage(light, colorSpace: space ?? .srgb, properties: properties, isNearest: isNearest)
        guard options?[.applyOrientationProperty] as? Bool == true, file.orientation != .up else {
            self.init(light, colorSpace: space ?? .srgb, properties: properties, isNearest: isNearest)
            return
        }
        properties[kCGImagePropertyOrientation] = 1
        let upright = stored.oriented(file.orientation)
        self.init(upright.recipe, colorSpace: space ?? .srgb, properties: properties, isNearest: isNearest)
    }

    /// - Returns: `nil` for a file that cannot be read, as well.
    public convenience init?(contentsOf url: URL) { self.init(contentsOf: url, options: nil) }

    public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
        guard let data = try? Data(contentsOf: url) else { return nil }
        self.init(data: data, options: options)
    }
}

/// A decoded file.
private struct PictureFile {
    let buffer: CVPixelBuffer
    /// How the pixels have to be turned to be upright.
    let orientation: CGImagePropertyOrientation

    init?(_ data: Data) {
        if data.starts(with: [0xFF, 0xD8]) {
            guard let stored = Self.storedJPEG(data) else { return nil }
            let number = PhotoFileFormat.all.facts(of: data)?.orientation ?? 1
            (buffer, orientation) = (stored, CGImagePropertyOrientation(rawValue: UInt32(number)) ?? .up)
        } else {
            // HEIF's transforms belong to its pictures.
            guard let upright = (try? StillDecoder.decode(data)) ?? PNGFile.decode(data) else { return nil }
            (buffer, orientation) = (upright, .up)
        }
    }

    var properties: [String: Any] {
        [
            kCGImagePropertyOrientation: Int(orientation.rawValue),
            kCGImagePropertyPixelWidth: CVPixelBufferGetWidth(buffer),
            kCGImagePropertyPixelHeight: CVPixelBufferGetHeight(buffer),
        ]
    }

    /// As it is in the file.
    private static func storedJPEG(_ data: Data) -> CVPixelBuffer? {
        data.withUnsafeBytes { bytes in
            guard var decoder = try? JPEGDecompressor(), let header = try? decoder.header(of: bytes),
                header.width * header.height <= 1 << 28,
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
