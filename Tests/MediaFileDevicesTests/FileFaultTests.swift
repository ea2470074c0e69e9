import Foundation
import TestSupport
import Testing

@testable import MediaFileDevices

/// Why a file that no library opens cannot be opened.
struct FileFaultTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func fault(_ content: Data) throws -> FileFault? {
        FileFault(path: try folder.file("file", contents: content).path)
    }

    /// A box with some content, which may be shorter than its size says.
    private func box(_ size: [UInt8], _ type: String, content: Int) -> Data {
        Data(size.prefix(4) + Array(type.utf8) + size.dropFirst(4) + [UInt8](repeating: 0xEE, count: content))
    }

    @Test(
        arguments: [
            // A size of 1 is followed by one of 64 bits.
            ([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 116], false), ([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 117], true),
            ([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 116], true),
            ([0, 0, 0, 1, 255, 255, 255, 255, 255, 255, 255, 255], true),
            // A size of 0 reaches to the end of the file.
            ([0, 0, 0, 0], false), ([0, 0, 0, 108], false), ([0, 0, 0, 109], true),
        ] as [([UInt8], Bool)])
    func aMovieIsCutOffWhereABoxDoesNotEnd(size: [UInt8], isCutOff: Bool) throws {
        let type = box([0, 0, 0, 16], "ftyp", content: 8)
        let header = box([0, 0, 0, 24], "moov", content: 16)
        let media = box(size, "mdat", content: 100)
        #expect(try fault(type + header + media) == (isCutOff ? .cutOff : .damaged))
        // Without a header, a movie is not whole.
        #expect(try fault(type + media) == .cutOff)
        // The header of the next box is not whole either.
        if !isCutOff, size != [0, 0, 0, 0] { #expect(try fault(type + header + media + Data([0, 0, 0])) == .cutOff) }
    }

    @Test func otherKindsSayWhereTheyEnd() throws {
        func little(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        func riff(_ size: UInt32) -> Data { Data("RIFF".utf8) + little(size) + Data("WAVEfmt ".utf8) }
        #expect(try fault(riff(8)) == .damaged && fault(riff(9)) == .cutOff)
        #expect(try fault(Data("RIFF".utf8) + little(0)) == .cutOff)
        let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0])
        #expect(try fault(jpeg + [0xFF, 0xD9]) == .damaged && fault(jpeg) == .cutOff)
        // Some programs add something after the end.
        #expect(try fault(jpeg + [0xFF, 0xD9] + Data(count: 4000)) == .damaged)
        #expect(try fault(jpeg + Data(count: 9000) + [0xFF, 0xD9]) == .damaged)
        #expect(try fault(Data("GIF89a".utf8) + [0x3B]) == .damaged && fault(Data("GIF89a".utf8)) == .cutOff)
        #expect(try fault(Data()) == .empty && fault(Data("words".utf8)) == .foreign)
        #expect(FileFault(path: folder.file("nowhere").path) == nil)
    }
}
