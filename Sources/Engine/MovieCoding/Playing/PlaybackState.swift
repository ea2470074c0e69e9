import CaptureEngine
import CoreMedia

/// Where a playback is, and what its threads have to do.
struct PlaybackState: Sendable {
    typealias Action = @Sendable () -> Void

    /// How far a thread has carried out its orders.
    struct Lane: Sendable {
        /// Rises each time that the thread has to start again.
        var generation = 0
        /// It has what comes first.
        var isReady = false
        /// It has nothing left.
        var isAtEnd = false

        mutating func beginAnew() { self = Lane(generation: generation + 1) }
    }

    var plan: PlaybackPlan
    /// 0 to stand still.
    var rate = 0.0
    /// Where it stands, or stood when time began to run.
    var position = CMTime.zero
    /// When time began to run, on the clock; `nil` while it stands still.
    var start: CMTime?
    /// It is at its end, and stays there until the next call.
    var isEnded = false
    /// Where the last jump went.
    var jumpPlace = CMTime.zero
    var jumpCount = 0
    /// Rises with each change that ends a sleep.
    var version = 0
    var pictures = Lane()
    var sound = Lane()
    /// The rate that the sound is made for.
    var soundRate = 1.0
    var volume: Float = 1
    var wantsPictures = false
    /// Called when the last jump is done.
    var jumps: [@Sendable (Bool) -> Void] = []
    /// Its threads run.
    var hasBegun = false
    var isClosed = false

    init(_ plan: PlaybackPlan) { self.plan = plan }

    var showsPictures: Bool { wantsPictures && plan.pictures != nil }
    var isHeard: Bool { !plan.sound.isEmpty }
    /// Whether everything was shown and written.
    var isAtEnd: Bool { (!showsPictures || pictures.isAtEnd) && (!isHeard || sound.isAtEnd) }

    // MARK: Time

    func time(at moment: CMTime) -> CMTime {
        guard let start else { return position }
        let passed = moment - start
        let time = position + (rate == 1 ? passed : CMTimeMultiplyByFloat64(passed, multiplier: rate))
        return CMTimeMaximum(position, CMTimeMinimum(time, plan.end))
    }

    func hostTime(of time: CMTime) -> CMTime? {
        guard let start, rate != 0 else { return nil }
        let passed = time - position
        return start + (rate == 1 ? passed : CMTimeMultiplyByFloat64(passed, multiplier: 1 / rate))
    }

    // MARK: Changes

    mutating func change() { version += 1 }

    /// Time stands still until ``arrive(_:_:)``.
    mutating func stand(_ now: CMTime) {
        position = time(at: now)
        start = nil
    }

    mutating func jump(to time: CMTime) {
        position = CMTimeMaximum(.zero, CMTimeMinimum(time, plan.end))
        (start, isEnded) = (nil, false)
        jumpPlace = position
        jumpCount += 1
        pictures.beginAnew()
        sound.beginAnew()
        change()
    }

    /// Those who wait for a jump learn that it will not be done.
    mutating func abandonJumps() -> [Action] {
        let abandoned = jumps.map { done in { @Sendable in done(false) } }
        jumps = []
        return abandoned
    }

    /// Goes on with what was waited for.
    mutating func arrive(_ now: CMTime, _ events: MediaPlayback.Events) -> [Action] {
        guard hasBegun, !isClosed, !showsPictures || pictures.isReady else { return [] }
        var actions = jumps.map { done -> Action in { done(true) } }
        jumps = []
        guard rate != 0, start == nil, !isEnded, !isHeard || sound.isReady else { return actions }
        start = now
        change()
        actions.append { events.onStart() }
        return actions
    }
}
