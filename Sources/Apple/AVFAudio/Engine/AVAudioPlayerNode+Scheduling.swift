import CaptureEngine
import Foundation
import MissingFoundation

extension AVAudioPlayerNode {
    // MARK: Buffers

    /// Plays a buffer after what is scheduled already. Its sample rate is taken to be that of the node's output; as many
    /// channels as that are required.
    ///
    /// - completionHandler: called on a queue of the engine when the player has taken all of it, or was
    ///   stopped. It must not wait for that queue.
    @preconcurrency public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        scheduleBuffer(buffer, at: nil, options: [], completionHandler: completionHandler)
    }

    /// - callbackType: of what the handler is told.
    /// - completionHandler: as for ``scheduleBuffer(_:completionHandler:)``.
    @preconcurrency public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        scheduleBuffer(
            buffer, at: nil, options: [], completionCallbackType: callbackType, completionHandler: completionHandler)
    }

    /// - when: a sample time of the player, or a host time; `nil` for after what is scheduled already.
    @preconcurrency public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        scheduleBuffer(
            buffer, at: when, options: options, completionCallbackType: .dataConsumed,
            completionHandler: Self.ignoringType(completionHandler))
    }

    @preconcurrency public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        requireAttached()
        guard buffer.format.channelCount == outputFormat(forBus: 0).channelCount else {
            raiseException("required condition is false: _outputFormat.channelCount == buffer.format.channelCount")
        }
        guard let block = buffer.standardBlock else {
            raiseException("required condition is false: isInputFormatSupported(buffer.format)")
        }
        let completion = completionHandler.map { ScheduledSound.Completion(type: callbackType, call: $0) }
        schedule(ScheduledSound(block, at: when, options, completion))
    }

    /// Returns when the player has taken all of the buffer, or was stopped.
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime? = nil, options: AVAudioPlayerNodeBufferOptions = []
    ) async {
        await withCheckedContinuation { continuation in
            scheduleBuffer(buffer, at: when, options: options, completionHandler: { continuation.resume() })
        }
    }

    // MARK: Files

    /// Plays a whole file after what is scheduled already, at the sample rate of the node's output.
    ///
    /// - when: a sample time of the player, or a host time; `nil` for after what is scheduled already.
    @preconcurrency public func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        scheduleFile(
            file, at: when, completionCallbackType: .dataConsumed,
            completionHandler: Self.ignoringType(completionHandler))
    }

    @preconcurrency public func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        schedule(file, from: 0, frames: file.length, at: when, callbackType, completionHandler)
    }

    /// Returns when the player has taken all of the file, or was stopped.
    public func scheduleFile(_ file: AVAudioFile, at when: AVAudioTime?) async {
        await withCheckedContinuation { continuation in
            scheduleFile(file, at: when, completionHandler: { continuation.resume() })
        }
    }

    /// Plays a part of a file after what is scheduled already.
    @preconcurrency public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        scheduleSegment(
            file, startingFrame: startFrame, frameCount: numberFrames, at: when, completionCallbackType: .dataConsumed,
            completionHandler: Self.ignoringType(completionHandler))
    }

    @preconcurrency public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        guard numberFrames > 0 else { raiseException("required condition is false: numberFrames > 0") }
        schedule(file, from: startFrame, frames: Int64(numberFrames), at: when, callbackType, completionHandler)
    }

    private func schedule(
        _ file: AVAudioFile, from start: AVAudioFramePosition, frames: Int64, at when: AVAudioTime?,
        _ callbackType: AVAudioPlayerNodeCompletionCallbackType,
        _ completionHandler: AVAudioPlayerNodeCompletionHandler?
    ) {
        requireAttached()
        guard file.fileFormat.channelCount == outputFormat(forBus: 0).channelCount else {
            raiseException("required condition is false: _outputFormat.channelCount == buffer.format.channelCount")
        }
        let completion = completionHandler.map { ScheduledSound.Completion(type: callbackType, call: $0) }
        do throws(CaptureError) {
            let segment = try FileSegment(file.url.path, from: start, frames: frames)
            schedule(ScheduledSound(segment, at: when, completion))
        } catch {
            // The file was there when it was opened; as of a damaged one, nothing of it is heard.
            schedule(ScheduledSound(SoundBlock(channels: 1, frames: 0), at: when, [], completion))
        }
    }

    private static func ignoringType(_ handler: AVAudioNodeCompletionHandler?) -> AVAudioPlayerNodeCompletionHandler? {
        guard let handler else { return nil }
        return { _ in handler() }
    }

    private func requireAttached() {
        if engine == nil { raiseException("required condition is false: _engine != nil") }
    }
}
