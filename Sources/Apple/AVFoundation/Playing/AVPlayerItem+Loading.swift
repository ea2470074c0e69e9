import CaptureEngine
import Foundation
import Locking
import MissingFoundation
import MovieCoding
import PixelCoding

extension AVPlayerItem {
    /// Belongs to a player from now on, and loads.
    func attach(to player: AVPlayer) {
        let (owner, isNew) = state.withLock { state in
            let owner = state.player
            state.player = player
            defer { state.isLoading = true }
            return (owner, !state.isLoading)
        }
        if let owner, owner !== player {
            raiseException("An AVPlayerItem cannot be associated with more than one instance of AVPlayer")
        }
        guard isNew else { return refreshWantsPictures() }
        AssetLoading.queue.async { [weak self] in self?.load() }
    }

    /// Belongs to no player.
    func detach() {
        let playback = state.withLock { state in
            // Its next player gets the picture again: it takes megabytes, and there may be many items.
            (state.player, state.latest) = (nil, nil)
            return state.playback
        }
        playback?.setRate(0)
        refreshWantsPictures()
    }

    private func load() {
        do throws(AVError) {
            let contents = try asset.contents()
            let plan = try plan(contents)
            let events = self.events
            // A seek either comes before the playback, which starts there, or goes to the playback.
            let playback = state.withLock { state in
                let seeks = state.seeks
                let playback = MediaPlayback(
                    plan, from: state.wantedPlace ?? .zero, clock: world.clock, output: world.soundOutput,
                    events: events
                ) { [weak self] isDone in
                    for done in seeks { done(isDone) }
                    self?.announceReadiness()
                }
                (state.playback, state.duration) = (playback, contents.duration)
                (state.wantedPlace, state.seeks) = (nil, [])
                return playback
            }
            refreshWantsPictures()
            playback.begin()
        } catch {
            DispatchQueue.main.async { [weak self] in self?.fail(error) }
        }
    }

    /// On any thread.
    private func announceReadiness() {
        guard status == .unknown, let contents = try? asset.contents() else { return }
        DispatchQueue.main.async { [weak self] in self?.becomeReady(contents) }
    }

    private func becomeReady(_ contents: AVAsset.Contents) {
        guard status == .unknown else { return }
        let (size, duration) = (arrangement.shownSize(contents), contents.duration)
        mayChange(\.presentationSize) {
            changingBuffers {
                changingTimes {
                    changing(\.status) {
                        state.withLock { ($0.status, $0.size, $0.duration) = (.readyToPlay, size, duration) }
                    }
                }
            }
        }
        state.withLock { $0.player }?.itemIsReady(self)
    }

    private func fail(_ error: AVError) {
        let (wasReady, seeks) = state.withLock { state in
            defer { state.seeks = [] }
            return (state.status == .readyToPlay, state.seeks)
        }
        for done in seeks { done(false) }
        changingBuffers {
            changing(\.error) {
                changing(\.status) {
                    state.withLock { ($0.status, $0.error) = (.failed, error) }
                }
            }
        }
        // Who listens finds the player at rest.
        state.withLock { $0.player }?.itemHasFailed(self)
        if wasReady {
            PlayerNews.post(
                AVPlayerItem.failedToPlayToEndTimeNotification, self,
                [AVPlayerItemFailedToPlayToEndTimeErrorKey: error as NSError])
        }
    }

    /// Changes the status, from which follow the properties of the buffer.
    private func changingBuffers(_ change: () -> Void) {
        mayChangeValue(for: \.isPlaybackBufferEmpty)
        mayChangeValue(for: \.isPlaybackBufferFull)
        mayChangeValue(for: \.isPlaybackLikelyToKeepUp)
        change()
        didChangeValue(for: \.isPlaybackLikelyToKeepUp)
        didChangeValue(for: \.isPlaybackBufferFull)
        didChangeValue(for: \.isPlaybackBufferEmpty)
    }

    /// Changes the duration, from which follow the ranges of time.
    private func changingTimes(_ change: () -> Void) {
        willChangeValue(for: \.loadedTimeRanges)
        willChangeValue(for: \.seekableTimeRanges)
        willChangeValue(for: \.duration)
        change()
        didChangeValue(for: \.duration)
        didChangeValue(for: \.seekableTimeRanges)
        didChangeValue(for: \.loadedTimeRanges)
    }

    // MARK: What the playback does

    private var events: MediaPlayback.Events {
        var events = MediaPlayback.Events()
        events.onPicture = { [weak self] picture in self?.show(picture) }
        events.onStart = { [weak self] in
            DispatchQueue.main.async { self?.player?.refreshTimeControl() }
        }
        events.onEnd = { [weak self] in
            DispatchQueue.main.async {
                guard let self else { return }
                self.player?.itemHasEnded(self)
            }
        }
        events.onFailure = { [weak self] failure in
            DispatchQueue.main.async { self?.fail(AVError(reading: failure)) }
        }
        events.onSilence = { failure in PlayerSilence.report(failure) }
        events.nextStop = { [weak self] time in self?.player?.timeKeeper.next(after: time) }
        events.onStop = { [weak self] time in self?.player?.timeKeeper.reach(time) }
        return events
    }

    private var player: AVPlayer? { state.withLock { $0.player } }

    private func show(_ sample: CMSampleBuffer) {
        guard let pixels = sample.imageBuffer else { return }
        // Whoever learns from a layer that there is a picture finds the item ready.
        announceReadiness()
        let (outputs, player, turn) = state.withLock { state in
            if state.player != nil { state.latest = sample }
            return (state.outputs, state.player, state.turn)
        }
        for output in outputs { output.take(pixels, at: sample.presentationTimeStamp) }
        guard let player, player.currentItem === self else { return }
        player.screen.show(ShownPicture(pixels: pixels, turn: turn))
    }

    // MARK: What is played

    /// Plays what has been set meanwhile.
    func replan() {
        guard let playback = state.withLock({ $0.playback }), let contents = try? asset.contents(),
            let plan = try? plan(contents)
        else { return }
        playback.setPlan(plan)
        mayChange(\.presentationSize) {
            let size = arrangement.shownSize(contents)
            state.withLock { $0.size = size }
        }
    }

    private func plan(_ contents: AVAsset.Contents) throws(AVError) -> PlaybackPlan {
        let (plan, turn) = try arrangement.plan(contents, of: asset)
        state.withLock { $0.turn = turn }
        return plan
    }

    private var arrangement: PlayArrangement { state.withLock { $0.arrangement } }
}

/// Says once that nothing can be heard.
enum PlayerSilence {
    private static let hasReported = Mutex(false)

    static func report(_ error: CaptureError) {
        let isFirst = hasReported.withLock { hasReported in
            defer { hasReported = true }
            return !hasReported
        }
        if isFirst { FileHandle.standardError.write(Data("Nothing can be heard: \(error.message)\n".utf8)) }
    }
}
