import CaptureEngine
import CoreMedia
import DeviceKinds
import Foundation
import Locking

/// Is told how playback ends. Source: Apple, AVAudioPlayerDelegate.
public protocol AVAudioPlayerDelegate: AnyObject {
    /// The sound was heard to its end. Called on the main queue.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
    /// The file is damaged. Called on the main queue.
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}

/// Plays a file of sound. Source: Apple, AVAudioPlayer.
///
/// Linux: through the desktop's sound server. Without a sound output, time goes on and nothing is heard.
public final class AVAudioPlayer: NSObject, @unchecked Sendable {  // the state is locked
    /// `nil` if it was made of data.
    public let url: URL?
    /// `nil` if it was made of a file.
    public let data: Data?
    public let format: AVAudioFormat
    /// In seconds.
    public let duration: TimeInterval
    private let world: CaptureWorld
    private let path: String
    private let length: Int64

    /// Programs use their delegate on whatever thread it is called.
    private struct Delegate: @unchecked Sendable {
        weak var value: (any AVAudioPlayerDelegate)?
    }

    private struct State {
        var delegate = Delegate()
        var thread: SourceThread?
        var volume: Float = 1
        /// The volume that is reached in time, and by how much it changes a second.
        var fade: (target: Float, change: Float)?
        var pan: Float = 0
        var isRateEnabled = false
        var rate: Float = 1
        var loops = 0
        /// Where it stands, or stood when it began to play.
        var position: Int64 = 0
        /// When that was; `nil` while it does not play.
        var begin: CMTime?
        var isMetering = false
        var newest = SoundLevels()
        var levels = SoundLevels()

        /// How many frames of the file pass in the time of one.
        var speed: Double { isRateEnabled ? Double(rate) : 1 }

        func gains(channels: Int) -> [Float] { Mixing(volume: volume, pan: pan).gains(channels: channels) }

        /// What a fade does in some time.
        mutating func fade(seconds: Float) {
            guard let fade else { return }
            let next = volume + fade.change * seconds
            let isDone = fade.change >= 0 ? next >= fade.target : next <= fade.target
            volume = isDone ? fade.target : next
            if isDone { self.fade = nil }
        }
    }

    private let state = Mutex(State())

    /// - Throws: an `NSError` if there is no sound in the file.
    public convenience init(contentsOf url: URL) throws { try self.init(path: url.path, url: url, data: nil) }

