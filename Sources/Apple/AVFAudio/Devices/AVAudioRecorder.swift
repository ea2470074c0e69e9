import CaptureEngine
import CoreMedia
import DeviceKinds
import Foundation
import Locking
import MovieCoding

/// Is told how a recording ends. Source: Apple, AVAudioRecorderDelegate.
public protocol AVAudioRecorderDelegate: AnyObject {
    /// The file is complete. Called on the main queue.
    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)
    /// The file could not be written on. Called on the main queue.
    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)
}

extension AVAudioRecorderDelegate {
    public func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {}
    public func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {}
}

/// Records sound of the microphone into a file. Source: Apple, AVAudioRecorder.
///
/// Linux: the microphone is the one that captures by default; files are those of ``AVAudioFile``.
public final class AVAudioRecorder: NSObject, @unchecked Sendable {  // the state is locked
    public let url: URL
    public let settings: [String: Any]
    /// Of the sound in the file.
    public let format: AVAudioFormat
    private let world: CaptureWorld
    private let fileType: AssetConfiguration.FileType
    private let coding: SoundCoding

    /// Programs use their delegate on whatever thread it is called.
    private struct Delegate: @unchecked Sendable {
        weak var value: (any AVAudioRecorderDelegate)?
    }

    private struct State {
        var delegate = Delegate()
        var input: SoundInput?
        var writing: AssetWriting?
        var isRecording = false
        /// Frames of the microphone that were passed on.
        var frames: Int64 = 0
        var sampleRate = 0.0
        /// At how many frames it ends by itself.
        var limit: Int64?
        /// When it begins, on the host's clock.
        var begin: CMTime?
        var failure: CaptureError?
        var isMetering = false
        var newest = SoundLevels()
        var levels = SoundLevels()
    }

    private let state = Mutex(State())

    /// - Parameters:
    ///   - url: its extension says what kind of file it will be; what is there is replaced.
    ///   - settings: of the sound in the file; what is missing is linear PCM of 16 bits, 44100 Hz and two channels.
    /// - Throws: an `NSError` for a file that cannot be written here.
    public init(url: URL, settings: [String: Any]) throws {
        self.url = url
        self.settings = settings
        world = CaptureWorld.current
        do throws(CaptureError) {
            (fileType, coding) = try SoundFileWriting.kind(url, settings)
        } catch {
            throw AudioError.make(error)
        }
        let description = SoundFileWriting.description(coding)
        format = AVAudioFormat(ofFile: description)
    }

    /// - format: of the sound in the file.
    public convenience init(url: URL, format: AVAudioFormat) throws {
        try self.init(url: url, settings: format.settings)
    }

    deinit {
        let (input, writing) = state.withLock { ($0.input, $0.writing) }
        input?.stop()
        writing?.finish(at: nil) { _ in }
    }

    public weak var delegate: (any AVAudioRecorderDelegate)? {
        get { state.withLock { $0.delegate }.value }
        set {
            let delegate = Delegate(value: newValue)
            state.withLock { $0.delegate = delegate }
        }
    }

    // MARK: Recording

    /// Makes the file, so that recording begins without a delay.
    ///
    /// - Returns: whether there is a microphone, and the file could be made.
    @discardableResult
    public func prepareToRecord() -> Bool {
        if state.withLock({ $0.writing != nil }) { return true }
        do {
            let input = try SoundInput(world)
            try? FileManager.default.removeItem(at: url)
            var configuration = AssetConfiguration(url: url, fileType: fileType)
            configuration.tracks = [.init(.sound(coding))]
            // Only what the process had not encoded yet is lost when it dies.
            configuration.fragmentInterval = CMTime(value: 1, timescale: 1)
            let events = AssetWriting.Events(onRoom: { _ in }, onFailure: { [weak self] in self?.fail($0) })
            let writing = try AssetWriting(configuration, events)
            writing.start(at: .zero)
            state.withLock { state in
                state.input = input
                state.writing = writing
                (state.frames, state.sampleRate, state.failure) = (0, input.format.mSampleRate, nil)
            }
            return true
        } catch {
            report(error)
            return false
        }
    }

    /// Begins, or goes on after ``pause()``.
    ///
    /// - Returns: whether it records now.
    @discardableResult
    public func record() -> Bool { begin(at: nil, for: nil) }

    /// Begins at a time of ``deviceCurrentTime``.
    @discardableResult
    public func record(atTime time: TimeInterval) -> Bool { begin(at: time, for: nil) }

    /// Records for so many seconds, then stops.
    @discardableResult
    public func record(forDuration duration: TimeInterval) -> Bool { begin(at: nil, for: duration) }

    @discardableResult
    public func record(atTime time: TimeInterval, forDuration duration: TimeInterval) -> Bool {
        begin(at: time, for: duration)
    }

