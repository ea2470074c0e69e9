import CaptureEngine
import CoreVideo
import Foundation
import HEIF
import PixelCoding
import TurboJPEG

/// A picture file of any origin: what it says of itself, its pixels as they are stored, and its thumbnail.
package struct PictureFile: Sendable {
    package enum Kind: Sendable, CaseIterable {
        case jpeg, heic, png, gif, dng

        /// The uniform type identifier.
        package var type: String {
            switch self {
            case .jpeg: "public.jpeg"
            case .heic: "public.heic"
            case .png: "public.png"
            case .gif: "com.compuserve.gif"
            case .dng: "com.adobe.raw-image"
            }
        }

        init?(of data: Data) {
            if PNGFile.Header(data) != nil {
                self = .png
                return
            }
            if data.starts(with: Array("GIF8".utf8)) {
                self = .gif
                return
            }
            guard let kind = PhotoFileFormat.all.format(of: data).flatMap({ Self.photos[$0.id] }) else { return nil }
            self = kind
        }

        /// The kinds that photos have: one for each of `PhotoFileFormat.all`.
        static let photos: [PhotoFileFormat.ID: Kind] = [.jpeg: .jpeg, .heic: .heic, .dng: .dng]
    }

    package let data: Data
    package let kind: Kind
    /// In pixels, before they are turned upright.
    package let size: (width: Int, height: Int)
    /// How the stored pixels are turned upright.
    package let orientation: ExifOrientation
    /// Of a sample.
    package let bits: Int
    package let isGray: Bool
    package let hasAlpha: Bool
    /// What the file's EXIF block says; `nil` if it has none.
    package let metadata: PhotoMetadata?
    /// `nil` for anything but a GIF file.
    package let animation: GIFHeader?
    private let pictures: GIFPictures?

    /// The number of pictures; more than one only in a GIF file.
    package var count: Int { animation?.frames.count ?? 1 }

    /// - Returns: `nil` for anything but JPEG, HEIC, PNG, GIF and DNG files, and for those whose header is damaged.
    package init?(_ data: Data) {
        guard let kind = Kind(of: data) else { return nil }
        self.data = data
        self.kind = kind
        animation = kind == .gif ? GIFHeader(data) : nil
        pictures = animation.map { _ in GIFPictures(data) }
        switch kind {
        case .jpeg:
            guard let header = Self.jpegHeader(data) else { return nil }
            metadata = data.withUnsafeBytes { bytes in
                EmbeddedPictures.exif(ofJPEG: bytes).flatMap { ExifReader.metadata(of: Array($0)) }
            }
            (size, bits) = ((header.width, header.height), 8)
            (isGray, hasAlpha) = (header.subsampling == .gray, false)
            orientation = metadata?.orientation ?? .up
        case .heic:
            guard let header = HEIFFileHeader(data) else { return nil }
            metadata = header.exifOffset.flatMap { ExifReader.metadata(of: data, at: $0) }
            (size, bits) = (header.storedSize, header.bits)
            (isGray, hasAlpha) = (false, false)
            orientation = header.orientation
        case .png:
            guard let header = PNGFile.Header(data) else { return nil }
            metadata = PNGFile.exif(of: data).flatMap { ExifReader.metadata(of: $0) }
            (size, bits) = ((header.width, header.height), header.bits)
            (isGray, hasAlpha) = (header.isGray, header.hasAlpha)
            orientation = metadata?.orientation ?? .up
        case .gif:
            guard let animation else { return nil }
            metadata = nil
            (size, bits, orientation) = ((animation.width, animation.height), 8, .up)
            (isGray, hasAlpha) = (false, animation.frames.contains(where: \.hasTransparency))
        case .dng:
            guard let header = DNGFileHeader(data) else { return nil }
            metadata = ExifReader.metadata(of: data)
            orientation = metadata?.orientation ?? .up
            let (width, height) = (header.facts.width, header.facts.height)
            size = orientation.rotation % 180 == 90 ? (height, width) : (width, height)
            (bits, isGray, hasAlpha) = (8, false, false)
        }
    }

    /// The pixels as they are stored: BGRA, opaque unless ``hasAlpha``, and then multiplied by it. Of a DNG file, those
    /// of its preview.
    ///
    /// - Throws: as ``StillDecoder``.
    ///
    /// - Parameter index: of the picture, below ``count``.
    package func pixels(at index: Int = 0) throws(CaptureError) -> CVPixelBuffer {
        try stored(try upright(index, maxPixelSize: nil))
    }

    /// A smaller picture, made from all of it.
    ///
    /// - Parameters:
    ///   - index: of the picture, below ``count``.
    ///   - maxPixelSize: the limit for the longer side.
    ///   - turns: whether it is turned upright.
    package func reduced(
        at index: Int = 0, maxPixelSize: Int?, turns: Bool
    ) throws(CaptureError) -> CVPixelBuffer {
        let picture = try upright(index, maxPixelSize: maxPixelSize)
        return turns ? picture : try stored(picture)
    }

    /// The thumbnail that is in the file; `nil` if there is none. The parameters are those of
    /// ``reduced(at:maxPixelSize:turns:)``.
    package func thumbnail(maxPixelSize: Int?, turns: Bool) throws(CaptureError) -> CVPixelBuffer? {
        let result: Result<CVPixelBuffer?, CaptureError> = data.withUnsafeBytes { bytes in
            Result { () throws(CaptureError) in
                switch kind {
                case .jpeg:
                    guard let small = EmbeddedPictures.thumbnail(ofJPEG: bytes) else { return nil }
                    return try StillDecoder.jpeg(
                        small, orientation: turns ? orientation : .up, StillLimits(maxPixelSize: maxPixelSize))
                case .heic:
                    guard let decoder = try? HEIFDecoder(reading: bytes, largestSide: 1 << 16), decoder.hasThumbnail
                    else { return nil }
                    let small = try StillDecoder.heif(
                        bytes, StillLimits(maxPixelSize: maxPixelSize), thumbnail: true)
                    return turns ? small : try stored(small)
                case .png, .gif, .dng: return nil
                }
            }
        }
        return try result.get()
    }

    /// The file of the thumbnail in a JPEG file.
    package func thumbnail(in bytes: UnsafeRawBufferPointer) -> Data? {
        EmbeddedPictures.thumbnail(ofJPEG: bytes).map { Data($0) }
    }

    private func upright(_ index: Int, maxPixelSize: Int?) throws(CaptureError) -> CVPixelBuffer {
        if let pictures {
            return try StillGeometry.upright(try pictures.picture(at: index), .up, maxPixelSize: maxPixelSize)
        }
        guard kind == .png else { return try StillDecoder.decode(data, maxPixelSize: maxPixelSize) }
        guard let picture = PNGFile.decode(data) else {
            throw CaptureError(.fileUnreadable, "The PNG file is damaged")
        }
        return try StillGeometry.upright(picture, orientation, maxPixelSize: maxPixelSize)
    }

    private func stored(_ upright: CVPixelBuffer) throws(CaptureError) -> CVPixelBuffer {
        try StillGeometry.upright(upright, orientation.inverse)
    }

    private static func jpegHeader(_ data: Data) -> JPEGHeader? {
        data.withUnsafeBytes { bytes in
            guard var decoder = try? JPEGDecompressor() else { return nil }
            return try? decoder.header(of: bytes)
        }
    }
}
