import FFmpeg
import Foundation
import TestSupport
import Testing

@Suite struct EncoderTests {
    /// A gray picture of 64 × 48 in its own planes.
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

    private func settings(
        _ encoder: String = "libx264", _ layout: PictureLayout = .nv12,
        options: [String: String] = ["x264-params": "annexb=0", "tune": "zerolatency", "forced-idr": "1"]
    ) -> VideoEncoder.Settings {
        var settings = VideoEncoder.Settings(
            encoder: encoder, width: 64, height: 48, layout: layout,
            color: PictureColor(primaries: 1, transfer: 1, matrix: 1), timescale: 90_000, frameRate: 30)
        settings.options = options
        return settings
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

    @Test func aKeyFrameIsMadeOnRequest() throws {
        let encoder = try VideoEncoder(settings())
        let picture = Picture(.nv12, luma: 100)
        let keys = try (0..<6).map { index in
            try encoder.encode(picture.planes, at: Int64(index) * 3000, forcingKeyFrame: index == 4)[0].isKeyFrame
        }
        #expect(keys == [true, false, false, false, true, false])
    }

    @Test func packetsAreUnitsAfterTheirLengths() throws {
        let encoder = try VideoEncoder(settings())
        #expect(try encoder.headerUnits().map { $0[0] & 0x1f }.prefix(2) == [7, 8])
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
        let options = ["x265-params": "annexb=0:log-level=none"]
        let encoder = try VideoEncoder(settings("libx265", .i420, options: options))
        #expect(try encoder.headerUnits().map { $0[0] >> 1 & 0x3f }.prefix(3) == [32, 33, 34])
    }

    @Test func aHeaderWithoutUnitsIsNotTakenForOne() throws {
        let options = ["flags": "+qscale", "global_quality": "236", "strict": "unofficial"]
        let encoder = try VideoEncoder(settings("mjpeg", .i420, options: options))
        #expect(encoder.header.isEmpty)
        let error = #expect(throws: FFmpegError.self) { try encoder.headerUnits() }
        #expect(error?.code == .codecFailed)
    }

    @Test func anOptionThatTheEncoderDoesNotKnowIsAnError() {
        let error = #expect(throws: FFmpegError.self) { try VideoEncoder(settings(options: ["colorfulness": "11"])) }
        #expect(error?.message == "the video encoder knows no colorfulness")
    }

    @Test func anEncoderThatIsNotInstalledIsNamed() {
        let error = #expect(throws: FFmpegError.self) { try VideoEncoder(settings("libx267")) }
        #expect(error?.code == .codecMissing)
        #expect(error?.message == "the installed libavcodec was built without libx267")
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

    @Test(arguments: [0, 480, 960, 3_840])
    func aToneIsAsLoudAsItWas(start: Int) throws {
        let encoder = try AudioEncoder(sampleRate: 48_000, channels: 1, bitRate: 64_000)
        var noise: UInt32 = 1
        // A tenth of each second is a tone of 1 kHz at half of full scale.
        let samples = (start..<start + 168_000).map { place -> Int16 in
            noise = noise &* 1_664_525 &+ 1_013_904_223
            let moment = Double(place % 48_000) / 48_000
            return Int16(noise >> 29) + (moment < 0.1 ? Int16(16_384 * sin(2_000 * .pi * moment)) : 0)
        }
        var packets = try samples.withUnsafeBytes { try encoder.encode($0, as: .int16) }
        packets += try encoder.finish()
        let folder = try TemporaryFolder()
        let file = try folder.file("tone.aac", contents: packets.reduce(into: Data()) { $0 += Self.framed($1) })
        let decoded = try Tool.output("ffmpeg", ["-v", "error", "-i", file.path, "-f", "s16le", "-"])
        let loudest = decoded.withUnsafeBytes { $0.bindMemory(to: Int16.self).map(\.magnitude).max() ?? 0 }
        #expect((16_000...18_500).contains(loudest), "\(loudest)")
    }

    /// A packet of mono sound at 48 kHz behind its header in an ADTS stream (ISO/IEC 13818-7, 6.2).
    private static func framed(_ packet: EncodedPacket) -> Data {
        packet.withBytes { bytes in
            let length = bytes.count + 7
            let header = [
                0xff, 0xf1, 0x4c, 0x40 | length >> 11, length >> 3 & 0xff, (length & 7) << 5 | 0x1f, 0xfc,
            ]
            return Data(header.map(UInt8.init)) + Data(bytes)
        }
    }
}
