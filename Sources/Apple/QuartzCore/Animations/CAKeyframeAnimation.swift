import Foundation
import MissingGraphics

/// What is between two values. Source: Apple, CAAnimationCalculationMode.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let linear = CAAnimationCalculationMode(rawValue: "linear")
    /// The value before.
    public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
    /// As linear, with a constant speed all the way.
    public static let paced = CAAnimationCalculationMode(rawValue: "paced")
    /// A smooth curve through the values, without corners.
    public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
    /// As cubic, at the times of paced.
    public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")

    var isCubic: Bool { self == .cubic || self == .cubicPaced }
    var isPaced: Bool { self == .paced || self == .cubicPaced }
}

/// Through several values. Source: Apple, CAKeyframeAnimation.
open class CAKeyframeAnimation: CAPropertyAnimation, @unchecked Sendable {
    open var values: [Any]?
    /// The way of a point, instead of values.
    open var path: CGPath?
    /// When each value is reached, from 0 to 1 and never earlier than the one before; `nil` for equal times.
    ///
    /// One for each value; discrete values may have one more, the end of the last. Others are ignored, as the times of a
    /// paced animation and those of a path are.
    open var keyTimes: [NSNumber]?
    /// One between each two values.
    open var timingFunctions: [CAMediaTimingFunction]?
    open var calculationMode = CAAnimationCalculationMode.linear

    override func take(from other: CAAnimation) {
        super.take(from: other)
        guard let other = other as? CAKeyframeAnimation else { return }
        (values, path, keyTimes) = (other.values, other.path, other.keyTimes)
        (timingFunctions, calculationMode) = (other.timingFunctions, other.calculationMode)
    }

    override func value(_ progress: Double, base: AnimatedValue) -> AnimatedValue? {
        let frames: [AnimatedValue] =
            path.map { $0.flatPoints.map { .point($0) } } ?? (values ?? []).compactMap { AnimatedValue($0) }
        guard let first = frames.first, let last = frames.last else { return nil }
        guard frames.count > 1 else { return first }
        let times = times(frames)
        guard progress > times[0] else { return first }
        guard let next = times.firstIndex(where: { $0 > progress }), next > 0 else { return last }
        if calculationMode == .discrete { return frames[next - 1] }
        var part = (progress - times[next - 1]) / (times[next] - times[next - 1])
        if let functions = timingFunctions, functions.indices.contains(next - 1) {
            part = functions[next - 1].progress(at: part)
        }
        return calculationMode.isCubic
            ? Self.spline(frames, after: next - 1, part) : frames[next - 1].mixed(with: frames[next], part)
    }

    /// A place on the Catmull-Rom curve through all frames, by Barry and Goldman's pyramid of mixtures.
    ///
    /// - Parameters:
    ///   - index: of the frame before; there is another one behind it.
    ///   - t: 0 at that frame, 1 at the next.
    private static func spline(_ frames: [AnimatedValue], after index: Int, _ t: Double) -> AnimatedValue {
        let (one, two) = (frames[index], frames[index + 1])
        // Before the first and behind the last frame, the curve goes on straight.
        let before = index > 0 ? frames[index - 1] : one.mixed(with: two, -1)
        let behind = index + 2 < frames.count ? frames[index + 2] : two.mixed(with: one, -1)
        let middle = one.mixed(with: two, t)
        let left = before.mixed(with: one, t + 1).mixed(with: middle, (t + 1) / 2)
        let right = middle.mixed(with: two.mixed(with: behind, t - 1), t / 2)
        return left.mixed(with: right, t)
    }

    private func times(_ frames: [AnimatedValue]) -> [Double] {
        if path == nil, !calculationMode.isPaced, let times = validKeyTimes(for: frames.count) { return times }
        if path != nil || calculationMode.isPaced, let lengths = lengths(frames), let all = lengths.last, all > 0 {
            return lengths.map { (length: Double) -> Double in length / all }
        }
        // The last of discrete values has its time, too.
        let parts = Double(calculationMode == .discrete ? frames.count : frames.count - 1)
        return (0..<frames.count).map { (index: Int) -> Double in Double(index) / parts }
    }

    /// The key times if they fit that many values and are in order; `nil` also for NaN.
    private func validKeyTimes(for count: Int) -> [Double]? {
        guard let times = keyTimes?.map(\.doubleValue) else { return nil }
        guard times.count == count || calculationMode == .discrete && times.count == count + 1 else { return nil }
        guard times.allSatisfy((0...1).contains), zip(times, times.dropFirst()).allSatisfy(<=) else { return nil }
        return times
    }

    /// The way to each frame.
    private func lengths(_ frames: [AnimatedValue]) -> [Double]? {
        var lengths: [Double] = [0]
        var sum: Double = 0
        for (one, two) in zip(frames, frames.dropFirst()) {
            switch (one, two) {
            case (.point(let one), .point(let two)): sum += Double(hypot(two.x - one.x, two.y - one.y))
            case (.number(let one), .number(let two)): sum += abs(two - one)
            default: return nil
            }
            lengths.append(sum)
        }
        return lengths
    }
}

/// Several animations at once. Source: Apple, CAAnimationGroup.
open class CAAnimationGroup: CAAnimation, @unchecked Sendable {
    /// Their times are in the group's; what is left of them at its end does not show.
    open var animations: [CAAnimation]?

    override func take(from other: CAAnimation) {
        super.take(from: other)
        guard let other = other as? CAAnimationGroup else { return }
        animations = other.animations?.map { $0.copied() }
    }

    override func apply(to layer: CALayer, at time: CFTimeInterval) {
        guard let position = position(at: time) else { return }
        let local = duration > 0 ? curve(position / duration) * duration : position
        for animation in animations ?? [] {
            if animation.duration == 0 { animation.duration = duration }
            animation.apply(to: layer, at: local - animation.beginTime)
        }
    }
}
