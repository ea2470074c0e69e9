import CaptureEngine
import Foundation
import Locking
import MissingFoundation

/// Plays one item at a time: pictures in an ``AVPlayerLayer``, sound through the desktop's output.
/// Source: Apple, AVPlayer.
///
/// Observers of what changes by itself are called on the main thread. Linux: any thread may use it.
open class AVPlayer: NSObject, @unchecked Sendable {  // `state` is a Mutex
    /// Whether a player can play. Source: Apple, AVPlayer.Status.
    public enum Status: Int, Sendable {
        /// It has had no item that could be played.
        case unknown = 0
        case readyToPlay = 1
        /// Linux: does not occur; an item fails.
        case failed = 2
    }

    /// Whether time runs. Source: Apple, AVPlayer.TimeControlStatus.
    public enum TimeControlStatus: Int, Sendable {
        case paused = 0
        /// See ``AVPlayer/reasonForWaitingToPlay``.
        case waitingToPlayAtSpecifiedRate = 1
        case playing = 2
    }

    /// What a player waits for. Source: Apple, AVPlayer.WaitingReason.
    public struct WaitingReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The item's first picture and sound are not decoded yet.
        public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
        /// The item's file is not read yet.
        public static let evaluatingBufferingRate = WaitingReason(
            rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
        /// There is no item.
        public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
    }

    /// What a player does at the end of an item. Source: Apple, AVPlayer.ActionAtItemEnd.
    public enum ActionAtItemEnd: Int, Sendable {
        /// Plays the next item; only an ``AVQueuePlayer`` has one.
        case advance = 0
        case pause = 1
        /// Stays at the end, with the rate that it has.
        case none = 2
    }

    private struct State {
        var item: AVPlayerItem?
        var rate: Float = 0
        var defaultRate: Float = 1
        var status = Status.unknown
        var timeControl = TimeControlStatus.paused
        var reason: WaitingReason?
        var actionAtEnd = ActionAtItemEnd.pause
        var volume: Float = 1
        var isMuted = false
        var allowsExternal = true
        var waitsForStalls = true

        /// Time that ran stands still until the new item has what comes first.
        mutating func setItem(_ item: AVPlayerItem?) {
            self.item = item
            guard timeControl == .playing else { return }
            (timeControl, reason) = (.waitingToPlayAtSpecifiedRate, item == nil ? .noItemToPlay : .toMinimizeStalls)
        }
    }

    private let state = Mutex(State())
    /// Held while an item gets the rate: of two threads, the later one applies the newer rate.
    private let applyingRate = Mutex(())
    let screen = PlayerScreen()
    let timeKeeper = PlayerTimeKeeper()

    /// A player without an item.
    public override init() { super.init() }

    public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

    public init(playerItem item: AVPlayerItem?) {
        super.init()
        setCurrentItem(item)
    }

    deinit { state.withLock { $0.item }?.detach() }

    // MARK: The item

    /// Observable.
    open var currentItem: AVPlayerItem? { state.withLock { $0.item } }

    /// Plays another item, at the rate that it has.
    open func replaceCurrentItem(with item: AVPlayerItem?) { setCurrentItem(item) }

    func setCurrentItem(_ item: AVPlayerItem?) {
        let old = currentItem
        guard old !== item else { return }
        mayChange(\.reasonForWaitingToPlay) {
            mayChange(\.timeControlStatus) {
                changing(\.currentItem) { state.withLock { $0.setItem(item) } }
            }
        }
        old?.detach()
        screen.show(nil)
        if let item {
            item.attach(to: self)
            item.showAgain()
            applyRate(to: item)
            item.setVolume(audibleVolume)
            if item.status == .readyToPlay { itemIsReady(item) }
        }
        refreshTimeControl()
    }

    /// On the main thread.
    func itemIsReady(_ item: AVPlayerItem) {
        guard item === currentItem else { return }
        if status == .unknown { changing(\.status) { state.withLock { $0.status = .readyToPlay } } }
        applyRate(to: item)
        item.setVolume(audibleVolume)
        refreshTimeControl()
    }

    /// On the main thread.
    func itemHasFailed(_ item: AVPlayerItem) {
        guard item === currentItem else { return }
        if rate != 0 { setRate(0) }
        refreshTimeControl()
    }

    /// On the main thread.
    func itemHasEnded(_ item: AVPlayerItem) {
        guard item === currentItem else { return }
        // Who listens may have it play again.
        switch actionAtItemEnd {
        case .pause: setRate(0)
        case .advance: advance(beyond: item)
        case .none: refreshTimeControl()
        }
        PlayerNews.post(AVPlayerItem.didPlayToEndTimeNotification, item)
        timeKeeper.jumped(to: currentTime())
    }

    /// There is no next item.
    func advance(beyond item: AVPlayerItem) { setRate(0) }

    // MARK: Playing

