import CaptureEngine
import Foundation

/// A change of settings whose handler waits for a frame that shows it.
struct ShownChange: Sendable {
    enum Part {
        case focus
        case exposure
        case whiteBalance

        /// What says whether it is being adjusted.
        fileprivate var isAdjusting: WritableKeyPath<CaptureConditions, Bool> {
            switch self {
            case .focus: \.isAdjustingFocus
            case .exposure: \.isAdjustingExposure
            case .whiteBalance: \.isAdjustingWhiteBalance
            }
        }
    }

    var revision: UInt64
    /// What must have finished adjusting before a frame shows the change.
    var part: Part?
    var asked: CMTime
    var handler: @Sendable (CMTime) -> Void

    /// Whether a frame shows it.
    fileprivate func isShown(by conditions: CaptureConditions) -> Bool {
        guard conditions.settingsRevision >= revision else { return false }
        return part.map { !conditions[keyPath: $0.isAdjusting] } ?? true
    }
}

/// What frames have shown and observers have not been notified of yet.
struct FrameNews {
    /// What the newest frame shows; `nil` when nothing is new.
    var conditions: CaptureConditions?
    var time = CMTime.invalid
    /// Handlers to call, and the time of the frame that they waited for.
    var due: [(change: ShownChange, time: CMTime)] = []
    var grayWorldGains: WhiteBalanceGains?
    var didSubjectAreaChange = false
    var isPressureDue = false
    var photoPause: CMTime?
    /// Whether a notification of observers is already scheduled.
    var isScheduled = false
    /// How many frames in a row showed no adjustment under way, for searches that end by themselves.
    var restingFrames = [ShownChange.Part: Int]()
    /// Automatic searches that began and were not seen yet. Programs wait for each to begin and to end, so observers see
    /// an adjustment even if the camera finds nothing to change.
    private(set) var begun: Set<ShownChange.Part> = []

    init(restingFrames: [ShownChange.Part: Int] = [:], begun: Set<ShownChange.Part> = []) {
        (self.restingFrames, self.begun) = (restingFrames, begun)
    }

    /// Notes a new mode: an automatic one searches, another one ends the search.
    mutating func begins(_ part: ShownChange.Part, _ isSearch: Bool) {
        if isSearch { begun.insert(part) } else { begun.remove(part) }
    }

    mutating func forgetSearches() { begun = [] }
}

/// From frames to observable properties: the source's thread notes what a frame shows and returns; a queue of the
/// device notifies observers and handlers, with no lock held.
extension AVCaptureDevice {
    /// After so many frames without adjustment a search has ended: a camera may begin it one frame late.
    private static let restingFrames = 2

    /// Notes what a frame shows. Called on the source's thread.
    func note(_ frame: CMSampleBuffer) {
        let time = frame.presentationTimeStamp
        let conditions = frame.conditions
        let sample = pictureSample(of: frame, at: time)
        let pause = frame.pauseForStill
        let isNews = state.withLock { state in
            if let pause { state.news.photoPause = pause }
            return state.note(conditions, at: time, sample)
        }
        if isNews { scheduleNews() }
        followFaces(in: frame)
    }

    /// Called when no more frames will come for now: pending handlers are called, and what only a running camera does
    /// ends.
    func framesEnded() {
        let now = world.clock.now
        let isNews = state.withLock { state in
            var conditions = state.news.conditions ?? state.shown
            conditions.isAdjustingFocus = false
            conditions.isAdjustingExposure = false
            conditions.isAdjustingWhiteBalance = false
            conditions.torch = 0
            conditions.isCovered = false
            // The next frame may come from another constituent than the last one did. A recording that locks the
            // constituent must lock the coming one.
            if !state.description.constituents.isEmpty { conditions.constituent = state.nextConstituent }
            state.news.conditions = conditions
            state.news.time = .invalid
            state.news.due += state.waiting.map { ($0, now) }
            state.waiting = []
            state.news.forgetSearches()
            state.subjectArea.forget()
            return state.scheduleNews(if: conditions != state.shown || !state.news.due.isEmpty || state.isUnsettled)
        }
        if isNews { scheduleNews() }
    }

