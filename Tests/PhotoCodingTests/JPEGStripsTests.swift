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
