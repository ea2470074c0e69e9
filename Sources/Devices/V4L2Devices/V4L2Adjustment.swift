import CaptureEngine
import CoreVideo
import Dispatch
import Locking

/// Keeps a running camera's controls in line with the settings.
///
/// A USB camera takes milliseconds to set a control, so controls are set on a queue; settings that arrive meanwhile
/// replace each other, and only the last ones count. No driver reports when a search is over or which frame shows a
/// change, so both are taken to last a fixed number of frames. What the driver cannot is metered in software, see
/// ``SoftwareMetering``.
final class V4L2Adjustment: Sendable {
    fileprivate struct State {
        /// What the camera was last set to; `nil` before the first time.
        var applied: CameraSettings?
        var wanted: CameraSettings
        var isScheduled = false
        var conditions: CaptureConditions?
        var framesSinceReading = 0
        /// Whether the driver reports what other programs set; `nil` before it was asked to.
        var reportsChanges: Bool?
        var changeByThemselves = true
        /// How many frames each search still has.
        var searches: [AutomaticFunction: Int] = [:]
        /// The searches whose time is up.
        var ended: Set<AutomaticFunction> = []
        /// When something was last set, in nanoseconds of the monotonic clock.
        var changeTime: Int64 = 0
        /// How many more frames may be from before that.
        var oldFramesLeft = 0
        /// The revision that frames show; it changes only after the frames that were in progress at the last change.
        var shownRevision: UInt64 = 0
        var framesUnderWay = 0
        var metering: SoftwareMetering
        var reported: ReportedExposure
    }

    /// How often, in frames, the camera is asked what its automatic functions have chosen: no driver reports that.
    fileprivate static let framesBetweenReadings = 15
    fileprivate static let framesBetweenQuickReadings = 5
    fileprivate static let searchFrames = 30
    /// As many frames as a driver can have filled when a control is set (VIDEO_MAX_FRAME); a clock that says that there are
    /// more is wrong.
    fileprivate static let oldFrames = 32
    /// Frames that a camera has already exposed or sent when a control is set.
    fileprivate static let framesUnderWay = 3

    let controls: V4L2Controls
    private let scale: ExposureScale?
    private let queue = DispatchQueue(label: "v4l2-controls")
    private let state: Mutex<State>

    /// - Parameter frameDuration: of the stream; exposures that software sets are not longer.
    init(_ controls: V4L2Controls, _ settings: CameraSettings, frameDuration: CMTime) {
        self.controls = controls
        let abilities = controls.softwareAbilities
        scale = ExposureScale(abilities.exposure, frameDuration: frameDuration)
        state = Mutex(
            State(
                wanted: settings, metering: SoftwareMetering(abilities, frameDuration: frameDuration),
                reported: ReportedExposure()))
    }

    var settings: CameraSettings { state.withLock { $0.wanted } }

    func adjust(_ settings: CameraSettings) {
        state.withLock { $0.wanted = settings }
        schedule()
    }

    /// Reads what the camera has been set to, by another program perhaps.
    func read() { schedule() }

    /// The conditions of the next frame, as far as they are known.
    ///
    /// - Parameters:
    ///   - picture: the frame's, in which software meters.
    ///   - time: when the frame was taken, in nanoseconds of the monotonic clock. A program that is late still has to take
    ///     frames from before the last change: they show nothing of it. `nil` if the driver does not say.
    func conditionsOfNextFrame(_ picture: CVPixelBuffer?, takenAt time: Int64?) -> CaptureConditions? {
        if state.withLock({ $0.takesOldFrame(time) }) { return state.withLock { $0.conditionsOfOldFrame() } }
        let due = state.withLock { $0.metering.takeFrame() }
        let reading = due.flatMap { due in picture.map { SoftwareMetering.Reading($0, due) } }
        let (conditions, isDue) = state.withLock { state in
            if let reading { state.metering.note(reading) }
            state.framesSinceReading += 1
            state.countSearchFrames()
            let isDue = state.isReadingDue || !state.ended.isEmpty || state.metering.hasSteps
            return (state.conditionsOfNextFrame(), isDue)
        }
        if isDue { schedule() }
        return conditions
    }

    // MARK: Stills

    /// What the camera says at this moment, for a still that is exposed now.
    func conditionsNow() -> CaptureConditions {
        var conditions = controls.conditions(settings)
        let isAutomatic = controls.isExposureAutomatic
        let isVolatile = controls.isExposureVolatile
        state.withLock { $0.reported.mark(&conditions, isAutomatic: isAutomatic, isVolatile: isVolatile) }
        return conditions
    }

    /// Sets the exposure bias of a still.
    func setBias(_ stops: Float) {
        let (isMetering, bias) = state.withLock { ($0.metering.exposureValue != nil, $0.wanted.exposureBias) }
        if controls.hasBias, !isMetering { return controls.setBias(stops) }
        guard let scale, let now = controls.exposureStops else { return }
        controls.setExposure(now + Double(stops - bias), on: scale)
    }

    /// Sets the exposure that the settings ask for, after a still used another one.
    func restoreExposure() {
        let (value, settings) = state.withLock { state in
            state.metering.stillIsOver()
            state.reported.forget()
            return (state.metering.exposureValue, state.wanted)
        }
        if let value, let scale { return controls.setExposure(value, on: scale) }
        controls.restoreExposure(settings)
    }

    /// Sets the bias that the settings ask for, after a still used another one.
    func restoreBias() {
        if controls.hasBias, state.withLock({ $0.metering.exposureValue }) == nil {
            controls.restoreBias(settings)
        } else {
            restoreExposure()
        }
    }

