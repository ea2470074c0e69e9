import Foundation

/// How a value gets from one state to another. Source: Apple, Animation.
public struct Animation: Hashable, Sendable {
    private indirect enum Course: Hashable {
        case curve(UnitCurve, duration: Double)
        /// The velocity is in distances a second.
        case spring(Spring, initialVelocity: Double)
        case delayed(Animation, by: Double)
        case faster(Animation, by: Double)
        case repeated(Animation, count: Int?, autoreverses: Bool)
    }
    private let course: Course

    private init(_ course: Course) { self.course = course }

    /// A spring without bounce, .55 s.
    public static let `default` = Animation(.spring(Spring(response: 0.55, dampingRatio: 1), initialVelocity: 0))

    public static let linear = linear(duration: 0.35)
    public static let easeIn = easeIn(duration: 0.35)
    public static let easeOut = easeOut(duration: 0.35)
    public static let easeInOut = easeInOut(duration: 0.35)
    public static func linear(duration: TimeInterval) -> Animation { timingCurve(.linear, duration: duration) }
    public static func easeIn(duration: TimeInterval) -> Animation { timingCurve(.easeIn, duration: duration) }
    public static func easeOut(duration: TimeInterval) -> Animation { timingCurve(.easeOut, duration: duration) }
    public static func easeInOut(duration: TimeInterval) -> Animation { timingCurve(.easeInOut, duration: duration) }

    public static func timingCurve(_ curve: UnitCurve, duration: TimeInterval) -> Animation {
        Animation(.curve(curve, duration: duration))
    }

    public static func timingCurve(
        _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: TimeInterval = 0.35
    ) -> Animation {
        timingCurve(
            .bezier(startControlPoint: UnitPoint(x: p1x, y: p1y), endControlPoint: UnitPoint(x: p2x, y: p2y)),
            duration: duration)
    }

    public static let spring = spring(duration: 0.5)
    public static let smooth = smooth(duration: 0.5)
    public static let snappy = snappy(duration: 0.5)
    public static let bouncy = bouncy(duration: 0.5)
    public static let interactiveSpring = interactiveSpring(duration: 0.15)
    public static let interpolatingSpring = spring(duration: 0.5)

    public static func spring(_ spring: Spring, blendDuration: TimeInterval = 0) -> Animation {
        Animation(.spring(spring, initialVelocity: 0))
    }
    public static func spring(duration: TimeInterval = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Animation
    {
        spring(Spring(duration: duration, bounce: bounce))
    }
    @_disfavoredOverload public static func spring(
        response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: TimeInterval = 0
    ) -> Animation { spring(Spring(response: response, dampingRatio: dampingFraction)) }
    public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation {
        spring(duration: duration, bounce: extraBounce)
    }
    public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation {
        spring(duration: duration, bounce: 0.15 + extraBounce)
    }
    public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation {
        spring(duration: duration, bounce: 0.3 + extraBounce)
    }
    @_disfavoredOverload public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: TimeInterval = 0.25
    ) -> Animation { spring(response: response, dampingFraction: dampingFraction) }
    public static func interactiveSpring(
        duration: TimeInterval = 0.15, extraBounce: Double = 0, blendDuration: TimeInterval = 0.25
    ) -> Animation { spring(duration: duration, bounce: 0.15 + extraBounce) }
    /// - `initialVelocity`: in distances from the old value to the new one a second.
    public static func interpolatingSpring(_ spring: Spring, initialVelocity: Double = 0) -> Animation {
        Animation(.spring(spring, initialVelocity: initialVelocity))
    }
    public static func interpolatingSpring(
        mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Animation {
        interpolatingSpring(
            Spring(mass: mass, stiffness: stiffness, damping: damping, allowOverDamping: true),
            initialVelocity: initialVelocity)
    }

    public func delay(_ delay: TimeInterval) -> Animation { Animation(.delayed(self, by: delay)) }
    public func speed(_ speed: Double) -> Animation { Animation(.faster(self, by: speed)) }
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
        Animation(.repeated(self, count: repeatCount, autoreverses: autoreverses))
    }
    public func repeatForever(autoreverses: Bool = true) -> Animation {
        Animation(.repeated(self, count: nil, autoreverses: autoreverses))
    }

    /// How far the value is at `time`.
    struct Progress {
        /// 0 at the beginning, 1 at the target.
        var value: Double
        /// How far an initial velocity of 1 has led.
        var push: Double = 0
        /// One sees no more of it, though a spring may not be at rest yet.
        var isComplete = false
        var isOver: Bool
    }

    /// When the animation is over, apart from repetitions.
    private var length: TimeInterval {
        switch course {
        case .curve(_, let duration): duration
        case .spring(let spring, let velocity): spring.settlingDuration(from: velocity)
        case .delayed(let animation, let delay): animation.length + delay
        case .faster(let animation, let factor): factor > 0 ? animation.length / factor : .infinity
        case .repeated(let animation, let count, _): count.map { animation.length * Double($0) } ?? .infinity
        }
    }

    func progress(at time: TimeInterval) -> Progress {
        switch course {
        case .curve(let curve, let duration):
            if time >= duration { return Progress(value: 1, isOver: true) }
            return Progress(value: curve.value(at: time / duration), isOver: false)
        case .spring(let spring, let velocity):
            if time >= spring.settlingDuration(from: velocity) { return Progress(value: 1, isOver: true) }
            let (rest, push) = spring.response(at: max(0, time))
            return Progress(
                value: 1 - rest + velocity * push, push: push, isComplete: time >= spring.duration, isOver: false)
        case .delayed(let animation, let delay):
            return time < delay ? Progress(value: 0, isOver: false) : animation.progress(at: time - delay)
        case .faster(let animation, let factor):
            var progress = animation.progress(at: time * factor)
            progress.push /= max(factor, .leastNonzeroMagnitude)
            return progress
        case .repeated(let animation, let count, let autoreverses):
            let length = animation.length
            guard length > 0 else { return Progress(value: 1, isOver: count != nil) }
            let turn = Int(time / length)
            if let count, turn >= count {
                // The value is the target in the end, however the last turn went.
                return Progress(value: 1, isOver: true)
            }
            let within = time - Double(turn) * length
            let isBackward = autoreverses && turn % 2 == 1
            let value = animation.progress(at: isBackward ? length - within : within).value
            return Progress(value: value, isOver: false)
        }
    }
}
