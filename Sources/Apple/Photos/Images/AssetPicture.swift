import CaptureEngine
import CoreMedia
import Foundation
import MediaFileDevices
import MissingFoundation
import PhotoCoding
import PixelCoding

/// Decodes what an asset shows.
enum AssetPicture {
    /// - Throws: ``PHPhotosError`` with a sentence that names the file.
    static func image(of asset: PHAsset, size: ImageSize) throws -> CGImage {
        let file = try PHAssetResource.primary(of: asset)
        let path = file.fileURL.path
        do {
            let upright =
                if file.uniformTypeIdentifier == MediaFileFormat.png.uniformTypeIdentifier {
                    try drawing(path, asset, size)
                } else {
                    try asset.mediaType == .video ? firstPicture(path, size) : photo(path, asset, size)
                }
            let (width, height) = (CVPixelBufferGetWidth(upright), CVPixelBufferGetHeight(upright))
            let part = size.visible(width: width, height: height)
            guard let image = CGImage(upright, x: part.x, y: part.y, width: part.width, height: part.height) else {
                throw CaptureError(.formatUnsupported, "the picture has no pixels")
            }
            return image
        } catch {
            throw PHPhotosError(.invalidResource, "\(path) cannot be shown: \(error).", cause: error)
        }
    }

    private static func photo(_ path: String, _ asset: PHAsset, _ size: ImageSize) throws -> CVPixelBuffer {
        // Read, not mapped: if a mapped file is truncated, touching its memory crashes the process.
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        var limit: Int?
        if asset.pixelWidth > 0, asset.pixelHeight > 0 {
            let wanted = size.scaled(width: asset.pixelWidth, height: asset.pixelHeight)
            limit = max(wanted.width, wanted.height)
        }
        return try scaled(try StillDecoder.decode(data, maxPixelSize: limit), size, own: asset)
    }

    /// The largest PNG, in pixels: it is decoded at full size, whatever size is requested.
    private static let mostPixels = 1 << 26

    /// A PNG, which no camera makes: from another program, or a screenshot.
    private static func drawing(_ path: String, _ asset: PHAsset, _ size: ImageSize) throws -> CVPixelBuffer {
        guard asset.pixelWidth.multipliedReportingOverflow(by: asset.pixelHeight).partialValue <= mostPixels,
            max(asset.pixelWidth, asset.pixelHeight) <= mostPixels
        else {
            throw CaptureError(
                .fileUnreadable, "A picture of \(asset.pixelWidth) x \(asset.pixelHeight) is too large")
        }
        return try firstPicture(path, size)
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
    private static func scaled(_ picture: CVPixelBuffer, _ size: ImageSize, own asset: PHAsset) throws -> CVPixelBuffer
    {
        let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
        let own = asset.pixelWidth > 0 ? (asset.pixelWidth, asset.pixelHeight) : (width, height)
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
