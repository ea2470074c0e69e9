import Foundation

/// How a layer's time follows from that of the layer around it.
///
/// It begins at `beginTime`, runs at `speed`, and, where it has a duration, starts again as often as it repeats. A layer
/// that says when it begins or how long it lasts shows nothing before and after that, unless its fill mode says otherwise.
struct LayerTiming: CAMediaTiming {
    var beginTime: CFTimeInterval = 0
    var duration: CFTimeInterval = .infinity
    var speed: Float = 1
    var timeOffset: CFTimeInterval = 0
    var repeatCount: Float = 0
    var repeatDuration: CFTimeInterval = 0
    var autoreverses = false
    var fillMode = CAMediaTimingFillMode.removed

    /// Whether it begins or ends.
    var isLimited: Bool { beginTime != 0 || duration.isFinite || repeatDuration > 0 }

    /// The time before repetitions at a time of the layer around it.
    func inside(_ time: CFTimeInterval) -> CFTimeInterval {
        speed == 0 ? timeOffset : (time - beginTime) * Double(speed) + timeOffset
    }

    /// Infinite while the layer's time stands.
    func outside(_ time: CFTimeInterval) -> CFTimeInterval {
        speed == 0 ? .infinity : (time - timeOffset) / Double(speed) + beginTime
    }

    /// Whether its duration passes more than once, or back.
    var repeats: Bool { activeDuration > duration }

    // MARK: Times before repetitions

    /// `AVCoreAnimationBeginTimeAtZero` is the start of a movie, not a time after it.
    private func isBeforeBegin(_ time: CFTimeInterval) -> Bool { time < -1e-9 }

    /// The time in its repetition. It stands before the start and after the end.
    func repeated(_ time: CFTimeInterval) -> CFTimeInterval {
        isLimited ? timeInRepetition(at: max(0, time)) : time
    }

    /// Whether the layer shows.
    func shows(at time: CFTimeInterval) -> Bool {
        guard isLimited else { return true }
        if isBeforeBegin(time) { return fillMode == .backwards || fillMode == .both }
        return time < activeDuration || fillMode == .forwards || fillMode == .both
    }

    /// Whether the time stands for good.
    func stands(at time: CFTimeInterval) -> Bool { speed == 0 || (isLimited && speed > 0 && time >= activeDuration) }

    /// Whether the layer is yet to begin or to end.
    func changesLater(at time: CFTimeInterval) -> Bool {
        guard isLimited, speed != 0 else { return false }
        if speed < 0 { return !isBeforeBegin(time) }
        return isBeforeBegin(time) || (activeDuration.isFinite && time < activeDuration)
    }
}
