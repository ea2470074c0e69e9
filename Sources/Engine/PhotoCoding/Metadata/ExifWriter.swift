/// Makes the EXIF block of a photo, without the container's own header.
enum ExifWriter {
    /// - Parameter thumbnail: a small JPEG picture for the second directory.
    /// - Returns: a TIFF structure: for a JPEG file's APP1 after `Exif\0\0`, for an HEIC item after its length.
    ///
    /// Source: EXIF 2.32 (CIPA DC-008-2019), 4.5 and 4.6.
    static func block(_ metadata: PhotoMetadata, thumbnail: [UInt8]?) -> [UInt8] {
        TIFFWriter.file([directory(metadata)] + (thumbnail.map { [thumbnailDirectory($0)] } ?? []))
    }

    /// The main directory, with those for Exif and GPS.
    ///
    /// - Parameter isDNG: leaves out what only applies to compressed colors.
    static func directory(_ metadata: PhotoMetadata, isDNG: Bool = false) -> TIFFDirectory {
        let fields = required.merging(metadata.fields) { $1 }
        func directory(_ group: ExifTag.Group) -> TIFFDirectory {
            var directory = TIFFDirectory()
            for (tag, value) in fields where tag.group == group { directory[tag.number] = value }
            return directory
        }
        var main = directory(.tiff)
        var exif = directory(.exif)
        var gps = directory(.gps)
        // Chroma samples lie between the pixels, as in JFIF.
        main[Tag.yCbCrPositioning] = .short([1])
        if isDNG {
            for tag in [ExifTag.componentsConfiguration, .flashPixVersion, .colorSpace] { exif[tag.number] = nil }
        }
        if let note = AppleMakerNote.note(of: metadata) { exif[Tag.makerNote] = .undefined(note) }
        main.children[Tag.exif] = [exif]
        if !gps.fields.isEmpty {
            gps[ExifTag.gpsVersion.number] = .byte([2, 3, 0, 0])
            main.children[Tag.gps] = [gps]
        }
        return main
    }

    /// More than a second directory needs in addition to the thumbnail.
    static let thumbnailOverhead = 128

    /// The fields that the standard requires; the metadata may override them.
    private static let required: [ExifTag: TIFFValue] = [
        .orientation: .short([1]),
        .xResolution: .rational([TIFFRational(72, 1)]),
        .yResolution: .rational([TIFFRational(72, 1)]),
        // Inches.
        .resolutionUnit: .short([2]),
        .exifVersion: .undefined(Array("0232".utf8)),
        // Y, Cb, Cr, nothing.
        .componentsConfiguration: .undefined([1, 2, 3, 0]),
        .flashPixVersion: .undefined(Array("0100".utf8)),
        // sRGB.
        .colorSpace: .short([1]),
    ]

    private enum Tag {
        static let compression: UInt16 = 0x0103
        static let thumbnailOffset: UInt16 = 0x0201
        static let thumbnailLength: UInt16 = 0x0202
        static let yCbCrPositioning: UInt16 = 0x0213
        static let exif: UInt16 = 0x8769
        static let gps: UInt16 = 0x8825
        static let makerNote: UInt16 = 0x927C
    }

    private static func thumbnailDirectory(_ thumbnail: [UInt8]) -> TIFFDirectory {
        var directory = TIFFDirectory()
        // JPEG, as TIFF 6.0 had it.
        directory[Tag.compression] = .short([6])
        for tag in [ExifTag.xResolution, .yResolution] { directory[tag.number] = .rational([TIFFRational(72, 1)]) }
        directory[ExifTag.resolutionUnit.number] = .short([2])
        directory[Tag.yCbCrPositioning] = .short([1])
        directory.blocks = [
            .init(offsetTag: Tag.thumbnailOffset, lengthTag: Tag.thumbnailLength, bytes: thumbnail)
        ]
        return directory
    }
}

/// Apple's maker note, as iOS writes it: it joins the photos of a burst, and the parts of a Live Photo.
///
/// Apple does not publish its layout; exiftool's tag table "Apple" describes it.
enum AppleMakerNote {
    /// - Returns: `nil` if there is nothing to say.
    static func note(of metadata: PhotoMetadata) -> [UInt8]? {
        if metadata.burstIdentifier == nil, metadata.contentIdentifier == nil { return nil }
        var directory = TIFFDirectory()
        directory[0x0001] = .signedLong([14])
        directory[0x000B] = metadata.burstIdentifier.map { .text($0) }
        directory[0x0011] = metadata.contentIdentifier.map { .text($0) }
        let header = Array("Apple iOS".utf8) + [0, 0, 1] + Array("MM".utf8)
        return TIFFWriter.note(header: header, directory, order: .bigEndian)
    }
}