    private func begin(at time: TimeInterval?, for duration: TimeInterval?) -> Bool {
        if isRecording { return true }
        guard prepareToRecord(), let input = state.withLock({ $0.input }) else { return false }
        state.withLock { state in
            state.isRecording = true
            state.begin = time.map { CMTime(seconds: $0, preferredTimescale: 1_000_000_000) }
            state.limit = duration.map { state.frames + Int64(($0 * state.sampleRate).rounded()) }
        }
        do throws(CaptureError) {
            try input.start { [weak self] in
                self?.take($0)
            } onFailure: { [weak self] in
                self?.fail($0)
            }
            return true
        } catch {
            state.withLock { $0.isRecording = false }
            report(error)
            return false
        }
    }

    /// Goes on with ``record()``.
    public func pause() {
        let input = state.withLock { state -> SoundInput? in
            guard state.isRecording else { return nil }
            state.isRecording = false
            return state.input
        }
        input?.stop()
    }

    /// Ends, and completes the file, which can be read when this returns.
    public func stop() {
        let (input, writing) = state.withLock { state in
            defer { (state.input, state.writing, state.isRecording) = (nil, nil, false) }
            return (state.input, state.writing)
        }
        guard let writing else { return }
        input?.stop()
        let done = Monitor(false)
        let failure = Mutex<CaptureError?>(nil)
        writing.finish(at: nil) { error in
            failure.withLock { $0 = error }
            done.withLock { $0 = true }
        }
        _ = done.wait { $0 ? true : nil }
        let error = failure.withLock { $0 } ?? state.withLock { $0.failure }
        DispatchQueue.main.async {
            self.delegate?.audioRecorderDidFinishRecording(self, successfully: error == nil)
        }
    }

    /// Removes the file. It must not be recording.
    ///
    /// - Returns: whether there was one that could be removed.
    @discardableResult
    public func deleteRecording() -> Bool {
        if isRecording { return false }
        let writing = state.withLock { state in
            defer { (state.input, state.writing) = (nil, nil) }
            return state.writing
        }
        writing?.cancel()
        return (try? FileManager.default.removeItem(at: url)) != nil || writing != nil
    }

    public var isRecording: Bool { state.withLock { $0.isRecording } }

    /// The length of what is recorded, in seconds; 0 after ``stop()``.
    public var currentTime: TimeInterval {
        state.withLock { $0.writing != nil && $0.sampleRate > 0 ? Double($0.frames) / $0.sampleRate : 0 }
    }

    /// The time of the microphone's clock, in seconds.
    public var deviceCurrentTime: TimeInterval { world.clock.now.seconds }

    // MARK: Levels

    /// Whether the levels are measured; `false` by default.
    public var isMeteringEnabled: Bool {
        get { state.withLock { $0.isMetering } }
        set { state.withLock { $0.isMetering = newValue } }
    }

    /// From here on, the other methods return the levels since the last call.
    public func updateMeters() { state.withLock { $0.levels.take(from: &$0.newest) } }

    /// In decibels below full scale; -160 is silence.
    public func averagePower(forChannel channelNumber: Int) -> Float {
        state.withLock { $0.levels.average(channelNumber) }
    }

    /// In decibels below full scale; -160 is silence.
    public func peakPower(forChannel channelNumber: Int) -> Float {
        state.withLock { $0.levels.peak(channelNumber) }
    }

    // MARK: From the microphone

    private func take(_ sample: CMSampleBuffer) {
        let measured = isMeteringEnabled ? sample.floatSamples : nil
        let isDone = state.withLock { state -> Bool in
            guard state.isRecording, let writing = state.writing, let block = sample.dataBuffer,
                let format = sample.formatDescription
            else { return false }
            if let begin = state.begin, sample.presentationTimeStamp < begin { return false }
            if let measured {
                measured.withUnsafeBufferPointer {
                    state.newest.add($0, channels: Int(format.audioStreamBasicDescription?.mChannelsPerFrame ?? 1))
                }
            }
            let time = CMTime(value: state.frames, timescale: CMTimeScale(state.sampleRate))
            let count = Int64(sample.numSamples)
            let wanted = state.limit.map { max(min(count, $0 - state.frames), 0) } ?? count
            guard wanted > 0, let part = try? Self.part(block, wanted, of: count) else { return state.limit != nil }
            writing.append(
                .sound(part, format: format, numSamples: Int(wanted), presentationTimeStamp: time), to: 0)
            state.frames += wanted
            return state.limit.map { state.frames >= $0 } ?? false
        }
        if isDone { DispatchQueue.global().async { self.stop() } }
    }

    /// The first frames of a block of interleaved sound.
    private static func part(_ block: CMBlockBuffer, _ wanted: Int64, of count: Int64) throws -> CMBlockBuffer {
        guard wanted < count else { return block }
        let bytes = try block.dataBytes()
        return bytes.prefix(bytes.count * Int(wanted) / Int(count)).withUnsafeBytes { CMBlockBuffer(copying: $0) }
    }

    private func fail(_ error: CaptureError) {
        state.withLock { $0.failure = $0.failure ?? error }
        report(error)
        // What is written stays; the microphone's thread must not wait for itself.
        DispatchQueue.global().async { self.stop() }
    }

    private func report(_ error: any Error) {
        let error = (error as? CaptureError).map { AudioError.make($0) } ?? error as NSError
        DispatchQueue.main.async { self.delegate?.audioRecorderEncodeErrorDidOccur(self, error: error) }
    }
}
