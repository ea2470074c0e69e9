import TurboJPEG
import YUV

/// Finds what is needed to show files from elsewhere: the orientation, and the previews of raw files. What makes no
/// sense is skipped.
enum EmbeddedPictures {
    /// The orientation in the EXIF block of a JPEG picture.
    static func orientation(ofJPEG jpeg: UnsafeRawBufferPointer) -> PhotoMetadata.Orientation {
        guard let fields = exif(ofJPEG: jpeg).flatMap({ TIFFFields($0) }),
            let main = fields.directory(at: fields.first)
        else { return .up }
        return orientation(fields, main)
    }

    /// The thumbnail in the EXIF block of a JPEG picture.
    static func thumbnail(ofJPEG jpeg: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard let block = exif(ofJPEG: jpeg), let fields = TIFFFields(block),
            let directory = fields.next(after: fields.first).flatMap({ fields.directory(at: $0) }),
            let offset = fields.numbers(Tag.thumbnailOffset, in: directory)?.first,
            let length = fields.numbers(Tag.thumbnailLength, in: directory)?.first,
            length > 0, offset + length <= block.count
        else { return nil }
        return UnsafeRawBufferPointer(rebasing: block[offset..<offset + length])
    }

    /// The EXIF block of a JPEG picture: a TIFF structure.
    static func exif(ofJPEG jpeg: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let mark = Array("Exif".utf8) + [0, 0]
        for segment in JPEGSegments(jpeg) where segment.marker == JPEGSegments.Marker.app1 {
            guard jpeg[segment.contents].starts(with: mark) else { continue }
            return UnsafeRawBufferPointer(rebasing: jpeg[segment.contents].dropFirst(mark.count))
        }
        return nil
    }

    /// The largest JPEG picture that a TIFF file holds besides its raw data.
    static func largestJPEG(
        inTIFF bytes: UnsafeRawBufferPointer
    ) -> (picture: UnsafeRawBufferPointer, size: PixelSize, orientation: PhotoMetadata.Orientation)? {
        guard let fields = TIFFFields(bytes), let main = fields.directory(at: fields.first) else { return nil }
        let children = (fields.numbers(Tag.subDirectories, in: main) ?? []).prefix(16)
        let pictures = ([main] + children.compactMap { fields.directory(at: $0) }).compactMap { directory in
            jpeg(fields, directory, bytes)
        }
        guard let largest = pictures.max(by: { $0.size.width < $1.size.width }) else { return nil }
        return (largest.bytes, largest.size, orientation(fields, main))
    }

    private static func jpeg(
        _ fields: TIFFFields, _ directory: TIFFFields.Directory, _ bytes: UnsafeRawBufferPointer
    ) -> (bytes: UnsafeRawBufferPointer, size: PixelSize)? {
        // 8-bit JPEG; losslessly compressed raw data has another photometric interpretation.
        guard fields.numbers(Tag.compression, in: directory) == [7],
            fields.numbers(Tag.photometric, in: directory) == [6],
            let width = fields.numbers(Tag.imageWidth, in: directory)?.first,
            let offset = fields.numbers(Tag.stripOffsets, in: directory), offset.count == 1,
            let length = fields.numbers(Tag.stripByteCounts, in: directory), length.count == 1,
            offset[0] + length[0] <= bytes.count
        else { return nil }
        let height = fields.numbers(Tag.imageLength, in: directory)?.first ?? 0
        return (
            UnsafeRawBufferPointer(rebasing: bytes[offset[0]..<offset[0] + length[0]]),
            PixelSize(width: width, height: height)
        )
    }

    private static func orientation(
        _ fields: TIFFFields, _ directory: TIFFFields.Directory
    ) -> PhotoMetadata.Orientation {
        let value = fields.numbers(ExifTag.orientation.number, in: directory)?.first
        return value.flatMap { PhotoMetadata.Orientation(rawValue: $0) } ?? .up
    }

    private enum Tag {
        static let imageWidth: UInt16 = 256
        static let imageLength: UInt16 = 257
        static let compression: UInt16 = 259
        static let photometric: UInt16 = 262
        static let stripOffsets: UInt16 = 273
        static let stripByteCounts: UInt16 = 279
        static let thumbnailOffset: UInt16 = 513
        static let thumbnailLength: UInt16 = 514
        static let subDirectories: UInt16 = 330
    }
}
