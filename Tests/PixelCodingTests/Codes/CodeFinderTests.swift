import CoreVideo
import Foundation
import PixelCoding
import TestSupport
import Testing

@Suite struct CodeFinderTests {
    private func buffer(of picture: CodePicture, _ pixelFormat: OSType, scale: Int = 1) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, picture.width * scale, picture.height * scale, pixelFormat, nil, &made)
        let buffer = try #require(made)
        let isPlanar = CVPixelBufferIsPlanar(buffer)
        let base = try #require(
            isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, 0) : CVPixelBufferGetBaseAddress(buffer))
        let bytesPerRow =
            isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) : CVPixelBufferGetBytesPerRow(buffer)
        let (offset, stride) = Self.place[pixelFormat] ?? (0, 1)
        for y in 0..<picture.height * scale {
            let row = (base + y * bytesPerRow + offset).assumingMemoryBound(to: UInt8.self)
            for x in 0..<picture.width * scale {
                row[x * stride] = picture.luma[y / scale * picture.width + x / scale]
            }
        }
        return buffer
    }

    /// Where Core Video's documentation puts the (upper) eight bits of luma or green.
    private static let place: [OSType: (Int, Int)] = [
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: (1, 2), kCVPixelFormatType_422YpCbCr8: (1, 2),
        kCVPixelFormatType_422YpCbCr8_yuvs: (0, 2), kCVPixelFormatType_32BGRA: (1, 4),
        kCVPixelFormatType_32ARGB: (2, 4),
    ]

    private func picture() throws -> CodePicture {
        var picture = CodePicture(width: 480, height: 360)
        try picture.draw(
            "in any format", symbology: 58, at: .init(center: CGPoint(x: 300, y: 150), module: 5, degrees: 20))
        return picture
    }

    private func check(_ found: [FoundCode], _ picture: CodePicture) throws {
        let code = try #require(found.first)
        #expect(code.text == "in any format")
        for (found, drawn) in zip(code.corners, picture.corners[0]) {
            #expect(abs(found.x - drawn.x) < 0.015 && abs(found.y - drawn.y) < 0.015)
        }
    }

    @Test(arguments: [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8Planar,
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8,
        kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB,
    ])
    func codesAreFoundInEachPixelFormat(pixelFormat: OSType) throws {
        let picture = try picture()
        try check(CodeFinder.codes(in: buffer(of: picture, pixelFormat), of: [.qr]), picture)
    }

    @Test func aLargeFrameIsSampledCoarsely() throws {
        let picture = try picture()
        let buffer = try buffer(of: picture, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, scale: 6)
        try check(CodeFinder.codes(in: buffer, of: [.qr]), picture)
    }

    @Test func rawDataHoldsNoCode() throws {
        let buffer = try buffer(of: try picture(), kCVPixelFormatType_14Bayer_RGGB)
        #expect(CodeFinder.codes(in: buffer, of: [.qr]).isEmpty)
    }
}
