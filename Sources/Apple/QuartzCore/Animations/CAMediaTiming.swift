import Foundation

/// What shows before and after an animation or a layer's time. Source: Apple, CAMediaTimingFillMode.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let removed = CAMediaTimingFillMode(rawValue: "removed")
    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    public static let both = CAMediaTimingFillMode(rawValue: "both")
}

/// When something happens. Source: Apple, CAMediaTiming.
public protocol CAMediaTiming {
    /// In the time of the layer around it; 0 for when an animation is added.
    var beginTime: CFTimeInterval { get set }
    var duration: CFTimeInterval { get set }
    var speed: Float { get set }
    var timeOffset: CFTimeInterval { get set }
    var repeatCount: Float { get set }
    var repeatDuration: CFTimeInterval { get set }
    var autoreverses: Bool { get set }
    var fillMode: CAMediaTimingFillMode { get set }
}

extension CAMediaTiming {
    /// From begin to end, with all repetitions.
    var activeDuration: CFTimeInterval {
        if repeatDuration > 0 { return repeatDuration }
        return cycle * (repeatCount > 0 ? Double(repeatCount) : 1)
    }

    /// Until it repeats.
    private var cycle: CFTimeInterval { duration * (autoreverses ? 2 : 1) }

    /// How far it is in one repetition.
    ///
    /// - Parameter time: since its begin. At the end of the last repetition, and later, it is at that repetition's end.
    func timeInRepetition(at time: CFTimeInterval) -> CFTimeInterval {
        var inCycle = min(time, activeDuration)
        if cycle > 0, cycle.isFinite, inCycle > 0 {
            inCycle = inCycle.truncatingRemainder(dividingBy: cycle)
            if time >= activeDuration, inCycle == 0 { inCycle = cycle }
        }
        return inCycle > duration ? cycle - inCycle : inCycle
    }
}
