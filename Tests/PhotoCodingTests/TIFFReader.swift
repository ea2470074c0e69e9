import PhotoCoding

/// Reads TIFF structures, to check the written ones.
struct TIFFReader {
    /// The structure breaks a rule of TIFF.
    struct Malformed: Error {
        var description: String
    }

    struct Field {
        var type: UInt16
        var count: Int
        var data: [UInt8]
        /// Where the data is if not in the field itself.
        var offset: Int?
    }

    struct Directory {
        /// In the order of the file.
        var tags: [UInt16]
        var fields: [UInt16: Field]
        /// Where the next directory is; 0 for none.
        var next: Int
    }

    let bytes: [UInt8]
    private let isBigEndian: Bool

    init(bytes: [UInt8], isBigEndian: Bool? = nil) {
        self.bytes = bytes
        self.isBigEndian = isBigEndian ?? (bytes.first == UInt8(ascii: "M"))
    }

    /// The directories reached from the header, in order.
    func chain() throws -> [Directory] {
        var directories: [Directory] = []
        var offset = number(at: 4, size: 4)
        while offset != 0 {
            directories.append(try directory(at: offset))
            offset = directories.last!.next
        }
        return directories
    }

    func directory(at offset: Int) throws -> Directory {
        guard offset % 2 == 0, offset + 2 <= bytes.count else {
            throw Malformed(description: "a directory at \(offset)")
        }
        let count = number(at: offset, size: 2)
        var directory = Directory(tags: [], fields: [:], next: number(at: offset + 2 + 12 * count, size: 4))
        for index in 0..<count {
            let position = offset + 2 + 12 * index
            let tag = UInt16(number(at: position, size: 2))
            directory.tags.append(tag)
            directory.fields[tag] = try field(at: position)
        }
        return directory
    }

    private func field(at position: Int) throws -> Field {
        let type = UInt16(number(at: position + 2, size: 2))
        let count = number(at: position + 4, size: 4)
        guard let size = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8][type] else {
            throw Malformed(description: "type \(type) is unknown")
        }
        let length = size * count
        let offset = length > 4 ? number(at: position + 8, size: 4) : nil
        let start = offset ?? position + 8
        guard start + length <= bytes.count else { throw Malformed(description: "a value at \(start)") }
        return Field(type: type, count: count, data: Array(bytes[start..<start + length]), offset: offset)
    }

    /// The field's value as it was written.
    func value(_ field: Field) throws -> TIFFValue {
        func numbers(_ size: Int) -> [Int] {
            stride(from: 0, to: field.data.count, by: size).map { number(in: field.data, at: $0, size: size) }
        }
        let longs = field.type == 3 || field.data.count % 4 != 0 ? [] : numbers(4)
        let pairs = stride(from: 0, to: longs.count - 1, by: 2)
        switch field.type {
        case 1: return .byte(field.data)
        case 2: return .text(String(decoding: field.data.dropLast(), as: UTF8.self))
        case 3: return .short(numbers(2).map { UInt16($0) })
        case 4: return .long(longs.map { UInt32($0) })
        case 5: return .rational(pairs.map { TIFFRational(Int64(longs[$0]), Int64(longs[$0 + 1])) })
        case 7: return .undefined(field.data)
        case 9: return .signedLong(longs.map { Int32(truncatingIfNeeded: $0) })
        default:
            let signed = longs.map { Int64(Int32(truncatingIfNeeded: $0)) }
            return .signedRational(pairs.map { TIFFRational(signed[$0], signed[$0 + 1]) })
        }
    }

    func longs(_ field: Field) throws -> [Int] {
        guard case .long(let values) = try value(field) else {
            throw Malformed(description: "type \(field.type) where LONG belongs")
        }
        return values.map { Int($0) }
    }

    private func number(at position: Int, size: Int) -> Int { number(in: bytes, at: position, size: size) }

    private func number(in bytes: [UInt8], at position: Int, size: Int) -> Int {
        let part = bytes[position..<position + size]
        return (isBigEndian ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
}
