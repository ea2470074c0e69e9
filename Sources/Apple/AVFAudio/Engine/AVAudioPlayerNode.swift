import CaptureEngine
import CoreMedia
import Foundation
import Locking
import MissingFoundation

/// How a buffer is played. Source: Apple, AVAudioPlayerNodeBufferOptions.
public struct AVAudioPlayerNodeBufferOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Again and again.
    public static let loops = Self(rawValue: 1 << 0)
    /// At once, in place of everything that was scheduled.
    public static let interrupts = Self(rawValue: 1 << 1)
    /// When a buffer that loops is at its end.
    public static let interruptsAtLoop = Self(rawValue: 1 << 2)
}

/// When a completion handler is called. Source: Apple, AVAudioPlayerNodeCompletionCallbackType.
public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
    /// The player has taken all of the sound.
    case dataConsumed = 0
    /// The sound has left the engine. Linux: as `dataConsumed`.
    case dataRendered = 1
    /// The sound has been heard.
    case dataPlayedBack = 2
}

/// Called when sound was played, or the player was stopped. Source: Apple, AVAudioNodeCompletionHandler.
public typealias AVAudioNodeCompletionHandler = @Sendable () -> Void

/// Called when sound was played, or the player was stopped. Source: Apple, AVAudioPlayerNodeCompletionHandler.
public typealias AVAudioPlayerNodeCompletionHandler = @Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void

/// Plays buffers and files, one after the other. Source: Apple, AVAudioPlayerNode.
///
/// | call | schedule | player's time |
/// | --- | --- | --- |
/// | `play` | goes on | goes on, from 0 after `stop` |
/// | `pause` | waits | stands still |
/// | `stop` | empty; handlers are called | ends |
public final class AVAudioPlayerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {  // the state is locked
    fileprivate struct State {
        var schedule: [ScheduledSound] = []
        var isPlaying = false
        /// When it is to begin; `nil` for at once.
        var begin: AVAudioTime?
        /// Frames that were played.
        var frames: Int64 = 0
        /// Frames that the node has put out. Counted with those that were played, as a program asks for both at any time.
        var nodeFrames: Int64 = 0
    }

    private let state = Mutex(State())

    public override init() {}

    public var volume: Float {
        get { mixedVolume }
        set { mixedVolume = newValue }
    }

    public var pan: Float {
        get { mixedPan }
        set { mixedPan = newValue }
    }

    // MARK: Playing

    /// Plays what is scheduled. The engine must be running; else it is a programmer's mistake.
    public func play() { play(at: nil) }

    /// - Parameter when: a sample time of the node or a host time; `nil` for at once.
    public func play(at when: AVAudioTime?) {
        guard let engine, engine.isRunning else {
            raiseException("required condition is false: _engine->IsRunning()")
        }
        guard engine.connection(from: self, bus: 0) != nil else {
            raiseException("player started when in a disconnected state")
        }
        state.withLock { state in
            state.isPlaying = true
            state.begin = when
        }
    }

    /// Goes on with ``play()``.
    public func pause() { state.withLock { $0.isPlaying = false } }

    /// Ends, forgets what is scheduled, and calls its handlers.
    public func stop() {
        let schedule = state.withLock { state in
            defer { state = State(nodeFrames: state.nodeFrames) }
            return state.schedule
        }
        let completions = schedule.compactMap(\.completion)
        guard !completions.isEmpty else { return }
        let calls = SoundCalls(completions.map { completion in { completion.call(completion.type) } })
        (engine?.calls ?? .global()).async { calls.run() }
    }

    public var isPlaying: Bool { state.withLock { $0.isPlaying } }

    public override func reset() { stop() }

    /// Linux: nothing has to be prepared.
    public func prepare(withFrameCount frameCount: AVAudioFrameCount) {}

    // MARK: Time

    /// The player's time at a time of the node, such as ``AVAudioNode/lastRenderTime``; `nil` while it does not play.
    public func playerTime(forNodeTime nodeTime: AVAudioTime) -> AVAudioTime? {
        guard let offset = timeOffset, nodeTime.isSampleTimeValid else { return nil }
        return shifted(nodeTime, by: -offset)
    }

    /// The node's time at a time of the player; `nil` while it does not play.
    public func nodeTime(forPlayerTime playerTime: AVAudioTime) -> AVAudioTime? {
        guard let offset = timeOffset, playerTime.isSampleTimeValid else { return nil }
        return shifted(playerTime, by: offset)
    }

