import Foundation
import Locking

/// Repeats sound later, quieter and duller each time. Source: Apple, AVAudioUnitDelay.
public final class AVAudioUnitDelay: AVAudioUnitEffect, @unchecked Sendable {  // the state is locked
    private struct State {
        var time: TimeInterval = 1
        var feedback: Float = 50
        var cutoff: Float = 15_000
        var wet: Float = 100
        /// Of each channel: the last two seconds, around ``place``.
        var lines: [[Float]] = []
        var place = 0
        var filter = Biquad()
        var filtered = (cutoff: Float(0), rate: 0.0)
    }

    private static let longest: TimeInterval = 2
    private let state = Mutex(State())

    public override init() {}

    /// In seconds: 0 to 2; 1 by default.
    public var delayTime: TimeInterval {
        get { state.withLock { $0.time } }
        set { state.withLock { $0.time = min(max(newValue, 0), Self.longest) } }
    }

    /// How much of a repetition is repeated, in percent: -100 to 100; 50 by default.
    public var feedback: Float {
        get { state.withLock { $0.feedback } }
        set { state.withLock { $0.feedback = min(max(newValue, -100), 100) } }
    }

    /// What is above this frequency in Hz is not repeated; 15000 by default.
    public var lowPassCutoff: Float {
        get { state.withLock { $0.cutoff } }
        set { state.withLock { $0.cutoff = max(newValue, 10) } }
    }

    /// In percent: 0, only the sound itself, to 100, only its repetitions; 100 by default.
    public var wetDryMix: Float {
        get { state.withLock { $0.wet } }
        set { state.withLock { $0.wet = min(max(newValue, 0), 100) } }
    }

    public override func reset() {
        super.reset()
        state.withLock { $0.lines = [] }
    }

    override func rewind() {
        super.rewind()
        state.withLock { $0.lines = [] }
    }

    override func process(_ block: inout SoundBlock, rate: Double) {
        state.withLock { state in
            let capacity = Int(Self.longest * rate) + 1
            if state.lines.count != block.channels.count || state.lines.first?.count != capacity {
                state.lines = block.channels.map { _ in [Float](repeating: 0, count: capacity) }
                (state.place, state.filter) = (0, Biquad())
                state.filtered.rate = 0
            }
            if state.filtered != (state.cutoff, rate) {
                state.filter.setLowPass(Double(state.cutoff), rate: rate)
                state.filtered = (state.cutoff, rate)
            }
            let distance = min(max(Int((state.time * rate).rounded()), 1), capacity - 1)
            let (wet, feedback) = (state.wet / 100, state.feedback / 100)
            let start = state.place
            for channel in block.channels.indices {
                block.withChannel(channel) { samples in
                    for index in samples.indices {
                        let place = (start + index) % capacity
                        let old = state.lines[channel][(place + capacity - distance) % capacity]
                        let echo = state.filter.process(old, channel)
                        state.lines[channel][place] = samples[index] + echo * feedback
                        samples[index] = samples[index] * (1 - wet) + echo * wet
                    }
                }
            }
            state.place = (start + block.frames) % capacity
        }
    }
}
