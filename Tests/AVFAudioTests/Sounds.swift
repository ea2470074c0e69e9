import AVFAudio
import Foundation
import TestSupport
import Testing

/// A sine of half of full scale in standard buffers.
func sine(
    _ frequency: Double, seconds: Double, rate: Double = 44_100, channels: UInt32 = 1
) throws -> AVAudioPCMBuffer {
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: rate, channels: channels))
    return try sine(frequency, seconds: seconds, format)
}

func sine(_ frequency: Double, seconds: Double, _ format: AVAudioFormat) throws -> AVAudioPCMBuffer {
    let count = AVAudioFrameCount(seconds * format.sampleRate)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: count))
    buffer.frameLength = count
    for channel in 0..<Int(format.channelCount) {
        for frame in 0..<Int(count) {
            let sample = 0.5 * sin(2 * Double.pi * frequency * Double(frame) / format.sampleRate)
            let index = frame * buffer.stride
            if let data = buffer.floatChannelData {
                data[channel][index] = Float(sample)
            } else if let data = buffer.int16ChannelData {
                data[channel][index] = Int16(sample * 32_767)
            }
        }
    }
    return buffer
}

/// How often a second samples go from negative to not: the frequency of a sine.
func frequency(_ samples: [Float], rate: Double) -> Double {
    guard samples.count > 1 else { return 0 }
    let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
    return Double(crossings) * rate / Double(samples.count)
}

extension AVAudioPCMBuffer {
    func samples(_ channel: Int = 0) -> [Float] {
        guard let data = floatChannelData else { return [] }
        return (0..<Int(frameLength)).map { data[channel][$0 * stride] }
    }
}

/// What ffprobe says of a file's sound, and what ffmpeg decodes of its first channel.
func judged(_ file: URL) throws -> (codec: String, rate: Int, channels: Int, samples: [Float]) {
    let fields = try Tool.output(
        "ffprobe",
        ["-v", "error", "-show_entries", "stream=codec_name,sample_rate,channels", "-of", "csv=p=0", file.path])
    let parts = String(decoding: fields, as: UTF8.self).split { $0 == "," || $0 == "\n" }.map(String.init)
    try #require(parts.count >= 3)
    let channels = try #require(Int(parts[2]))
    let sound = try Tool.output("ffmpeg", ["-v", "error", "-i", file.path, "-f", "f32le", "-"])
    let all = sound.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let samples = stride(from: 0, to: all.count, by: channels).map { all[$0] }
    return (parts[0], try #require(Int(parts[1])), channels, samples)
}
