import CaptureEngine
import CoreMedia
import Foundation
import MediaFileDevices
import MissingFoundation
import PhotoCoding
import PixelCoding

/// A picture or movie, and what is known of it.
struct ShownFile {
    var path: String
    var format: MediaFileFormat?
    /// The size when shown upright; 0 if unknown.
    var width: Int
    var height: Int

    init(_ url: URL, _ facts: MediaFileFacts) {
        (path, format) = (url.path, facts.format)
        (width, height) = (facts.pixelWidth, facts.pixelHeight)
    }

    /// A version of an asset.
    ///
    /// - Throws: ``PHPhotosError`` if the asset is gone.
    init(of asset: PHAsset, _ version: PHImageRequestOptionsVersion) throws(PHPhotosError) {
        self.init(try PHAssetResource.shown(of: asset, version))
        // The library knows the size of what it shows.
        if version == .current || !asset.hasAdjustments { (width, height) = (asset.pixelWidth, asset.pixelHeight) }
    }

    init(_ file: PHAssetResource) {
        path = file.path
        format = MediaFileFormat.all.first { $0.uniformTypeIdentifier == file.uniformTypeIdentifier }
        (width, height) = (0, 0)
    }
}

/// Decodes what a file shows.
enum AssetPicture {
    /// - Throws: ``PHPhotosError`` with a sentence that names the file.
    static func image(of file: ShownFile, size: ImageSize) throws -> CGImage {
        do {
            let upright =
                if file.format == .png {
                    try drawing(file, size)
                } else {
                    try file.format?.isMovie == true ? firstPicture(file.path, size) : photo(file, size)
                }
            let (width, height) = (CVPixelBufferGetWidth(upright), CVPixelBufferGetHeight(upright))
            let part = size.visible(width: width, height: height)
            guard let image = CGImage(upright, x: part.x, y: part.y, width: part.width, height: part.height) else {
                throw CaptureError(.formatUnsupported, "the picture has no pixels")
            }
            return image
        } catch {
            throw PHPhotosError(.invalidResource, "\(file.path) cannot be shown: \(error).", cause: error)
        }
    }

    private static func photo(_ file: ShownFile, _ size: ImageSize) throws -> CVPixelBuffer {
        // Read, not mapped: if a mapped file is truncated, touching its memory crashes the process.
        let data = try Data(contentsOf: URL(fileURLWithPath: file.path))
        var limit: Int?
        if file.width > 0, file.height > 0 {
            let wanted = size.scaled(width: file.width, height: file.height)
            limit = max(wanted.width, wanted.height)
        }
        return try scaled(try StillDecoder.decode(data, maxPixelSize: limit), size, own: file)
    }

    /// The largest PNG, in pixels: it is decoded at full size, whatever size is requested.
    private static let mostPixels = 1 << 26

    /// A PNG, which no camera makes: from another program, or a screenshot.
    private static func drawing(_ file: ShownFile, _ size: ImageSize) throws -> CVPixelBuffer {
        var file = file
        if file.width == 0, let facts = MediaFileFacts(try FileBytes(path: file.path)) {
            (file.width, file.height) = (facts.pixelWidth, facts.pixelHeight)
        }
        guard file.width.multipliedReportingOverflow(by: file.height).partialValue <= mostPixels,
            max(file.width, file.height) <= mostPixels
        else {
            throw CaptureError(.fileUnreadable, "A picture of \(file.width) x \(file.height) is too large")
        }
        return try firstPicture(file.path, size)
    }

    private static func firstPicture(_ path: String, _ size: ImageSize) throws -> CVPixelBuffer {
        let picture = try FirstPicture.decode(path)
        let converter = FrameConverter(capacity: 2)
        let wanted = size.scaled(width: CVPixelBufferGetWidth(picture), height: CVPixelBufferGetHeight(picture))
        // Scaled last: libyuv rounds 8-bit chroma down when it scales it, which tints gray, most of all in HLG.
        let shown = try converter.convert(picture, to: .init(pixelFormat: kCVPixelFormatType_32BGRA))
        return try converter.convert(shown, to: .init(size: dimensions(wanted)))
    }

    /// What the decoder scaled by a whole factor, now scaled to the exact size.
    private static func scaled(
        _ picture: CVPixelBuffer, _ size: ImageSize, own file: ShownFile
    ) throws -> CVPixelBuffer {
        let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
        let own = file.width > 0 ? (file.width, file.height) : (width, height)
        let wanted = size.scaled(width: own.0, height: own.1)
        return try FrameConverter(capacity: 1).convert(picture, to: .init(size: dimensions(wanted)))
    }

    private static func dimensions(_ size: (width: Int, height: Int)) -> CMVideoDimensions {
        CMVideoDimensions(width: Int32(size.width), height: Int32(size.height))
    }
}

extension CGImage {
    /// Copies a part of a BGRA buffer, swapping red and blue.
    fileprivate convenience init?(_ buffer: CVPixelBuffer, x: Int, y: Int, width: Int, height: Int) {
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        var pixels = Data(count: width * height * 4)
        pixels.withUnsafeMutableBytes { target in
            guard let target = target.bindMemory(to: UInt32.self).baseAddress else { return }
            for row in 0..<height {
                let source = (base + (y + row) * stride + x * 4).assumingMemoryBound(to: UInt32.self)
                for column in 0..<width {
                    let pixel = source[column]
                    target[row * width + column] =
                        pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | (pixel >> 16) & 0xFF
                }
            }
        }
        self.init(width: width, height: height, bytesPerRow: width * 4, rgba: pixels)
    }
}
