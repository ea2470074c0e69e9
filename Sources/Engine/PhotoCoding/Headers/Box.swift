/// One box (QuickTime calls it an atom) of a movie, or of a HEIF file.
package struct Box {
    package var type: String
    /// The range of the content, without the header.
    package var content: Range<Int>

    /// The consecutive boxes in `range`, up to the first that does not fit.
    package static func children(of source: some ByteSource, in range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            let header = source.bytes(at: offset, count: 16)
            guard header.count >= 8 else { break }
            var size = header[0..<4].bigEndian
            var headerSize = 8
            if size == 1, header.count == 16 {
                size = header[8..<16].bigEndian
                headerSize = 16
            } else if size == 0 {
                size = range.upperBound - offset
            }
            guard size >= headerSize, size <= range.upperBound - offset else { break }
            let type = String(decoding: header[4..<8], as: UTF8.self)
            boxes.append(Box(type: type, content: offset + headerSize..<offset + size))
            offset += size
        }
        return boxes
    }
}
