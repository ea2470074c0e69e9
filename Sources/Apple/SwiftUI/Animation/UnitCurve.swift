import Foundation

/// A curve from 0 to 1. Source: Apple, UnitCurve.
public struct UnitCurve: Hashable, Sendable {
    private enum Shape: Hashable {
        case linear
        case bezier(UnitPoint, UnitPoint)
        case circularIn
        case circularOut
        case circularInOut
    }
    private let shape: Shape
    private let isInverse: Bool

    private init(_ shape: Shape, isInverse: Bool = false) {
        self.shape = shape
        self.isInverse = isInverse
    }

    public static let linear = UnitCurve(.linear)
    public static let easeIn = bezier(
        startControlPoint: UnitPoint(x: 0.42, y: 0), endControlPoint: UnitPoint(x: 1, y: 1))
    public static let easeOut = bezier(startControlPoint: .zero, endControlPoint: UnitPoint(x: 0.58, y: 1))
    public static let easeInOut = bezier(
        startControlPoint: UnitPoint(x: 0.42, y: 0), endControlPoint: UnitPoint(x: 0.58, y: 1))
    public static let circularEaseIn = UnitCurve(.circularIn)
    public static let circularEaseOut = UnitCurve(.circularOut)
    public static let circularEaseInOut = UnitCurve(.circularInOut)

    /// The x of the control points is limited to 0…1.
    public static func bezier(startControlPoint: UnitPoint, endControlPoint: UnitPoint) -> UnitCurve {
        func limited(_ point: UnitPoint) -> UnitPoint { UnitPoint(x: min(max(point.x, 0), 1), y: point.y) }
        return UnitCurve(.bezier(limited(startControlPoint), limited(endControlPoint)))
    }

    /// The curve with x and y swapped.
    public var inverse: UnitCurve { UnitCurve(shape, isInverse: !isInverse) }

    public func value(at progress: Double) -> Double {
        let x = min(max(progress, 0), 1)
        return isInverse ? solve(x) : evaluate(x)
    }

    /// The slope.
    public func velocity(at progress: Double) -> Double {
        let x = min(max(progress, 0), 1)
        if case .bezier(let first, let second) = shape, !isInverse {
            let t = parameter(x, first.x, second.x)
            let dx = slope(t, first.x, second.x)
            let dy = slope(t, first.y, second.y)
            return dx == 0 ? (dy == 0 ? 0 : .infinity) : dy / dx
        }
        if case .linear = shape { return 1 }
        let step = 1e-6
        let (low, high) = (max(0, x - step), min(1, x + step))
        return (value(at: high) - value(at: low)) / (high - low)
    }

    private func evaluate(_ x: Double) -> Double {
        switch shape {
        case .linear: x
        case .bezier(let first, let second): bezier(parameter(x, first.x, second.x), first.y, second.y)
        case .circularIn: 1 - (1 - x * x).squareRoot()
        case .circularOut: (1 - (x - 1) * (x - 1)).squareRoot()
        case .circularInOut:
            x < 0.5
                ? (1 - (1 - 4 * x * x).squareRoot()) / 2
                : (1 + (1 - 4 * (x - 1) * (x - 1)).squareRoot()) / 2
        }
    }

    /// The x at which the curve has a value.
    private func solve(_ y: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if evaluate(middle) < y { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    private func bezier(_ t: Double, _ first: Double, _ second: Double) -> Double {
        3 * (1 - t) * (1 - t) * t * first + 3 * (1 - t) * t * t * second + t * t * t
    }

    private func slope(_ t: Double, _ first: Double, _ second: Double) -> Double {
        3 * (1 - t) * (1 - t) * first + 6 * (1 - t) * t * (second - first) + 3 * t * t * (1 - second)
    }

    /// The parameter at which the curve has an x, which grows with it.
    private func parameter(_ x: Double, _ first: Double, _ second: Double) -> Double {
        if x == 0 || x == 1 { return x }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if bezier(middle, first, second) < x { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
