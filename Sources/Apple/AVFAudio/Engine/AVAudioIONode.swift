import CaptureEngine
import CoreMedia
import Foundation
import Locking

/// Where an engine's sound comes from or goes to. Source: Apple, AVAudioIONode.
public class AVAudioIONode: AVAudioNode, @unchecked Sendable {  // as its parent
    /// How long sound takes to the output, in seconds. Linux: the time that the engine renders ahead; what the hardware
    /// adds is not known.
    public var presentationLatency: TimeInterval { EngineRun.lead.seconds }
}

/// What is heard. Source: Apple, AVAudioOutputNode.
///
/// Linux: the desktop's sound output, in two channels at 48000 Hz; without one, time goes on and nothing is heard.
public final class AVAudioOutputNode: AVAudioIONode, @unchecked Sendable {  // the state is locked
    private let bridge = Mutex<RateBridge?>(nil)

    public override var numberOfInputs: Int { 1 }

    /// The format of the output itself.
    public override func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        requireBus(bus, numberOfOutputs)
        return defaultFormat
    }

    override func rewind() {
        super.rewind()
        bridge.withLock { $0 = nil }
    }

    override func render(_ frames: Int, _ format: AVAudioFormat, _ context: RenderContext) -> SoundBlock {
        let channels = Int(format.channelCount)
        guard let connection = context.connections(to: self).first else {
            return SoundBlock(channels: channels, frames: frames)
        }
        let source = connection.format.standard
        guard source.sampleRate != format.sampleRate else {
            return connection.source.pull(frames, context).with(channels: channels)
        }
        let bridge = bridge.withLock { bridge -> RateBridge? in
            if let bridge, bridge.source.isEqual(source), bridge.rate == format.sampleRate { return bridge }
            bridge = RateBridge(from: source, to: format.sampleRate)
            return bridge
        }
        guard let bridge else { return SoundBlock(channels: channels, frames: frames) }
        return bridge.pull(frames, from: connection.source, context).with(channels: channels)
    }
}

/// The microphone. Source: Apple, AVAudioInputNode.
///
/// Linux: the one that captures by default. Its tap gets all that it records, whether the node is connected or not.
public final class AVAudioInputNode: AVAudioIONode, AVAudioMixing, @unchecked Sendable {  // the state is locked
    private struct Manual: @unchecked Sendable {  // its block is called by the thread that renders
        var format: AVAudioFormat
        var block: AVAudioIONodeInputBlock
    }

    private struct State {
        /// What the microphone has recorded and nobody has pulled.
        var waiting: [Float] = []
        var channels = 1
        var manual: Manual?
    }

    private let state = Mutex(State())

    public var volume: Float {
        get { mixedVolume }
        set { mixedVolume = newValue }
    }

    public var pan: Float {
        get { mixedPan }
        set { mixedPan = newValue }
    }

    /// The format of the microphone; without one, its sample rate and its number of channels are 0.
    public override func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        requireBus(bus, 1)
        return defaultFormat
    }

    public override func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        requireBus(bus, 1)
        return defaultFormat
    }

    override var defaultFormat: AVAudioFormat {
        if let manual = state.withLock({ $0.manual?.format }), engine?.isInManualRenderingMode == true {
            return manual.standard
        }
        guard let format = engine?.microphoneFormat else { return AVAudioFormat(AudioStreamBasicDescription()) }
        return AVAudioFormat(ofFile: format).standard
    }

    /// Sets what the node puts out in manual rendering.
    ///
    /// - Parameters:
    ///   - format: linear PCM.
    ///   - block: called by the thread that renders.
    /// - Returns: whether it could be set: not while the engine runs.
    public func setManualRenderingInputPCMFormat(
        _ format: AVAudioFormat, inputBlock block: @escaping AVAudioIONodeInputBlock
    ) -> Bool {
        guard engine?.isRunning != true, format.isLinearPCM, format.channelCount > 0 else { return false }
        state.withLock { $0.manual = Manual(format: format, block: block) }
        return true
    }

    override func beginRendering() {
        super.beginRendering()
        state.withLock { $0.waiting = [] }
    }

    /// Takes what the microphone has recorded. On the microphone's thread.
    func take(_ sample: CMSampleBuffer, isPulled: Bool, _ collect: (@escaping () -> Void) -> Void) {
        guard let samples = sample.floatSamples,
            let description = sample.formatDescription?.audioStreamBasicDescription
        else { return }
        let channels = Int(description.mChannelsPerFrame)
        if isPulled {
            state.withLock { state in
                state.channels = channels
                state.waiting += samples
                // What nobody pulls for a second is old.
                let most = Int(description.mSampleRate) * channels
                if state.waiting.count > most { state.waiting.removeFirst(state.waiting.count - most) }
            }
        }
        note(
            SoundBlock(interleaved: samples, channels: channels), AVAudioFormat(ofFile: description).standard,
            host: sample.presentationTimeStamp, collect)
    }

    /// The microphone's thread has handed its sound to the tap already.
    override func pull(_ frames: Int, _ context: RenderContext) -> SoundBlock {
        context.isManual
            ? super.pull(frames, context) : render(frames, context.outputFormat(of: self), context)
    }

    override func render(_ frames: Int, _ format: AVAudioFormat, _ context: RenderContext) -> SoundBlock {
        var result = SoundBlock(channels: Int(format.channelCount), frames: frames)
        if context.isManual {
            guard let manual = state.withLock({ $0.manual }), let block = Self.pull(manual, frames) else {
                context.isInputMissing = true
                return result
            }
            result.place(block.with(channels: Int(format.channelCount)), at: 0)
            return result
        }
        let (samples, channels) = state.withLock { state in
            let count = min(frames * state.channels, state.waiting.count)
            defer { state.waiting.removeFirst(count) }
            return (Array(state.waiting.prefix(count)), state.channels)
        }
        let block = SoundBlock(interleaved: samples, channels: channels).with(channels: Int(format.channelCount))
        // What is missing comes first: the microphone has only begun.
        result.place(block, at: frames - block.frames)
        return result
    }

    private static func pull(_ manual: Manual, _ frames: Int) -> SoundBlock? {
        guard let list = manual.block(AVAudioFrameCount(frames)),
            let input = AVAudioPCMBuffer(pcmFormat: manual.format, bufferListNoCopy: list)
        else { return nil }
        return input.standardBlock
    }
}

/// Gives sound for manual rendering: so many frames, or `nil` if there are none now.
/// Source: Apple, AVAudioIONodeInputBlock.
public typealias AVAudioIONodeInputBlock = (AVAudioFrameCount) -> UnsafePointer<AudioBufferList>?

extension AVAudioPCMBuffer {
    /// The frames in use, as an engine works with them; `nil` for samples that cannot be converted.
    var standardBlock: SoundBlock? {
        if format.commonFormat == .pcmFormatFloat32 { return SoundBlock(self) }
        guard let converter = AVAudioConverter(from: format, to: format.standard),
            let converted = AVAudioPCMBuffer(pcmFormat: format.standard, frameCapacity: frameLength),
            (try? converter.convert(to: converted, from: self)) != nil
        else { return nil }
        return SoundBlock(converted)
    }
}
