import AVFoundation

/// Chooses the frames of a movie that does not play as fast as it happened, and says when each is shown.
///
/// A time-lapse shows the first frame at or after each interval; an interval without a frame is left out. Slow motion
/// shows all frames. What happens during a pause is in neither.
struct Retiming {
    private enum Rule {
        case timeLapse(interval: CMTime)
        case slowMotion(factor: Double)
    }

    private let rule: Rule
    private let playedFrame = CMTime(value: 1, timescale: MovieSpeed.playedFrameRate)
    /// The last frame taken: when it was captured, and when it is shown.
    private var last: (captured: CMTime, shown: CMTime)?
    /// When the next frame of a time-lapse is due.
    private var due: CMTime?
    /// Whether what lies between the last frame and the next one was a pause.
    private var isAfterPause = false

    /// - Parameters:
    ///   - speed: not ``MovieSpeed/normal``.
    ///   - frameRate: of the camera, in frames a second.
    init(_ speed: MovieSpeed, frameRate: Int) {
        switch speed {
        case .timeLapse(let interval):
            rule = .timeLapse(interval: CMTime(seconds: interval, preferredTimescale: 1_000_000))
        case .normal, .slowMotion:
            rule = .slowMotion(factor: max(1, Double(frameRate) / Double(MovieSpeed.playedFrameRate)))
        }
    }

    /// When a frame is shown; `nil` for one that is left out. Call ``take(_:at:)`` for each frame used.
    func time(of captured: CMTime) -> CMTime? {
        guard let last else { return .zero }
        switch rule {
        case .timeLapse:
            if let due, captured < due { return nil }
            return last.shown + playedFrame
        case .slowMotion(let factor):
            guard captured > last.captured else { return nil }
            if isAfterPause { return last.shown + playedFrame }
            return last.shown + CMTimeMultiplyByFloat64(captured - last.captured, multiplier: factor)
        }
    }

    /// The frame captured then is in the movie.
    mutating func take(_ captured: CMTime, at shown: CMTime) {
        last = (captured, shown)
        isAfterPause = false
        guard case .timeLapse(let interval) = rule else { return }
        // The moments keep to the interval, unless one has been missed.
        let next = (due ?? captured) + interval
        due = next > captured ? next : captured + interval
    }

    /// The next frame follows the last one at once.
    mutating func pause() {
        isAfterPause = true
        due = nil
    }

    /// Where the movie ends: its last frame is shown as long as the others.
    var end: CMTime { last.map { $0.shown + playedFrame } ?? .zero }
}
