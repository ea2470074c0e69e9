import AVFAudio
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite struct FileTests {
    private static let kinds: [(name: String, format: UInt32, codec: String)] = [
        ("sound.wav", kAudioFormatLinearPCM, "pcm_s16le"), ("sound.caf", kAudioFormatLinearPCM, "pcm_s16le"),
        ("sound.m4a", kAudioFormatMPEG4AAC, "aac"),
    ]

    private func settings(_ format: UInt32, rate: Double = 44_100, channels: Int = 2) -> [String: Any] {
        [AVFormatIDKey: format, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels]
    }

    @Test("Files are read by others, and read back", arguments: 0..<3)
    func roundTrip(kind: Int) throws {
        let kind = Self.kinds[kind]
        let folder = try TemporaryFolder()
        let url = folder.file(kind.name)
        let sound = try sine(440, seconds: 1, channels: 2)
        do {
            let file = try AVAudioFile(forWriting: url, settings: settings(kind.format))
            #expect(file.processingFormat == sound.format)
            try file.write(from: sound)
            #expect(file.length == 44_100)
        }
        let judged = try judged(url)
        #expect(judged.codec == kind.codec)
        #expect(judged.rate == 44_100)
        #expect(judged.channels == 2)
        // Both ends of compressed sound are not quite silent.
        #expect(abs(frequency(Array(judged.samples[4000..<40_000]), rate: 44_100) - 440) < 2)
        #expect(abs(judged.samples.count - 44_100) <= 2048)

        let file = try AVAudioFile(forReading: url)
        #expect(file.length == 44_100)
        #expect(file.processingFormat.isStandard)
        #expect(file.fileFormat.streamDescription.pointee.mFormatID == kind.format)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 44_100))
        try file.read(into: buffer)
        #expect(buffer.frameLength == 44_100)
        #expect(file.framePosition == 44_100)
        let limit: Float = kind.codec == "aac" ? 0.05 : 0.0001
        let (read, written) = (buffer.samples(1), sound.samples(1))
        for frame in stride(from: 2000, to: 42_000, by: 111) {
            #expect(abs(read[frame] - written[frame]) < limit)
        }
        #expect(throws: NSError.self) { try file.read(into: buffer) }
    }

    @Test("Reading begins anywhere", arguments: 0..<3)
    func seeks(kind: Int) throws {
        let kind = Self.kinds[kind]
        let folder = try TemporaryFolder()
        let url = folder.file(kind.name)
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
        let sound = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 44_100))
        sound.frameLength = 44_100
        // A rising tone tells each place from all others.
        for frame in 0..<44_100 {
            let time = Double(frame) / 44_100
            sound.floatChannelData?[0][frame] = Float(0.5 * sin(2 * Double.pi * (200 + 400 * time) * time))
        }
        let written = try AVAudioFile(forWriting: url, settings: settings(kind.format, channels: 1))
        try written.write(from: sound)
        written.close()
        #expect(!written.isOpen)
        let file = try AVAudioFile(forReading: url)
        let whole = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 44_100))
        try file.read(into: whole)
        let all = whole.samples()
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 1000))
        for place in [30_000, 10_000, 43_500] as [AVAudioFramePosition] {
            file.framePosition = place
            #expect(file.framePosition == place)
            try file.read(into: buffer, frameCount: 700)
            let count = min(700, 44_100 - Int(place))
            #expect(buffer.frameLength == AVAudioFrameCount(count))
            // A decoder of compressed sound begins with what it does not know.
            let difference = zip(buffer.samples(), all[Int(place)...]).map { abs($0 - $1) }.max() ?? 1
            #expect(difference < 0.01)
        }
    }

    @Test func filesOfOthersAreRead() throws {
        let folder = try TemporaryFolder()
        for name in ["sound.mp3", "sound.flac", "sound.wav"] {
            let url = folder.file(name)
            try Tool.output(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "sine=frequency=500:sample_rate=48000:duration=1", url.path])
            let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatInt16, interleaved: true)
            #expect(file.processingFormat.sampleRate == 48_000)
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 48_000))
            try file.read(into: buffer)
            let samples = (0..<Int(buffer.frameLength)).map { Float(buffer.int16ChannelData?[0][$0] ?? 0) }
            #expect(abs(frequency(samples, rate: 48_000) - 500) < 5)
        }
    }

    @Test func whatCannotBeIsAnError() throws {
        let folder = try TemporaryFolder()
        let none = folder.file("none.wav")
        #expect(throws: NSError.self) { try AVAudioFile(forReading: none) }
        let text = try folder.file("text.wav", contents: Data("no sound".utf8))
        #expect(throws: NSError.self) { try AVAudioFile(forReading: text) }
        let settings = settings(kAudioFormatMPEG4AAC)
        #expect(throws: NSError.self) { try AVAudioFile(forWriting: folder.file("a.aiff"), settings: settings) }
        #expect(throws: NSError.self) { try AVAudioFile(forWriting: folder.file("a.wav"), settings: settings) }
        let opus = self.settings(kAudioFormatOpus)
        #expect(throws: NSError.self) { try AVAudioFile(forWriting: folder.file("a.m4a"), settings: opus) }
    }
    @Test func theSettingsNameTheKindOfFile() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("recording")
        var settings = settings(kAudioFormatLinearPCM)
        #expect(throws: NSError.self) { try AVAudioFile(forWriting: url, settings: settings) }
        settings[AVAudioFileTypeKey] = kAudioFileCAFType
        let file = try AVAudioFile(forWriting: url, settings: settings)
        try file.write(from: sine(440, seconds: 0.1, channels: 2))
        file.close()
        #expect(try Data(contentsOf: url).prefix(4) == Data("caff".utf8))
        settings[AVAudioFileTypeKey] = kAudioFileAIFFType
        #expect(throws: NSError.self) { try AVAudioFile(forWriting: folder.file("a.wav"), settings: settings) }
    }
}
