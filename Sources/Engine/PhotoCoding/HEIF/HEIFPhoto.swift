import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import Locking
import PixelCoding
import YUV

/// Makes HEIC files from frames. Any thread; one picture is compressed at a time, on all processors.
///
/// The picture is stored as the camera delivered it, and `irot` and `imir` rotate it upright; EXIF says the same.
/// Apple's cameras write files in the same way.
package enum HEIFPhoto {
    /// Encodes a frame as an HEIC file with EXIF metadata.
    ///
    /// The samples are the frame's: it keeps its matrix and range, and the file says which they are.
    ///
    /// - Parameters:
    ///   - buffer: NV12 in 8 or 10 bits, planar 4:2:0, packed 4:2:2, BGRA, 8-bit gray or a Bayer mosaic.
    ///   - quality: 0…1.
    ///   - bitDepth: of the file: 8, or 10 for a 10-bit frame whose colors need it.
    ///   - metadata: its size is replaced by the buffer's.
    ///   - thumbnail: the size of a small picture in the file, before rotation.
    ///   - auxiliaries: pictures that belong to this one, in its shape and orientation.
    /// - Throws: ``CaptureError`` `encoderNotFound`, `formatUnsupported` or `encodeFailed`.
    package static func encode(
        _ buffer: CVPixelBuffer, quality: Double = 0.9, bitDepth: Int = 8, metadata: PhotoMetadata = PhotoMetadata(),
        thumbnail: CMVideoDimensions? = nil, auxiliaries: [AuxiliaryPicture] = []
    ) throws(CaptureError) -> Data {
        let picture = try compress(buffer, quality: quality, bitDepth: bitDepth, thumbnail: thumbnail)
        return try picture.file(metadata: metadata, auxiliaries: auxiliaries)
    }

    /// The costly part of ``encode(_:quality:bitDepth:metadata:thumbnail:auxiliaries:)``: the result can become files
    /// with different metadata.
    package static func compress(
        _ buffer: CVPixelBuffer, quality: Double = 0.9, bitDepth: Int = 8, thumbnail: CMVideoDimensions? = nil
    ) throws(CaptureError) -> Picture {
        let quantizer = HEVCStillEncoder.quantizer(quality: quality)
        let stills = try memory.withLock { (memory) throws(CaptureError) in
            try memory.compress(buffer, quantizer: quantizer, bitDepth: bitDepth > 8 ? 10 : 8, thumbnail: thumbnail)
        }
        return Picture(stills: stills, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
    }

    /// A compressed picture and its thumbnail.
    package struct Picture: Sendable {
        fileprivate let stills: [HEVCStill]
        fileprivate let width: Int
        fileprivate let height: Int

        /// Makes a file of the picture; the parameters are those of
        /// ``HEIFPhoto/encode(_:quality:bitDepth:metadata:thumbnail:auxiliaries:)``.
        package func file(
            metadata: PhotoMetadata, auxiliaries: [AuxiliaryPicture] = []
        ) throws(CaptureError) -> Data {
            var metadata = metadata
            metadata.pixelWidth = width
            metadata.pixelHeight = height
            var composer = HEIFComposer(orientation: metadata.orientation)
            composer.addPrimary(stills[0])
            if stills.count > 1 { composer.addThumbnail(stills[1]) }
            for auxiliary in auxiliaries {
                let still = try memory.withLock { (memory) throws(CaptureError) in try memory.compress(auxiliary) }
                composer.add(auxiliary, still)
            }
            composer.add(metadata)
            return try composer.file()
        }
    }

    /// Kept between photos. Its holder compresses: two at a time would only compete for the processors.
    private static let memory = Mutex(Memory())

    /// Memory for conversions.
    private final class Memory {
        private var converter = HEVCPictureConverter()
        private var small = PlaneMemory()
        private var padding = PlaneMemory()

        /// Compresses the picture, then its thumbnail.
        func compress(
            _ buffer: CVPixelBuffer, quantizer: Int, bitDepth: Int, thumbnail: CMVideoDimensions?
        ) throws(CaptureError) -> [HEVCStill] {
            try buffer.withPlanes { (planes) throws(CaptureError) in
                let picture = try converter.picture(of: buffer, planes: planes, bitDepth: bitDepth)
                var stills = [try HEVCStillEncoder.encode(picture.padded(in: &padding), quantizer: quantizer)]
                if let thumbnail {
                    let size = PixelSize(width: max(Int(thumbnail.width), 1), height: max(Int(thumbnail.height), 1))
                    let small = picture.scaled(to: size, in: &small)
                    stills.append(try HEVCStillEncoder.encode(small.padded(in: &padding), quantizer: 26))
                }
                return stills
            }
        }

        func compress(_ auxiliary: AuxiliaryPicture) throws(CaptureError) -> HEVCStill {
            let buffer = auxiliary.buffer
            return try buffer.withPlanes { (planes) throws(CaptureError) in
                let picture = try converter.picture(of: buffer, planes: planes, bitDepth: 8)
                return try HEVCStillEncoder.encode(picture.padded(in: &padding), quantizer: auxiliary.quantizer)
            }
        }
    }
}
