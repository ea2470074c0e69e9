import Foundation
import QuartzCore

/// Collects what the keyframes of one animation change, and animates it.
@MainActor
final class KeyframeRecorder {
    private struct Frame {
        let begin: Double
        let end: Double
        let value: Any
    }

    private struct Change {
        let layer: CALayer
        let key: String
        /// What showed before.
        let start: Any
        var frames: [Frame] = []
    }

    private var changes: [Change] = []
    /// The keyframe that is recorded now, as parts of the animation.
    private var range = 0.0...1.0
    /// The changes of this keyframe.
    private var touched: Set<Int> = []

    /// A property is about to change.
    func add(_ layer: CALayer, _ key: String) {
        if let index = changes.firstIndex(where: { $0.layer === layer && $0.key == key }) {
            touched.insert(index)
        } else if let start = layer.presented().value(forKeyPath: key) {
            touched.insert(changes.count)
            changes.append(Change(layer: layer, key: key, start: start))
        }
    }

    /// Records what `body` changes in a part of the animation.
    func record(from begin: Double, lasting duration: Double, _ body: () -> Void) {
        finishFrame()
        let outer = range
        let start = min(max(begin, 0), 1)
        range = start...min(max(start, start + duration), 1)
        body()
        finishFrame()
        range = outer
    }

    private func finishFrame() {
        for index in touched {
            guard let value = changes[index].layer.value(forKeyPath: changes[index].key) else { continue }
            changes[index].frames.append(Frame(begin: range.lowerBound, end: range.upperBound, value: value))
        }
        touched = []
    }

    /// - Parameter setUp: gives an animation its duration and other times.
    func animate(_ options: UIView.KeyframeAnimationOptions, _ setUp: (CAKeyframeAnimation) -> Void) {
        for change in changes {
            let animation = CAKeyframeAnimation(keyPath: change.key)
            var points: [(time: Double, value: Any)] = [(0, change.start)]
            for frame in change.frames.sorted(by: { $0.begin < $1.begin }) {
                let last = points[points.count - 1]
                if frame.begin >= last.time {
                    points.append((frame.begin, last.value))
                } else {
                    // A keyframe cuts the one before it short.
                    points[points.count - 1].time = frame.begin
                }
                points.append((frame.end, frame.value))
            }
            points.append((1, points[points.count - 1].value))
            animation.values = points.map(\.value)
            animation.keyTimes = points.map { NSNumber(value: $0.time) }
            animation.calculationMode = options.calculationMode
            setUp(animation)
            change.layer.add(animation, forKey: change.key)
        }
    }
}

extension UIView {
    /// Source: Apple, UIView.KeyframeAnimationOptions.
    public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
        public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
        /// Animations always begin where the view is seen.
        public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
        public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
        public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
        public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
        /// Linux: the curve is always that of the options.
        public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)
        public static let calculationModeLinear: KeyframeAnimationOptions = []
        /// A value shows from the end of its keyframe.
        public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
        /// With a constant speed all the way, whatever the keyframes' times.
        public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
        /// Linux: as ``calculationModeLinear``.
        public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
        /// Linux: as ``calculationModePaced``.
        public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)

        fileprivate var calculationMode: CAAnimationCalculationMode {
            switch rawValue >> 10 & 7 {
            case 1: .discrete
            case 2, 4: .paced
            default: .linear
            }
        }
    }

    /// Animates what the keyframes in a block change; what the block itself changes takes the whole time.
    ///
    /// The animation as a whole is slow at both ends, unless the options have the bits of another curve of
    /// ``AnimationOptions``.
    ///
    /// - Parameters:
    ///   - duration: of all keyframes, in seconds.
    ///   - delay: in seconds.
    ///   - options: how the values between the keyframes are computed, and whether they are repeated.
    ///   - animations: calls ``addKeyframe(withRelativeStartTime:relativeDuration:animations:)``.
    ///   - completion: receives whether all animations reached their end.
    public class func animateKeyframes(
        withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.KeyframeAnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        // The bits that both kinds have in common: all but the mode, and the curve.
        let plain = UIView.AnimationOptions(rawValue: options.rawValue & (0x3E | 7 << 16))
        ViewAnimation.runKeyframes(
            duration, delay: delay, options: plain,
            { recorder, setUp in recorder.animate(options, setUp) }, animations, completion)
    }

    /// A part of an animation; call it in the block of ``animateKeyframes(withDuration:delay:options:animations:completion:)``.
    ///
    /// - Parameters:
    ///   - frameStartTime: from 0 to 1, a part of the whole duration.
    ///   - frameDuration: from 0 to 1, a part of the whole duration.
    ///   - animations: the changes, which are complete at the keyframe's end.
    public class func addKeyframe(
        withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
        animations: @escaping () -> Void
    ) {
        guard let keyframes = ViewAnimation.current?.keyframes else { return animations() }
        keyframes.record(from: frameStartTime, lasting: frameDuration, animations)
    }
}
