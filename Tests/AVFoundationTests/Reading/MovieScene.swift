import AVFoundation
import Foundation
import TestSupport
import Testing

/// Movies to read: by our own writer, and by ffmpeg.
struct MovieScene {
    let folder: TemporaryFolder
    let writer = WriterScene()

    init() throws { folder = try TemporaryFolder() }

    /// A second of the bar and the tone, by our writer.
    func own(
        _ name: String = "own.mov", _ type: AVFileType = .mov, frames: Range<Int> = 0..<30,
        _ prepare: (AVAssetWriter, [AVAssetWriterInput]) -> Void = { _, _ in }
    ) async throws -> URL {
        let url = folder.file(name)
        var settings = writer.videoSettings
        // So good that the frames can be told apart.
        settings[AVVideoCompressionPropertiesKey] = [AVVideoAverageBitRateKey: 4_000_000]
        let made = try await writer.write(
            url, type, video: settings, audio: WriterScene.aac, frames: frames,
            from: WriterScene.time(frames.lowerBound), prepare)
        #expect(made.status == .completed)
        return url
    }

    /// A test picture and a tone, by ffmpeg.
    func foreign(_ name: String, seconds: Double = 2, size: String = "320x240", _ options: [String] = []) throws -> URL
    {
        let url = folder.file(name)
        let pictures = "testsrc=size=\(size):rate=30:duration=\(seconds)"
        let sound = "sine=frequency=440:sample_rate=44100:duration=\(seconds)"
        try MadeFile.ffmpeg(
            ["-f", "lavfi", "-i", pictures, "-f", "lavfi", "-i", sound]
                + ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"] + options,
            to: url)
        return url
    }

    /// All samples of an output.
    static func samples(_ reader: AVAssetReader, _ output: AVAssetReaderOutput) -> [CMSampleBuffer] {
        var samples: [CMSampleBuffer] = []
        while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
        return samples
    }

    /// The numbers of frames; see ``MovingBar``.
    static func numbers(_ frames: [CMSampleBuffer]) -> [Int] { frames.compactMap(\.imageBuffer).map(number) }

    static func number(_ frame: CVPixelBuffer) -> Int {
        let row = frame.height / 2
        return frame.withPlanes { planes in
            let line = (planes[0].base + row * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
            return MovingBar.number(of: UnsafeBufferPointer(start: line, count: frame.width), row: row)
        }
    }
}
