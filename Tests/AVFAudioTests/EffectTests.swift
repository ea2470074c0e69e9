import AVFAudio
import Foundation
import TestSupport
import Testing

/// What audio units do to sound that a test renders, held against FFmpeg's filters and against numbers.
@Suite struct EffectTests {
    private static let rate = 48_000.0

    /// Plays sound through units, one after the other.
    private func render(_ sound: AVAudioPCMBuffer, _ units: [AVAudioNode], seconds: Double) throws -> [Float] {
        let engine = AVAudioEngine()
        try engine.enableManualRenderingMode(.offline, format: sound.format, maximumFrameCount: 4096)
        let player = AVAudioPlayerNode()
        let nodes = [player] + units
        nodes.forEach(engine.attach)
        for (node, next) in zip(nodes, nodes.dropFirst() + [engine.mainMixerNode]) {
            engine.connect(node, to: next, format: sound.format)
        }
        player.scheduleBuffer(sound)
        try engine.start()
        player.play()
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: sound.format, frameCapacity: 4096))
        var result: [Float] = []
        while Double(result.count) < seconds * Self.rate {
            #expect(try engine.renderOffline(1000, to: buffer) == .success)
            result += buffer.samples()
        }
        engine.stop()
        return result
    }

    private func buffer(_ samples: [Float]) throws -> AVAudioPCMBuffer {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: Self.rate, channels: 1))
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(samples.count)))
        buffer.frameLength = AVAudioFrameCount(samples.count)
        let data = try #require(buffer.floatChannelData)
        for (index, sample) in samples.enumerated() { data[0][index] = sample }
        return buffer
    }

    /// Noise from -0.25 to 0.25, the same each time.
    private func noise(seconds: Double) -> [Float] {
        var random = SeededRandomness(for: "effects")
        return (0..<Int(seconds * Self.rate)).map { _ in Float.random(in: -0.25...0.25, using: &random) }
    }

    private func ffmpeg(_ samples: [Float], _ filter: String) throws -> [Float] {
        let folder = try TemporaryFolder()
        let file = try folder.file("sound.f32", contents: samples.withUnsafeBytes { Data($0) })
        let format = ["-f", "f32le", "-ar", "48000", "-ac", "1"]
        let output = try Tool.output(
            "ffmpeg", ["-v", "error"] + format + ["-i", file.path, "-af", filter] + format + ["-"])
        return output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// In dB: how far below the sound its difference to another one is.
    private func distance(_ samples: [Float], _ other: [Float]) -> Double {
        let energy = samples.reduce(0) { $0 + Double($1 * $1) }
        let difference = zip(samples, other).reduce(0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
        return 10 * log10(energy / max(difference, 1e-12))
    }

    private func loudness(_ samples: some Collection<Float>) -> Double {
        (samples.reduce(0) { $0 + Double($1 * $1) } / Double(max(samples.count, 1))).squareRoot()
    }

    @Test(
        "A band is what FFmpeg's filter of that name is",
        arguments: [
            (AVAudioUnitEQFilterType.parametric, "equalizer=f=1800:t=o:w=1:g=9:precision=f64"),
            (.lowPass, "lowpass=f=1800:t=q:w=0.70710678:precision=f64"),
            (.highPass, "highpass=f=1800:t=q:w=0.70710678:precision=f64"),
            (.bandPass, "bandpass=f=1800:t=o:w=1:precision=f64"),
            (.bandStop, "bandreject=f=1800:t=o:w=1:precision=f64"),
            (.lowShelf, "lowshelf=f=1800:t=q:w=0.70710678:g=9:precision=f64"),
            (.highShelf, "highshelf=f=1800:t=q:w=0.70710678:g=9:precision=f64"),
        ])
    func bands(type: AVAudioUnitEQFilterType, filter: String) throws {
        let unit = AVAudioUnitEQ(numberOfBands: 2)
        let band = unit.bands[1]
        band.filterType = type
        band.frequency = 1800
        band.bandwidth = 1
        band.gain = 9
        let sound = noise(seconds: 0.5)
        // A band does nothing until it is asked to.
        #expect(distance(sound, try render(try buffer(sound), [unit], seconds: 0.5)) > 100)
        band.bypass = false
        let judged = try ffmpeg(sound, filter)
        let heard = try render(try buffer(sound), [unit], seconds: 0.5)
        #expect(distance(judged, heard) > 60, "\(distance(judged, heard)) dB")
        unit.globalGain = -20
        let quiet = try render(try buffer(sound), [unit], seconds: 0.5)
        #expect(abs(loudness(quiet) / loudness(heard) - 0.1) < 0.001)
        unit.bypass = true
        #expect(distance(sound, try render(try buffer(sound), [unit], seconds: 0.5)) > 100)
    }

    @Test func aDelayRepeatsAsFFmpegDoes() throws {
        let unit = AVAudioUnitDelay()
        #expect(unit.delayTime == 1 && unit.feedback == 50 && unit.lowPassCutoff == 15_000 && unit.wetDryMix == 100)
        unit.delayTime = 0.1
        unit.feedback = 50
        unit.wetDryMix = 50
        // Far above all tones of the sound.
        unit.lowPassCutoff = 23_000
        let tone = try sine(440, seconds: 0.08, rate: Self.rate)
        let sound = tone.samples() + [Float](repeating: 0, count: 24_000)
        let judged = try ffmpeg(sound, "aecho=0.5:1:100|200|300|400:0.5|0.25|0.125|0.0625")
        let heard = try render(tone, [unit], seconds: 0.48)
        #expect(distance(Array(judged.prefix(heard.count)), heard) > 25, "\(distance(judged, heard)) dB")
        // A duller echo is quieter.
        unit.lowPassCutoff = 200
        let dull = try render(tone, [unit], seconds: 0.48)
        #expect(loudness(dull[4800..<9600]) < 0.5 * loudness(heard[4800..<9600]))
    }

    @Test(arguments: [
        (AVAudioUnitReverbPreset.smallRoom, 0.5), (.mediumHall, 1.6), (.cathedral, 5.0), (.plate, 1.5),
    ])
    func aRoomDiesAwayInItsTime(preset: AVAudioUnitReverbPreset, seconds: Double) throws {
        let unit = AVAudioUnitReverb()
        unit.loadFactoryPreset(preset)
        unit.wetDryMix = 100
        // Low tones, which the walls do not swallow.
        let heard = try render(try sine(150, seconds: 0.2, rate: Self.rate), [unit], seconds: seconds + 0.5)
        func level(at time: Double) -> Double {
            let start = Int(time * Self.rate)
            return 20 * log10(loudness(heard[start..<start + 9600]))
        }
        let (early, late) = (level(at: 0.25), level(at: 0.25 + seconds / 2))
        // 60 dB in the whole time are 30 in half of it; echoes interfere.
        #expect((22...40).contains(early - late), "\(early - late) dB")
        #expect(heard.allSatisfy { abs($0) < 1 })
        // There is an echo, and it is no repetition of the tone.
        #expect(early > -60)
    }

    @Test func aDryRoomIsTheSoundItself() throws {
        let unit = AVAudioUnitReverb()
        unit.wetDryMix = 0
        let sound = noise(seconds: 0.2)
        #expect(distance(sound, try render(try buffer(sound), [unit], seconds: 0.2)) > 100)
    }

    @Test(arguments: [(1200.0, 1.0), (-700, 1), (0, 1.5), (0, 0.5), (900, 2), (0, 1)])
    func pitchAndRateAreIndependent(pitch: Double, rate: Double) throws {
        let unit = AVAudioUnitTimePitch()
        unit.pitch = Float(pitch)
        unit.rate = Float(rate)
        let sound = try sine(440, seconds: 1, rate: Self.rate)
        let heard = try render(sound, [unit], seconds: 1 / rate + 0.3)
        let middle = Array(heard[Int(0.1 * Self.rate)..<Int((1 / rate - 0.1) * Self.rate)])
        #expect(abs(frequency(middle, rate: Self.rate) - 440 * pow(2, pitch / 1200)) < 6)
        // Pieces that are alike do not weaken each other.
        #expect(abs(loudness(middle) - 0.5 / 2.0.squareRoot()) < 0.03)
        let last = try #require(heard.lastIndex { abs($0) > 0.05 })
        #expect(abs(Double(last) / Self.rate - 1 / rate) < 0.06, "ends at \(Double(last) / Self.rate) s")
    }

    @Test(arguments: [0.5, 1, 2]) func aTapeIsFasterAndHigher(rate: Double) throws {
        let unit = AVAudioUnitVarispeed()
        unit.rate = Float(rate)
        let heard = try render(try sine(440, seconds: 1, rate: Self.rate), [unit], seconds: 1 / rate + 0.2)
        let middle = Array(heard[4800..<Int((1 / rate - 0.1) * Self.rate)])
        #expect(abs(frequency(middle, rate: Self.rate) - 440 * rate) < 6)
        let last = try #require(heard.lastIndex { abs($0) > 0.05 })
        #expect(abs(Double(last) / Self.rate - 1 / rate) < 0.01)
    }

    @Test func unitsWithoutASourceAreSilent() throws {
        let unit = AVAudioUnitReverb()
        let equalizer = AVAudioUnitEQ(numberOfBands: 1)
        let engine = AVAudioEngine()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: Self.rate, channels: 1))
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 4096)
        for node in [unit, equalizer] as [AVAudioNode] { engine.attach(node) }
        engine.connect(unit, to: equalizer, format: format)
        engine.connect(equalizer, to: engine.mainMixerNode, format: nil)
        #expect(equalizer.outputFormat(forBus: 0).channelCount == 1)
        // Without anything in front of them, units give silence.
        try engine.start()
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4096))
        #expect(try engine.renderOffline(4096, to: buffer) == .success)
        #expect(buffer.samples().allSatisfy { $0 == 0 })
    }
}
