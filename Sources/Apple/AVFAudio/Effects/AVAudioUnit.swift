import Foundation
import Locking

/// A node that changes sound. Source: Apple, AVAudioUnit.
public class AVAudioUnit: AVAudioNode, @unchecked Sendable {  // the state is locked
    public override var numberOfInputs: Int { 1 }

    /// The connected node's next frames; silence without one.
    func pullInput(_ frames: Int, _ format: AVAudioFormat, _ context: RenderContext) -> SoundBlock {
        guard let connection = context.connections(to: self).first else {
            return SoundBlock(channels: Int(format.channelCount), frames: frames)
        }
        return connection.source.pull(frames, context).with(channels: Int(format.channelCount))
    }
}

/// A node that changes each block of sound on its way. Source: Apple, AVAudioUnitEffect.
///
/// Linux: sound keeps its sample rate from the input's connection to the output's.
public class AVAudioUnitEffect: AVAudioUnit, @unchecked Sendable {  // the state is locked
    private let bypassed = Mutex(false)

    /// Whether sound passes as it is; `false` by default.
    public var bypass: Bool {
        get { bypassed.withLock { $0 } }
        set { bypassed.withLock { $0 = newValue } }
    }

    override func render(_ frames: Int, _ format: AVAudioFormat, _ context: RenderContext) -> SoundBlock {
        var block = pullInput(frames, format, context)
        if !bypass { process(&block, rate: format.sampleRate) }
        return block
    }

    /// Changes the next block of the stream; its channels are always the same as long as the connections are.
    func process(_ block: inout SoundBlock, rate: Double) {}
}

/// A node that changes how fast sound passes, in real time. Source: Apple, AVAudioUnitTimeEffect.
public class AVAudioUnitTimeEffect: AVAudioUnit, @unchecked Sendable {  // the state is locked
    private let bypassed = Mutex(false)

    /// Whether sound passes as it is; `false` by default.
    public var bypass: Bool {
        get { bypassed.withLock { $0 } }
        set { bypassed.withLock { $0 = newValue } }
    }
}
