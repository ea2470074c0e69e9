import CaptureEngine
import Foundation
import Locking
import MissingFoundation
import MovieCoding
import PixelCoding

/// An asset as one player plays it: where it is, how far its loading is, how it is mixed. Source: Apple, AVPlayerItem.
///
/// Its file is read when a player has it. Observers of what changes by itself are called on the main thread.
/// Linux: any thread may use it.
open class AVPlayerItem: NSObject, NSCopying, @unchecked Sendable {  // `state` is a Mutex
    /// Whether an item can be played. Source: Apple, AVPlayerItem.Status.
    public enum Status: Int, Sendable {
        /// Its file is not read yet.
        case unknown = 0
        case readyToPlay = 1
        /// See ``AVPlayerItem/error``.
        case failed = 2
    }

    struct State {
        var status = Status.unknown
        var error: AVError?
        var isLoading = false
        var playback: MediaPlayback?
        weak var player: AVPlayer?
        var arrangement = PlayArrangement()
        var outputs: [AVPlayerItemVideoOutput] = []
        /// Where it begins once it is loaded, and who waits for that.
        var wantedPlace: CMTime?
        var seeks: [@Sendable (Bool) -> Void] = []
        var duration = CMTime.indefinite
        var size = CGSize.zero
        /// What was shown last, or would have been if the item were its player's current one.
        var latest: CMSampleBuffer?
        /// How the pictures are turned for the screen.
        var turn = ShownPicture.Turn()
    }

    let state = Mutex(State())
    let world: CaptureWorld

    /// What is played.
    public let asset: AVAsset
    /// The values of the asset that were asked for; all are loaded before the item is ready.
    public let automaticallyLoadedAssetKeys: [String]

