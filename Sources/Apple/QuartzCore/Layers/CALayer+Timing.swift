import Foundation
import Locking

/// How a layer's time follows from that of the layer around it.
struct LayerTiming {
    var beginTime: CFTimeInterval = 0
    var speed: Float = 1
    var timeOffset: CFTimeInterval = 0

    func inside(_ time: CFTimeInterval) -> CFTimeInterval { (time - beginTime) * Double(speed) + timeOffset }

    /// Infinite while the layer's time stands.
    func outside(_ time: CFTimeInterval) -> CFTimeInterval {
        speed == 0 ? .infinity : (time - timeOffset) / Double(speed) + beginTime
    }
}

/// The time of a layer, in which its animations and sublayers run. Source: Apple, CAMediaTiming.
extension CALayer {
    /// When it begins, in seconds of the time of the layer around it; 0 by default.
    public var beginTime: CFTimeInterval {
        get { timing.beginTime }
        set { setTiming { $0.beginTime = newValue } }
    }

    /// How fast its time runs; with 0 its animations stand. Linux: time does not run backwards, a negative speed is 0.
    public var speed: Float {
        get { timing.speed }
        set { setTiming { $0.speed = max(0, newValue) } }
    }

    /// Seconds that its time is ahead.
    public var timeOffset: CFTimeInterval {
        get { timing.timeOffset }
        set { setTiming { $0.timeOffset = newValue } }
    }

    /// A time of this layer for one of another layer, or of ``CACurrentMediaTime()`` if there is none.
    public func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
        localTime(of: l?.clockTime(of: t) ?? t)
    }

    /// A time of another layer, or of ``CACurrentMediaTime()`` if there is none, for one of this layer. It is infinite if
    /// this layer's time stands.
    public func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
        let time = clockTime(of: t)
        return l?.localTime(of: time) ?? time
    }

    /// The layer's time at a moment of the animations' clock.
    ///
    /// - Parameter delays: of the copies that a layer is in.
    func localTime(of time: CFTimeInterval, _ delays: InstanceDelays = [:]) -> CFTimeInterval {
        guard let superlayer else { return timing.inside(time) }
        let delay = delays.isEmpty ? 0 : delays[ObjectIdentifier(superlayer)] ?? 0
        return timing.inside(superlayer.localTime(of: time, delays) - delay)
    }

    /// The moment of the animations' clock at a time of the layer; infinite if the layer's time stands.
    func clockTime(of time: CFTimeInterval) -> CFTimeInterval {
        let outside = timing.outside(time)
        return superlayer?.clockTime(of: outside) ?? outside
    }

    /// Whether its animations stand until its speed is set, or that of a layer around it.
    var isTimeStanding: Bool { timing.speed == 0 || superlayer?.isTimeStanding == true }

    private var timing: LayerTiming { state.withLock { $0.timing } }

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
