import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import Locking
import TurboJPEG
import YUV

/// One compressor with its memory. Encoders are lent to one photo at a time and kept for the next one.
final class JPEGPhotoEncoder: @unchecked Sendable {  // whoever took it from `idle` is the only one who has it
    private static let idle = Mutex<[JPEGPhotoEncoder]>([])
    /// How many are kept when nothing is encoded; each holds about 20 MB after a photo of 12 megapixels.
    private static let keptCount = 2

    private var compressor: JPEGCompressor
    private var converter = JPEGContentConverter()
    private var small = PlaneMemory()

    private init() throws(CaptureError) {
        do {
            compressor = try JPEGCompressor()
        } catch {
            throw CaptureError(.encodeFailed, "The JPEG encoder cannot be set up: \(error)", cause: error)
        }
    }

    /// Runs `body` with an encoder that nobody else has.
    static func borrow<Result>(
        _ body: (JPEGPhotoEncoder) throws(CaptureError) -> Result
    ) throws(CaptureError) -> Result {
        let encoder: JPEGPhotoEncoder
        if let kept = idle.withLock({ $0.popLast() }) { encoder = kept } else { encoder = try JPEGPhotoEncoder() }
        defer { idle.withLock { if $0.count < keptCount { $0.append(encoder) } } }
        return try body(encoder)
    }

    /// A whole file.
    func photo(
        of buffer: CVPixelBuffer, quality: Int, metadata: PhotoMetadata, thumbnail: PixelSize?
    ) throws(CaptureError) -> Data {
        try buffer.withPlanes { (planes) throws(CaptureError) in
            let content = try converter.content(of: buffer, planes: planes)
            let size = buffer.pixelSize
            var block = ExifWriter.block(metadata, thumbnail: nil)
            if let thumbnail {
                let limit = JPEGSplicer.longestBlock - block.count - ExifWriter.thumbnailOverhead
                let picture = try thumbnailPicture(of: content, size, as: thumbnail, maximumBytes: limit)
                block = ExifWriter.block(metadata, thumbnail: picture)
            }
            try compress(content, size, quality: quality)
            return try compressor.withBytes { (bytes) throws(CaptureError) in
                try JPEGSplicer.picture(bytes, exif: block)
            }
        }
    }

    /// A small picture, without metadata.
    func thumbnail(of buffer: CVPixelBuffer, size: PixelSize, quality: Int) throws(CaptureError) -> Data {
        try buffer.withPlanes { (planes) throws(CaptureError) in
            let content = try converter.content(of: buffer, planes: planes)
            try compress(try scaled(content, buffer.pixelSize, to: size), size, quality: quality)
            return compressor.withBytes { Data($0) }
        }
    }

    /// A small picture that fits into a number of bytes: its quality is lowered first, then its size.
    ///
    /// - Returns: `nil` when not even a tiny one fits.
    private func thumbnailPicture(
        of content: JPEGContent, _ size: PixelSize, as thumbnail: PixelSize, maximumBytes: Int
    ) throws(CaptureError) -> [UInt8]? {
        var thumbnail = thumbnail
        while thumbnail.width >= 8, thumbnail.height >= 8 {
            let picture = try scaled(content, size, to: thumbnail)
            for quality in [80, 60, 40, 20] {
                try compress(picture, thumbnail, quality: quality)
                let bytes = compressor.withBytes { $0.count <= maximumBytes ? Array($0) : nil }
                if let bytes { return bytes }
            }
            thumbnail = PixelSize(width: thumbnail.width / 2, height: thumbnail.height / 2)
        }
        return nil
    }

    private func scaled(
        _ content: JPEGContent, _ size: PixelSize, to target: PixelSize
    ) throws(CaptureError) -> JPEGContent {
        switch content {
        case .planes(let planes, let subsampling):
            func planeSize(_ plane: Int, of size: PixelSize) -> PixelSize {
                let size = subsampling.size(ofPlane: plane, width: size.width, height: size.height)
                return PixelSize(width: size.width, height: size.height)
            }
            let sizes = planes.indices.map { planeSize($0, of: target) }
            let targets = small.planes(sizes)
            for (index, plane) in planes.enumerated() {
                Scaling.plane(
                    plane, size: planeSize(index, of: size), to: targets[index], size: sizes[index], filter: .box)
            }
            return .planes(targets.map(\.readOnly), subsampling)
        case .pixels(let pixels):
            let plane = small.planes([PixelSize(width: target.width * 4, height: target.height)])[0]
            do {
                try Scaling.bgra(pixels, size: size, to: plane, size: target, filter: .box)
            } catch {
                throw CaptureError(.encodeFailed, "The photo cannot be scaled: \(error)", cause: error)
            }
            return .pixels(plane.readOnly)
        }
    }

    private func compress(_ content: JPEGContent, _ size: PixelSize, quality: Int) throws(CaptureError) {
        do {
            switch content {
            case .planes(let planes, let subsampling):
                try compressor.compress(
                    planes: planes.map { JPEGPlane(reading: $0.base, bytesPerRow: $0.bytesPerRow) },
                    width: size.width, height: size.height, subsampling: subsampling, quality: quality)
            case .pixels(let pixels):
                try compressor.compress(
                    bgra: pixels.base, bytesPerRow: pixels.bytesPerRow, width: size.width, height: size.height,
                    subsampling: .yuv420, quality: quality)
            }
        } catch {
            throw CaptureError(.encodeFailed, "The photo cannot be encoded as JPEG: \(error)", cause: error)
        }
    }
}
