import CaptureEngine
import CoreMedia
import Foundation
import Locking

/// Plays pictures and sound together, on a clock: it shows each picture when its time has come, and writes sound a
/// little before it is heard.
///
/// | thread | does |
/// | --- | --- |
/// | pictures | decodes one picture ahead, and sleeps until it is due |
/// | sound | mixes one block ahead, and writes it ``lead`` before it is due |
/// | time | sleeps until the end, or until the next observed time |
///
/// Time begins to run when both have what comes first; until then it *waits*. A jump makes both start again. The sound
/// output tells how late it is, and the pictures follow it.
///
/// Nothing is called with a lock held. On a clock that is not real time no picture is dropped.
package final class MediaPlayback: Sendable {
    /// Called on the threads of the playback, or on the one that caused them.
    package struct Events: Sendable {
        /// A picture is to be shown now.
        package var onPicture: @Sendable (CMSampleBuffer) -> Void = { _ in }
        /// Time has begun to run.
        package var onStart: @Sendable () -> Void = {}
        /// The end is reached; everything was shown and written.
        package var onEnd: @Sendable () -> Void = {}
        /// It cannot go on, and is closed.
        package var onFailure: @Sendable (CaptureError) -> Void = { _ in }
        /// The sound output cannot be used; the rest goes on.
        package var onSilence: @Sendable (CaptureError) -> Void = { _ in }
        /// The first time after this one that ``onStop`` is wanted for; `nil` for none.
        package var nextStop: @Sendable (CMTime) -> CMTime? = { _ in nil }
        /// A wanted time has come.
        package var onStop: @Sendable (CMTime) -> Void = { _ in }

        package init() {}
    }

    /// How early sound is written.
    static let lead = CMTime(value: 1, timescale: 5)

    let state: Monitor<PlaybackState>
    let clock: any CaptureClock
    let output: any SoundOutput
    let events: Events

    /// Stands at a time, and prepares what comes first there once ``begin()`` is called. Somebody has to call ``close()``
    /// in the end.
    ///
    /// - Parameters:
    ///   - plan: what is played.
    ///   - time: where it starts, at most the end.
    ///   - clock: which time follows.
    ///   - output: where the sound goes; opened when it is first needed.
    ///   - events: what the owner does.
    ///   - done: called as that of a jump to the start.
    package init(
        _ plan: PlaybackPlan, from time: CMTime, clock: any CaptureClock, output: any SoundOutput, events: Events,
        then done: @escaping @Sendable (Bool) -> Void
    ) {
        var state = PlaybackState(plan)
        state.jump(to: time)
        state.jumps = [done]
        self.state = Monitor(state)
        (self.clock, self.output, self.events) = (clock, output, events)
    }

    /// Starts the threads; to be called once. Before that, a jump or a rate is kept for them.
    package func begin() {
        Thread.start(named: "player pictures") { [self] in PictureLane(self).run() }
        Thread.start(named: "player sound") { [self] in SoundLane(self).run() }
        Thread.start(named: "player time") { [self] in keepTime() }
        settle { state in
            state.hasBegun = true
            return state.arrive(clock.now, events)
        }
    }

    /// Ends the threads. Jumps that are under way end without success.
    package func close() {
        settle { state in
            state.isClosed = true
            state.stand(clock.now)
            state.change()
            return state.abandonJumps()
        }
    }

    // MARK: Time

    /// Where it is.
    package var time: CMTime { time(at: clock.now) }

    /// Where it is at a moment of the clock.
    package func time(at moment: CMTime) -> CMTime { state.withLock { $0.time(at: moment) } }

    /// Whether time runs.
    package var isMoving: Bool { state.withLock { $0.start != nil } }

    /// Goes to a time, and prepares what comes first there.
    ///
    /// - Parameters:
    ///   - time: at most the end.
    ///   - done: called once, on any thread: `true` when the picture is shown, `false` if another jump came before.
    package func jump(to time: CMTime, then done: (@Sendable (Bool) -> Void)? = nil) {
        settle { state in
            guard !state.isClosed else { return done.map { done in [{ done(false) }] } ?? [] }
            let abandoned = state.abandonJumps()
            state.jump(to: time)
            if let done { state.jumps.append(done) }
            return abandoned + state.arrive(clock.now, events)
        }
    }

    /// Jumps that are under way end without success, for those who wait; the place stays.
    package func abandonJumps() { settle { $0.abandonJumps() } }

    /// - Parameter rate: 0 to stand still.
    package func setRate(_ rate: Double) {
        settle { state in
            guard state.rate != rate, !state.isClosed else { return [] }
            let wasMoving = state.start != nil
            state.stand(clock.now)
            (state.rate, state.isEnded) = (rate, false)
            // Sound that was already written is discarded: it has the old speed.
            if wasMoving || rate != 0 && state.soundRate != rate {
                if rate != 0 { state.soundRate = rate }
                state.sound.beginAnew()
            }
            state.change()
            return state.arrive(clock.now, events)
        }
    }

    /// Sets the volume, from 0 to 1. Sound that was already written keeps the old one.
    package func setVolume(_ volume: Float) { state.withLock { $0.volume = volume } }

    /// Plays something else from where it is.
    package func setPlan(_ plan: PlaybackPlan) {
        settle { state in
            let time = state.time(at: clock.now)
            state.plan = plan
            state.jump(to: time)
            return state.arrive(clock.now, events)
        }
    }

    /// Sets whether pictures are decoded at all.
    package func setWantsPictures(_ isWanted: Bool) {
        settle { state in
            guard state.wantsPictures != isWanted else { return [] }
            state.wantsPictures = isWanted
            state.pictures.beginAnew()
            state.change()
            return state.arrive(clock.now, events)
        }
    }

    /// Looks again which time is wanted next.
    package func reconsiderStops() { state.withLock { $0.change() } }

    // MARK: For its threads

    /// Changes the state, and then does what follows from that.
    func settle(_ body: (inout PlaybackState) -> [PlaybackState.Action]) {
        let actions = state.withLock { body(&$0) }
        for action in actions { action() }
    }

    func fail(_ error: CaptureError) {
        settle { state in
            guard !state.isClosed else { return [] }
            state.isClosed = true
            state.stand(clock.now)
            state.change()
            return state.abandonJumps() + [{ [events] in events.onFailure(error) }]
        }
    }

    /// Sleeps until a moment.
    ///
    /// - Parameters:
    ///   - moment: on the clock.
    ///   - version: of the state; a change ends the sleep.
    /// - Returns: `false` if something changed, also if that was right before the moment came.
    func sleep(until moment: CMTime, _ version: Int) -> Bool {
        let hasChanged = { self.state.withLock { $0.version != version } }
        return clock.sleep(until: moment, isCancelled: hasChanged) && !hasChanged()
    }

    // MARK: The thread of time

    private func keepTime() {
        // Up to where wanted times have come.
        var (place, jumps) = (CMTime.zero, 0)
        while true {
            let moving = state.wait { state -> PlaybackState? in state.isClosed || state.start != nil ? state : nil }
            guard let moving, !moving.isClosed else { return }
            if moving.jumpCount != jumps { (place, jumps) = (moving.jumpPlace, moving.jumpCount) }
            let wanted = events.nextStop(place)
            let time = wanted.map { CMTimeMinimum($0, moving.plan.end) } ?? moving.plan.end
            guard let moment = moving.hostTime(of: time), sleep(until: moment, moving.version) else { continue }
            if time < moving.plan.end {
                place = time
                events.onStop(time)
            } else if waitForLanes(jumps) {
                place = time
                if wanted == time { events.onStop(time) }
                end(jumps)
            }
        }
    }

    /// Waits until all was shown and written: on a slow machine, or a clock that somebody moves, that comes later.
    private func waitForLanes(_ jumps: Int) -> Bool {
        state.wait { state in
            if state.isClosed || state.jumpCount != jumps || state.start == nil { return false }
            return state.isAtEnd ? true : nil
        } == true
    }

    private func end(_ jumps: Int) {
        settle { state in
            guard state.jumpCount == jumps, state.start != nil else { return [] }
            (state.position, state.start, state.isEnded) = (state.plan.end, nil, true)
            state.sound.beginAnew()
            state.change()
            return [events.onEnd]
        }
    }
}
