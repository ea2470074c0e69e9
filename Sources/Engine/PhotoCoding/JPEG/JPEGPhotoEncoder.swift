import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import Locking
import PixelCoding
import TurboJPEG
import YUV

/// Compressors with their memory. Encoders are lent to one photo at a time and reused.
final class JPEGPhotoEncoder: @unchecked Sendable {  // used only by the thread that took it from `idle`
    private static let idle = Mutex<[JPEGPhotoEncoder]>([])
    /// How many are kept while nothing is encoded; each holds about 20 MB after a photo of 12 megapixels.
    private static let keptCount = 2

    /// One for each strip of the largest picture so far.
    private var compressors: [JPEGStripCompressor] = []
    private var converter = JPEGContentConverter()
    private var small = PlaneMemory()

    /// Runs `body` with an encoder of its own.
    static func borrow<Result>(
        _ body: (JPEGPhotoEncoder) throws(CaptureError) -> Result
    ) throws(CaptureError) -> Result {
        let encoder: JPEGPhotoEncoder
        if let kept = idle.withLock({ $0.popLast() }) { encoder = kept } else { encoder = JPEGPhotoEncoder() }
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
            let block = try metadataBlock(metadata, content, size, thumbnail: thumbnail)
            let strips = JPEGStrips(size, content.subsampling)
            let compressors = try self.compressors(strips.count)
            try JPEGStripCompressor.compress(content, size, quality: quality, strips: strips, with: compressors)
            return try JPEGStripCompressor.withBytes(of: compressors[..<strips.count]) {
                (parts) throws(CaptureError) in
                try JPEGSplicer.picture(
                    parts, height: size.height, restartInterval: strips.restartInterval, exif: block)
            }
        }
    }

    /// A file from a picture that the camera has compressed; `buffer` is the decoded picture.
    func photo(
        of picture: UnsafeRawBufferPointer, showing buffer: CVPixelBuffer, metadata: PhotoMetadata,
        thumbnail: PixelSize
    ) throws(CaptureError) -> Data {
        let block = try buffer.withPlanes { (planes) throws(CaptureError) in
            let content = try converter.content(of: buffer, planes: planes)
            return try metadataBlock(metadata, content, buffer.pixelSize, thumbnail: thumbnail)
        }
        return try JPEGSplicer.picture(picture, exif: block)
    }

    /// The EXIF block, with a thumbnail that fits into it.
    private func metadataBlock(
        _ metadata: PhotoMetadata, _ content: JPEGContent, _ size: PixelSize, thumbnail: PixelSize?
    ) throws(CaptureError) -> [UInt8] {
        let block = ExifWriter.block(metadata, thumbnail: nil)
        guard let thumbnail else { return block }
        let limit = JPEGSplicer.longestBlock - block.count - ExifWriter.thumbnailOverhead
        return ExifWriter.block(
            metadata, thumbnail: try thumbnailPicture(of: content, size, as: thumbnail, maximumBytes: limit))
    }

    /// A small picture, without metadata.
    func thumbnail(of buffer: CVPixelBuffer, size: PixelSize, quality: Int) throws(CaptureError) -> Data {
        try buffer.withPlanes { (planes) throws(CaptureError) in
            let content = try converter.content(of: buffer, planes: planes)
            let compressor = try compressors(1)[0]
            try compressor.compress(try scaled(content, buffer.pixelSize, to: size), size, quality: quality)
            return compressor.withBytes { Data($0) }
        }
    }

    /// A small picture that fits into a number of bytes: first its quality is reduced, then its size.
    ///
    /// - Returns: `nil` if not even a tiny one fits.
    private func thumbnailPicture(
        of content: JPEGContent, _ size: PixelSize, as thumbnail: PixelSize, maximumBytes: Int
    ) throws(CaptureError) -> [UInt8]? {
        var thumbnail = thumbnail
        let compressor = try compressors(1)[0]
        while thumbnail.width >= 8, thumbnail.height >= 8 {
            let picture = try scaled(content, size, to: thumbnail)
            for quality in [80, 60, 40, 20] {
                try compressor.compress(picture, thumbnail, quality: quality)
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

    /// At least this many compressors.
    private func compressors(_ count: Int) throws(CaptureError) -> [JPEGStripCompressor] {
        while compressors.count < count { compressors.append(try JPEGStripCompressor()) }
        return compressors
    }
}
