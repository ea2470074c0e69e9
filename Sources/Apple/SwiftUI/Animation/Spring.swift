import Foundation

/// A mass on a spring. Source: Apple, Spring.
public struct Spring: Hashable, Sendable {
    public let mass: Double
    public let stiffness: Double
    public let damping: Double

    public init(mass: Double = 1, stiffness: Double, damping: Double, allowOverDamping: Bool = false) {
        self.mass = mass
        self.stiffness = stiffness
        self.damping = allowOverDamping ? damping : min(damping, 2 * (stiffness * mass).squareRoot())
    }

    public init(response: Double, dampingRatio: Double) {
        let stiffness = pow(2 * .pi / max(response, 0.001), 2)
        self.init(stiffness: stiffness, damping: 2 * dampingRatio * stiffness.squareRoot(), allowOverDamping: true)
    }

    public init(duration: TimeInterval = 0.5, bounce: Double = 0) {
        self.init(response: duration, dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
    }

    public static let smooth = Spring(duration: 0.5, bounce: 0)
    public static let snappy = Spring(duration: 0.5, bounce: 0.15)
    public static let bouncy = Spring(duration: 0.5, bounce: 0.3)

    public var response: Double { 2 * .pi / (stiffness / mass).squareRoot() }
    public var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }
    public var duration: TimeInterval { response }
    public var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }

    /// The value on the way from 0 to `target`.
    public func value<V: VectorArithmetic>(target: V, initialVelocity: V = .zero, time: TimeInterval) -> V {
        let (rest, push) = response(at: time)
        return target - target.scaled(by: rest) + initialVelocity.scaled(by: push)
    }

    /// When the value stays within a thousandth of the target.
    public var settlingDuration: TimeInterval {
        let omega = (stiffness / mass).squareRoot()
        let decay =
            dampingRatio <= 1
            ? omega * max(dampingRatio, 0.001) : omega * (dampingRatio - (dampingRatio * dampingRatio - 1).squareRoot())
        return (dampingRatio > 0.99 ? 9.2 : 6.9) / decay
    }

    /// The settling duration of a spring that does not begin at rest.
    ///
    /// - Parameter velocity: distances to the target per second.
    func settlingDuration(from velocity: Double) -> TimeInterval {
        let (omega, ratio) = ((stiffness / mass).squareRoot(), max(dampingRatio, 0.001))
        guard velocity != 0 else { return settlingDuration }
        // How far a swing goes now, relative to a swing from rest.
        let growth: Double
        let decay: Double
        if ratio <= 1 - 1e-6 {
            let frequency = omega * (1 - ratio * ratio).squareRoot()
            decay = omega * ratio
            growth = hypot(frequency, decay - velocity) / omega
        } else {
            let root = max(0, ratio * ratio - 1).squareRoot()
            decay = omega * (ratio - root)
            growth = abs(1 - velocity / (omega * (ratio + root)))
        }
        // The decay near critical damping is slower than that of its exponent.
        let slowness = dampingRatio > 0.99 ? 9.2 / 8.2 : 1
        return settlingDuration + slowness * log(max(1, growth)) / decay
    }

    /// What is left at `time` of a distance of 1, and how far an initial velocity of 1 has led.
    func response(at time: TimeInterval) -> (rest: Double, push: Double) {
        let omega = (stiffness / mass).squareRoot()
        let ratio = dampingRatio
        if abs(ratio - 1) < 1e-6 {
            let decay = exp(-omega * time)
            return ((1 + omega * time) * decay, time * decay)
        }
        if ratio < 1 {
            let damped = omega * (1 - ratio * ratio).squareRoot()
            let decay = exp(-ratio * omega * time)
            let sine = sin(damped * time)
            return (decay * (cos(damped * time) + ratio * omega / damped * sine), decay * sine / damped)
        }
        let root = (ratio * ratio - 1).squareRoot()
        let (slow, fast) = (-omega * (ratio - root), -omega * (ratio + root))
        let (slowDecay, fastDecay) = (exp(slow * time), exp(fast * time))
        return (
            (slow * fastDecay - fast * slowDecay) / (slow - fast), (slowDecay - fastDecay) / (slow - fast)
        )
    }
}
