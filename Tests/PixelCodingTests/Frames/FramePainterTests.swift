import CaptureEngine
import CoreVideo
import Foundation
import Testing

@testable import PixelCoding

struct FramePainterTests {
    private typealias Canvas = FramePainter.Canvas

    /// Left black, right white, the lower right corner gray, which shows a picture's orientation.
    private func frame(
        _ format: OSType = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, width: Int = 64, height: Int = 32
    ) throws -> CVPixelBuffer {
        let buffer = try CVPixelBuffer(width: width, height: height, pixelFormat: format)
        let isWide = format == kCVPixelFormatType_420YpCbCr10BiPlanarFullRange
        func luma(_ x: Int, _ y: Int) -> UInt8 { x < width / 2 ? 0 : y < height / 2 ? 255 : 128 }
        buffer.withPlanes { planes in
            for y in 0..<height {
                for x in 0..<width {
                    let place = planes[0].base + y * planes[0].bytesPerRow
                    switch format {
                    case kCVPixelFormatType_32BGRA:
                        (place + 4 * x).storeBytes(of: UInt32(luma(x, y)) * 0x010101 | 0xFF00_0000, as: UInt32.self)
                    case _ where isWide: (place + 2 * x).storeBytes(of: UInt16(luma(x, y)) << 8, as: UInt16.self)
                    default: (place + x).storeBytes(of: luma(x, y), as: UInt8.self)
                    }
                }
            }
            guard planes.count > 1 else { return }
            for y in 0..<height / 2 {
                for x in 0..<width {
                    let place = planes[1].base + y * planes[1].bytesPerRow
                    if isWide {
                        (place + 2 * x).storeBytes(of: 128 << 8, as: UInt16.self)
                    } else {
                        (place + x).storeBytes(of: 128, as: UInt8.self)
                    }
                }
            }
        }
        return buffer
    }

    /// The blue of the pixels in the middle of the four quarters: upper left, upper right, lower left, lower right.
    private func quarters(_ picture: CVPixelBuffer) -> [Int] {
        let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
        return picture.withPlanes { planes in
            [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
                let place = planes[0].base + (y * height / 4) * planes[0].bytesPerRow + 4 * (x * width / 4)
                return (Int(place.load(as: UInt8.self)) + 32) / 64
            }
        }
    }

