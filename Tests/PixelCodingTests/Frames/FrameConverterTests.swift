import CaptureEngine
import CoreMedia
import CoreVideo
import Testing

@testable import PixelCoding

struct FrameConverterTests {
    private static let eightBits = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
    private static let tenBits = kCVPixelFormatType_420YpCbCr10BiPlanarFullRange
    private static let formats = [eightBits, tenBits, kCVPixelFormatType_32BGRA]

    /// The four quarters of a frame in different grays: upper left, upper right, lower left, lower right.
    private static let grays: [UInt8] = [40, 80, 120, 160]

    private func frame(_ format: OSType, width: Int = 32, height: Int = 16) throws -> CVPixelBuffer {
        let buffer = try CVPixelBuffer(width: width, height: height, pixelFormat: format)
        buffer.withPlanes { planes in
            for (index, plane) in planes.enumerated() {
                let rows = index == 0 ? height : height / 2
                for y in 0..<rows {
                    for x in 0..<width {
                        let quarter = (y < rows / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)
                        let value = index == 0 ? Self.grays[quarter] : 128
                        let row = plane.base + y * plane.bytesPerRow
                        switch format {
                        case kCVPixelFormatType_32BGRA:
                            (row + 4 * x).storeBytes(of: UInt32(value) * 0x010101 | 0xFF00_0000, as: UInt32.self)
                        case Self.tenBits: (row + 2 * x).storeBytes(of: UInt16(value) << 8, as: UInt16.self)
                        default: (row + x).storeBytes(of: value, as: UInt8.self)
                        }
                    }
                }
            }
        }
        return buffer
    }

    /// Luma or blue in the middle of the quarters, of 255.
    private func quarters(_ picture: CVPixelBuffer) -> [Int] {
        let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
        let format = CVPixelBufferGetPixelFormatType(picture)
        return picture.withPlanes { planes in
            [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
                let row = planes[0].base + (y * height / 4) * planes[0].bytesPerRow
                switch format {
                case kCVPixelFormatType_32BGRA: return Int((row + 4 * (x * width / 4)).load(as: UInt8.self))
                case Self.tenBits: return Int((row + 2 * (x * width / 4)).load(as: UInt16.self) >> 8)
                default: return Int((row + x * width / 4).load(as: UInt8.self))
                }
            }
        }
    }

    private func size(_ picture: CVPixelBuffer) -> [Int] {
        [CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture)]
    }

    @Test(arguments: formats)
    func aFrameThatIsAsItIsWantedStaysItself(_ format: OSType) throws {
        let frame = try frame(format)
        let asItIs = FrameConverter.Target(pixelFormat: format, size: CMVideoDimensions(width: 32, height: 16))
        for target in [FrameConverter.Target(), FrameConverter.Target(rotation: 360), asItIs] {
            #expect(try FrameConverter().convert(frame, to: target) === frame)
        }
    }

    @Test(arguments: formats, [(90, [120, 40, 160, 80]), (180, [160, 120, 80, 40]), (270, [80, 160, 40, 120])])
    func aFrameIsTurnedClockwiseAndThenMirrored(_ format: OSType, _ turn: (degrees: Int, grays: [Int])) throws {
        let converter = FrameConverter()
        let turned = try converter.convert(frame(format), to: .init(rotation: turn.degrees))
        #expect(size(turned) == (turn.degrees == 180 ? [32, 16] : [16, 32]))
        #expect(quarters(turned) == turn.grays)
        let mirrored = try converter.convert(frame(format), to: .init(rotation: turn.degrees, isMirrored: true))
        #expect(quarters(mirrored) == [1, 0, 3, 2].map { turn.grays[$0] })
    }

    @Test(arguments: formats, [(16, 8), (16, 16), (32, 8), (64, 32)])
    func aFrameGetsTheWantedSize(_ format: OSType, _ wanted: (width: Int32, height: Int32)) throws {
        let dimensions = CMVideoDimensions(width: wanted.width, height: wanted.height)
        let scaled = try FrameConverter().convert(frame(format), to: .init(size: dimensions))
        #expect(size(scaled) == [Int(wanted.width), Int(wanted.height)])
        #expect(CVPixelBufferGetPixelFormatType(scaled) == format)
        // The weights of libyuv's bilinear filter for four-byte pixels make 127 of 128, and the rest is cut off: 160 becomes 158.
        #expect(zip(quarters(scaled), Self.grays).allSatisfy { abs($0 - Int($1)) <= 2 }, "\(quarters(scaled))")
    }

    @Test(arguments: formats)
    func aFrameGetsTheWantedPixelFormat(_ format: OSType) throws {
        let video = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        for wanted in [Self.eightBits, video, kCVPixelFormatType_32BGRA] {
            let picture = try FrameConverter().convert(frame(format), to: .init(pixelFormat: wanted))
            #expect(CVPixelBufferGetPixelFormatType(picture) == wanted)
            let expected = Self.grays.map { wanted == video ? 16 + Int($0) * 219 / 255 : Int($0) }
            // One step for each of two roundings.
            #expect(zip(quarters(picture), expected).allSatisfy { abs($0 - $1) <= 2 }, "\(quarters(picture))")
        }
    }

    @Test func eightBitsAreNotTurnedIntoTen() throws {
        let frame = try frame(Self.eightBits)
        #expect(try FrameConverter().convert(frame, to: .init(pixelFormat: Self.tenBits)) === frame)
    }

    @Test func aConvertedSampleKeepsItsTimes() throws {
        let (time, duration) = (CMTime(value: 7, timescale: 30), CMTime(value: 1, timescale: 30))
        let buffer = try frame(Self.eightBits)
        let sample = try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer),
            sampleTiming: CMSampleTimingInfo(
                duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid))
        #expect(try FrameConverter().convert(sample, to: .init()) === sample)
        let turned = try FrameConverter().convert(sample, to: .init(rotation: 90))
        #expect(turned.presentationTimeStamp == time && turned.duration == duration)
        #expect(turned.imageBuffer.map(size) == [16, 32])
    }
}
