import AVFoundation
import CaptureEngine
import DeviceKinds
import Foundation
import Locking
import TestSupport
import Testing

/// Keeps what would be heard.
final class SoundRecorder: SoundOutput {
    private struct State {
        var samples: [Float] = []
        var format = (sampleRate: 0, channels: 0)
        var dropCount = 0
    }

    private final class Stream: SoundStream {
        let recorder: SoundRecorder

        init(_ recorder: SoundRecorder) { self.recorder = recorder }

        func write(_ samples: [Float]) { recorder.state.withLock { $0.samples += samples } }
        var delay: CMTime? { recorder.delay }
        func drop() { recorder.state.withLock { $0.dropCount += 1 } }
        func close() {}
    }

    private let state = Mutex(State())
    private let failure: CaptureError?
    fileprivate let delay: CMTime?

    /// - Parameters:
    ///   - failure: why nothing can be heard.
    ///   - delay: what it says of how late it is.
    init(failure: CaptureError? = nil, delay: CMTime? = nil) { (self.failure, self.delay) = (failure, delay) }

    func open(sampleRate: Int, channels: Int) throws(CaptureError) -> any SoundStream {
        if let failure { throw failure }
        state.withLock { $0.format = (sampleRate, channels) }
        return Stream(self)
    }

    var samples: [Float] { state.withLock { $0.samples } }
    var format: (sampleRate: Int, channels: Int) { state.withLock { $0.format } }
    /// How often what was written was forgotten.
    var dropCount: Int { state.withLock { $0.dropCount } }
    func clear() { state.withLock { $0.samples = [] } }
}

/// Counts notifications of an object.
final class NotificationCounter {
    private let count = Monitor(0)
    private let token: any NSObjectProtocol

    init(_ name: NSNotification.Name, _ object: AnyObject) {
        token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { [count] _ in
            count.withLock { $0 += 1 }
        }
    }

    deinit { NotificationCenter.default.removeObserver(token) }

    /// Waits until there were so many.
    func reaches(_ wanted: Int) -> Bool {
        count.wait(timeout: .seconds(30)) { $0 >= wanted ? true : nil } == true
    }
}

/// A clock that a test moves, for what only happens in real time.
private final class RealTime: CaptureClock {
    private let clock: ManualClock

    init(_ clock: ManualClock) { self.clock = clock }

    var isRealTime: Bool { true }
    var now: CMTime { clock.now }

    func sleep(until time: CMTime, isCancelled: () -> Bool) -> Bool {
        clock.sleep(until: time, isCancelled: isCancelled)
    }
}

/// A world in which movies are played: its clock stands still until the test moves it, its sound is kept.
struct PlayerScene {
    let movies: MovieScene
    let clock = ManualClock(now: CMTime(value: 1000, timescale: 1))
    let speaker: SoundRecorder
    let world: CaptureWorld

    /// - Parameters:
    ///   - speaker: what is heard.
    ///   - isRealTime: whether pictures follow the sound, and are dropped when they are late.
    init(_ speaker: SoundRecorder = SoundRecorder(), isRealTime: Bool = false) throws {
        movies = try MovieScene()
        self.speaker = speaker
        world = CaptureWorld(
            backends: [], host: Nowhere(), clock: isRealTime ? RealTime(clock) : clock, soundOutput: speaker)
    }

    func item(_ url: URL) -> AVPlayerItem { item(AVURLAsset(url: url)) }

    func item(_ asset: AVAsset) -> AVPlayerItem {
        CaptureWorld.$current.withValue(world) { AVPlayerItem(asset: asset) }
    }

    static func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame), timescale: 30) }

    /// The numbers of pictures; see ``MovingBar``.
    static func numbers(_ shown: [(picture: CVPixelBuffer, time: CMTime)]) -> [Int] {
        shown.map { MovieScene.number($0.picture) }
    }

    /// A player whose item is ready, and an output that gets its pictures.
    func player(_ item: AVPlayerItem, as player: AVPlayer = AVPlayer()) -> (AVPlayer, AVPlayerItemVideoOutput) {
        let output = AVPlayerItemVideoOutput()
        item.add(output)
        player.replaceCurrentItem(with: item)
        #expect(eventually(item, \.status) { $0 == .readyToPlay })
        // The player hears of it a moment later.
        #expect(eventually(player, \.status) { $0 == .readyToPlay })
        return (player, output)
    }

    /// The next picture of an output, and its time; waits until it is there.
    func next(_ output: AVPlayerItemVideoOutput) throws -> (picture: CVPixelBuffer, time: CMTime) {
        #expect(eventually { output.hasNewPixelBuffer(forItemTime: .positiveInfinity) })
        var time = CMTime.invalid
        let picture = try #require(output.copyPixelBuffer(forItemTime: .positiveInfinity, itemTimeForDisplay: &time))
        return (picture, time)
    }

    /// Plays to the end, one picture after the other; all pictures from the one that is shown on.
    func play(
        _ player: AVPlayer, _ output: AVPlayerItemVideoOutput, frames: Int, step: CMTime = Self.time(1)
    ) throws -> [(picture: CVPixelBuffer, time: CMTime)] {
        var shown = [try next(output)]
        player.play()
        #expect(eventually(player, \.timeControlStatus) { $0 == .playing })
        for _ in 1..<frames {
            clock.advance(by: step)
            shown.append(try next(output))
        }
        return shown
    }
}
