import AVFAudio
import CaptureEngine
import DeviceKinds
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

/// How strong a frequency is in samples: the amplitude of a sine.
private func amplitude(of frequency: Double, in samples: [Float], rate: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
        let phase = 2 * Double.pi * frequency * Double(index) / rate
        real += Double(sample) * cos(phase)
        imaginary += Double(sample) * sin(phase)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(max(samples.count, 1))
}

/// An engine that a test renders.
private struct OfflineEngine {
    static let rate = 48_000.0
    let engine = AVAudioEngine()
    let format: AVAudioFormat

    init(_ format: AVAudioFormat? = nil) throws {
        self.format = try #require(
            format ?? AVAudioFormat(standardFormatWithSampleRate: Self.rate, channels: 2))
        try engine.enableManualRenderingMode(.offline, format: self.format, maximumFrameCount: 4096)
    }

    func player(_ channels: UInt32 = 2, rate: Double = Self.rate) -> AVAudioPlayerNode {
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(
            player, to: engine.mainMixerNode,
            format: AVAudioFormat(standardFormatWithSampleRate: rate, channels: channels))
        return player
    }

    /// The channels of so many frames.
    func render(_ frames: Int, block: Int = 1000) throws -> [[Float]] {
        var result = Array(repeating: [Float](), count: Int(format.channelCount))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4096))
        var missing = frames
        while missing > 0 {
            let status = try engine.renderOffline(AVAudioFrameCount(min(missing, block)), to: buffer)
            #expect(status == .success)
            for channel in result.indices { result[channel] += buffer.samples(channel) }
            missing -= Int(buffer.frameLength)
        }
        return result
    }
}

