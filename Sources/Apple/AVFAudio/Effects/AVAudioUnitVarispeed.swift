import CoreMedia
import Foundation
import Locking

/// Plays sound faster and higher, or slower and lower, as a tape does. Source: Apple, AVAudioUnitVarispeed.
public final class AVAudioUnitVarispeed: AVAudioUnitTimeEffect, @unchecked Sendable {  // the state is locked
    private struct State {
        var rate: Float = 1
        /// Input that is not used up, of each channel.
        var waiting: [[Float]] = []
        var place = 0.0
    }

    private let state = Mutex(State())

    public override init() {}

    /// How fast: 0.25 to 4; 1 by default.
    public var rate: Float {
        get { state.withLock { $0.rate } }
        set { state.withLock { $0.rate = min(max(newValue, 0.25), 4) } }
    }

    public override func reset() {
        super.reset()
        state.withLock { $0.waiting = [] }
    }

    override func rewind() {
        super.rewind()
        state.withLock { $0.waiting = [] }
    }

    override func render(_ frames: Int, _ format: AVAudioFormat, _ context: RenderContext) -> SoundBlock {
        if bypass { return pullInput(frames, format, context) }
        return state.withLock { state in
            let count = Int(format.channelCount)
            if state.waiting.count != count {
                (state.waiting, state.place) = (Array(repeating: [], count: count), 0)
            }
            let step = Double(state.rate)
            let end = state.place + Double(frames) * step
            let missing = Int(end) + 2 - (state.waiting.first?.count ?? 0)
            if missing > 0 {
                let input = pullInput(missing, format, context)
                for channel in 0..<count { state.waiting[channel] += input.channels[channel] }
            }
            var block = SoundBlock(channels: count, frames: frames)
            for channel in 0..<count {
                block.withChannel(channel) { samples in
                    for index in samples.indices {
                        let place = state.place + Double(index) * step
                        let part = Float(place - place.rounded(.down))
                        let source = state.waiting[channel]
                        samples[index] = source[Int(place)] * (1 - part) + source[Int(place) + 1] * part
                    }
                }
                state.waiting[channel].removeFirst(Int(end))
            }
            state.place = end - Double(Int(end))
            return block
        }
    }
}