    /// An item that plays a file.
    public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }

    public convenience init(asset: AVAsset) { self.init(asset: asset, automaticallyLoadedAssetKeys: nil) }

    public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
        self.asset = asset.copy() as? AVAsset ?? asset
        self.automaticallyLoadedAssetKeys = automaticallyLoadedAssetKeys ?? []
        world = CaptureWorld.current
        super.init()
    }

    deinit { state.withLock { $0.playback }?.close() }

    /// An item of the same asset, mixed in the same way, that no player has.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CaptureWorld.$current.withValue(world) {
            AVPlayerItem(asset: asset, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys)
        }
        let arrangement = state.withLock { $0.arrangement }
        copy.state.withLock { $0.arrangement = arrangement }
        return copy
    }

    // MARK: What it is

    /// Observable.
    public var status: Status { state.withLock { $0.status } }
    /// Why it cannot be played; a sentence that names the file. Observable.
    public var error: (any Error)? { state.withLock { $0.error } }
    /// Indefinite until it is loaded. Observable.
    public var duration: CMTime { state.withLock { $0.duration } }
    /// The size in which its pictures are shown, upright; zero without pictures. Observable.
    public var presentationSize: CGSize { state.withLock { $0.size } }

    /// What can be played without waiting: as the file is on this machine, all of it. Values hold `CMTimeRange`.
    /// Observable.
    public var loadedTimeRanges: [NSValue] {
        let duration = self.duration
        return duration.isNumeric ? [NSValue(timeRange: CMTimeRange(start: .zero, duration: duration))] : []
    }

    /// Where it can be sought. Values hold `CMTimeRange`. Observable.
    public var seekableTimeRanges: [NSValue] { loadedTimeRanges }

    /// Whether it will go on without waiting. Observable.
    public var isPlaybackLikelyToKeepUp: Bool { status == .readyToPlay }
    /// Whether everything is loaded. Observable.
    public var isPlaybackBufferFull: Bool { status == .readyToPlay }
    /// Whether it has to wait. Observable.
    public var isPlaybackBufferEmpty: Bool { status != .readyToPlay }

    public var canPlayFastForward: Bool { status == .readyToPlay }
    public var canPlaySlowForward: Bool { status == .readyToPlay }
    /// Linux: `false`.
    public var canPlayReverse: Bool { false }
    /// Linux: `false`.
    public var canPlayFastReverse: Bool { false }
    /// Linux: `false`.
    public var canPlaySlowReverse: Bool { false }
    public var canStepForward: Bool { status == .readyToPlay }
    public var canStepBackward: Bool { status == .readyToPlay }

    // MARK: How it is played

    /// Where it ends instead of the asset's end; invalid by default.
    open var forwardPlaybackEndTime: CMTime {
        get { state.withLock { $0.arrangement.forwardEnd } }
        set {
            state.withLock { $0.arrangement.forwardEnd = newValue }
            replan()
        }
    }

    /// How loud the sound of each track is.
    open var audioMix: AVAudioMix? {
        get { state.withLock { $0.arrangement.mix } }
        set {
            let mix = newValue?.copy() as? AVAudioMix
            state.withLock { $0.arrangement.mix = mix }
            replan()
        }
    }

    /// What happens to the pitch at another rate, and where the speed of a composition changes, for tracks of which
    /// ``audioMix`` does not say it; `timeDomain` by default.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { state.withLock { $0.arrangement.pitch } }
        set {
            newValue.requireKnown("*** -[AVPlayerItem setAudioTimePitchAlgorithm:]")
            state.withLock { $0.arrangement.pitch = newValue }
            replan()
        }
    }

    /// How the pictures of several tracks become one; without it, those of the first video track are shown.
    open var videoComposition: AVVideoComposition? {
        get { state.withLock { $0.arrangement.composition } }
        set {
            newValue?.requireValid("*** -[AVPlayerItem setVideoComposition:]")
            let composition = newValue?.copy() as? AVVideoComposition
            state.withLock { $0.arrangement.composition = composition }
            replan()
        }
    }

    // MARK: Outputs

    /// Who gets the pictures beside the player's layers.
    open var outputs: [AVPlayerItemOutput] { state.withLock { $0.outputs } }

    open func add(_ output: AVPlayerItemOutput) {
        guard let output = output as? AVPlayerItemVideoOutput else { return }
        state.withLock { state in
            guard !state.outputs.contains(where: { $0 === output }) else { return }
            state.outputs.append(output)
        }
        output.attach(to: self)
        refreshWantsPictures()
    }

    open func remove(_ output: AVPlayerItemOutput) {
        state.withLock { state in state.outputs.removeAll { $0 === output } }
        (output as? AVPlayerItemVideoOutput)?.attach(to: nil)
        refreshWantsPictures()
    }

    /// Decodes pictures only for those who look.
    func refreshWantsPictures() {
        let (playback, player, hasOutputs) = state.withLock { ($0.playback, $0.player, !$0.outputs.isEmpty) }
        playback?.setWantsPictures(player.map { hasOutputs || $0.screen.isWatched } ?? false)
    }

    // MARK: Time

    /// Where it is.
    open func currentTime() -> CMTime {
        let (playback, wanted) = state.withLock { ($0.playback, $0.wantedPlace) }
        return wanted ?? playback?.time ?? .zero
    }

    /// Goes to a time.
    ///
    /// - Parameters:
    ///   - time: at most the end.
    ///   - completionHandler: called on another thread: `true` when the picture there is shown, `false` if another seek
    ///     came before that.
    @preconcurrency open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
        jump(to: time, then: completionHandler)
    }

    /// Goes to a time. Linux: exactly there, which all tolerances allow.
    @preconcurrency open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        guard toleranceBefore.isValid, toleranceBefore >= .zero, toleranceAfter.isValid, toleranceAfter >= .zero else {
            raiseException("AVPlayerItem cannot service a seek request with a tolerance that is not positive")
        }
        jump(to: time, then: completionHandler)
    }

    /// Goes to a time; whether the picture there is shown, or another seek came before that.
    open func seek(to time: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in jump(to: time) { continuation.resume(returning: $0) } }
    }

    /// Goes to a time. Linux: exactly there.
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// Gives up seeks that are not done yet; where it is stays the place that was sought last.
    open func cancelPendingSeeks() {
        let (playback, waiting) = state.withLock { state in
            defer { state.seeks = [] }
            return (state.playback, state.seeks)
        }
        for done in waiting { done(false) }
        playback?.abandonJumps()
    }

    /// Goes on by a number of pictures, backwards if it is negative; of the rate of its first video track.
    open func step(byCount stepCount: Int) {
        guard let track = asset.tracks(withMediaType: .video).first, track.nominalFrameRate > 0 else { return }
        let frame =
            videoComposition?.frameDuration
            ?? CMTime(seconds: 1 / Double(track.nominalFrameRate), preferredTimescale: 90_000)
        // To the middle of a picture: times of pictures are rounded.
        let index = (currentTime().seconds / frame.seconds + 0.01).rounded(.down) + Double(stepCount)
        let place = CMTime(seconds: (max(0, index) + 0.02) * frame.seconds, preferredTimescale: 90_000)
        jump(to: CMTimeMinimum(place, end), then: nil)
    }

    private func jump(to time: CMTime, then done: (@Sendable (Bool) -> Void)?) {
        guard time.isNumeric || time.isPositiveInfinity else {
            raiseException("AVPlayerItem cannot seek to an invalid time")
        }
        let (playback, abandoned, hasFailed) = state.withLock { state in
            guard state.playback == nil, state.status != .failed else {
                return (state.playback, [] as [@Sendable (Bool) -> Void], state.playback == nil)
            }
            defer { state.seeks = done.map { [$0] } ?? [] }
            state.wantedPlace = time
            return (nil, state.seeks, false)
        }
        for done in abandoned { done(false) }
        if hasFailed { done?(false) }
        guard let playback else { return }
        playback.jump(to: time, then: done)
        jumped()
    }

    /// Tells those who follow its time.
    private func jumped() {
        let player = state.withLock { $0.player }
        player?.timeKeeper.jumped(to: currentTime())
        DispatchQueue.main.async { [self] in
            PlayerNews.post(AVPlayerItem.timeJumpedNotification, self)
        }
    }

    /// Where it ends.
    var end: CMTime {
        let (end, duration) = state.withLock { ($0.arrangement.forwardEnd, $0.duration) }
        return end.isNumeric ? CMTimeMinimum(end, duration) : duration
    }
}
