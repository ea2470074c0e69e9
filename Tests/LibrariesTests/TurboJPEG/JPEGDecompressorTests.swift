import Foundation
import TestSupport
import Testing
import TurboJPEG

@Suite struct JPEGDecompressorTests {
    @Test(
        "planes are decoded inside their bounds, whatever the size",
        arguments: JPEGSubsampling.allCases, [(320, 240), (321, 241), (5, 3)])
    func planesStayInBounds(subsampling: JPEGSubsampling, size: (Int, Int)) throws {
        var picture = reference(size, subsampling)
        if subsampling == .gray {
            picture.cb = nil
            picture.cr = nil
        }
        var decompressor = try JPEGDecompressor()
        let decoded = try decode(try compressed(picture, subsampling), with: &decompressor)
        #expect(decoded.outcome == .complete)
        // As in JPEGCompressorTests: a smooth picture at quality 90. In 5 by 3 pixels the gradients are edges.
        #expect(decoded.picture.psnr(picture) > (size.0 > 5 ? 42 : 30))
        #expect(decoded.guardsAreIntact)
    }

    @Test func framesOfAnotherEncoderAreDecoded() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("ffmpeg.jpg")
        try Tool.output(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1", file.path])
        var decompressor = try JPEGDecompressor()
        let ours = try decode(try Data(contentsOf: file), with: &decompressor)
        // Two decoders may differ by one in the rounding of the inverse transform.
        #expect(try ImageProbe.decode(file).psnr(ours.picture) > 48)
    }

    @Test func framesWithoutHuffmanTablesAreDecoded() throws {
        let picture = reference((320, 240), .yuv422)
        let bare = try withoutHuffmanTables(try compressed(picture, .yuv422))
        var decompressor = try JPEGDecompressor()
        let decoded = try decode(bare, with: &decompressor)
        #expect(decoded.outcome == .complete)
        #expect(decoded.picture.psnr(picture) > 42)
    }

    @Test func tablesOfAnEarlierFrameAreNotUsedForAFrameWithoutTables() throws {
        let folder = try TemporaryFolder()
        let optimized = folder.file("optimized.jpg")
        let source = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"]
        try Tool.output("ffmpeg", source + ["-huffman", "optimal", optimized.path])
        let picture = reference((320, 240), .yuv420)
        let bare = try withoutHuffmanTables(try compressed(picture, .yuv420))
        var decompressor = try JPEGDecompressor()
        _ = try decode(try Data(contentsOf: optimized), with: &decompressor)
        let decoded = try decode(bare, with: &decompressor)
        #expect(decoded.outcome == .complete)
        #expect(decoded.picture.psnr(picture) > 42)
    }

    @Test func aTruncatedFrameIsReportedAndItsBeginningIsThere() throws {
        let picture = reference((320, 240), .yuv420)
        let whole = try compressed(picture, .yuv420)
        var decompressor = try JPEGDecompressor()
        let decoded = try decode(whole.prefix(whole.count * 3 / 4), with: &decompressor)
        guard case .damaged(let words) = decoded.outcome else {
            Issue.record("a truncated frame passed as complete")
            return
        }
        #expect(!words.isEmpty)
        // The file's three quarters hold at least the upper half of an evenly detailed picture.
        let half = 320 * 120
        let top = DecodedPicture.Component(
            width: 320, height: 120, samples: Array(decoded.picture.luma.samples.prefix(half)))
        let expected = DecodedPicture.Component(
            width: 320, height: 120, samples: Array(picture.luma.samples.prefix(half)))
        #expect(top.psnr(expected) > 40)
    }

