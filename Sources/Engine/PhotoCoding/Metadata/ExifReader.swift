/// Reads the EXIF block of a picture of any origin: the fields that ``ExifTag`` knows.
///
/// Source: EXIF 2.32 (CIPA DC-008-2019), 4.5 and 4.6; TIFF 6.0, section 2.
struct ExifReader {
    private let source: any ByteSource
    /// The offsets are relative to this.
    private let base: Int
    private let order: TIFFByteOrder

    /// - Parameter base: where the TIFF structure begins.
    /// - Returns: `nil` if there is none.
    static func metadata(of source: some ByteSource, at base: Int = 0) -> PhotoMetadata? {
        let order: TIFFByteOrder
        switch source.bytes(at: base, count: 4) {
        case [0x49, 0x49, 0x2A, 0x00]: order = .littleEndian
        case [0x4D, 0x4D, 0x00, 0x2A]: order = .bigEndian
        default: return nil
        }
        return ExifReader(source: source, base: base, order: order).metadata()
    }

    private enum Pointer {
        static let exif = 0x8769
        static let gps = 0x8825
        static let makerNote = 0x927C
        static let burstIdentifier = 0x000B
        static let contentIdentifier = 0x0011
    }

    /// A longer field is unknown here, or damaged.
    private static let longestField = 1 << 16

    private struct Entry {
        var type: Int
        var count: Int
        /// The offset of the value, from the base.
        var offset: Int
    }

    private func metadata() -> PhotoMetadata? {
        guard let first = integer(at: 4, width: 4) else { return nil }
        var metadata = PhotoMetadata()
        let main = entries(at: first)
        read(main, .tiff, into: &metadata)
        if let entry = main[Pointer.exif], let offset = integer(at: entry.offset, width: 4) {
            let exif = entries(at: offset)
            read(exif, .exif, into: &metadata)
            if let note = exif[Pointer.makerNote] { readMakerNote(note, into: &metadata) }
        }
        if let entry = main[Pointer.gps], let offset = integer(at: entry.offset, width: 4) {
            read(entries(at: offset), .gps, into: &metadata)
        }
        return metadata
    }

    private func read(_ entries: [Int: Entry], _ group: ExifTag.Group, into metadata: inout PhotoMetadata) {
        for tag in ExifTag.all where tag.group == group {
            guard let entry = entries[Int(tag.number)], let value = value(entry), tag.form.accepts(value) else {
                continue
            }
            metadata.fields[tag] = tag.form == .comment ? littleEndianComment(value) : value
        }
    }

    private func entries(at offset: Int) -> [Int: Entry] {
        var entries: [Int: Entry] = [:]
        guard let count = integer(at: offset, width: 2) else { return entries }
        for index in 0..<count {
            let place = offset + 2 + 12 * index
            guard let tag = integer(at: place, width: 2), let type = integer(at: place + 2, width: 2),
                let count = integer(at: place + 4, width: 4)
            else { break }
            guard let width = Self.widths[type], count > 0, count * width <= Self.longestField,
                let start = count * width <= 4 ? place + 8 : integer(at: place + 8, width: 4)
            else { continue }
            entries[tag] = Entry(type: type, count: count, offset: start)
        }
        return entries
    }

    /// The bytes of one value, by type.
    private static let widths = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8]

    private func value(_ entry: Entry) -> TIFFValue? {
        let width = Self.widths[entry.type] ?? 1
        let bytes = source.bytes(at: base + entry.offset, count: entry.count * width)
        guard bytes.count == entry.count * width else { return nil }
        func number(_ start: Int, _ width: Int) -> UInt32 {
            let part = bytes[start..<start + width]
            return UInt32(truncatingIfNeeded: order == .bigEndian ? part.bigEndian : part.reversed().bigEndian)
        }
        let starts = stride(from: 0, to: bytes.count, by: width)
        switch entry.type {
        case 1: return .byte(bytes)
        case 2: return .text(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
        case 3: return .short(starts.map { UInt16(truncatingIfNeeded: number($0, 2)) })
        case 4: return .long(starts.map { number($0, 4) })
        case 5: return .rational(starts.map { TIFFRational(Int64(number($0, 4)), Int64(number($0 + 4, 4))) })
        case 9: return .signedLong(starts.map { Int32(bitPattern: number($0, 4)) })
        case 10:
            return .signedRational(
                starts.map {
                    TIFFRational(
                        Int64(Int32(bitPattern: number($0, 4))), Int64(Int32(bitPattern: number($0 + 4, 4))))
                })
        default: return .undefined(bytes)
        }
    }

    /// Text of two bytes a character is in the byte order of its file, and files here are little-endian.
    private func littleEndianComment(_ value: TIFFValue) -> TIFFValue {
        guard case .undefined(var bytes) = value, order == .bigEndian, bytes.first == UInt8(ascii: "U") else {
            return value
        }
        for index in stride(from: 8, to: bytes.count - 1, by: 2) { bytes.swapAt(index, index + 1) }
        return .undefined(bytes)
    }

    /// Of Apple's maker note: a big-endian directory after 14 bytes.
    private func readMakerNote(_ entry: Entry, into metadata: inout PhotoMetadata) {
        let place = base + entry.offset
        guard source.bytes(at: place, count: 10) == Array("Apple iOS\0".utf8) else { return }
        let note = ExifReader(source: source, base: place, order: .bigEndian)
        let entries = note.entries(at: 14)
        func text(_ tag: Int) -> String? {
            guard let entry = entries[tag], case .text(let text)? = note.value(entry) else { return nil }
            return text
        }
        metadata.burstIdentifier = text(Pointer.burstIdentifier)
        metadata.contentIdentifier = text(Pointer.contentIdentifier)
    }

    private func integer(at offset: Int, width: Int) -> Int? {
        guard offset >= 0 else { return nil }
        let bytes = source.bytes(at: base + offset, count: width)
        guard bytes.count == width else { return nil }
        return order == .bigEndian ? bytes.bigEndian : bytes.reversed().bigEndian
    }
}

extension ExifTag.Form {
    /// Whether a file's value has the type of such a field; numbers may be of any.
    fileprivate func accepts(_ value: TIFFValue) -> Bool {
        switch (self, value) {
        case (.text, .text): true
        case (.text, _), (_, .text): false
        case (.comment, .undefined), (.version, .undefined): true
        case (.comment, _), (.version, _): false
        case (.degrees, _), (.timeOfDay, _): value.numbers.count == 3
        default: true
        }
    }
}
