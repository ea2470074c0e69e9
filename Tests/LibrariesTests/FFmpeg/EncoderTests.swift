import FFmpeg
import Foundation
import TestSupport
import Testing

@Suite struct EncoderTests {
    /// A grey picture of 64 × 48 in planes of its own.
    private final class Picture {
        let memory: UnsafeMutableRawPointer
        let planes: [PicturePlane]

        init(_ layout: PictureLayout, luma: UInt8) {
            memory = .allocate(byteCount: 64 * 48 * 2, alignment: 64)
            memory.initializeMemory(as: UInt8.self, repeating: luma, count: 64 * 48)
            (memory + 64 * 48).initializeMemory(as: UInt8.self, repeating: 128, count: 64 * 48)
            let chroma = memory + 64 * 48
            planes =
                layout == .nv12
                ? [.init(base: memory, bytesPerRow: 64), .init(base: chroma, bytesPerRow: 64)]
                : [
                    .init(base: memory, bytesPerRow: 64), .init(base: chroma, bytesPerRow: 32),
                    .init(base: chroma + 32 * 24, bytesPerRow: 32),
                ]
        }

        deinit { memory.deallocate() }
    }

    private func settings(_ codec: VideoEncoder.Codec = .h264) -> VideoEncoder.Settings {
        VideoEncoder.Settings(
            codec: codec, width: 64, height: 48, layout: codec == .h264 ? .nv12 : .i420,
            colour: PictureColour(primaries: 1, transfer: 1, matrix: 1), timescale: 90_000, frameRate: 30)
    }

    @Test func everyPictureGivesOnePacketAtOnce() throws {
        let encoder = try VideoEncoder(settings())
        for index in 0..<10 {
            let picture = Picture(.nv12, luma: UInt8(40 + index * 10))
            let packets = try encoder.encode(picture.planes, at: Int64(index) * 3000)
            #expect(packets.map(\.presentationTime) == [Int64(index) * 3000])
            #expect(packets.map(\.decodeTime) == [Int64(index) * 3000])
            #expect(packets.map(\.isKeyFrame) == [index == 0])
        }
        #expect(try encoder.finish().isEmpty)
    }

    @Test func aKeyFrameComesWhenItIsAskedFor() throws {
        let encoder = try VideoEncoder(settings())
        let picture = Picture(.nv12, luma: 100)
        let keys = try (0..<6).map { index in
            try encoder.encode(picture.planes, at: Int64(index) * 3000, forcingKeyFrame: index == 4)[0].isKeyFrame
        }
        #expect(keys == [true, false, false, false, true, false])
    }

    @Test func packetsAreUnitsBehindTheirLengths() throws {
        let encoder = try VideoEncoder(settings())
        #expect(encoder.parameterSets.map { $0[0] & 0x1f } == [7, 8])
        let packet = try #require(try encoder.encode(Picture(.nv12, luma: 80).planes, at: 0).first)
        let bytes = packet.withBytes { Array($0) }
        var types: [UInt8] = []
        var offset = 0
        while offset < bytes.count {
            let length = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            types.append(bytes[offset + 4] & 0x1f)
            offset += 4 + length
        }
        #expect(offset == bytes.count)
        #expect(types.last == 5, "an IDR picture")
    }

    @Test func hevcGivesItsThreeParameterSets() throws {
        let encoder = try VideoEncoder(settings(.hevc))
        #expect(encoder.parameterSets.map { $0[0] >> 1 & 0x3f } == [32, 33, 34])
    }

    @Test func impossibleSizesAreRefused() {
        var settings = settings()
        settings.width = 63
        let error = #expect(throws: FFmpegError.self) { try VideoEncoder(settings) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.hasPrefix("the video encoder refuses 63 x 48") == true)
    }

    @Test func soundOfAnyBlockSizeBecomesPacketsOfOneSize() throws {
        let encoder = try AudioEncoder(sampleRate: 48_000, channels: 2, bitRate: 128_000)
        #expect(encoder.framesPerPacket == 1_024)
        #expect(encoder.initialPadding == 1_024)
        #expect(encoder.specificConfig.prefix(2) == [0x11, 0x90], "low complexity, 48 kHz, stereo")
        var packets: [EncodedPacket] = []
        for frames in [1, 480, 3_000, 17, 1_024] {
            let samples = [Int16](repeating: 1_000, count: frames * 2)
            packets += try samples.withUnsafeBytes { try encoder.encode($0, as: .int16) }
        }
        packets += try encoder.encodeSilence(frames: 500)
        packets += try encoder.finish()
        #expect(packets.map(\.presentationTime) == packets.indices.map { Int64($0 * 1_024 - 1_024) })
        #expect((5_022 / 1_024 + 1)...(5_022 / 1_024 + 3) ~= packets.count)
    }
}