    /// The node's frames before the player's first.
    private var timeOffset: Int64? { state.withLock { $0.isPlaying ? $0.nodeFrames - $0.frames : nil } }

    private func shifted(_ time: AVAudioTime, by frames: Int64) -> AVAudioTime {
        time.isHostTimeValid
            ? AVAudioTime(
                hostTime: time.hostTime, sampleTime: time.sampleTime + frames, atRate: time.sampleRate)
            : AVAudioTime(sampleTime: time.sampleTime + frames, atRate: time.sampleRate)
    }

    // MARK: The schedule

    func schedule(_ sound: ScheduledSound) {
        let dropped = state.withLock { state -> [ScheduledSound] in
            var dropped: [ScheduledSound] = []
            if sound.options.contains(.interrupts) { (dropped, state.schedule) = (state.schedule, []) }
            state.schedule.append(sound)
            return dropped
        }
        let completions = dropped.compactMap(\.completion)
        guard !completions.isEmpty else { return }
        let calls = SoundCalls(completions.map { completion in { completion.call(completion.type) } })
        (engine?.calls ?? .global()).async { calls.run() }
    }

    // MARK: Rendering

    override func rewind() {
        super.rewind()
        state.withLock { $0.nodeFrames = 0 }
    }

    override func render(_ frames: Int, _ format: AVAudioFormat, _ context: RenderContext) -> SoundBlock {
        let rate = format.sampleRate
        let rendered = renderedFrames
        var result = SoundBlock(channels: Int(format.channelCount), frames: frames)
        state.withLock { state in
            state.nodeFrames = rendered + Int64(frames)
            guard state.isPlaying else { return }
            var place = 0
            if let begin = state.begin {
                let wait = Self.frames(until: begin, from: context.host, rendered, rate)
                guard wait < frames else { return }
                state.begin = nil
                place = max(Int(wait), 0)
            }
            while place < frames {
                guard let sound = state.schedule.first else { break }
                if let start = sound.start {
                    let wait = Self.wait(for: start, state, context.host, place, rate)
                    if wait > 0 {
                        let step = Int(min(wait, Int64(frames - place)))
                        place += step
                        state.frames += Int64(step)
                        continue
                    }
                }
                let block = sound.next(frames - place, rate: rate)
                result.place(block.with(channels: Int(format.channelCount)), at: place)
                place += block.frames
                state.frames += Int64(block.frames)
                if place < frames || sound.isAtEnd { state.finish(sound, at: place, rate, context) }
            }
            state.frames += Int64(frames - place)
        }
        return result
    }

    /// Frames of the node until a moment.
    private static func frames(until time: AVAudioTime, from host: CMTime, _ rendered: Int64, _ rate: Double) -> Int64 {
        if time.isSampleTimeValid {
            return count(Double(time.sampleTime) * rate / time.sampleRate) - rendered
        }
        return count((Double(time.hostTime) / 1e9 - host.seconds) * rate)
    }

    /// A time that is no number of frames is as far away as can be.
    private static func count(_ frames: Double) -> Int64 {
        frames.isNaN ? 0 : Int64(min(max(frames.rounded(), -1e15), 1e15))
    }

    /// Frames until a piece begins: at a sample time of the player, or a host time.
    private static func wait(
        for time: AVAudioTime, _ state: State, _ host: CMTime, _ place: Int, _ rate: Double
    ) -> Int64 {
        if time.isSampleTimeValid {
            return count(Double(time.sampleTime) * rate / time.sampleRate) - state.frames
        }
        return count((Double(time.hostTime) / 1e9 - host.seconds) * rate) - Int64(place)
    }
}

extension AVAudioPlayerNode.State {
    /// Called when a piece is at its end: it begins again, or the next one follows.
    fileprivate mutating func finish(
        _ sound: ScheduledSound, at place: Int, _ rate: Double, _ context: RenderContext
    ) {
        let isReplaced = schedule.dropFirst().contains { $0.options.contains(.interruptsAtLoop) }
        if sound.loops, !isReplaced, !sound.isEmpty {
            sound.rewind()
            return
        }
        schedule.removeFirst()
        if isReplaced, sound.loops {
            while let next = schedule.first, !next.options.contains(.interruptsAtLoop) {
                schedule.removeFirst()
                context.complete(next.completion, heardAt: context.host)
            }
        }
        let end = context.host + CMTime(value: Int64(place), timescale: CMTimeScale(rate))
        context.complete(sound.completion, heardAt: end)
    }
}