    /// Observable.
    public var status: Status { state.withLock { $0.status } }
    /// Linux: `nil`; see ``AVPlayerItem/error``.
    public var error: (any Error)? { nil }
    /// Observable.
    public var timeControlStatus: TimeControlStatus { state.withLock { $0.timeControl } }
    /// What it waits for while ``timeControlStatus`` says that it waits. Observable.
    public var reasonForWaitingToPlay: WaitingReason? { state.withLock { $0.reason } }

    /// How fast it plays, or is to play: 0 to pause. Observable.
    ///
    /// Linux: a rate below 0 is 0. ``AVPlayerItem/audioTimePitchAlgorithm`` says what happens to the pitch of sound.
    open var rate: Float {
        get { state.withLock { $0.rate } }
        set { setRate(max(0, newValue)) }
    }

    /// The rate of ``play()``; 1 by default. Observable.
    open var defaultRate: Float {
        get { state.withLock { $0.defaultRate } }
        set { changing(\.defaultRate) { state.withLock { $0.defaultRate = newValue } } }
    }

    /// Plays at the default rate.
    open func play() { rate = defaultRate }

    open func pause() { setRate(0) }

    /// Plays at a rate. Linux: a file on this machine is played at once anyway.
    open func playImmediately(atRate rate: Float) { self.rate = rate }

    /// Whether it would rather wait than stall; `true` by default. Linux: files on this machine do not stall.
    open var automaticallyWaitsToMinimizeStalling: Bool {
        get { state.withLock { $0.waitsForStalls } }
        set { state.withLock { $0.waitsForStalls = newValue } }
    }

    /// `.pause` by default, for an ``AVQueuePlayer`` `.advance`.
    open var actionAtItemEnd: ActionAtItemEnd {
        get { state.withLock { $0.actionAtEnd } }
        set {
            if newValue == .advance, !(self is AVQueuePlayer) {
                raiseException("actionAtItemEnd AVPlayerActionAtItemEndAdvance is only for AVQueuePlayer")
            }
            state.withLock { $0.actionAtEnd = newValue }
        }
    }

    func setRate(_ rate: Float) {
        let old = self.rate
        mayChange(\.rate) { state.withLock { $0.rate = rate } }
        // At its end, an item stands still, whatever the rate is.
        if let currentItem { applyRate(to: currentItem) }
        refreshTimeControl()
        guard old != rate else { return }
        PlayerNews.post(AVPlayer.rateDidChangeNotification, self)
        timeKeeper.jumped(to: currentTime())
        // It may have failed before somebody wanted to play it.
        if rate != 0, let currentItem, currentItem.status == .failed { itemHasFailed(currentItem) }
    }

    private func applyRate(to item: AVPlayerItem) { applyingRate.withLock { _ in item.setRate(rate) } }

    /// Looks whether time runs.
    func refreshTimeControl() {
        let (rate, item) = state.withLock { ($0.rate, $0.item) }
        var (control, reason) = (TimeControlStatus.paused, WaitingReason?.none)
        if rate != 0 {
            if item?.isMoving == true {
                control = .playing
            } else {
                control = .waitingToPlayAtSpecifiedRate
                reason =
                    item == nil
                    ? .noItemToPlay : item?.status == .readyToPlay ? .toMinimizeStalls : .evaluatingBufferingRate
            }
        }
        mayChange(\.reasonForWaitingToPlay) {
            mayChange(\.timeControlStatus) {
                state.withLock { ($0.timeControl, $0.reason) = (control, reason) }
            }
        }
    }

    // MARK: Sound

    /// From 0 to 1, beside the desktop's own volume; 1 by default.
    open var volume: Float {
        get { state.withLock { $0.volume } }
        set {
            mayChange(\.volume) { state.withLock { $0.volume = max(0, min(1, newValue)) } }
            currentItem?.setVolume(audibleVolume)
        }
    }

    /// Observable.
    open var isMuted: Bool {
        get { state.withLock { $0.isMuted } }
        set {
            mayChange(\.isMuted) { state.withLock { $0.isMuted = newValue } }
            currentItem?.setVolume(audibleVolume)
        }
    }

    /// Whether a screen elsewhere may show the pictures; `true` by default. Linux: kept without effect, as none is looked
    /// for.
    open var allowsExternalPlayback: Bool {
        get { state.withLock { $0.allowsExternal } }
        set { state.withLock { $0.allowsExternal = newValue } }
    }

    /// Linux: always `false`.
    public var isExternalPlaybackActive: Bool { false }

    private var audibleVolume: Float { state.withLock { $0.isMuted ? 0 : $0.volume } }

    // MARK: Pictures

    /// A layer shows the player from now on, or no longer.
    func refreshWatchers() { currentItem?.refreshWantsPictures() }
}

extension AVPlayer {
    /// The rate has changed; the object is the player.
    public static let rateDidChangeNotification = NSNotification.Name("AVPlayerRateDidChangeNotification")
}
