import PhotoCoding
import TestSupport
import Testing

/// The layout rules of TIFF 6.0, section 2, on random directories that the test's own reader reads back.
@Suite struct TIFFWriterTests {
    @Test(
        "every value survives a round trip, in either byte order", arguments: [TIFFByteOrder.littleEndian, .bigEndian])
    func randomDirectories(order: TIFFByteOrder) throws {
        var random = SeededRandomness()
        for _ in 0..<50 {
            let directories = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                directory(depth: 2, using: &random)
            }
            let reader = TIFFReader(bytes: TIFFWriter.file(directories, order: order))
            let read = try reader.chain()
            #expect(read.count == directories.count)
            for (directory, read) in zip(directories, read) { try compare(directory, read, reader) }
        }
    }

    @Test func aNotesOffsetsCountFromItsOwnStart() throws {
        var directory = TIFFDirectory()
        directory[17] = .text("longer than four bytes")
        let header = Array("Apple iOS".utf8) + [0, 0, 1] + Array("MM".utf8)
        let note = TIFFWriter.note(header: header, directory, order: .bigEndian)
        #expect(Array(note.prefix(14)) == header)
        let reader = TIFFReader(bytes: note, isBigEndian: true)
        let field = try #require(try reader.directory(at: 14).fields[17])
        #expect(field.data == Array("longer than four bytes".utf8) + [0])
    }

    private func compare(_ written: TIFFDirectory, _ read: TIFFReader.Directory, _ reader: TIFFReader) throws {
        let tags = Array(written.fields.keys) + Array(written.children.keys)
        let expectedTags = tags + written.blocks.flatMap { [$0.offsetTag, $0.lengthTag] }
        #expect(read.tags == expectedTags.sorted(), "fields are sorted by tag")
        for (tag, value) in written.fields {
            let field = try #require(read.fields[tag])
            #expect(field.offset == nil || field.offset! % 2 == 0, "values begin at even offsets")
            #expect((field.offset == nil) == (field.data.count <= 4), "only values over four bytes stand apart")
            #expect(try reader.value(field) == value)
        }
        for (tag, children) in written.children {
            let offsets = try reader.longs(try #require(read.fields[tag]))
            #expect(offsets.count == children.count)
            for (offset, child) in zip(offsets, children) {
                try compare(child, try reader.directory(at: offset), reader)
            }
        }
        for block in written.blocks {
            let offset = try reader.longs(try #require(read.fields[block.offsetTag]))[0]
            let length = try reader.longs(try #require(read.fields[block.lengthTag]))[0]
            #expect(offset % 2 == 0)
            #expect(Array(reader.bytes[offset..<offset + length]) == block.bytes)
        }
    }

    private func directory(depth: Int, using random: inout SeededRandomness) -> TIFFDirectory {
        var directory = TIFFDirectory()
        var tags = Array(Set((0..<60).map { _ in UInt16.random(in: .min ... .max, using: &random) }))
        for _ in 0..<Int.random(in: 0...12, using: &random) { directory[tags.removeLast()] = value(using: &random) }
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let bytes = (0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
            }
            directory.blocks.append(.init(offsetTag: tags.removeLast(), lengthTag: tags.removeLast(), bytes: bytes))
        }
        guard depth > 0 else { return directory }
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            directory.children[tags.removeLast()] = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                self.directory(depth: depth - 1, using: &random)
            }
        }
        return directory
    }

    private func value(using random: inout SeededRandomness) -> TIFFValue {
        let count = Int.random(in: 1...6, using: &random)
        func list<Number: FixedWidthInteger>(_: Number.Type) -> [Number] {
            (0..<count).map { _ in Number.random(in: .min ... .max, using: &random) }
        }
        func rationals(_ range: ClosedRange<Int64>) -> [TIFFRational] {
            (0..<count).map { _ in TIFFRational(.random(in: range, using: &random), .random(in: range, using: &random))
            }
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .byte(list(UInt8.self))
        case 1: return .text(String(repeating: "ä", count: count))
        case 2: return .short(list(UInt16.self))
        case 3: return .long(list(UInt32.self))
        case 4: return .rational(rationals(0...Int64(UInt32.max)))
        case 5: return .undefined(list(UInt8.self))
        case 6: return .signedLong(list(Int32.self))
        default: return .signedRational(rationals(Int64(Int32.min)...Int64(Int32.max)))
        }
    }
}
