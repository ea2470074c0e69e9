/// Lays out TIFF directories: the one serializer for EXIF, maker notes and DNG.
///
/// Every directory, value and block begins at an even offset; fields are sorted by tag; values of up to four bytes are
/// stored in the field itself.
///
/// Source: TIFF 6.0, section 2.
package struct TIFFWriter {
    private let order: TIFFByteOrder
    private var bytes: [UInt8]

    private init(order: TIFFByteOrder, prefix: [UInt8]) {
        self.order = order
        bytes = prefix
    }

    /// A whole TIFF file or EXIF block.
    ///
    /// - Parameter directories: IFD0, IFD1 and so on; each one points to the next.
    package static func file(_ directories: [TIFFDirectory], order: TIFFByteOrder = .littleEndian) -> [UInt8] {
        let mark: [UInt8] = order == .littleEndian ? Array("II".utf8) : Array("MM".utf8)
        var writer = TIFFWriter(
            order: order, prefix: mark + order.bytes(UInt16(42)) + [UInt8](repeating: 0, count: 4))
        var link = 4
        for directory in directories {
            let (offset, next) = writer.append(directory)
            writer.patch(order.bytes(offset), at: link)
            link = next
        }
        return writer.bytes
    }

    /// A directory after its own header, with offsets counted from the start of that header: a maker note.
    package static func note(header: [UInt8], _ directory: TIFFDirectory, order: TIFFByteOrder) -> [UInt8] {
        var writer = TIFFWriter(order: order, prefix: header)
        _ = writer.append(directory)
        return writer.bytes
    }

    /// Appends a directory and everything that it points to.
    ///
    /// - Returns: its offset, and where to store the offset of the next directory.
    private mutating func append(_ directory: TIFFDirectory) -> (offset: UInt32, next: Int) {
        let offset = pad()
        let fields = Self.allFields(of: directory)
        let values = Int(offset) + 2
        bytes += order.bytes(UInt16(fields.count))
        for (tag, value) in fields {
            bytes += order.bytes(tag) + order.bytes(value.code) + order.bytes(UInt32(value.count))
            bytes += [0, 0, 0, 0]
        }
        bytes += [0, 0, 0, 0]
        for (index, field) in fields.enumerated() {
            let value = resolved(field.tag, field.value, of: directory)
            patch(stored(value.encoded(order)), at: values + 12 * index + 8)
        }
        return (offset, values + 12 * fields.count)
    }

    /// The fields sorted by tag; those of children and blocks have the right count but no offset yet.
    private static func allFields(of directory: TIFFDirectory) -> [(tag: UInt16, value: TIFFValue)] {
        var fields = directory.fields
        for (tag, children) in directory.children {
            fields[tag] = .long([UInt32](repeating: 0, count: children.count))
        }
        for block in directory.blocks {
            fields[block.offsetTag] = .long([0])
            fields[block.lengthTag] = .long([UInt32(block.bytes.count)])
        }
        return fields.sorted { $0.key < $1.key }.map { (tag: $0.key, value: $0.value) }
    }

    /// A field's value, after what it points to has been appended.
    private mutating func resolved(_ tag: UInt16, _ value: TIFFValue, of directory: TIFFDirectory) -> TIFFValue {
        if let children = directory.children[tag] { return .long(children.map { append($0).offset }) }
        if let block = directory.blocks.first(where: { $0.offsetTag == tag }) {
            let offset = pad()
            bytes += block.bytes
            return .long([offset])
        }
        return value
    }

    /// The four bytes in the field: the value, or its offset if it is longer.
    private mutating func stored(_ value: [UInt8]) -> [UInt8] {
        if value.count <= 4 { return value + [UInt8](repeating: 0, count: 4 - value.count) }
        let offset = pad()
        bytes += value
        return order.bytes(offset)
    }

    /// Pads to an even length. - Returns: the end.
    private mutating func pad() -> UInt32 {
        if bytes.count % 2 == 1 { bytes.append(0) }
        return UInt32(bytes.count)
    }

    private mutating func patch(_ new: [UInt8], at position: Int) {
        bytes.replaceSubrange(position..<position + new.count, with: new)
    }
}