    /// Puts the camera back as it was found. Nothing may be adjusted afterwards.
    ///
    /// - Returns: whether it was done in time: a driver may hang.
    func close(within timeout: Duration) -> Bool {
        let isDone = Monitor(false)
        queue.async { [controls] in
            controls.putBack()
            isDone.withLock { $0 = true }
        }
        return isDone.wait(timeout: timeout) { $0 ? true : nil } == true
    }

    /// Waits until all pending changes are set; for tests.
    func finish() { queue.sync {} }

    private func schedule() {
        let isFirst = state.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { queue.async { self.apply() } }
    }

    private func apply() {
        let (old, new, ended) = state.withLock { state in
            state.isScheduled = false
            state.framesSinceReading = 0
            defer { state.ended = [] }
            return (state.applied, state.wanted, state.ended)
        }
        follow(new, over: old)
        for function in ended where function.search(in: new) != nil { controls.hold(function) }
        takeSteps(new)
        let now = MonotonicClock.shared.now.value
        // The first values are wanted at once, perhaps by a photo. Later there is time to ask for reports: before the values
        // are read, so that no change is missed.
        let isFirst = old == nil
        let reportsChanges = isFirst ? nil : state.withLock { $0.reportsChanges } ?? controls.watch()
        var conditions = controls.conditions(new)
        let (isAutomatic, isVolatile) = (controls.isExposureAutomatic, controls.isExposureVolatile)
        let changeByThemselves = isFirst || controls.changeByThemselves
        state.withLock { state in
            if let old, old.revision != new.revision { state.somethingIsSet(at: now) }
            state.reportsChanges = reportsChanges
            state.changeByThemselves = changeByThemselves
            state.reported.note(&conditions, isAutomatic: isAutomatic, isVolatile: isVolatile)
            state.note(new, over: old, conditions)
        }
    }

    /// Sets the driver's controls, but for those about which software decides.
    private func follow(_ new: CameraSettings, over old: CameraSettings?) {
        let (exposure, focus) = state.withLock { state in
            (state.metering.exposureChange(to: new), state.metering.focusChange(to: new))
        }
        var software: Set<AutomaticFunction> = []
        if exposure != .none { software.insert(.exposure) }
        if focus != .none { software.insert(.focus) }
        if exposure == .giveBack { controls.giveBackExposure() }
        if focus == .giveBack { controls.giveBackFocus(new) }
        controls.apply(new, over: old, except: software)
        let stops = exposure == .begin ? controls.exposureStops : nil
        let lens = focus == .begin ? controls.lensNow : nil
        state.withLock { $0.metering.follow(new, exposure: exposure, from: stops, focus: focus, from: lens) }
    }

    private func takeSteps(_ settings: CameraSettings) {
        let steps = state.withLock { $0.metering.takeSteps() }
        if steps.givesExposureBack { controls.giveBackExposure() }
        if let stops = steps.exposure, let scale { controls.setExposure(stops, on: scale) }
        if let part = steps.lens { controls.moveLens(to: part) }
        if steps.isEmpty { return }
        state.withLock { state in
            state.somethingIsSet(at: MonotonicClock.shared.now.value)
            state.metering.stepsAreSet(steps)
        }
    }
}

extension V4L2Adjustment.State {
    fileprivate var isReadingDue: Bool {
        let frames =
            reported.isChanging ? V4L2Adjustment.framesBetweenQuickReadings : V4L2Adjustment.framesBetweenReadings
        return (reportsChanges != true || changeByThemselves || !searches.isEmpty) && framesSinceReading >= frames
    }

    fileprivate mutating func countSearchFrames() {
        for (function, left) in searches {
            searches[function] = left > 1 ? left - 1 : nil
            if left <= 1 { ended.insert(function) }
        }
    }

    fileprivate mutating func somethingIsSet(at time: Int64) {
        (changeTime, oldFramesLeft) = (time, V4L2Adjustment.oldFrames)
    }

    /// Whether a frame is from before the last change.
    fileprivate mutating func takesOldFrame(_ time: Int64?) -> Bool {
        guard let time, time < changeTime, oldFramesLeft > 0 else { return false }
        oldFramesLeft -= 1
        return true
    }

    /// Nothing is counted.
    fileprivate func conditionsOfOldFrame() -> CaptureConditions? {
        guard var conditions = completeConditions else { return nil }
        conditions.settingsRevision = shownRevision
        return conditions
    }

    private var completeConditions: CaptureConditions? {
        guard var conditions else { return nil }
        for function in AutomaticFunction.allCases {
            function.setAdjusting(searches[function] != nil, in: &conditions)
        }
        metering.complete(&conditions)
        return conditions
    }

    fileprivate mutating func conditionsOfNextFrame() -> CaptureConditions? {
        guard var conditions = completeConditions else { return nil }
        if framesUnderWay > 0 {
            framesUnderWay -= 1
            conditions.settingsRevision = shownRevision
        } else {
            shownRevision = conditions.settingsRevision
        }
        return conditions
    }

    fileprivate mutating func note(
        _ new: CameraSettings, over old: CameraSettings?, _ read: CaptureConditions?
    ) {
        for function in AutomaticFunction.allCases {
            let search = function.search(in: new)
            if search == nil || metering.searches(function) { searches[function] = nil }
            if let search, !metering.searches(function), search != old.flatMap(function.search) {
                searches[function] = V4L2Adjustment.searchFrames
            }
        }
        if let old, old.revision != new.revision { framesUnderWay = V4L2Adjustment.framesUnderWay }
        applied = new
        conditions = read
    }
}
