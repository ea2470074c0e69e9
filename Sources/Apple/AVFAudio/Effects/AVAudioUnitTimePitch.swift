import CoreMedia
import Foundation
import Locking

/// Changes speed and pitch of sound, each on its own. Source: Apple, AVAudioUnitTimePitch.
///
/// Linux: pieces of the sound are laid over each other where they are alike (WSOLA), which suits voices; the pitch is
/// then moved by resampling.
public final class AVAudioUnitTimePitch: AVAudioUnitTimeEffect, @unchecked Sendable {  // the state is locked
    private struct State {
        var rate: Float = 1
        var pitch: Float = 0
        var overlap: Float = 8
    }

    private let state = Mutex(State())
    private let stretching = Mutex(Stretching())

    private struct Stretching {
        var stretch = TimeStretch()
        /// Stretched frames that are not resampled yet, of each channel.
        var waiting: [[Float]] = []
        /// Where the next output frame is read.
        var place = 0.0
    }

    public override init() {}

    /// How fast: 1/32 to 32; 1 by default.
    public var rate: Float {
        get { state.withLock { $0.rate } }
        set { state.withLock { $0.rate = min(max(newValue, 1 / 32), 32) } }
    }

    /// How much higher, in hundredths of a semitone: -2400 to 2400; 0 by default.
    public var pitch: Float {
        get { state.withLock { $0.pitch } }
        set { state.withLock { $0.pitch = min(max(newValue, -2400), 2400) } }
    }

    /// 3 to 32; 8 by default. Linux: without effect.
    public var overlap: Float {
        get { state.withLock { $0.overlap } }
        set { state.withLock { $0.overlap = min(max(newValue, 3), 32) } }
    }

    public override func reset() {
        super.reset()
        stretching.withLock { $0 = Stretching() }
    }

    override func rewind() {
        super.rewind()
        stretching.withLock { $0 = Stretching() }
    }

    override func render(_ frames: Int, _ format: AVAudioFormat, _ context: RenderContext) -> SoundBlock {
        let (rate, pitch) = state.withLock { (Double($0.rate), pow(2, Double($0.pitch) / 1200)) }
        if bypass || (rate == 1 && pitch == 1) { return pullInput(frames, format, context) }
        return stretching.withLock { stretching in
            let count = Int(format.channelCount)
            if stretching.waiting.count != count {
                stretching = Stretching()
                stretching.waiting = Array(repeating: [], count: count)
            }
            // One frame more than the last place, for what is between two frames.
            let needed = Int(stretching.place + Double(frames) * pitch) + 2
            while stretching.waiting.first.map({ $0.count < needed }) ?? false {
                let piece = stretching.stretch.next(
                    channels: count, sampleRate: format.sampleRate, speed: rate / pitch
                ) { pullInput($0, format, context) }
                for channel in 0..<count { stretching.waiting[channel] += piece[channel] }
            }
            var block = SoundBlock(channels: count, frames: frames)
            for channel in 0..<count {
                let source = stretching.waiting[channel]
                block.withChannel(channel) { samples in
                    for index in samples.indices {
                        let place = stretching.place + Double(index) * pitch
                        let whole = Int(place)
                        let part = Float(place - Double(whole))
                        samples[index] = source[whole] * (1 - part) + source[whole + 1] * part
                    }
                }
            }
            let end = stretching.place + Double(frames) * pitch
            for channel in 0..<count { stretching.waiting[channel].removeFirst(Int(end)) }
            stretching.place = end - Double(Int(end))
            return block
        }
    }
}

/// Changes the speed of sound and keeps its pitch.
///
/// Source: Verhelst, Roelands, An Overlap-Add Technique Based on Waveform Similarity (WSOLA).
struct TimeStretch: Sendable {
    private var input: [[Float]] = []
    /// Where the next piece would be cut without the search, from the start of ``input``.
    private var position = 0.0
    /// What follows the last piece, of each channel: the next one should begin like it.
    private var tail: [[Float]] = []

    /// The next piece of sound: half a window, some hundredths of a second.
    ///
    /// - Parameters:
    ///   - speed: how many frames of input become one.
    ///   - pull: gives so many frames of the input.
    mutating func next(
        channels: Int, sampleRate: Double, speed: Double, pull: (Int) -> SoundBlock
    ) -> [[Float]] {
        let hop = Int(sampleRate * 0.015)
        let reach = Int(sampleRate * 0.006)
        if input.count != channels { input = Array(repeating: [], count: channels) }
        let needed = Int(position) + 2 * reach + 2 * hop
        if input[0].count < needed {
            let block = pull(needed - input[0].count)
            for channel in 0..<channels { input[channel] += block.channels[channel] }
        }
        let start = tail.isEmpty ? Int(position) : bestStart(from: Int(position), reach: 2 * reach, hop: hop)
        var result: [[Float]] = []
        for channel in 0..<channels {
            let piece = input[channel][start..<start + hop]
            result.append(tail.isEmpty ? Array(piece) : Self.fade(tail[channel], piece))
        }
        tail = input.map { Array($0[start + hop..<start + 2 * hop]) }
        position += Double(hop) * speed
        let done = min(Int(position), input[0].count)
        for channel in 0..<channels { input[channel].removeFirst(done) }
        position -= Double(done)
        return result
    }

    /// Where the sound is most like what follows the last piece.
    private func bestStart(from first: Int, reach: Int, hop: Int) -> Int {
        var best = (start: first, likeness: -Float.infinity)
        // Each second frame decides; voices are far below such frequencies.
        for start in stride(from: first, through: first + reach, by: 2) {
            var product: Float = 0
            var energy: Float = 1e-9
            for index in stride(from: 0, to: hop, by: 2) {
                let sample = input[0][start + index]
                product += sample * tail[0][index]
                energy += sample * sample
            }
            let likeness = product / energy.squareRoot()
            if likeness > best.likeness { best = (start, likeness) }
        }
        return best.start
    }

    private static func fade(_ old: [Float], _ new: ArraySlice<Float>) -> [Float] {
        zip(old, new).enumerated().map { index, pair in
            let part = 0.5 - 0.5 * cos(Float.pi * (Float(index) + 0.5) / Float(old.count))
            return pair.0 * (1 - part) + pair.1 * part
        }
    }
}
