import CoreVideo
import Foundation
@testable import PhotoCoding
import TestSupport
import Testing
import TurboJPEG
import YUV

/// Large pictures are compressed in parts.
@Suite struct JPEGStripsTests {
    @Test(
        "every decoder sees one picture",
        arguments: [
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_32BGRA, kCVPixelFormatType_OneComponent8,
        ], [(1280, 960), (1283, 971)])
    func onePicture(format: OSType, size: (Int, Int)) throws {
        let picture = ReferencePicture(width: size.0, height: size.1)
        let file = try JPEGPhoto.encode(try picture.pixelBuffer(format, .rec601))
        #expect(restartMarkers(file) == [0, 1, 2])
        let decoded = try ImageProbe.decode(file)
        #expect(decoded.width == size.0)
        #expect(decoded.height == size.1)
        let vertical = decoded.cb.map { $0.height < decoded.height ? 2 : 1 } ?? 2
        let truth = picture.planes(.jfif, horizontal: 2, vertical: vertical)
        #expect(decoded.luma.psnr(truth.luma) > 42)
        if let cb = decoded.cb { #expect(cb.psnr(truth.cb!) > 42) }
    }

    @Test func thePartsHoldTheSamePixelsAsTheWhole() throws {
        let frame = try ReferencePicture(width: 1280, height: 960)
            .pixelBuffer(kCVPixelFormatType_OneComponent8, nil)
        var compressor = try JPEGCompressor()
        let whole = try frame.withPlanes { planes in
            try compressor.compress(
                planes: [JPEGPlane(planes[0].base, bytesPerRow: planes[0].bytesPerRow)], width: 1280, height: 960,
                subsampling: .gray, quality: 90)
            return compressor.withBytes { Data($0) }
        }
        let parts = try JPEGPhoto.encode(frame, quality: 0.9)
        #expect(try ImageProbe.decode(parts).luma == (try ImageProbe.decode(whole)).luma)
    }

    @Test("the restart interval fits into its 16 bits", arguments: [(8064, 6048), (65500, 300), (16000, 16000)])
    func interval(width: Int, height: Int) {
        let strips = JPEGStrips(PixelSize(width: width, height: height), .yuv420)
        #expect((1...0xFFFF).contains(strips.restartInterval))
        #expect(strips.stripHeight * strips.count >= height)
        #expect(strips.stripHeight * (strips.count - 1) < height)
        #expect(strips.stripHeight % 16 == 0)
    }

    @Test func smallPicturesStayInOnePiece() throws {
        let frame = try ReferencePicture(width: 640, height: 480)
            .pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
        #expect(restartMarkers(try JPEGPhoto.encode(frame)).isEmpty)
    }

    /// The numbers of the restart markers, in their order.
    private func restartMarkers(_ file: Data) -> [UInt8] {
        zip(file, file.dropFirst()).compactMap { $0 == 0xFF && (0xD0...0xD7).contains($1) ? $1 - 0xD0 : nil }
    }
}

/// Blocks with more values than there are, which libjpeg takes and other decoders do not.
@Suite struct JPEGScanCheckTests {
    /// A gray picture of 8 x 8 pixels, written out as in ITU-T T.81, annex B.
    ///
    /// - Parameter values: the bits of its only block: 0 for the first value; then 00 for 15 zeroes and a value of one bit, 01
    ///   for the end of the block.
    private func picture(_ values: [UInt8]) -> Data {
        let quantization: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + Array(repeating: 1, count: 64)
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
        let first: [UInt8] = [0xFF, 0xC4, 0, 20, 0x00, 1] + Array(repeating: 0, count: 15) + [0]
        let others: [UInt8] = [0xFF, 0xC4, 0, 21, 0x10, 0, 2] + Array(repeating: 0, count: 14) + [0xF1, 0x00]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        return Data([0xFF, 0xD8] + quantization + frame + first + others + scan + values + [0xFF, 0xD9])
    }

    private func holds(_ picture: Data) -> Bool { picture.withUnsafeBytes { JPEGScanCheck.holds($0) } }

    @Test func aBlockWithTooManyValuesIsNoticed() throws {
        // Three values and the end of the block; and four, of which the last would be the 65th.
        let (good, bad) = (picture([0b0001_0010, 0b0101_1111]), picture([0b0001_0010, 0b0100_1111]))
        #expect(holds(good))
        #expect(!holds(bad))
        var decompressor = try JPEGDecompressor()
        #expect(bad.withUnsafeBytes { decompressor.isWhole($0) })
    }

    @Test(
        "pictures that are whole pass, in one piece or in several",
        arguments: [
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_422YpCbCr8_yuvs,
            kCVPixelFormatType_OneComponent8,
        ], [(1283, 971), (33, 17), (8, 8)])
    func wholePictures(format: OSType, size: (Int, Int)) throws {
        let picture = ReferencePicture(width: size.0, height: size.1)
        #expect(holds(try JPEGPhoto.encode(try picture.pixelBuffer(format, .rec601))))
    }

    @Test func aPictureThatIsCutOffAnywhereEndsTheCheck() throws {
        let file = try JPEGPhoto.encode(
            try ReferencePicture(width: 33, height: 17).pixelBuffer(kCVPixelFormatType_OneComponent8, nil))
        let scan = try #require(file.range(of: Data([0xFF, 0xDA])))
        // Without a scan nothing is checked.
        for count in 0..<scan.lowerBound { #expect(holds(file.prefix(count)), "\(count) bytes") }
        // Zeroes stand for the bits that are missing, and they may be codes; but nothing beyond the end is read.
        for count in scan.lowerBound..<file.count { _ = holds(file.prefix(count)) }
    }

    @Test func aPictureWithoutItsLastPieceIsNoticed() throws {
        let file = try JPEGPhoto.encode(
            try ReferencePicture(width: 1283, height: 971).pixelBuffer(kCVPixelFormatType_OneComponent8, nil))
        let marker = try #require(file.range(of: Data([0xFF, 0xD2])))
        for count in [marker.lowerBound, marker.lowerBound - 1, marker.lowerBound - 1000] {
            #expect(!holds(file.prefix(count)), "\(count) bytes")
        }
    }
}
