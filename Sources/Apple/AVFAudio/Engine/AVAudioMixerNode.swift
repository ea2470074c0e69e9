import Foundation
import Locking

/// Adds the sound of several nodes, with any sample rates and channels, to one. Source: Apple, AVAudioMixerNode.
public final class AVAudioMixerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {  // the state is locked
    private struct State {
        var outputVolume: Float = 1
        /// For inputs with another sample rate than the output.
        var bridges: [AVAudioNodeBus: RateBridge] = [:]
    }

    private static let maximumInputs = 64
    private let state = Mutex(State())

    public override init() {}

    public override var numberOfInputs: Int { Self.maximumInputs }

    /// The first input that nothing is connected to.
    public var nextAvailableInputBus: AVAudioNodeBus {
        let used = Set(engine?.connections(to: self).map(\.targetBus) ?? [])
        return (0..<Self.maximumInputs).first { !used.contains($0) } ?? Self.maximumInputs
    }

    /// Of everything together: 0 to 1; 1 by default.
    public var outputVolume: Float {
        get { state.withLock { $0.outputVolume } }
        set { state.withLock { $0.outputVolume = min(max(newValue, 0), 1) } }
    }

    public var volume: Float {
        get { mixedVolume }
        set { mixedVolume = newValue }
    }

    public var pan: Float {
        get { mixedPan }
        set { mixedPan = newValue }
    }

    override func rewind() {
        super.rewind()
        state.withLock { $0.bridges = [:] }
    }

    override func render(_ frames: Int, _ format: AVAudioFormat, _ context: RenderContext) -> SoundBlock {
        var result = SoundBlock(channels: Int(format.channelCount), frames: frames)
        for connection in context.connections(to: self) {
            let block = pull(frames, format.sampleRate, connection, context)
            let mixing = connection.source.mixing.withLock { $0 }
            result.add(block, gains: mixing.gains(channels: Int(format.channelCount)))
        }
        result.multiply(by: outputVolume)
        return result
    }

    private func pull(
        _ frames: Int, _ rate: Double, _ connection: NodeConnection, _ context: RenderContext
    ) -> SoundBlock {
        guard connection.format.sampleRate != rate else { return connection.source.pull(frames, context) }
        let source = connection.format.standard
        let bus = connection.targetBus
        let bridge = state.withLock { state -> RateBridge? in
            if let bridge = state.bridges[bus], bridge.source.isEqual(source), bridge.rate == rate { return bridge }
            state.bridges[bus] = RateBridge(from: source, to: rate)
            return state.bridges[bus]
        }
        guard let bridge else { return SoundBlock(channels: Int(source.channelCount), frames: frames) }
        return bridge.pull(frames, from: connection.source, context)
    }
}
