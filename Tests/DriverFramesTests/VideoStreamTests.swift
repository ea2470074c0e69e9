import CaptureEngine
import CoreVideo
import FFmpeg
import LinuxVideo
import Testing

@testable import DriverFrames

/// A camera that sends H.264: an encoder's packets, as such a camera frames them.
@Suite struct VideoStreamTests {
    private let width = 64
    private let height = 48

    /// Pictures of one gray level each. The first stands for itself, the others need it.
    private func packets(_ levels: [UInt8]) throws -> [[UInt8]] {
        var settings = VideoEncoder.Settings(
            encoder: "libx264", width: width, height: height, layout: .i420, color: PictureColor(), timescale: 30,
            frameRate: 30)
        settings.options = [
            "preset": "ultrafast", "tune": "zerolatency", "crf": "4", "x264-params": "annexb=1:repeat-headers=1",
        ]
        let encoder = try VideoEncoder(settings)
        return try levels.enumerated().flatMap { index, level in
            var samples = Array(repeating: level, count: width * height)
            samples += Array(repeating: 90, count: width * height / 4)
            samples += Array(repeating: 160, count: width * height / 4)
            return try samples.withUnsafeMutableBytes { bytes in
                let base = try #require(bytes.baseAddress)
                let chroma = base + width * height
                let planes = [
                    PicturePlane(base: base, bytesPerRow: width), PicturePlane(base: chroma, bytesPerRow: width / 2),
                    PicturePlane(base: chroma + width * height / 4, bytesPerRow: width / 2),
                ]
                return try encoder.encode(planes, at: Int64(index)).map { packet in packet.withBytes { Array($0) } }
            }
        }
    }

    private func unpacker() throws -> FrameUnpacker {
        let encoding = try #require(FourCC("H264").flatMap(V4L2Encoding.init))
        return try FrameUnpacker(
            format: VideoFormat(pixelFormat: encoding.fourCC, width: width, height: height, colorspace: 3),
            encoding: encoding)
    }

    /// The first sample of luma, Cb and Cr.
    private func color(_ packet: [UInt8], _ unpacker: FrameUnpacker) throws -> [Int] {
        let picture = try packet.withUnsafeBytes { try unpacker.unpack([$0]) }
        return picture.withPlanes { planes in
            let chroma = planes[1].base
            return [planes[0].base, chroma, chroma + 1].map { Int($0.load(as: UInt8.self)) }
        }
    }

    @Test func eachFrameOfAStreamIsAPictureAtOnce() throws {
        let unpacker = try unpacker()
        let packets = try packets([40, 120, 200])
        #expect(packets.count == 3)
        for (packet, level) in zip(packets, [40, 120, 200]) {
            let found = try color(packet, unpacker)
            #expect(zip(found, [level, 90, 160]).allSatisfy { abs($0 - $1) <= 1 }, "\(found)")
        }
    }

    @Test func framesBeforeTheFirstCompleteOneAreLost() throws {
        let unpacker = try unpacker()
        let packets = try packets([40, 120])
        #expect(throws: FrameLoss.damaged) { try color(packets[1], unpacker) }
        #expect(throws: Never.self) { try color(packets[0], unpacker) }
    }

    @Test func whatIsNoStreamIsLostAndTheNextCompleteFrameIsNot() throws {
        let unpacker = try unpacker()
        #expect(throws: FrameLoss.damaged) { try color(Array(repeating: 7, count: 500), unpacker) }
        #expect(throws: Never.self) { try color(try packets([40])[0], unpacker) }
    }

    @Test func aStreamOfAnotherSizeIsLost() throws {
        let encoding = try #require(FourCC("H264").flatMap(V4L2Encoding.init))
        let unpacker = try FrameUnpacker(
            format: VideoFormat(pixelFormat: encoding.fourCC, width: 32, height: 32), encoding: encoding)
        #expect(throws: FrameLoss.damaged) { try color(try packets([40])[0], unpacker) }
    }
}
