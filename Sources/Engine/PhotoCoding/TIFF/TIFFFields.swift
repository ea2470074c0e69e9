/// Reads the integers of a TIFF structure from elsewhere; never reads outside its bytes.
struct TIFFFields {
    /// The offset of each tag's field.
    typealias Directory = [UInt16: Int]

    /// The offset of the first directory.
    let first: Int
    private let bytes: UnsafeRawBufferPointer
    private let isBigEndian: Bool

    /// - Parameter bytes: must outlive this value.
    /// - Returns: `nil` if it does not begin like TIFF.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == UInt8(ascii: "I") || bytes[0] == UInt8(ascii: "M")
        else { return nil }
        self.bytes = bytes
        isBigEndian = bytes[0] == UInt8(ascii: "M")
        func byte(_ index: Int) -> Int { Int(bytes[index]) }
        first =
            isBigEndian
            ? byte(4) << 24 | byte(5) << 16 | byte(6) << 8 | byte(7)
            : byte(7) << 24 | byte(6) << 16 | byte(5) << 8 | byte(4)
    }

    func directory(at offset: Int) -> Directory? {
        guard let count = number(at: offset, bytes: 2), offset + 2 + 12 * count <= bytes.count else { return nil }
        var directory: Directory = [:]
        for index in 0..<count {
            let place = offset + 2 + 12 * index
            if let tag = number(at: place, bytes: 2) { directory[UInt16(tag)] = place }
        }
        return directory
    }

    /// The offset of the next directory; `nil` after the last.
    func next(after offset: Int) -> Int? {
        guard let count = number(at: offset, bytes: 2), let next = number(at: offset + 2 + 12 * count, bytes: 4)
        else { return nil }
        return next == 0 ? nil : next
    }

    /// The numbers of a field of type BYTE, SHORT, LONG or IFD; `nil` if it is missing or of another type.
    func numbers(_ tag: UInt16, in directory: Directory) -> [Int]? {
        guard let place = directory[tag], let type = number(at: place + 2, bytes: 2),
            let count = number(at: place + 4, bytes: 4), let size = [1: 1, 3: 2, 4: 4, 13: 4][type],
            count * size <= bytes.count
        else { return nil }
        let start = count * size <= 4 ? place + 8 : number(at: place + 8, bytes: 4) ?? bytes.count
        guard start + count * size <= bytes.count else { return nil }
        return (0..<count).compactMap { number(at: start + $0 * size, bytes: size) }
    }

    private func number(at offset: Int, bytes count: Int) -> Int? {
        guard offset >= 0, offset + count <= bytes.count else { return nil }
        var value = 0
        for index in 0..<count {
            value = value << 8 | Int(bytes[offset + (isBigEndian ? index : count - 1 - index)])
        }
        return value
    }
}
