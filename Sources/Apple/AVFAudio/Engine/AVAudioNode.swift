import CoreMedia
import Foundation
import Locking
import MissingFoundation

/// One of the inputs or outputs of a node. Source: Apple, AVAudioNodeBus.
public typealias AVAudioNodeBus = Int

/// Gets the sound that a node puts out, and when it does. Source: Apple, AVAudioNodeTapBlock.
public typealias AVAudioNodeTapBlock = (AVAudioPCMBuffer, AVAudioTime) -> Void

/// A part of an ``AVAudioEngine``. Source: Apple, AVAudioNode.
public class AVAudioNode: NSObject, @unchecked Sendable {  // the state is locked
    private struct Place {
        weak var engine: AVAudioEngine?
    }

    private struct Rendering {
        var tap: NodeTap?
        /// Frames since the engine's first start after a stop.
        var frames: Int64 = 0
        var last: AVAudioTime?
    }

    private let place = Mutex(Place())
    private let rendering = Mutex(Rendering())
    let mixing = Mutex(Mixing())

    override init() {}

    /// The engine that the node was attached to.
    public internal(set) var engine: AVAudioEngine? {
        get { place.withLock { $0.engine } }
        set { place.withLock { $0.engine = newValue } }
    }

    public var numberOfInputs: Int { 0 }
    public var numberOfOutputs: Int { 1 }

    /// Forgets sound that is on its way. Linux: what has been rendered is heard.
    public func reset() {}

    // MARK: Formats

    /// The format in which sound comes in: that of the connection.
    public func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        requireBus(bus, numberOfInputs)
        return engine?.connection(to: self, bus: bus)?.format ?? defaultFormat
    }

    /// The format in which sound goes out: that of the connection.
    public func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        requireBus(bus, numberOfOutputs)
        return engine?.connection(from: self, bus: bus)?.format ?? defaultFormat
    }

    /// Without a connection.
    var defaultFormat: AVAudioFormat { engine?.heardFormat ?? .usual }

    func requireBus(_ bus: AVAudioNodeBus, _ count: Int) {
        if !(0..<count).contains(bus) { raiseException("required condition is false: bus < numberOfBuses") }
    }

    // MARK: Taps

    /// Hands what the node puts out to a block, in buffers of a size.
    ///
    /// A second tap on a bus, and a format with another sample rate or other channels than the bus has, are a
    /// programmer's mistake. What the node puts out is there only while something pulls it: the engine's output, or for
    /// the input node the microphone.
    ///
    /// - Parameters:
    ///   - bus: 0.
    ///   - bufferSize: of each buffer in frames. Linux: exactly this size, at least 64.
    ///   - format: `nil` for the bus's own.
    ///   - tapBlock: called on a queue of the engine, one buffer after the other; in manual rendering by the thread that
    ///     renders.
    public func installTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        block tapBlock: @escaping AVAudioNodeTapBlock
    ) {
        requireBus(bus, numberOfOutputs)
        let own = outputFormat(forBus: bus)
        let wanted = format ?? own
        guard wanted.sampleRate > 0, wanted.channelCount > 0 else {
            raiseException("required condition is false: IsFormatSampleRateAndChannelCountValid(format)")
        }
        guard wanted.sampleRate == own.sampleRate, wanted.channelCount == own.channelCount,
            let tap = NodeTap(own.standard, wanted, size: max(bufferSize, 64), tapBlock)
        else {
            raiseException("Failed to create tap due to format mismatch, \(wanted)")
        }
        rendering.withLock { rendering in
            if rendering.tap != nil { raiseException("required condition is false: nullptr == Tap()") }
            rendering.tap = tap
        }
    }

    /// Ends a tap. The rest that did not fill a buffer is not handed out.
    public func removeTap(onBus bus: AVAudioNodeBus) {
        requireBus(bus, numberOfOutputs)
        rendering.withLock { $0.tap = nil }
    }

    var isTapped: Bool { rendering.withLock { $0.tap != nil } }

    // MARK: Rendering

    /// The start of the last block that the node put out; `nil` while the engine does not run.
    public var lastRenderTime: AVAudioTime? {
        guard engine?.isRunning == true else { return nil }
        return rendering.withLock { $0.last }
    }

    /// Frames that the node has put out since the engine's first start after a stop.
    var renderedFrames: Int64 { rendering.withLock { $0.frames } }

    /// Called when the engine starts, also after a pause.
    func beginRendering() { rendering.withLock { $0.last = nil } }

    /// Called when the engine stops: the node's time begins anew.
    func rewind() { rendering.withLock { $0.frames = 0 } }

    /// The next frames in the output's format.
    func pull(_ frames: Int, _ context: RenderContext) -> SoundBlock {
        let format = context.outputFormat(of: self)
        let block = render(frames, format, context)
        note(block, format, host: context.host, context.collect)
        return block
    }

    /// Counts what the node puts out and hands it to the tap.
    func note(
        _ block: SoundBlock, _ format: AVAudioFormat, host: CMTime, _ collect: (@escaping () -> Void) -> Void
    ) {
        let full = rendering.withLock { rendering -> [NodeTap.Delivery] in
            let nanoseconds = host.convertScale(1_000_000_000, method: .roundHalfAwayFromZero).value
            let time = AVAudioTime(
                hostTime: UInt64(max(nanoseconds, 0)), sampleTime: rendering.frames, atRate: format.sampleRate)
            rendering.last = time
            rendering.frames += Int64(block.frames)
            return rendering.tap?.take(block, at: time) ?? []
        }
        for delivery in full { collect { delivery.call() } }
    }

    /// Makes the next frames.
    ///
    /// - Parameter format: of the output.
    func render(_ frames: Int, _ format: AVAudioFormat, _ context: RenderContext) -> SoundBlock {
        SoundBlock(channels: Int(format.channelCount), frames: frames)
    }
}

