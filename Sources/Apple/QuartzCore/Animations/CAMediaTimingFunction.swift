import Foundation

/// A curve in time. Source: Apple, CAMediaTimingFunctionName.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
    public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
    public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
    public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
    public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// How an animation's progress follows time: a Bézier curve from (0, 0) to (1, 1).
/// Source: Apple, CAMediaTimingFunction.
open class CAMediaTimingFunction: NSObject, @unchecked Sendable {  // Constant.
    private let c1: CGPoint
    private let c2: CGPoint

    public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
        c1 = CGPoint(x: Double(c1x), y: Double(c1y))
        c2 = CGPoint(x: Double(c2x), y: Double(c2y))
    }

    public convenience init(name: CAMediaTimingFunctionName) {
        switch name {
        case .easeIn: self.init(controlPoints: 0.42, 0, 1, 1)
        case .easeOut: self.init(controlPoints: 0, 0, 0.58, 1)
        case .easeInEaseOut: self.init(controlPoints: 0.42, 0, 0.58, 1)
        case .default: self.init(controlPoints: 0.25, 0.1, 0.25, 1)
        default: self.init(controlPoints: 0, 0, 1, 1)
        }
    }

    /// The progress at a part of the duration, 0 to 1.
    package func progress(at time: Double) -> Double {
        guard time > 0, time < 1 else { return time <= 0 ? 0 : 1 }
        if c1.x == c1.y, c2.x == c2.y { return time }
        func curve(_ one: Double, _ two: Double, _ t: Double) -> Double {
            let s = 1 - t
            return 3 * s * s * t * one + 3 * s * t * t * two + t * t * t
        }
        // x grows with t, so halving finds it.
        var (low, high) = (0.0, 1.0)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if curve(c1.x, c2.x, middle) < time { low = middle } else { high = middle }
        }
        return curve(c1.y, c2.y, low)
    }
}
