import Foundation

/// A weight on a spring. Source: Apple, CASpringAnimation.
open class CASpringAnimation: CABasicAnimation, @unchecked Sendable {
    open var mass: CGFloat = 1
    open var stiffness: CGFloat = 100
    open var damping: CGFloat = 10
    /// In distances to the end per second.
    open var initialVelocity: CGFloat = 0

    /// - Parameters:
    ///   - perceptualDuration: how long it seems to take.
    ///   - bounce: from 0, none, to 1, forever.
    public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
        self.init()
        let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
        let frequency = 2 * Double.pi / max(perceptualDuration, 0.001)
        stiffness = frequency * frequency
        damping = 2 * ratio * frequency
        duration = settlingDuration
    }

    override func take(from other: CAAnimation) {
        super.take(from: other)
        guard let other = other as? CASpringAnimation else { return }
        (mass, stiffness, damping) = (other.mass, other.stiffness, other.damping)
        initialVelocity = other.initialVelocity
    }

    private var spring: Spring {
        Spring(mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity)
    }

    /// Until it is at rest, but for a thousandth of the way.
    open var settlingDuration: CFTimeInterval { spring.settlingDuration }

    override func curve(_ part: Double) -> Double { spring.position(at: part * duration) }
}

/// The way of a weight on a spring from 0 to 1.
package struct Spring: Sendable {
    private let frequency: Double
    private let ratio: Double
    private let velocity: Double

    package init(mass: Double, stiffness: Double, damping: Double, initialVelocity: Double = 0) {
        frequency = (stiffness / mass).squareRoot()
        ratio = damping / (2 * (stiffness * mass).squareRoot())
        velocity = initialVelocity
    }

    /// - Parameter dampingRatio: 1 for a spring that just does not swing.
    package init(dampingRatio: Double, settlingIn duration: Double, initialVelocity: Double = 0) {
        // Its swings are then a thousandth; one that just does not swing is slower by this factor.
        let ratio = max(dampingRatio, 0.01)
        frequency = (ratio >= 1 ? 9.2 : 6.9 / ratio) / max(duration, 0.001)
        self.ratio = ratio
        velocity = initialVelocity
    }

    package func position(at time: Double) -> Double {
        guard time > 0 else { return 0 }
        let (w, z, v) = (frequency, ratio, velocity)
        if z < 1 {
            let swing = w * (1 - z * z).squareRoot()
            let b = (z * w - v) / swing
            return 1 - exp(-z * w * time) * (cos(swing * time) + b * sin(swing * time))
        }
        if z == 1 { return 1 - exp(-w * time) * (1 + (w - v) * time) }
        let root = (z * z - 1).squareRoot()
        let (fast, slow) = (-w * (z + root), -w * (z - root))
        // x = 1 + a·e^(fast·t) + b·e^(slow·t), 0 at the beginning and with the velocity.
        let b = (v + fast) / (slow - fast)
        return 1 + (-1 - b) * exp(fast * time) + b * exp(slow * time)
    }

    package var settlingDuration: Double {
        let rate = ratio <= 1 ? ratio * frequency : frequency * (ratio - (ratio * ratio - 1).squareRoot())
        return (ratio == 1 ? 9.2 : 6.9) / max(rate, 0.001)
    }
}
