import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import PhotoCoding
import TestSupport
import Testing

@Suite struct StillDecoderTests {
    private static let picture = ReferencePicture(width: 320, height: 192)

    enum Kind: CaseIterable { case jpeg, heic, dng }

    private static func photo(
        _ kind: Kind, _ orientation: PhotoMetadata.Orientation = .up, thumbnail: CMVideoDimensions? = nil
    ) throws -> Data {
        let frame = try picture.pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
        var metadata = PhotoMetadata()
        metadata.orientation = orientation
        switch kind {
        case .jpeg: return try JPEGPhoto.encode(frame, metadata: metadata, thumbnail: thumbnail)
        case .heic: return try HEIFPhoto.encode(frame, metadata: metadata, thumbnail: thumbnail)
        case .dng:
            let raw = try CVPixelBuffer.blank(320, 192, BayerPixelFormat.rggb10)
            return try DNGPhoto.encode(raw, metadata: metadata, preview: frame)
        }
    }

    @Test("a written photo is read back upright", arguments: Kind.allCases, PhotoMetadata.Orientation.allCases)
    func upright(kind: Kind, orientation: PhotoMetadata.Orientation) throws {
        let decoded = try StillDecoder.decode(try Self.photo(kind, orientation))
        let isTurned = orientation.rawValue >= 5
        let (width, height) = (Self.picture.width, Self.picture.height)
        #expect(CVPixelBufferGetWidth(decoded) == (isTurned ? height : width))
        #expect(CVPixelBufferGetHeight(decoded) == (isTurned ? width : height))
        var worst = 0
        for y in stride(from: 0, to: height, by: 7) {
            for x in stride(from: 0, to: width, by: 7) {
                let (column, row) = Self.shown(x, y, orientation)
                let pixel = decoded.pixel(column, row)
                let color = Self.picture.color(x, y)
                for (part, code) in zip([color.blue, color.green, color.red], pixel) {
                    worst = max(worst, abs(Int((part * 255).rounded()) - Int(code)))
                }
                #expect(pixel[3] == 255)
            }
        }
        // Quality 0.9 (0.85 in the DNG file) and chroma of half the resolution.
        #expect(worst <= 10)
    }

    /// Where a stored pixel is shown. Source: EXIF 2.32, 4.6.4 A.
    private static func shown(_ x: Int, _ y: Int, _ orientation: PhotoMetadata.Orientation) -> (Int, Int) {
        let (right, bottom) = (picture.width - 1, picture.height - 1)
        return switch orientation {
        case .up: (x, y)
        case .upMirrored: (right - x, y)
        case .down: (right - x, bottom - y)
        case .downMirrored: (x, bottom - y)
        case .leftMirrored: (y, x)
        case .right: (bottom - y, x)
        case .rightMirrored: (bottom - y, right - x)
        case .left: (y, right - x)
        }
    }

    @Test(
        "a small picture has the shape of the photo and the longest side that was asked for",
        arguments: Kind.allCases, [1, 16, 50, 100, 319, 320, 5000])
    func small(kind: Kind, side: Int) throws {
        let photo = try Self.photo(kind, .right, thumbnail: CMVideoDimensions(width: 80, height: 48))
        let decoded = try StillDecoder.decode(photo, maxPixelSize: side)
        #expect(CVPixelBufferGetHeight(decoded) == min(side, 320))
        #expect(abs(CVPixelBufferGetWidth(decoded) - max(min(side, 320) * 192 / 320, 1)) <= 1)
        // The middle is the middle.
        let pixel = decoded.pixel(CVPixelBufferGetWidth(decoded) / 2, CVPixelBufferGetHeight(decoded) / 2)
        #expect(side < 16 || abs(Int(pixel[2]) - 128) < 12)
    }

    @Test func tenBitFilesAreRead() throws {
        let frame = try Self.picture.pixelBuffer(kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, .rec601)
        let decoded = try StillDecoder.decode(try HEIFPhoto.encode(frame, bitDepth: 10))
        #expect(CVPixelBufferGetWidth(decoded) == 320)
        #expect(abs(Int(decoded.pixel(160, 96)[1]) - 128) < 8)
    }

    @Test(
        "a file that is not a photo is refused with a message",
        arguments: [Data(), Data([0xFF, 0xD8]), Data("no photo".utf8)])
    func refused(bytes: Data) {
        let error = #expect(throws: CaptureError.self) { try StillDecoder.decode(bytes) }
        #expect(error?.code == .fileUnreadable)
        #expect(error?.message.isEmpty == false)
    }

    @Test("a truncated file is refused with a message, wherever it ends", arguments: Kind.allCases)
    func truncated(kind: Kind) throws {
        let photo = try Self.photo(kind, thumbnail: CMVideoDimensions(width: 80, height: 48))
        var refusals = 0
        for step in 0..<40 {
            let cut = photo.prefix(photo.count * step / 40)
            // The DNG file's mosaic comes last: its preview is whole before.
            if kind == .dng, (try? StillDecoder.decode(cut)) != nil { continue }
            let error = #expect(throws: CaptureError.self) { try StillDecoder.decode(cut) }
            #expect(error?.code == .fileUnreadable)
            refusals += 1
        }
        #expect(refusals > 0)
    }

    @Test("damaged files become a picture or an error", arguments: Kind.allCases)
    func damaged(kind: Kind) throws {
        let photo = try Self.photo(kind)
        var state: UInt64 = 42
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for _ in 0..<150 {
            var bytes = photo
            for _ in 0..<(1 + random(8)) { bytes[random(min(bytes.count, 4000))] = UInt8(random(256)) }
            do {
                let decoded = try StillDecoder.decode(bytes, maxPixelSize: 64)
                #expect(CVPixelBufferGetWidth(decoded) <= 64)
            } catch {
                #expect([.fileUnreadable, .encodeFailed, .formatUnsupported].contains(error.code))
                #expect(!error.message.isEmpty)
            }
        }
    }

    @Test func aPictureThatClaimsToBeHugeIsRefusedAtOnce() throws {
        var photo = try Self.photo(.jpeg)
        let frame = try #require(photo.firstRange(of: Data([0xFF, 0xC0])))
        photo.replaceSubrange(frame.lowerBound + 5..<frame.lowerBound + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
        let error = #expect(throws: CaptureError.self) { try StillDecoder.decode(photo, maxPixelSize: 100) }
        #expect(error?.message.contains("too large") == true)
    }
}

extension CVPixelBuffer {
    /// Blue, green, red, alpha.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        withPlanes { planes in
            let place = planes[0].base + y * planes[0].bytesPerRow + 4 * x
            return (0..<4).map { place.load(fromByteOffset: $0, as: UInt8.self) }
        }
    }
}