    private func scheduleNews() {
        updates.async { [weak self] in self?.tellNews() }
    }

    /// Notifies observers and handlers. Runs on `updates`.
    private func tellNews() {
        let news = state.withLock { state in
            var news = state.news
            let seen = state.begin(&news)
            let unseen = news.begun.subtracting(seen)
            state.news = FrameNews(restingFrames: news.restingFrames, begun: unseen)
            return news
        }
        if let conditions = news.conditions { show(conditions) }
        if let gains = news.grayWorldGains {
            changing(\.grayWorldDeviceWhiteBalanceGains) { state.withLock { $0.grayWorldGains = gains } }
        }
        if let pause = news.photoPause { changing(\.photoPause) { state.withLock { $0.photoPause = pause } } }
        endSearches(news)
        stepZoom(at: news.time)
        lightTorchWhenDark()
        if news.isPressureDue { refreshPressure() }
        for due in news.due { due.change.handler(due.time) }
        if news.didSubjectAreaChange {
            NotificationCenter.default.post(name: Self.subjectAreaDidChangeNotification, object: self)
        }
    }

    private func show(_ new: CaptureConditions) {
        show(\.exposureDuration, as: \.exposureDuration, new)
        show(\.iso, as: \.iso, new)
        show(\.exposureOffset, as: \.exposureTargetOffset, new)
        show(\.lensPosition, as: \.lensPosition, new)
        show(\.whiteBalanceGains, as: \.deviceWhiteBalanceGains, new)
        show(\.isAdjustingFocus, as: \.isAdjustingFocus, new)
        show(\.isAdjustingExposure, as: \.isAdjustingExposure, new)
        show(\.isAdjustingWhiteBalance, as: \.isAdjustingWhiteBalance, new)
        show(\.isLowLightBoosted, as: \.isLowLightBoostEnabled, new)
        show(\.isCovered, as: \.isSuspended, new)
        show(\.constituent, as: \.activePrimaryConstituent, new)
        if (shownTorch > 0) == (new.torch > 0) {
            show(\.torch, as: \.torchLevel, new)
        } else {
            changing(\.isTorchActive) { show(\.torch, as: \.torchLevel, new) }
        }
        state.withLock { $0.shown = new }
    }

    private var shownTorch: Float { state.withLock { $0.shown.torch } }

    private func show<Field: Equatable, Value>(
        _ field: WritableKeyPath<CaptureConditions, Field>, as property: KeyPath<AVCaptureDevice, Value>,
        _ new: CaptureConditions
    ) {
        guard state.withLock({ $0.shown[keyPath: field] != new[keyPath: field] }) else { return }
        changing(property) { state.withLock { $0.shown[keyPath: field] = new[keyPath: field] } }
    }

    /// `.autoFocus`, `.autoExpose` and `.autoWhiteBalance` become `.locked` when the search is over.
    private func endSearches(_ news: FrameNews) {
        guard let conditions = news.conditions else { return }
        let (controls, settings) = state.withLock { ($0.controls, $0.settings) }
        // A new search may have begun since; frames from before it do not count.
        func isOver(_ part: ShownChange.Part, since start: UInt64) -> Bool {
            conditions.settingsRevision >= start && !conditions[keyPath: part.isAdjusting]
                && news.restingFrames[part, default: 0] >= Self.restingFrames
        }
        if controls.focusMode == .autoFocus, isOver(.focus, since: settings.focusStart) {
            changing(\.focusMode) { state.withLock { $0.controls.focusMode = .locked } }
        }
        if controls.exposureMode == .autoExpose, isOver(.exposure, since: settings.exposureStart) {
            changing(\.exposureMode) { state.withLock { $0.controls.exposureMode = .locked } }
        }
        if controls.whiteBalanceMode == .autoWhiteBalance, isOver(.whiteBalance, since: settings.whiteBalanceStart) {
            changing(\.whiteBalanceMode) { state.withLock { $0.controls.whiteBalanceMode = .locked } }
        }
    }
}

