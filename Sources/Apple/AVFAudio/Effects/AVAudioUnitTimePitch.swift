import CoreMedia
import Foundation
import Locking
import MovieCoding

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
                ) { pullInput($0, format, context).channels }
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