    private func size(_ picture: CVPixelBuffer) -> [Int] {
        [CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture)]
    }

    @Test(arguments: [
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
        kCVPixelFormatType_32BGRA,
    ])
    func aPictureHasTheCanvasesSizeAndColors(_ format: OSType) throws {
        let canvas = Canvas(width: 32, height: 16, fit: .filling)
        let picture = try #require(try FramePainter().picture(of: frame(format), on: canvas))
        #expect(size(picture) == [32, 16])
        #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_32BGRA)
        #expect(quarters(picture) == [0, 4, 0, 2])
    }

    @Test(arguments: [(90, [0, 0, 2, 4]), (180, [2, 0, 4, 0]), (270, [4, 2, 0, 0])])
    func aPictureIsTurnedClockwise(_ degrees: Int, _ expected: [Int]) throws {
        let isUpright = degrees % 180 == 90
        let canvas = Canvas(
            width: isUpright ? 16 : 32, height: isUpright ? 32 : 16, fit: .filling, rotation: degrees)
        for format in [kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_32BGRA] {
            let picture = try #require(try FramePainter().picture(of: frame(format), on: canvas))
            #expect(size(picture) == [canvas.width, canvas.height])
            #expect(quarters(picture) == expected)
        }
    }

    @Test func aPictureIsMirroredAfterItWasTurned() throws {
        for format in [kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_32BGRA] {
            let plain = Canvas(width: 32, height: 16, fit: .filling, isMirrored: true)
            let picture = try #require(try FramePainter().picture(of: frame(format), on: plain))
            #expect(quarters(picture) == [4, 0, 2, 0])
            let turned = Canvas(width: 16, height: 32, fit: .filling, rotation: 90, isMirrored: true)
            let upright = try #require(try FramePainter().picture(of: frame(format), on: turned))
            #expect(quarters(upright) == [0, 0, 4, 2])
        }
    }

    @Test func aFilledCanvasShowsTheMiddle() throws {
        let canvas = Canvas(width: 32, height: 32, fit: .filling)
        let picture = try #require(try FramePainter().picture(of: frame(), on: canvas))
        #expect(size(picture) == [32, 32])
        #expect(quarters(picture) == [0, 4, 0, 2])
    }

    @Test func anUnfilledCanvasShowsAllOfThePicture() throws {
        let canvas = Canvas(width: 32, height: 32, fit: .inside)
        #expect(size(try #require(try FramePainter().picture(of: frame(), on: canvas))) == [32, 16])
        let upright = Canvas(width: 32, height: 32, fit: .inside, rotation: 90)
        #expect(size(try #require(try FramePainter().picture(of: frame(), on: upright))) == [16, 32])
    }

    /// A quarter of the width is black in the frame, and nothing in its middle half.
    @Test(arguments: [FramePainter.Fit.inside, .filling, .stretched])
    func aViewIsTheMiddleOfTheFrame(_ fit: FramePainter.Fit) throws {
        for format in [kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_32BGRA] {
            let frame = try frame(format)
            frame.withPlanes { planes in
                let bytes = format == kCVPixelFormatType_32BGRA ? 4 : 1
                for row in 0..<32 { memset(planes[0].base + row * planes[0].bytesPerRow, 255, 16 * bytes) }
            }
            let all = Canvas(width: 32, height: 16, fit: fit)
            #expect(quarters(try #require(try FramePainter().picture(of: frame, on: all))) == [0, 4, 0, 2])
            let view = Canvas(width: 32, height: 16, fit: fit, view: 0.5)
            let picture = try #require(try FramePainter().picture(of: frame, on: view))
            #expect(size(picture) == [32, 16])
            let left = picture.withPlanes { planes in (planes[0].base + 8 * planes[0].bytesPerRow).load(as: UInt8.self)
            }
            #expect(left < 16)
            #expect(quarters(picture) == [0, 4, 0, 2])
        }
    }

    @Test func aStretchedPictureIsCompleteAndFillsTheCanvas() throws {
        for format in [kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_32BGRA] {
            for (width, height) in [(32, 32), (128, 16), (16, 64)] {
                let canvas = Canvas(width: width, height: height, fit: .stretched)
                let picture = try #require(try FramePainter().picture(of: frame(format), on: canvas))
                #expect(size(picture) == [width, height])
                #expect(quarters(picture) == [0, 4, 0, 2])
            }
            let upright = Canvas(width: 32, height: 32, fit: .stretched, rotation: 90)
            let picture = try #require(try FramePainter().picture(of: frame(format), on: upright))
            #expect(size(picture) == [32, 32])
            #expect(quarters(picture) == [0, 0, 2, 4])
        }
    }

    @Test func oddSizesArePainted() throws {
        for width in 31...34 {
            let canvas = Canvas(width: width, height: 17, fit: .filling, rotation: 90, isMirrored: true)
            #expect(size(try #require(try FramePainter().picture(of: frame(), on: canvas))) == [width, 17])
        }
    }

    @Test func nothingIsPaintedWhileAllPicturesAreInUse() throws {
        let painter = FramePainter(capacity: 2)
        let canvas = Canvas(width: 32, height: 16, fit: .filling)
        let frame = try frame()
        let first = try #require(try painter.picture(of: frame, on: canvas))
        var second = try painter.picture(of: frame, on: canvas)
        #expect(second != nil)
        #expect(try painter.picture(of: frame, on: canvas) == nil)
        second = nil
        #expect(try painter.picture(of: frame, on: canvas) != nil)
        _ = first
    }

    @Test func anEmptyCanvasIsNotPainted() throws {
        #expect(try FramePainter().picture(of: frame(), on: Canvas(width: 0, height: 9, fit: .filling)) == nil)
    }
}
