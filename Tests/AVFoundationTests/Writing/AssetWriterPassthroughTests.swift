import AVFoundation
import Foundation
import TestSupport
import Testing

/// Samples that are written as they are.
@Suite struct AssetWriterPassthroughTests {
    let folder: TemporaryFolder
    let scene = WriterScene()

    init() throws { folder = try TemporaryFolder() }

    /// The packets of a stream, one after the other, as the file holds them.
    private func bytes(of url: URL, _ stream: String) throws -> Data {
        try Tool.output(
            "ffmpeg", ["-v", "error", "-i", url.path, "-map", "\(stream):0", "-c", "copy", "-f", "data", "-"])
    }

    /// The contents of the first box of a type.
    private func box(_ type: String, of url: URL) throws -> Data {
        let data = try Data(contentsOf: url)
        let name = try #require(data.range(of: Data(type.utf8)))
        let length = data[(name.lowerBound - 4)..<name.lowerBound].reduce(0) { $0 << 8 | Int($1) }
        return Data(data[name.upperBound..<(name.lowerBound - 4 + length)])
    }

    @Test(arguments: [AVFileType.mov, .mp4]) func compressedSamplesKeepEveryBit(_ type: AVFileType) async throws {
        let original = folder.file("original.mov")
        _ = try await scene.write(original, video: scene.videoSettings, audio: WriterScene.aac)
        let probe = try MovieProbe(original)
        let picture = try CMFormatDescription(
            videoCodecType: .h264, width: 320, height: 240,
            extensions: .init(base: [
                kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: ["avcC": try box("avcC", of: original)]
            ]))
        let sound = try CMFormatDescription(
            audioStreamBasicDescription: AudioStreamBasicDescription(
                mSampleRate: 48_000, mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 0, mBytesPerPacket: 0,
                mFramesPerPacket: 1024, mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0, mReserved: 0))
        let copy = folder.file("copy")
        let writer = try AVAssetWriter(url: copy, fileType: type)
        let video = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: picture)
        let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
        for input in [video, audio] { writer.add(input) }
        writer.startWriting()
        writer.startSession(atSourceTime: .zero)
        let (frames, packets) = (try bytes(of: original, "v"), try bytes(of: original, "a"))
        try append(frames, probe.packets(.video).map { Int($0.size) ?? 0 }, picture, step: 3_000, 90_000, to: video)
        try append(packets, probe.packets(.audio).map { Int($0.size) ?? 0 }, sound, step: 1_024, 48_000, to: audio)
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        #expect(try bytes(of: copy, "v") == frames && bytes(of: copy, "a") == packets)
        let movie = try MovieProbe(copy)
        #expect(movie.packets(.video).map(\.pts) == (0..<30).map { $0 * 3_000 })
        #expect(movie.packets(.video).map(\.isKey) == probe.packets(.video).map(\.isKey))
        #expect(try movie.complaints == "" && movie.decodingComplaints() == "")
    }

    private func append(
        _ bytes: Data, _ sizes: [Int], _ format: CMFormatDescription, step: Int, _ timescale: CMTimeScale,
        to input: AVAssetWriterInput
    ) throws {
        #expect(bytes.count == sizes.reduce(0, +))
        var offset = 0
        for (index, size) in sizes.enumerated() {
            let sample = try CMSampleBuffer(
                dataBuffer: WriterScene.block(Data(bytes[offset..<(offset + size)])), formatDescription: format,
                numSamples: 1,
                sampleTimings: [
                    CMSampleTimingInfo(
                        duration: CMTime(value: Int64(step), timescale: timescale),
                        presentationTimeStamp: CMTime(value: Int64(index * step), timescale: timescale),
                        decodeTimeStamp: .invalid)
                ], sampleSizes: [size])
            // The first frame of the scene's movies is the only key frame in a second.
            if format.mediaType == .video, index > 0 {
                sample.setSampleAttachment(true, forKey: kCMSampleAttachmentKey_NotSync, at: 0)
            }
            WriterScene.append(sample, to: input)
            offset += size
        }
    }

    @Test(arguments: [AVFileType.mov, .wav, .caf]) func linearPCMKeepsEveryBit(_ type: AVFileType) async throws {
        let url = folder.file("sound")
        let writer = try AVAssetWriter(url: url, fileType: type)
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
        writer.add(input)
        writer.startWriting()
        writer.startSession(atSourceTime: WriterScene.origin)
        try scene.feed(nil, input, frames: 0..<30)
        await writer.finishWriting()
        let tone = WriterScene.tone(from: 0, frames: 48_000)
        #expect(try bytes(of: url, "a") == tone.withUnsafeBytes { Data($0) })
        let sound = try MovieProbe(url)
        #expect(try sound.audio?.codec_name == "pcm_s16le" && WriterScene.complaints(of: url) == "")
    }
}
