import Foundation
import Locking

/// The time of a layer, in which its animations and sublayers run. Source: Apple, CAMediaTiming.
///
/// A layer without a begin and a duration shows at all times. Otherwise it shows only in its time, with its sublayers.
extension CALayer: CAMediaTiming {
    /// When it begins, in seconds of the time of the layer around it; 0 by default, for no begin.
    public var beginTime: CFTimeInterval {
        get { timing.beginTime }
        set { setTiming { $0.beginTime = newValue } }
    }

    /// How long it lasts without repetitions, in seconds of its own time; infinite by default, and for 0.
    public var duration: CFTimeInterval {
        get { timing.duration }
        set { setTiming { $0.duration = newValue > 0 ? newValue : .infinity } }
    }

    /// How fast its time runs; with 0 its animations stand, and with less they run backwards.
    public var speed: Float {
        get { timing.speed }
        set { setTiming { $0.speed = newValue } }
    }

    /// Seconds that its time is ahead.
    public var timeOffset: CFTimeInterval {
        get { timing.timeOffset }
        set { setTiming { $0.timeOffset = newValue } }
    }

    /// How often its duration passes; 0 is once.
    public var repeatCount: Float {
        get { timing.repeatCount }
        set { setTiming { $0.repeatCount = newValue } }
    }

    /// How long its duration passes again and again, in seconds of its own time, instead of ``repeatCount``; 0 for that.
    public var repeatDuration: CFTimeInterval {
        get { timing.repeatDuration }
        set { setTiming { $0.repeatDuration = newValue } }
    }

    /// Whether its time runs back to its begin after each duration.
    public var autoreverses: Bool {
        get { timing.autoreverses }
        set { setTiming { $0.autoreverses = newValue } }
    }

    /// Whether it shows before its begin or after its end.
    public var fillMode: CAMediaTimingFillMode {
        get { timing.fillMode }
        set { setTiming { $0.fillMode = newValue } }
    }

    /// A time of this layer, before its own repetitions, for one of another layer, or of ``CACurrentMediaTime()`` if there
    /// is none.
    public func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
        activeTime(of: l?.clockTime(of: t) ?? t)
    }

    /// A time of another layer, or of ``CACurrentMediaTime()`` if there is none, for one of this layer. It is infinite if
    /// this layer's time stands. Of several moments, it is that of the first repetition.
    public func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
        let time = clockTime(of: t)
        return l?.activeTime(of: time) ?? time
    }

    /// The layer's time, before its own repetitions, at a moment of the animations' clock.
    ///
    /// - Parameter delays: of the copies that a layer is in.
    private func activeTime(of time: CFTimeInterval, _ delays: InstanceDelays = [:]) -> CFTimeInterval {
        guard let superlayer else { return timing.inside(time) }
        let delay = delays.isEmpty ? 0 : delays[ObjectIdentifier(superlayer)] ?? 0
        return timing.inside(superlayer.localTime(of: time, delays) - delay)
    }

    /// The time of the layer's animations and sublayers at a moment of the animations' clock.
    ///
    /// - Parameter delays: of the copies that a layer is in.
    func localTime(of time: CFTimeInterval, _ delays: InstanceDelays = [:]) -> CFTimeInterval {
        timing.repeated(activeTime(of: time, delays))
    }

    /// The first moment of the animations' clock at a time of the layer; infinite if the layer's time stands.
    func clockTime(of time: CFTimeInterval) -> CFTimeInterval {
        let outside = timing.outside(time)
        return superlayer?.clockTime(of: outside) ?? outside
    }

    // MARK: What the time does

    /// Whether the layer shows at a moment of the animations' clock, as far as its own time says.
    func isInTime(at time: CFTimeInterval, _ delays: InstanceDelays = [:]) -> Bool {
        let timing = timing
        return !timing.isLimited || timing.shows(at: activeTime(of: time, delays))
    }

    /// Whether its animations stand until its timing is changed, or that of a layer around it.
    func isTimeStanding(at time: CFTimeInterval) -> Bool {
        let (timing, superlayer) = state.withLock { ($0.timing, $0.superlayer) }
        if timing.speed == 0 || superlayer?.isTimeStanding(at: time) == true { return true }
        return timing.isLimited && timing.stands(at: activeTime(of: time))
    }

    /// Whether moments of its time come again that have been.
    func isTimeReturning(at time: CFTimeInterval) -> Bool {
        let (timing, superlayer) = state.withLock { ($0.timing, $0.superlayer) }
        if timing.speed < 0 || superlayer?.isTimeReturning(at: time) == true { return true }
        return timing.repeats && activeTime(of: time) < timing.activeDuration
    }

    /// Whether it is yet to appear or to disappear.
    func hasLimitAhead(at time: CFTimeInterval) -> Bool {
        let timing = timing
        guard timing.isLimited else { return false }
        // Copies are behind.
        let delay = longestDelay * Double(abs(timing.speed))
        let active = activeTime(of: time)
        return timing.changesLater(at: active) || timing.changesLater(at: active - delay)
            || superlayer?.isTimeReturning(at: time) == true
    }

    var timing: LayerTiming { state.withLock { $0.timing } }

    private func setTiming(_ change: @Sendable (inout LayerTiming) -> Void) {
        let clocks = state.withLock { state in
            change(&state.timing)
            return state.animations.map(\.clock)
        }
        changed(.contents)
        // Sublayers may have animations that begin with the current clock.
        for clock in clocks + [LayerClock.current] { clock.resume() }
    }
}