extension AVCaptureDevice.State {
    /// - Returns: whether observers have to be notified and no notification is scheduled yet.
    fileprivate mutating func note(_ known: CaptureConditions?, at time: CMTime, _ sample: PictureSample?) -> Bool {
        let conditions = known ?? assumedConditions
        news.conditions = conditions
        news.time = time
        let (due, waiting) = (
            self.waiting.filter { $0.isShown(by: conditions) }, self.waiting.filter { !$0.isShown(by: conditions) }
        )
        self.waiting = waiting
        news.due += due.map { ($0, time) }
        countRestingFrames(conditions)
        if lastPressureLook.map({ time < $0 || (time - $0).seconds >= 1 }) ?? true {
            lastPressureLook = time
            news.isPressureDue = true
        }
        subjectArea.follow(conditions.settingsRevision)
        if let sample {
            news.grayWorldGains = sample.grayWorldGains(with: conditions.whiteBalanceGains)
            if controls.monitorsSubjectArea, !conditions.isAdjustingExposure, !conditions.isAdjustingFocus,
                subjectArea.hasChanged(sample)
            {
                news.didSubjectAreaChange = true
            }
        }
        return scheduleNews(
            if: conditions != shown || !news.due.isEmpty || news.grayWorldGains != nil || news.didSubjectAreaChange
                || news.isPressureDue || news.photoPause != nil || isUnsettled)
    }

    /// Whether a ramp or search needs every frame, even when the camera shows nothing new.
    fileprivate var isUnsettled: Bool {
        controls.ramp != nil || controls.focusMode == .autoFocus || controls.exposureMode == .autoExpose
            || controls.whiteBalanceMode == .autoWhiteBalance || !news.begun.isEmpty
    }

    /// Shows the searches that the newest frame is the first of.
    ///
    /// - Returns: these.
    fileprivate func begin(_ news: inout FrameNews) -> Set<ShownChange.Part> {
        guard var conditions = news.conditions else { return [] }
        let starts: [ShownChange.Part: UInt64] = [
            .focus: settings.focusStart, .exposure: settings.exposureStart, .whiteBalance: settings.whiteBalanceStart,
        ]
        let seen = news.begun.filter { conditions.settingsRevision >= starts[$0]! }
        for part in seen { conditions[keyPath: part.isAdjusting] = true }
        news.conditions = conditions
        return seen
    }

    fileprivate mutating func scheduleNews(if isNews: Bool) -> Bool {
        guard isNews, !news.isScheduled else { return false }
        news.isScheduled = true
        return true
    }

    private mutating func countRestingFrames(_ conditions: CaptureConditions) {
        func count(_ part: ShownChange.Part, since start: UInt64, isAtRest: Bool) {
            guard conditions.settingsRevision >= start, isAtRest else {
                news.restingFrames[part] = 0
                return
            }
            news.restingFrames[part, default: 0] += 1
        }
        count(.focus, since: settings.focusStart, isAtRest: !conditions.isAdjustingFocus)
        count(.exposure, since: settings.exposureStart, isAtRest: !conditions.isAdjustingExposure)
        count(.whiteBalance, since: settings.whiteBalanceStart, isAtRest: !conditions.isAdjustingWhiteBalance)
    }

    /// The conditions of a frame whose camera does not report any: assumes what was asked for.
    private var assumedConditions: CaptureConditions {
        var conditions = shown
        (conditions.isAdjustingFocus, conditions.isAdjustingExposure) = (false, false)
        conditions.isAdjustingWhiteBalance = false
        if case .custom(let duration, let iso) = settings.exposure {
            conditions.exposureDuration = duration ?? conditions.exposureDuration
            conditions.iso = iso ?? conditions.iso
        }
        if case .locked(let position?) = settings.focus { conditions.lensPosition = position }
        if case .locked(let gains?) = settings.whiteBalance { conditions.whiteBalanceGains = gains }
        conditions.exposureBias = settings.exposureBias
        conditions.zoom = settings.zoom
        conditions.torch = settings.torch
        conditions.settingsRevision = settings.revision
        return conditions
    }
}