    /// - utiString: not needed; a file's first bytes tell its type.
    public convenience init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
        try self.init(contentsOf: url)
    }

    public convenience init(data: Data) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("sound-\(UUID().uuidString)")
        try data.write(to: file)
        do { try self.init(path: file.path, url: nil, data: data) } catch {
            try? FileManager.default.removeItem(at: file)
            throw error
        }
    }

    public convenience init(data: Data, fileTypeHint utiString: String?) throws { try self.init(data: data) }

    private init(path: String, url: URL?, data: Data?) throws {
        (self.path, self.url, self.data) = (path, url, data)
        world = CaptureWorld.current
        do throws(CaptureError) {
            let reading = try SoundFileReading(path)
            length = reading.length
            format = AVAudioFormat(ofFile: reading.stored)
        } catch {
            throw AudioError.make(error)
        }
        duration = format.sampleRate > 0 ? Double(length) / format.sampleRate : 0
    }

    deinit {
        state.withLock { $0.thread }?.cancel()
        if data != nil { try? FileManager.default.removeItem(atPath: path) }
    }

    public weak var delegate: (any AVAudioPlayerDelegate)? {
        get { state.withLock { $0.delegate }.value }
        set {
            let delegate = Delegate(value: newValue)
            state.withLock { $0.delegate = delegate }
        }
    }

    // MARK: Playing

    /// Linux: nothing has to be prepared. - Returns: `true`.
    @discardableResult
    public func prepareToPlay() -> Bool { true }

    /// Plays from ``currentTime`` on. - Returns: whether it plays now.
    @discardableResult
    public func play() -> Bool { begin(at: nil) }

    /// Plays from a moment of ``deviceCurrentTime`` on.
    @discardableResult
    public func play(atTime time: TimeInterval) -> Bool {
        begin(at: CMTime(seconds: time, preferredTimescale: 1_000_000_000))
    }

    private func begin(at time: CMTime?) -> Bool {
        if isPlaying { return true }
        end()
        let (clock, output) = (world.clock, world.soundOutput)
        let start = CMTimeMaximum(time ?? clock.now, clock.now)
        let (from, speed) = state.withLock { state in
            state.begin = start
            return (state.position, state.speed)
        }
        let playing = SoundPlaying(
            path: path, from: from, speed: speed, start: start, clock: clock, output: output)
        let thread = try? SourceThread("audio player") { [weak self] thread in
            let outcome = Result { () throws(CaptureError) -> Bool in
                try playing.run(thread) { samples, channels in self?.take(samples, channels) ?? .end }
            }
            self?.ended(thread, outcome)
        }
        state.withLock { state in
            // It may be over already.
            if let thread, state.begin != nil { state.thread = thread } else { state.begin = nil }
        }
        return thread != nil
    }

    /// - Returns: what becomes of the samples; `nil` to end, after the last loop.
    private func take(_ samples: [Float]?, _ channels: Int) -> SoundPlaying.Answer {
        state.withLock { state in
            guard let samples else {
                guard state.loops != 0 else { return .end }
                if state.loops > 0 { state.loops -= 1 }
                return .again
            }
            if state.isMetering {
                samples.withUnsafeBufferPointer { state.newest.add($0, channels: channels) }
            }
            let from = state.gains(channels: channels)
            state.fade(seconds: Float(samples.count / channels) / Float(format.sampleRate))
            return .gains(from: from, to: state.gains(channels: channels))
        }
    }

    private func ended(_ thread: SourceThread, _ outcome: Result<Bool, CaptureError>) {
        if case .success(false) = outcome { return }
        state.withLock { ($0.begin, $0.position) = (nil, 0) }
        DispatchQueue.main.async {
            switch outcome {
            case .success: self.delegate?.audioPlayerDidFinishPlaying(self, successfully: true)
            case .failure(let error):
                self.delegate?.audioPlayerDecodeErrorDidOccur(self, error: AudioError.make(error))
                self.delegate?.audioPlayerDidFinishPlaying(self, successfully: false)
            }
        }
    }

    /// Goes on with ``play()``.
    public func pause() {
        let position = frame
        end()
        state.withLock { ($0.begin, $0.position) = (nil, position) }
    }

    /// As ``pause()``; ``currentTime`` stays.
    public func stop() { pause() }

    private func end() {
        let thread = state.withLock { state in
            defer { state.thread = nil }
            return state.thread
        }
        thread?.end()
    }

    public var isPlaying: Bool { state.withLock { $0.begin != nil } }

    /// Where it stands.
    private var frame: Int64 {
        let now = world.clock.now
        let rate = format.sampleRate
        return state.withLock { state in
            guard let begin = state.begin else { return state.position }
            let frames = state.position + Int64(max((now - begin).seconds, 0) * rate * state.speed)
            return state.loops != 0 && length > 0 ? frames % length : min(frames, length)
        }
    }

    /// In seconds from the start of the file. Setting it while it plays goes on from there.
    public var currentTime: TimeInterval {
        get { Double(frame) / format.sampleRate }
        set {
            let wasPlaying = isPlaying
            if wasPlaying { end() }
            let target = Int64((min(max(newValue, 0), duration) * format.sampleRate).rounded())
            state.withLock { ($0.begin, $0.position) = (nil, target) }
            if wasPlaying { play() }
        }
    }

    /// The time of the output's clock, in seconds.
    public var deviceCurrentTime: TimeInterval { world.clock.now.seconds }

    /// 0 to 1, or more.
    public var volume: Float {
        get { state.withLock { $0.volume } }
        set { state.withLock { ($0.volume, $0.fade) = (max(newValue, 0), nil) } }
    }

    /// Changes the volume bit by bit while it plays.
    ///
    /// - duration: in seconds.
    public func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
        state.withLock { state in
            let target = max(volume, 0)
            guard duration > 0 else { return (state.volume, state.fade) = (target, nil) }
            state.fade = (target, (target - state.volume) / Float(duration))
        }
    }

    /// Where a sound of two channels is heard: -1, left, to 1, right, which lowers the far channel; 0 by default.
    public var pan: Float {
        get { state.withLock { $0.pan } }
        set { state.withLock { $0.pan = min(max(newValue, -1), 1) } }
    }

    /// Whether ``rate`` counts. On Apple's systems, it must be set before ``prepareToPlay()``.
    public var enableRate: Bool {
        get { state.withLock { $0.isRateEnabled } }
        set { changeSpeed { $0.isRateEnabled = newValue } }
    }

    /// How fast, with the same pitch: 0.5 to 2; 1 by default.
    public var rate: Float {
        get { state.withLock { $0.rate } }
        set { changeSpeed { $0.rate = min(max(newValue, 0.5), 2) } }
    }

    private func changeSpeed(_ change: (inout State) -> Void) {
        let isSame = state.withLock { state in
            var changed = state
            change(&changed)
            if state.begin == nil || changed.speed == state.speed {
                change(&state)
                return true
            }
            return false
        }
        if isSame { return }
        pause()
        state.withLock { change(&$0) }
        play()
    }

    /// How many times it is repeated; a negative number means endlessly.
    public var numberOfLoops: Int {
        get { state.withLock { $0.loops } }
        set { state.withLock { $0.loops = newValue } }
    }

    public var numberOfChannels: Int { Int(format.channelCount) }
    public var settings: [String: Any] { format.settings }

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
}