    @Test func damagedFramesNeverWriteOutsideThePlanes() throws {
        let whole = try compressed(reference((161, 121), .yuv420), .yuv420)
        var random = SeededRandomness()
        var decompressor = try JPEGDecompressor()
        var readable = 0
        for _ in 0..<300 {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) {
                damaged = damaged.prefix(Int.random(in: 0...damaged.count, using: &random))
            }
            if let decoded = try? decode(damaged, with: &decompressor) {
                #expect(decoded.guardsAreIntact)
                readable += 1
            }
            // Whatever it met, the same decoder still works.
            #expect(try decode(whole, with: &decompressor).outcome == .complete)
        }
        #expect(readable > 0)
    }

    @Test(arguments: [[], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xD9], Array("not a picture".utf8)] as [[UInt8]])
    func anythingButAPictureIsRefusedWithAMessage(bytes: [UInt8]) throws {
        var decompressor = try JPEGDecompressor()
        let error = #expect(throws: TurboJPEGError.self) {
            try bytes.withUnsafeBytes { bytes throws in try decompressor.header(of: bytes) }
        }
        #expect(error?.description.isEmpty == false)
    }

    @Test func pixelsHaveThePicturesColors() throws {
        let reference = ReferencePicture(width: 64, height: 48)
        let jpeg = try compressed(reference.planes(.jfif, horizontal: 1, vertical: 1), .yuv444, quality: 98)
        var decompressor = try JPEGDecompressor()
        var pixels = [UInt8](repeating: 0, count: 64 * 48 * 4)
        try jpeg.withUnsafeBytes { bytes throws in
            let header = try decompressor.header(of: bytes)
            let outcome = try pixels.withUnsafeMutableBytes { pixels throws in
                try decompressor.decompress(bytes, header: header, toBGRA: pixels.baseAddress!, bytesPerRow: 64 * 4)
            }
            #expect(outcome == .complete)
        }
        let ours = DecodedPicture.Component(width: 64 * 4, height: 48, samples: pixels)
        // At quality 98 the error is mostly rounding, twice: to Y'CbCr and back, about one step.
        #expect(ours.psnr(.init(width: 64 * 4, height: 48, samples: reference.bgra())) > 42)
    }
}

/// Decodes to planes that are exactly large enough, each followed by guard bytes.
private func decode(
    _ jpeg: Data, with decompressor: inout JPEGDecompressor
) throws -> (picture: DecodedPicture, outcome: JPEGDecompressor.Outcome, guardsAreIntact: Bool) {
    try jpeg.withUnsafeBytes { bytes throws in
        let header = try decompressor.header(of: bytes)
        let sizes = (0..<header.subsampling.planeCount).map {
            header.subsampling.size(ofPlane: $0, width: header.width, height: header.height)
        }
        let guardBytes = 4096
        let bases = sizes.map { size in
            let count = size.width * size.height + guardBytes
            let base = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
            base.initializeMemory(as: UInt8.self, repeating: 0xA5, count: count)
            return base
        }
        defer { for base in bases { base.deallocate() } }
        let outcome = try decompressor.decompress(
            bytes, header: header, to: zip(bases, sizes).map { JPEGPlane($0, bytesPerRow: $1.width) })
        let components = zip(bases, sizes).map { base, size in
            DecodedPicture.Component(
                width: size.width, height: size.height,
                samples: Array(UnsafeRawBufferPointer(start: base, count: size.width * size.height)))
        }
        let guardsAreIntact = zip(bases, sizes).allSatisfy { base, size in
            UnsafeRawBufferPointer(start: base + size.width * size.height, count: guardBytes).allSatisfy { $0 == 0xA5 }
        }
        let isGray = components.count == 1
        let picture = DecodedPicture(
            luma: components[0], cb: isGray ? nil : components[1], cr: isGray ? nil : components[2])
        return (picture, outcome, guardsAreIntact)
    }
}

/// The picture as webcams send it: all DHT segments cut out.
private func withoutHuffmanTables(_ jpeg: Data) throws -> Data {
    let segments = jpeg.withUnsafeBytes { Array(JPEGSegments($0)) }
    let tables = segments.filter { $0.marker == JPEGSegments.Marker.huffmanTables }
    try #require(!tables.isEmpty)
    var bare = jpeg
    for table in tables.reversed() { bare.removeSubrange(table.range) }
    return bare
}
