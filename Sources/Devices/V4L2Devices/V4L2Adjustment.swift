import CaptureEngine
import Dispatch
import Locking

/// Keeps a running camera's controls in line with the settings.
///
/// A USB camera takes milliseconds to set a control, so controls are set on a queue; settings that arrive meanwhile
/// replace each other, and only the last ones count. No driver reports when a search is over or which frame shows a
/// change, so both are taken to last a fixed number of frames.
final class V4L2Adjustment: Sendable {
    fileprivate struct State {
        /// What the camera was last set to; `nil` before the first time.
        var applied: CameraSettings?
        var wanted: CameraSettings
        var isScheduled = false
        var conditions: CaptureConditions?
        var framesSinceReading = 0
        /// How many frames each search still has.
        var searches: [AutomaticFunction: Int] = [:]
        /// The searches whose time is up.
        var ended: Set<AutomaticFunction> = []
        /// The revision that frames show; it changes only after the frames that were in progress at the last change.
        var shownRevision: UInt64 = 0
        var framesUnderWay = 0
    }

    /// How often, in frames, the camera is asked what its automatic functions have chosen.
    private static let framesBetweenReadings = 15
    fileprivate static let searchFrames = 30
    /// Frames that a camera has already exposed or sent when a control is set.
    fileprivate static let framesUnderWay = 3

    let controls: V4L2Controls
    private let queue = DispatchQueue(label: "v4l2-controls")
    private let state: Mutex<State>

    init(_ controls: V4L2Controls, _ settings: CameraSettings) {
        self.controls = controls
        state = Mutex(State(wanted: settings))
    }

    var settings: CameraSettings { state.withLock { $0.wanted } }

    func adjust(_ settings: CameraSettings) {
        state.withLock { $0.wanted = settings }
        schedule()
    }

    /// The conditions of the next frame, as far as they are known.
    func conditionsOfNextFrame() -> CaptureConditions? {
        let (conditions, isDue) = state.withLock { state in
            state.framesSinceReading += 1
            state.countSearchFrames()
            let isDue = state.framesSinceReading >= Self.framesBetweenReadings || !state.ended.isEmpty
            return (state.conditionsOfNextFrame(), isDue)
        }
        if isDue { schedule() }
        return conditions
    }

    /// Puts the camera back as it was found. Nothing may be adjusted afterwards.
    func close() { queue.sync { controls.putBack() } }

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
        controls.apply(new, over: old)
        for function in ended where function.search(in: new) != nil { controls.hold(function) }
        let conditions = controls.conditions(new)
        state.withLock { $0.note(new, over: old, conditions) }
    }
}

extension V4L2Adjustment.State {
    fileprivate mutating func countSearchFrames() {
        for (function, left) in searches {
            searches[function] = left > 1 ? left - 1 : nil
            if left <= 1 { ended.insert(function) }
        }
    }

    fileprivate mutating func conditionsOfNextFrame() -> CaptureConditions? {
        guard var conditions else { return nil }
        for function in AutomaticFunction.allCases {
            function.setAdjusting(searches[function] != nil, in: &conditions)
        }
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
            if search == nil { searches[function] = nil }
            if let search, search != old.flatMap(function.search) {
                searches[function] = V4L2Adjustment.searchFrames
            }
        }
        if let old, old.revision != new.revision { framesUnderWay = V4L2Adjustment.framesUnderWay }
        applied = new
        conditions = read
    }
}
