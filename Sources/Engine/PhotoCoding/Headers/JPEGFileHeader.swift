/// Size and description of a JPEG file.
///
/// Source: ITU-T T.81, annex B (markers); CIPA DC-008 (EXIF 2.32), 4.6.
struct JPEGFileHeader {
    private(set) var facts = PictureFacts()

    /// - Returns: `nil` if there is no frame header.
    init?(_ source: some ByteSource) {
        var offset = 2
        while let marker = source.integer(at: offset, width: 2), marker >> 8 == 0xFF {
            // Any number of 0xFF bytes may precede a marker.
            if marker == 0xFFFF {
                offset += 1
                continue
            }
            guard let length = source.integer(at: offset + 2, width: 2), length >= 2 else { return nil }
            switch marker {
            case 0xFFE1: readEXIF(source.bytes(at: offset + 4, count: length - 2))
            // Frame headers are 0xFFC0 to 0xFFCF, except three that mean something else.
            case 0xFFC0...0xFFCF where marker != 0xFFC4 && marker != 0xFFC8 && marker != 0xFFCC:
                guard let height = source.integer(at: offset + 5, width: 2),
                    let width = source.integer(at: offset + 7, width: 2), width > 0
                else { return nil }
                facts.setSize(width, height)
                return
            default: break
            }
            offset += 2 + length
        }
        return nil
    }

    private mutating func readEXIF(_ segment: [UInt8]) {
        guard segment.starts(with: "Exif\0\0".utf8), let tags = TIFFTags(Array(segment.dropFirst(6))) else { return }
        facts.read(tags)
    }
}
