import CaptureEngine
import CoreVideo
import Foundation
import HEIF
import PixelCoding
import TurboJPEG
import YUV

/// Reads photo files: those of each ``PhotoFileFormat``, of a RAW photo the preview. Any thread.
package enum StillDecoder {
    /// Decodes a photo for display: rotated and mirrored upright.
    ///
    /// - Parameters:
    ///   - data: a file of any origin, so it may be damaged or not a photo at all.
    ///   - maxPixelSize: the limit for the longer side; the picture keeps its shape and is never enlarged. A small
    ///     picture is made much faster than a full-sized one.
    /// - Returns: opaque `kCVPixelFormatType_32BGRA`, with the dynamic range of a screen.
    /// - Throws: ``CaptureError`` `fileUnreadable` for anything that is not a photo, is damaged or larger than 268
    ///   megapixels, `encoderNotFound` if the library for its format is not installed.
    package static func decode(
        _ data: Data, maxPixelSize: Int? = nil, formats: [PhotoFileFormat] = PhotoFileFormat.all
    ) throws(CaptureError) -> CVPixelBuffer {
        guard let format = formats.format(of: data) else {
            throw CaptureError(.fileUnreadable, "The file is not a photo that can be shown")
        }
        let result: Result<CVPixelBuffer, CaptureError> = data.withUnsafeBytes { bytes in
            Result { () throws(CaptureError) in
                try format.reading.decode(bytes, StillLimits(maxPixelSize: maxPixelSize.map { max($0, 1) }))
            }
        }
        return try result.get()
    }

    /// The most pixels that are decoded: beyond any camera's, but within what memory holds.
    static let mostPixels = 1 << 28
    /// The longest side that is decoded.
    private static let longestSide = 1 << 16

    static func jpeg(
        _ bytes: UnsafeRawBufferPointer, orientation: PhotoMetadata.Orientation, _ limits: StillLimits
    ) throws(CaptureError) -> CVPixelBuffer {
        do {
            var decoder = try JPEGDecompressor()
            let header = try decoder.header(of: bytes)
            guard header.width * header.height <= mostPixels else {
                throw CaptureError(.fileUnreadable, "A photo of \(header.width) x \(header.height) is too large")
            }
            let reduction = reduction(of: header, limits.maxPixelSize)
            let size = header.reduced(by: reduction)
            let buffer = try CVPixelBuffer.make(width: size.width, height: size.height, kCVPixelFormatType_32BGRA)
            let outcome = try buffer.withPlanes { planes in
                try decoder.decompress(
                    bytes, header: header, toBGRA: planes[0].base, bytesPerRow: planes[0].bytesPerRow,
                    reduction: reduction)
            }
            // Bytes between two markers do no harm; any other damage leaves a part of the picture gray.
            if case .damaged(let text) = outcome, !text.contains("extraneous bytes") {
                throw CaptureError(.fileUnreadable, "The photo is damaged: \(text)")
            }
            return try StillGeometry.upright(buffer, orientation, maxPixelSize: limits.maxPixelSize)
        } catch let error as CaptureError {
            throw error
        } catch {
            throw CaptureError(.fileUnreadable, "The photo cannot be decoded: \(error)", cause: error)
        }
    }

    /// The largest reduction that still gives enough pixels.
    private static func reduction(of header: JPEGHeader, _ maxPixelSize: Int?) -> Int {
        guard let maxPixelSize else { return 1 }
        let side = max(header.width, header.height)
        return [8, 4, 2].first { side / $0 >= maxPixelSize } ?? 1
    }

    /// - Parameter thumbnail: whether the smallest picture of the picture that is in the file will do.
    static func heif(
        _ bytes: UnsafeRawBufferPointer, _ limits: StillLimits, thumbnail: Bool = false
    ) throws(CaptureError) -> CVPixelBuffer {
        do {
            let decoder = try HEIFDecoder(reading: bytes, largestSide: longestSide)
            guard decoder.width * decoder.height <= mostPixels else {
                throw CaptureError(.fileUnreadable, "A photo of \(decoder.width) x \(decoder.height) is too large")
            }
            let toScreen = decoder.colors.flatMap {
                ScreenColors(transferCharacteristics: $0.transfer, primaries: $0.primaries)
            }
            let needed = thumbnail ? StillLimits(maxPixelSize: 1) : limits
            let buffer = try toScreen.flatMap { try bright(decoder, $0, needed) } ?? plain(decoder, toScreen, needed)
            return try StillGeometry.upright(buffer, .up, maxPixelSize: limits.maxPixelSize)
        } catch let error as HEIFError where error.code == .libraryMissing {
            throw CaptureError(.encoderNotFound, "HEIC photos cannot be read: \(error)", cause: error)
        } catch let error as CaptureError {
            throw error
        } catch {
            throw CaptureError(.fileUnreadable, "The photo cannot be decoded: \(error)", cause: error)
        }
    }

    /// - Returns: what libheif makes of any kind of picture, in 8 bits.
    private static func plain(
        _ decoder: HEIFDecoder, _ toScreen: ScreenColors?, _ limits: StillLimits
    ) throws -> CVPixelBuffer {
        try decoder.decode(leastSide: limits.maxPixelSize) { pixels, bytesPerRow, width, height in
            let buffer = try CVPixelBuffer.make(width: width, height: height, kCVPixelFormatType_32BGRA)
            try buffer.withPlanes { planes in
                let target = MutablePlane(planes[0].base, bytesPerRow: planes[0].bytesPerRow)
                try YUVConversion.rgbToBGRA(
                    Plane(pixels, bytesPerRow: bytesPerRow), order: .rgba, to: target, size: buffer.pixelSize)
                toScreen?.apply(to: target, size: buffer.pixelSize)
            }
            return buffer
        }
    }

    /// A picture of high dynamic range, not through libheif's 8 bits, which are too few; `nil` if it is not 4:2:0.
    private static func bright(
        _ decoder: HEIFDecoder, _ toScreen: ScreenColors, _ limits: StillLimits
    ) throws -> CVPixelBuffer? {
        guard let colors = decoder.colors else { return nil }
        let matrix: YUVMatrix = colors.matrix == 1 ? .rec709 : [5, 6].contains(colors.matrix) ? .rec601 : .rec2020
        return try decoder.decodePlanes(leastSide: limits.maxPixelSize) { picture in
            let buffer = try CVPixelBuffer.make(width: picture.width, height: picture.height, kCVPixelFormatType_32BGRA)
            let source = Planar(luma: Plane(picture.luma), cb: Plane(picture.cb), cr: Plane(picture.cr))
            buffer.withPlanes { planes in
                toScreen.planarToBGRA(
                    source, bits: picture.bits, matrix: matrix, range: colors.isFullRange ? .full : .video,
                    to: MutablePlane(planes[0].base, bytesPerRow: planes[0].bytesPerRow), size: buffer.pixelSize)
            }
            return buffer
        }
    }
}

extension Plane {
    fileprivate init(_ rows: HEIFDecoder.Planes.Rows) { self.init(rows.base, bytesPerRow: rows.bytesPerRow) }
}

/// How much of a photo is wanted.
package struct StillLimits: Sendable {
    /// The limit for the longer side; `nil` for all there is.
    package let maxPixelSize: Int?
}
