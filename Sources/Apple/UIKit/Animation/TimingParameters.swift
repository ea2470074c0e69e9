import Foundation
import QuartzCore

/// How an animation goes with time. Source: Apple, UITimingCurveProvider.
@MainActor @preconcurrency
public protocol UITimingCurveProvider: NSObjectProtocol {
    /// `nil` for a spring.
    var cubicTimingParameters: UICubicTimingParameters? { get }
}

/// A Bézier curve. Source: Apple, UICubicTimingParameters.
@MainActor @preconcurrency
open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
    public let controlPoint1: CGPoint
    public let controlPoint2: CGPoint

    public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
        (controlPoint1, controlPoint2) = (point1, point2)
    }

    public convenience init(animationCurve curve: UIView.AnimationCurve) {
        let points: [(CGPoint, CGPoint)] = [
            (CGPoint(x: 0.42, y: 0), CGPoint(x: 0.58, y: 1)), (CGPoint(x: 0.42, y: 0), CGPoint(x: 1, y: 1)),
            (.zero, CGPoint(x: 0.58, y: 1)), (.zero, CGPoint(x: 1, y: 1)),
        ]
        self.init(controlPoint1: points[curve.rawValue].0, controlPoint2: points[curve.rawValue].1)
    }

    open var cubicTimingParameters: UICubicTimingParameters? { self }

    var curve: CAMediaTimingFunction {
        CAMediaTimingFunction(
            controlPoints: Float(controlPoint1.x), Float(controlPoint1.y), Float(controlPoint2.x),
            Float(controlPoint2.y))
    }
}

/// A spring. Source: Apple, UISpringTimingParameters.
@MainActor @preconcurrency
open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
    /// In distances to the end per second. Linux: the longer of both directions counts for all properties.
    public let initialVelocity: CGVector
    private let ratio: CGFloat
    /// Of the spring itself; `nil` for one that comes to rest in the animation's duration.
    private let physics: (stiffness: CGFloat, damping: CGFloat)?

    /// A spring that comes to rest in the animation's duration.
    ///
    /// - Parameters:
    ///   - ratio: 1 for no swinging.
    ///   - velocity: at the start.
    public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
        (self.ratio, initialVelocity, physics) = (ratio, velocity, nil)
    }

    public convenience init(dampingRatio ratio: CGFloat) { self.init(dampingRatio: ratio, initialVelocity: CGVector()) }

    /// A spring that swings as long as its physics say, whatever the animation's duration is.
    public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
        (ratio, initialVelocity) = (1, velocity)
        physics = (stiffness / max(mass, 0.001), damping / max(mass, 0.001))
    }

    open var cubicTimingParameters: UICubicTimingParameters? { nil }

    func shape(settlingIn duration: TimeInterval) -> SpringShape {
        let (dx, dy) = (initialVelocity.dx, initialVelocity.dy)
        var shape = SpringShape(ratio: ratio, settlingIn: duration, velocity: abs(dx) > abs(dy) ? dx : dy)
        if let physics { (shape.stiffness, shape.damping) = physics }
        return shape
    }

    /// How long a spring swings that has physics of its own; `nil` for one that takes the animation's duration.
    var settlingDuration: TimeInterval? {
        guard physics != nil else { return nil }
        let shape = shape(settlingIn: 1)
        let animation = CASpringAnimation(keyPath: nil)
        (animation.stiffness, animation.damping) = (shape.stiffness, shape.damping)
        animation.initialVelocity = shape.velocity
        return animation.settlingDuration
    }
}