/// What a node's sound is collected in until a tap's buffer is full. Used with the node's state locked.
final class NodeTap: @unchecked Sendable {  // used with the node's state locked
    struct Delivery: @unchecked Sendable {  // handed from the thread that renders to the queue, once
        var buffer: AVAudioPCMBuffer
        var time: AVAudioTime
        var block: AVAudioNodeTapBlock

        func call() { block(buffer, time) }
    }

    private let own: AVAudioFormat
    private let wanted: AVAudioFormat
    private let size: AVAudioFrameCount
    private let block: AVAudioNodeTapBlock
    private let converter: AVAudioConverter?
    private var filling: AVAudioPCMBuffer?
    private var begin: AVAudioTime?

    /// - Parameters:
    ///   - own: the node's, standard.
    ///   - wanted: with the same rate and channels.
    /// - Returns: `nil` for a format that is not linear PCM.
    init?(
        _ own: AVAudioFormat, _ wanted: AVAudioFormat, size: AVAudioFrameCount, _ block: @escaping AVAudioNodeTapBlock
    ) {
        (self.own, self.wanted, self.size, self.block) = (own, wanted, size, block)
        converter = own.isEqual(wanted) ? nil : AVAudioConverter(from: own, to: wanted)
        if converter == nil, !own.isEqual(wanted) { return nil }
    }

    /// - Returns: the buffers that are full now.
    func take(_ block: SoundBlock, at time: AVAudioTime) -> [Delivery] {
        var full: [Delivery] = []
        // What a program changed at the connection since is not what it asked for.
        guard block.frames > 0, time.sampleRate == own.sampleRate else { return [] }
        let block = block.with(channels: Int(own.channelCount))
        var taken = 0
        while taken < block.frames {
            guard let buffer = filling ?? AVAudioPCMBuffer(pcmFormat: own, frameCapacity: size) else { return full }
            if filling == nil {
                let offset = UInt64(Double(taken) / own.sampleRate * 1e9)
                begin = AVAudioTime(
                    hostTime: time.hostTime + offset, sampleTime: time.sampleTime + Int64(taken),
                    atRate: own.sampleRate)
            }
            filling = buffer
            taken += block.append(to: buffer, from: taken)
            guard buffer.frameLength == size, let begin else { continue }
            filling = nil
            guard let converter else {
                full.append(Delivery(buffer: buffer, time: begin, block: self.block))
                continue
            }
            if let converted = AVAudioPCMBuffer(pcmFormat: wanted, frameCapacity: size),
                (try? converter.convert(to: converted, from: buffer)) != nil
            {
                full.append(Delivery(buffer: converted, time: begin, block: self.block))
            }
        }
        return full
    }
}
