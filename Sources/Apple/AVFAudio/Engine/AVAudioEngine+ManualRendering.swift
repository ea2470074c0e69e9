import CoreMedia
import Foundation

/// Who makes an engine render. Source: Apple, AVAudioEngineManualRenderingMode.
public enum AVAudioEngineManualRenderingMode: Int, Sendable {
    /// The program, as fast as it can.
    case offline = 0
    /// The program, on a thread that must not wait. Linux: not available; enabling it throws.
    case realtime = 1
}

/// What a call of ``AVAudioEngine/renderOffline(_:to:)`` brought. Source: Apple, AVAudioEngineManualRenderingStatus.
public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
    case error = -1
    case success = 0
    /// The input node's block had no sound; silence takes its place.
    case insufficientDataFromInputNode = 1
    /// Linux: never; nothing else renders at the same time.
    case cannotDoInCurrentContext = 2
}

/// What an engine cannot do. Source: Apple, AVAudioEngineManualRenderingError.
public enum AVAudioEngineManualRenderingError: Int32, Sendable {
    /// The engine is not in manual rendering mode, or the mode is not available.
    case invalidMode = -80800
    /// The engine is running.
    case initialized = -80801
    /// The engine is not running.
    case notRunning = -80802

    fileprivate func error(_ message: String) -> NSError { AudioError.make(rawValue, message) }
}

extension AVAudioEngine {
    /// Lets the program render, instead of the sound output, and without the microphone: its place takes
    /// ``AVAudioInputNode/setManualRenderingInputPCMFormat(_:inputBlock:)``.
    ///
    /// - pcmFormat: of the buffers to render to: linear PCM. The connection of the main mixer with the output takes its
    ///   sample rate and channels.
    /// - maximumFrameCount: of one call.
    /// - Throws: an `NSError` while the engine runs, for another format, and for the mode `.realtime`.
    public func enableManualRenderingMode(
        _ mode: AVAudioEngineManualRenderingMode, format pcmFormat: AVAudioFormat,
        maximumFrameCount: AVAudioFrameCount
    ) throws {
        if isRunning {
            throw AVAudioEngineManualRenderingError.initialized.error("The engine is running; stop it first.")
        }
        guard mode == .offline else {
            throw AVAudioEngineManualRenderingError.invalidMode.error("Only offline rendering is available here.")
        }
        let standard = pcmFormat.standard
        let converter = standard.isEqual(pcmFormat) ? nil : AVAudioConverter(from: standard, to: pcmFormat)
        guard pcmFormat.isLinearPCM, standard.isEqual(pcmFormat) || converter != nil else {
            throw AudioError.make(AudioError.unsupportedFormat, "Only linear PCM can be rendered.")
        }
        let output = outputNode
        state.withLock { state in
            state.manual = ManualRendering(
                format: pcmFormat, maximumFrames: maximumFrameCount, converter: converter)
            Self.reconnect(&state, output, standard)
        }
    }

    /// Returns to the sound output and the microphone.
    public func disableManualRenderingMode() {
        stop()
        state.withLock { $0.manual = nil }
        let (format, output) = (heardFormat, outputNode)
        state.withLock { Self.reconnect(&$0, output, format) }
    }

    private static func reconnect(_ state: inout State, _ output: AVAudioOutputNode, _ format: AVAudioFormat) {
        guard let index = state.connections.firstIndex(where: { $0.target === output }) else { return }
        state.connections[index].format = format
    }

    public var isInManualRenderingMode: Bool { state.withLock { $0.manual != nil } }

    /// Meaningful while ``isInManualRenderingMode``.
    public var manualRenderingMode: AVAudioEngineManualRenderingMode { .offline }

    /// The format of the buffers to render to; outside of the mode that of the output.
    public var manualRenderingFormat: AVAudioFormat { state.withLock { $0.manual?.format } ?? heardFormat }

    public var manualRenderingMaximumFrameCount: AVAudioFrameCount {
        state.withLock { $0.manual?.maximumFrames ?? 0 }
    }

    /// Frames that were rendered since the engine started.
    public var manualRenderingSampleTime: AVAudioFramePosition { state.withLock { $0.manual?.frames ?? 0 } }

    /// Renders the next frames. Taps and completion handlers are called by this thread before it returns.
    ///
    /// - Parameters:
    ///   - numberOfFrames: at most ``manualRenderingMaximumFrameCount`` and the buffer's capacity.
    ///   - buffer: of ``manualRenderingFormat``; what was in it is replaced.
    /// - Throws: an `NSError` outside of the mode, while the engine does not run, and for another buffer.
    @discardableResult
    public func renderOffline(
        _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
    ) throws -> AVAudioEngineManualRenderingStatus {
        guard let manual = state.withLock({ $0.manual }) else {
            throw AVAudioEngineManualRenderingError.invalidMode.error("The engine is not in manual rendering mode.")
        }
        guard isRunning else {
            throw AVAudioEngineManualRenderingError.notRunning.error("The engine is not running; start it first.")
        }
        guard buffer.format.isEqual(manual.format), numberOfFrames <= buffer.frameCapacity,
            numberOfFrames <= manual.maximumFrames
        else {
            throw AudioError.make(
                AudioError.badArgument,
                "The buffer has another format than the engine renders, or there is no room for so many frames.")
        }
        let time = CMTime(value: manual.frames, timescale: CMTimeScale(manual.format.sampleRate))
        guard let (block, context) = render(Int(numberOfFrames), heardAt: time) else { return .error }
        try write(block, to: buffer, manual.converter)
        state.withLock { $0.manual?.frames += Int64(numberOfFrames) }
        for call in context.calls { call() }
        return context.isInputMissing ? .insufficientDataFromInputNode : .success
    }

    private func write(_ block: SoundBlock, to buffer: AVAudioPCMBuffer, _ converter: AVAudioConverter?) throws {
        buffer.frameLength = 0
        guard let converter else {
            _ = block.append(to: buffer)
            return
        }
        guard
            let standard = AVAudioPCMBuffer(
                pcmFormat: converter.inputFormat, frameCapacity: AVAudioFrameCount(block.frames))
        else { return }
        _ = block.append(to: standard)
        try converter.convert(to: buffer, from: standard)
    }
}
