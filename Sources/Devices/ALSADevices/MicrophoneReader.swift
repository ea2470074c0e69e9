import ALSA
import CaptureEngine

/// What gives the sound: a PCM, or a fake one.
protocol SoundInput {
    var parameters: CaptureParameters { get }
    func wait(milliseconds: Int32) throws(ALSAError) -> Bool
    func captureTimeOfNextFrame() throws(ALSAError) -> Int64
    func read(into bytes: UnsafeMutableRawBufferPointer) throws(ALSAError) -> Int
    func recover(from error: ALSAError) throws(ALSAError) -> Bool
    func close()
}

extension CapturePCM: SoundInput {}

/// Reads an open PCM on the thread that calls ``run(on:)`` and turns it into sample buffers.
final class MicrophoneReader: @unchecked Sendable {  // handed to the reading thread, then used by it alone
    private let pcm: any SoundInput
    private let id: DeviceID
    private let format: CMFormatDescription
    private let timeout: Duration
    private let deliver: @Sendable (SourceEvent) -> Void
    private let block: UnsafeMutableRawBufferPointer
    private var timeline: SampleTimeline
    /// When the next block is due, in nanoseconds; `nil` before the first one.
    private var due: Int64?
    private var lastSound = ContinuousClock.now
    private var recoveriesInARow = 0

    /// Between two questions whether a suspended card has woken up, in nanoseconds.
    private static let wakingPause: Int64 = 20_000_000

    init(
        pcm: any SoundInput, id: DeviceID, format: CMFormatDescription, timeout: Duration,
        deliver: @escaping @Sendable (SourceEvent) -> Void
    ) {
        self.pcm = pcm
        self.id = id
        self.format = format
        self.timeout = timeout
        self.deliver = deliver
        timeline = SampleTimeline(framesPerSecond: pcm.parameters.framesPerSecond)
        // Not the period that the device chose: `plug` and the sound servers may choose long ones.
        let frames = pcm.parameters.framesPerSecond / 50
        block = .allocate(byteCount: frames * pcm.parameters.bytesPerFrame, alignment: 16)
    }

    deinit {
        block.deallocate()
    }

    /// Delivers until the thread is cancelled or the device fails, then closes the device.
    func run(on thread: SourceThread) {
        var failure: CaptureError?
        while failure == nil, !thread.isCancelled {
            do throws(ALSAError) {
                failure = try readBlock(on: thread)
            } catch {
                failure = recover(from: error, on: thread)
            }
        }
        pcm.close()
        if let failure { deliver(.failed(failure)) }
    }

    /// - Returns: the reason to give up, if any.
    private func readBlock(on thread: SourceThread) throws(ALSAError) -> CaptureError? {
        guard try pcm.wait(milliseconds: 100) else { return overdue }
        let told = try pcm.captureTimeOfNextFrame()
        let frames = try pcm.read(into: block)
        guard frames > 0 else {
            // Some plug-ins report "ready" too early; sleeping a millisecond keeps this from spinning.
            _ = thread.sleep(until: MonotonicClock.shared.now + time(1_000_000), on: MonotonicClock.shared)
            return overdue
        }
        lastSound = .now
        recoveriesInARow = 0

        let stamp = timeline.stamp(frames: frames, told: told)
        if stamp.isDiscontinuous, let due { deliver(.dropped(timestamp: time(due), reason: .discontinuity)) }
        if stamp.isTaken { return nil }
        due = stamp.time + Int64(frames) * 1_000_000_000 / Int64(pcm.parameters.framesPerSecond)
        deliver(.sample(sample(frames: frames, at: stamp.time)))
        if stamp.surplus > 0 {
            let wake = MonotonicClock.shared.now + time(stamp.surplus)
            _ = thread.sleep(until: wake, on: MonotonicClock.shared)
        }
        return nil
    }

    private var overdue: CaptureError? {
        guard lastSound.duration(to: .now) > timeout else { return nil }
        let seconds = timeout.components.seconds
        return CaptureError(
            .noFrames, "the microphone \(id.name) gave no sound for \(seconds) seconds", device: id)
    }

    /// - Returns: the reason to give up, if any.
    private func recover(from error: ALSAError, on thread: SourceThread) -> CaptureError? {
        recoveriesInARow += 1
        // While the machine was suspended, no sound was due.
        if recoveriesInARow == 1 { lastSound = .now }
        // A sound server that has ended answers with overruns forever.
        if error.kind == .overrun, recoveriesInARow > 3 {
            return CaptureError(
                .deviceDisconnected, "the microphone \(id.name) was disconnected", device: id, cause: error)
        }
        do throws(ALSAError) {
            guard try pcm.recover(from: error) else {
                // A suspended card answers at once, so this thread would spin.
                let next = MonotonicClock.shared.now + time(Self.wakingPause)
                _ = thread.sleep(until: next, on: MonotonicClock.shared)
                return overdue
            }
        } catch {
            return CaptureError(error, device: id)
        }
        if let lost = due { deliver(.dropped(timestamp: time(lost), reason: .discontinuity)) }
        due = nil
        timeline.restart()
        return nil
    }

    private func time(_ nanoseconds: Int64) -> CMTime {
        CMTime(value: nanoseconds, timescale: 1_000_000_000)
    }

    /// Copies the first `frames` of the block into a sample buffer: 4 kB, fifty times a second.
    private func sample(frames: Int, at nanoseconds: Int64) -> CMSampleBuffer {
        let bytes = UnsafeRawBufferPointer(rebasing: block[..<(frames * pcm.parameters.bytesPerFrame)])
        return .sound(
            CMBlockBuffer(copying: bytes), format: format, numSamples: frames, presentationTimeStamp: time(nanoseconds))
    }
}