@Suite struct EngineRenderingTests {
    @Test("A file becomes a file as ffmpeg hears it", arguments: [44_100.0, 48_000, 16_000])
    func fileToFile(rate: Double) throws {
        let folder = try TemporaryFolder()
        let source = folder.file("source.wav")
        try MadeFile.ffmpeg(
            ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=\(Int(rate)):duration=1"], to: source)
        let input = try AVAudioFile(forReading: source)
        let offline = try OfflineEngine()
        let player = offline.player(1, rate: input.processingFormat.sampleRate)
        try offline.engine.start()
        let ends = Monitor(0)
        player.scheduleFile(input, at: nil, completionHandler: { ends.withLock { $0 += 1 } })
        player.play()
        let result = folder.file("result.wav")
        let output = try AVAudioFile(forWriting: result, settings: offline.format.settings)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: offline.format, frameCapacity: 4096))
        while offline.engine.manualRenderingSampleTime < 48_000 {
            #expect(try offline.engine.renderOffline(4000, to: buffer) == .success)
            try output.write(from: buffer)
        }
        #expect(offline.engine.manualRenderingSampleTime == 48_000)
        output.close()
        let (heard, original) = (try judged(result), try judged(source))
        #expect(heard.rate == 48_000 && heard.channels == 2 && heard.samples.count == 48_000)
        #expect(abs(frequency(heard.samples, rate: 48_000) - 440) < 2)
        // As loud as ffmpeg's tone; the resampler's first and last milliseconds are left out.
        let middle = Array(heard.samples[4800..<43_200])
        let wanted = Array(original.samples.dropFirst(Int(rate / 10)).prefix(Int(rate * 0.8)))
        let (level, reference) = (
            amplitude(of: 440, in: middle, rate: 48_000), amplitude(of: 440, in: wanted, rate: rate)
        )
        #expect(abs(level / reference - 1) < 0.01)
        #expect(rate != 48_000 || ends.withLock { $0 } == 1)
        #expect(try offline.render(4000)[0].suffix(2000).allSatisfy { abs($0) < 1e-4 }, "silence follows")
        #expect(ends.withLock { $0 } == 1)
    }

    @Test func playersOfAnyFormatAreHeardTogetherEachInItsPlace() throws {
        let offline = try OfflineEngine()
        let (low, high) = (offline.player(1, rate: 22_050), offline.player(2))
        low.pan = -1
        high.pan = 1
        high.volume = 0.5
        try offline.engine.start()
        low.scheduleBuffer(try sine(500, seconds: 1, rate: 22_050))
        high.scheduleBuffer(try sine(2000, seconds: 1, rate: 48_000, channels: 2))
        low.play()
        high.play()
        let sound = try offline.render(38_400)
        let (left, right) = (Array(sound[0].suffix(33_600)), Array(sound[1].suffix(33_600)))
        #expect(abs(amplitude(of: 500, in: left, rate: 48_000) - 0.5) < 0.01)
        #expect(amplitude(of: 2000, in: left, rate: 48_000) < 0.001)
        #expect(abs(amplitude(of: 2000, in: right, rate: 48_000) - 0.25) < 0.005)
        #expect(amplitude(of: 500, in: right, rate: 48_000) < 0.001)
        offline.engine.mainMixerNode.outputVolume = 0.1
        let quiet = try offline.render(4800)
        #expect(abs(amplitude(of: 500, in: quiet[0], rate: 48_000) - 0.05) < 0.002)
    }

    @Test func buffersFollowEachOtherWithoutAGap() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        try offline.engine.start()
        let whole = try sine(1000, seconds: 0.3, rate: 48_000, channels: 2)
        let order = Mutex<[String]>([])
        for (index, part) in [0..<3000, 3000..<3001, 3001..<14_400].enumerated() {
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: whole.format, frameCapacity: AVAudioFrameCount(part.count)))
            buffer.frameLength = buffer.frameCapacity
            for channel in 0..<2 {
                for (place, frame) in part.enumerated() {
                    buffer.floatChannelData![channel][place] = whole.floatChannelData![channel][frame]
                }
            }
            player.scheduleBuffer(buffer, completionHandler: { order.withLock { $0.append("\(index)") } })
        }
        #expect(try offline.render(1000)[0].allSatisfy { $0 == 0 }, "it does not play yet")
        player.play()
        #expect(try offline.render(14_400, block: 977)[0] == whole.samples())
        #expect(order.withLock { $0 } == ["0", "1", "2"])
    }

    @Test func aBufferLoopsUntilItIsInterrupted() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        try offline.engine.start()
        func constant(_ value: Float, _ frames: Int) throws -> AVAudioPCMBuffer {
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: offline.format, frameCapacity: AVAudioFrameCount(frames)))
            buffer.frameLength = buffer.frameCapacity
            for channel in 0..<2 {
                for frame in 0..<frames { buffer.floatChannelData![channel][frame] = value }
            }
            return buffer
        }
        player.scheduleBuffer(try constant(0.25, 700), at: nil, options: .loops)
        player.play()
        #expect(try offline.render(2000)[0].allSatisfy { $0 == 0.25 })
        // 2000 frames are two loops and 600 frames.
        player.scheduleBuffer(try constant(0.5, 300), at: nil, options: .interruptsAtLoop)
        let next = try offline.render(1000)[0]
        #expect(next[..<100].allSatisfy { $0 == 0.25 } && next[100..<400].allSatisfy { $0 == 0.5 })
        #expect(next[400...].allSatisfy { $0 == 0 })
        player.scheduleBuffer(try constant(0.25, 700), at: nil, options: .loops)
        _ = try offline.render(100)
        player.scheduleBuffer(try constant(-0.5, 100), at: nil, options: .interrupts)
        let last = try offline.render(200)[0]
        #expect(last[..<100].allSatisfy { $0 == -0.5 } && last[100...].allSatisfy { $0 == 0 })
    }

    @Test func soundBeginsWhenItIsToBegin() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        try offline.engine.start()
        _ = try offline.render(500)
        let buffer = try sine(1000, seconds: 0.01, rate: 48_000, channels: 2)
        player.scheduleBuffer(buffer, at: AVAudioTime(sampleTime: 1200, atRate: 48_000))
        #expect(player.lastRenderTime?.sampleTime == 0)
        player.play(at: AVAudioTime(sampleTime: 800, atRate: 48_000))
        let sound = try offline.render(3000)[0]
        // 300 frames until it plays, 1200 of its own time.
        #expect(sound[..<1500].allSatisfy { $0 == 0 })
        #expect(Array(sound[1500..<1980]) == buffer.samples())
        let node = try #require(player.lastRenderTime)
        #expect(node.sampleTime == 2500)
        #expect(player.playerTime(forNodeTime: node)?.sampleTime == 1700)
        #expect(player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: 1700, atRate: 48_000))?.sampleTime == 2500)
        player.pause()
        #expect(player.playerTime(forNodeTime: node) == nil)
        _ = try offline.render(1000)
        player.play()
        let later = try #require(player.lastRenderTime)
        #expect(player.playerTime(forNodeTime: later)?.sampleTime == 1700)
        player.stop()
        #expect(!player.isPlaying)
    }

    @Test func aPlayersStartTimeStaysTheSameWhileBlocksAreRendered() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        try offline.engine.start()
        _ = try offline.render(100)
        player.play()
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: offline.format, frameCapacity: 4096))
        let begin = AVAudioTime(sampleTime: 0, atRate: 48_000)
        let (isDone, begins) = (Mutex(false), Mutex<Set<AVAudioFramePosition?>>([]))
        let ended = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            repeat {
                let time = player.nodeTime(forPlayerTime: begin)?.sampleTime
                begins.withLock { _ = $0.insert(time) }
            } while !isDone.withLock { $0 }
            ended.signal()
        }
        defer { isDone.withLock { $0 = true } }
        // Until the other thread has asked, and often enough for it to ask in the middle of a block.
        var count = 0
        let deadline = ContinuousClock.now + .seconds(60)
        while count < 20_000 || begins.withLock({ $0.isEmpty }) {
            try #require(ContinuousClock.now < deadline)
            try offline.engine.renderOffline(64, to: buffer)
            count += 1
        }
        isDone.withLock { $0 = true }
        #expect(ended.wait(timeout: .now() + 60) == .success)
        #expect(begins.withLock { $0 } == [100])
    }

    @Test func timeGoesOnAfterAPauseAndBeginsAnewAfterAStop() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        try offline.engine.start()
        player.scheduleBuffer(try sine(1000, seconds: 1, rate: 48_000, channels: 2), at: nil, options: .loops)
        player.play()
        _ = try offline.render(3000)
        offline.engine.pause()
        #expect(player.lastRenderTime == nil)
        try offline.engine.start()
        _ = try offline.render(1000)
        let node = try #require(player.lastRenderTime)
        #expect(node.sampleTime == 3000)
        #expect(player.playerTime(forNodeTime: node)?.sampleTime == 3000)
        offline.engine.stop()
        try offline.engine.start()
        _ = try offline.render(1000)
        #expect(player.lastRenderTime?.sampleTime == 0)
        player.play()
        _ = try offline.render(1000)
        #expect(player.playerTime(forNodeTime: try #require(player.lastRenderTime))?.sampleTime == 0)
    }

    @Test("A start in a block is on time at any rate", arguments: [48_000.0, 44_100, 16_000])
    func startInABlock(rate: Double) throws {
        let offline = try OfflineEngine()
        let player = offline.player(1, rate: rate)
        try offline.engine.start()
        player.scheduleBuffer(try sine(100, seconds: 0.5, rate: rate))
        player.play(at: AVAudioTime(hostTime: 50_000_000))
        let sound = try offline.render(4800, block: 512)[0]
        // The tone's first peak is a quarter of its period later; a resampler rings for some frames before.
        let peak = try #require(sound.prefix(2400 + 300).enumerated().max { $0.element < $1.element })
        #expect(abs(peak.offset - (2400 + 120)) <= 24)
    }

    @Test func aSegmentIsAPartOfTheFile() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("sound.caf")
        let sound = try sine(300, seconds: 0.5, rate: 48_000)
        let settings = try #require(
            AVAudioFormat(commonFormat: .pcmFormatFloat32, sampleRate: 48_000, channels: 1, interleaved: false))
        let file = try AVAudioFile(forWriting: url, settings: settings.settings)
        try file.write(from: sound)
        file.close()
        let offline = try OfflineEngine()
        let player = offline.player(1)
        try offline.engine.start()
        player.scheduleSegment(
            try AVAudioFile(forReading: url), startingFrame: 5000, frameCount: 2000, at: nil, completionHandler: nil)
        player.play()
        let heard = try offline.render(3000)
        #expect(Array(heard[0][..<2000]) == Array(sound.samples()[5000..<7000]) && heard[0] == heard[1])
        #expect(heard[0][2000...].allSatisfy { $0 == 0 })
    }

    @Test func tapsGetBuffersOfTheirSizeAndFormat() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        struct Heard {
            var lengths: [AVAudioFrameCount] = []
            var times: [AVAudioFramePosition] = []
            var peak: Int16 = 0
        }
        let heard = Mutex(Heard())
        let format = AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: true)
        offline.engine.mainMixerNode.installTap(onBus: 0, bufferSize: 1024, format: format) { buffer, time in
            heard.withLock { heard in
                heard.lengths.append(buffer.frameLength)
                heard.times.append(time.sampleTime)
                for frame in 0..<1024 { heard.peak = max(heard.peak, buffer.int16ChannelData?[0][2 * frame] ?? 0) }
            }
        }
        try offline.engine.start()
        player.scheduleBuffer(try sine(1000, seconds: 1, rate: 48_000, channels: 2))
        player.play()
        _ = try offline.render(5000)
        #expect(heard.withLock { $0.lengths } == [1024, 1024, 1024, 1024])
        #expect(heard.withLock { $0.times } == [0, 1024, 2048, 3072])
        #expect(abs(Int(heard.withLock { $0.peak }) - 16_384) < 20)
        offline.engine.mainMixerNode.removeTap(onBus: 0)
        _ = try offline.render(5000)
        #expect(heard.withLock { $0.lengths.count } == 4)
    }

    @Test func theInputOfManualRenderingIsTheProgramsBlock() throws {
        let format = try #require(
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 1, interleaved: true))
        let offline = try OfflineEngine(format)
        let input = offline.engine.inputNode
        let sound = try sine(700, seconds: 0.5, format)
        var place: AVAudioFrameCount = 0
        let part = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4096))
        #expect(
            input.setManualRenderingInputPCMFormat(format) { frames in
                guard place + frames <= 4000 else { return nil }
                part.frameLength = frames
                for frame in 0..<Int(frames) {
                    part.int16ChannelData![0][frame] = sound.int16ChannelData![0][Int(place) + frame]
                }
                place += frames
                return part.audioBufferList
            })
        offline.engine.connect(input, to: offline.engine.mainMixerNode, format: nil)
        try offline.engine.start()
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4096))
        #expect(try offline.engine.renderOffline(4000, to: buffer) == .success)
        // Two roundings of 16 bits.
        let isSame = (0..<4000).allSatisfy {
            abs(Int(buffer.int16ChannelData![0][$0]) - Int(sound.int16ChannelData![0][$0])) <= 1
        }
        #expect(isSame)
        #expect(try offline.engine.renderOffline(1000, to: buffer) == .insufficientDataFromInputNode)
        #expect((0..<1000).allSatisfy { buffer.int16ChannelData![0][$0] == 0 })
    }

    @Test func whatIsDisconnectedOrDetachedIsNotHeard() throws {
        let offline = try OfflineEngine()
        let (player, mixer) = (AVAudioPlayerNode(), AVAudioMixerNode())
        offline.engine.attach(player)
        offline.engine.attach(mixer)
        offline.engine.connect(player, to: mixer, format: offline.format)
        offline.engine.connect(mixer, to: offline.engine.mainMixerNode, format: nil)
        #expect(mixer.nextAvailableInputBus == 1 && offline.engine.mainMixerNode.nextAvailableInputBus == 1)
        #expect(offline.engine.attachedNodes.count == 4)
        try offline.engine.start()
        player.scheduleBuffer(try sine(1000, seconds: 1, rate: 48_000, channels: 2), at: nil, options: .loops)
        player.play()
        func isHeard() throws -> Bool { try (offline.render(1000)[0].max() ?? 0) > 0.1 }
        #expect(try isHeard())
        offline.engine.disconnectNodeOutput(player)
        #expect(try !isHeard())
        offline.engine.connect(player, to: mixer, fromBus: 0, toBus: 3, format: offline.format)
        #expect(try isHeard())
        offline.engine.disconnectNodeInput(mixer, bus: 3)
        #expect(try !isHeard())
        offline.engine.connect(player, to: mixer, format: offline.format)
        offline.engine.detach(mixer)
        #expect(try !isHeard())
        #expect(mixer.engine == nil && offline.engine.attachedNodes.count == 3)
    }

    @Test func whatCannotBeRenderedIsAnError() throws {
        func code(_ body: () throws -> Void) -> Int? {
            do { try body() } catch { return (error as NSError).code }
            return nil
        }
        let engine = AVAudioEngine()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
        let none = AVAudioEngineManualRenderingError.invalidMode.rawValue
        #expect(code { try engine.renderOffline(10, to: buffer) } == Int(none))
        #expect(
            code { try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 512) }
                == Int(none))
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 256)
        #expect(engine.isInManualRenderingMode && engine.manualRenderingFormat == format)
        #expect(
            code { try engine.renderOffline(10, to: buffer) }
                == Int(AVAudioEngineManualRenderingError.notRunning.rawValue))
        try engine.start()
        #expect(code { try engine.renderOffline(257, to: buffer) } == -50)
        #expect(
            code { try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512) }
                == Int(AVAudioEngineManualRenderingError.initialized.rawValue))
        engine.disableManualRenderingMode()
        #expect(!engine.isRunning && !engine.isInManualRenderingMode)
    }
}
