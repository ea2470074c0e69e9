/// A part of a file in memory. Bytes beyond its end read as 0.
struct ByteRange {
    struct Box {
        var type: String
        var content: ByteRange
        /// The four bytes of its type.
        var number: Int
    }

    private let bytes: [UInt8]
    private let range: Range<Int>

    init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

    private init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        self.range = range
    }

    var count: Int { range.count }
    var array: [UInt8] { Array(bytes[range]) }

    func part(from start: Int) -> ByteRange {
        ByteRange(bytes, min(range.lowerBound + start, range.upperBound)..<range.upperBound)
    }

    func integer(at offset: Int, width: Int) -> Int {
        let start = range.lowerBound + offset
        guard offset >= 0, start + width <= range.upperBound else { return 0 }
        var value: UInt64 = 0
        for index in start..<(start + width) { value = value << 8 | UInt64(bytes[index]) }
        return Int(truncatingIfNeeded: value)
    }

    /// Characters of Mac OS Roman, of which only `©` is not ASCII.
    func text(at offset: Int, count: Int) -> String {
        String(
            String.UnicodeScalarView(
                (0..<count).map { Unicode.Scalar(UInt8(truncatingIfNeeded: integer(at: offset + $0, width: 1))) }))
    }

    /// Where the entries of a table with a version and a count begin.
    func entries(width: Int) -> [Int] {
        let known = min(integer(at: 4, width: 4), max(0, count - 8) / width)
        return (0..<known).map { 8 + $0 * width }
    }

    var boxes: [Box] {
        var boxes: [Box] = []
        var offset = 0
        while offset + 8 <= count {
            var (length, head) = (integer(at: offset, width: 4), 8)
            if length == 1 { (length, head) = (integer(at: offset + 8, width: 8), 16) }
            if length == 0 { length = count - offset }
            guard length >= head, length <= count - offset else { break }
            let start = range.lowerBound + offset
            boxes.append(
                Box(
                    type: text(at: offset + 4, count: 4),
                    content: ByteRange(bytes, (start + head)..<(start + length)),
                    number: integer(at: offset + 4, width: 4)))
            offset += length
        }
        return boxes
    }
}
