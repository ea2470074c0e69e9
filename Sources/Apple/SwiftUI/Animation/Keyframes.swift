import Foundation

/// A part of a keyframe's way: how a value gets to its next one. Source: Apple, KeyframeTrackContent.
public protocol KeyframeTrackContent<Value> {
    associatedtype Value: Animatable = Self.Body.Value
    associatedtype Body: KeyframeTrackContent
    @KeyframeTrackContentBuilder<Self.Value> var body: Self.Body { get }
}

extension KeyframeTrackContent where Body == Self {
    /// Keyframes that are made of no others.
    public var body: Self { self }
}

/// One keyframe as numbers.
struct KeyframeStep<Value: Animatable> {
    enum Way {
        case move
        case linear(UnitCurve)
        case spring(Spring)
        /// Velocities per second; `nil` for one that suits the neighbors.
        case cubic(start: Value.AnimatableData?, end: Value.AnimatableData?)
    }
    let to: Value
    let duration: TimeInterval
    let way: Way
}

protocol SteppedKeyframes<Value>: KeyframeTrackContent where Body == Self {
    var steps: [KeyframeStep<Value>] { get }
}

extension KeyframeTrackContent {
    var allSteps: [KeyframeStep<Value>] {
        if let own = self as? any SteppedKeyframes { return own.erasedSteps as! [KeyframeStep<Value>] }
        return body.allSteps as! [KeyframeStep<Value>]
    }
}

extension SteppedKeyframes {
    fileprivate var erasedSteps: Any { steps }
}

/// The value changes at once. Source: Apple, MoveKeyframe.
public struct MoveKeyframe<Value: Animatable>: SteppedKeyframes {
    public typealias Body = Self
    let to: Value
    public init(_ to: Value) { self.to = to }
    var steps: [KeyframeStep<Value>] { [KeyframeStep(to: to, duration: 0, way: .move)] }
}

/// The value goes straight on. Source: Apple, LinearKeyframe.
public struct LinearKeyframe<Value: Animatable>: SteppedKeyframes {
    public typealias Body = Self
    let steps: [KeyframeStep<Value>]
    /// - `duration`: in seconds.
    public init(_ to: Value, duration: TimeInterval, timingCurve: UnitCurve = .linear) {
        steps = [KeyframeStep(to: to, duration: duration, way: .linear(timingCurve))]
    }
}

/// The value goes on a curve that leads on from the keyframe before. Source: Apple, CubicKeyframe.
public struct CubicKeyframe<Value: Animatable>: SteppedKeyframes {
    public typealias Body = Self
    let steps: [KeyframeStep<Value>]
    /// - `duration`: in seconds.
    /// - `startVelocity`, `endVelocity`: per second; `nil` for those that suit the neighbors.
    public init(_ to: Value, duration: TimeInterval, startVelocity: Value? = nil, endVelocity: Value? = nil) {
        steps = [
            KeyframeStep(
                to: to, duration: duration,
                way: .cubic(start: startVelocity?.animatableData, end: endVelocity?.animatableData))
        ]
    }
}

/// The value swings to its next one. Source: Apple, SpringKeyframe.
///
/// Linux: it begins at rest, whatever was before it.
public struct SpringKeyframe<Value: Animatable>: SteppedKeyframes {
    public typealias Body = Self
    let steps: [KeyframeStep<Value>]
    /// - `duration`: in seconds; `nil` for the spring's settling duration.
    public init(_ to: Value, duration: TimeInterval? = nil, spring: Spring = Spring()) {
        steps = [KeyframeStep(to: to, duration: duration ?? spring.settlingDuration, way: .spring(spring))]
    }
}

struct KeyframeSteps<Value: Animatable>: SteppedKeyframes {
    typealias Body = Self
    let steps: [KeyframeStep<Value>]
}

/// Source: Apple, KeyframeTrackContentBuilder.
@resultBuilder public struct KeyframeTrackContentBuilder<Value: Animatable> {
    public static func buildExpression<K: KeyframeTrackContent<Value>>(_ expression: K) -> K { expression }
    public static func buildBlock() -> some KeyframeTrackContent<Value> { KeyframeSteps<Value>(steps: []) }
    public static func buildPartialBlock<K: KeyframeTrackContent<Value>>(first: K) -> K { first }
    public static func buildPartialBlock(
        accumulated: some KeyframeTrackContent<Value>, next: some KeyframeTrackContent<Value>
    ) -> some KeyframeTrackContent<Value> {
        KeyframeSteps<Value>(steps: accumulated.allSteps + next.allSteps)
    }
    public static func buildArray(_ components: [some KeyframeTrackContent<Value>]) -> some KeyframeTrackContent<Value>
    { KeyframeSteps<Value>(steps: components.flatMap(\.allSteps)) }
    public static func buildEither<First: KeyframeTrackContent<Value>>(first: First) -> First { first }
    public static func buildEither<Second: KeyframeTrackContent<Value>>(second: Second) -> Second { second }
}

/// The ways of several properties, side by side. Source: Apple, Keyframes.
public protocol Keyframes<Value> {
    associatedtype Value = Self.Body.Value
    associatedtype Body: Keyframes
    @KeyframesBuilder<Self.Value> var body: Self.Body { get }
}

extension Keyframes where Body == Self {
    /// Keyframes that are made of no others.
    public var body: Self { self }
}

/// The way of one property.
struct KeyframeCourse<Root> {
    let duration: TimeInterval
    /// Changes the property to what it is at a time; the second value is the one at the beginning.
    let apply: (inout Root, Root, TimeInterval) -> Void
}

protocol CourseKeyframes<Value>: Keyframes where Body == Self {
    var courses: [KeyframeCourse<Value>] { get }
}

extension CourseKeyframes {
    fileprivate var erasedCourses: Any { courses }
}

extension Keyframes {
    var allCourses: [KeyframeCourse<Value>] {
        if let own = self as? any CourseKeyframes { return own.erasedCourses as! [KeyframeCourse<Value>] }
        return body.allCourses as! [KeyframeCourse<Value>]
    }
}

/// The keyframes of one property. Source: Apple, KeyframeTrack.
public struct KeyframeTrack<Root, Animated: Animatable, Content: KeyframeTrackContent>: CourseKeyframes
where Content.Value == Animated {
    public typealias Value = Root
    public typealias Body = Self
    let courses: [KeyframeCourse<Root>]

    public init(
        _ keyPath: WritableKeyPath<Root, Animated>, @KeyframeTrackContentBuilder<Animated> content: () -> Content
    ) {
        let way = KeyframeWay(steps: content().allSteps)
        courses = [
            KeyframeCourse(duration: way.duration) { root, first, time in
                root[keyPath: keyPath] = way.value(from: first[keyPath: keyPath], at: time)
            }
        ]
    }

    public init(@KeyframeTrackContentBuilder<Animated> content: () -> Content) where Root == Animated {
        let way = KeyframeWay(steps: content().allSteps)
        courses = [KeyframeCourse(duration: way.duration) { $0 = way.value(from: $1, at: $2) }]
    }
}

struct KeyframeList<Value>: CourseKeyframes {
    typealias Body = Self
    let courses: [KeyframeCourse<Value>]
}

/// Source: Apple, KeyframesBuilder.
@resultBuilder public struct KeyframesBuilder<Value> {
    public static func buildExpression<K: Keyframes<Value>>(_ expression: K) -> K { expression }
    /// Keyframes without a track are those of the whole value.
    public static func buildExpression<K: KeyframeTrackContent<Value>>(_ expression: K) -> K where Value: Animatable {
        expression
    }
    public static func buildBlock() -> some Keyframes<Value> { KeyframeList<Value>(courses: []) }
    public static func buildPartialBlock<K: Keyframes<Value>>(first: K) -> K { first }
    public static func buildPartialBlock(
        accumulated: some Keyframes<Value>, next: some Keyframes<Value>
    ) -> some Keyframes<Value> { KeyframeList<Value>(courses: accumulated.allCourses + next.allCourses) }
    public static func buildPartialBlock<K: KeyframeTrackContent<Value>>(first: K) -> K where Value: Animatable {
        first
    }
    public static func buildPartialBlock(
        accumulated: some KeyframeTrackContent<Value>, next: some KeyframeTrackContent<Value>
    ) -> some KeyframeTrackContent<Value> where Value: Animatable {
        KeyframeSteps<Value>(steps: accumulated.allSteps + next.allSteps)
    }
    public static func buildFinalResult<K: Keyframes<Value>>(_ component: K) -> K { component }
    public static func buildFinalResult<K: KeyframeTrackContent<Value>>(
        _ component: K
    ) -> KeyframeTrack<Value, Value, K> where Value: Animatable { KeyframeTrack { component } }
}

/// A value's way through its keyframes.
private struct KeyframeWay<Value: Animatable> {
    let steps: [KeyframeStep<Value>]
    var duration: TimeInterval { steps.reduce(0) { $0 + $1.duration } }

    func value(from first: Value, at time: TimeInterval) -> Value {
        var result = first
        var start = 0.0
        var from = first.animatableData
        for (index, step) in steps.enumerated() {
            let to = step.to.animatableData
            guard time < start + step.duration else {
                start += step.duration
                from = to
                result = step.to
                continue
            }
            result = step.to
            let (t, way) = (time - start, to - from)
            switch step.way {
            case .move: break
            case .linear(let curve): result.animatableData = from + way.scaled(by: curve.value(at: t / step.duration))
            case .spring(let spring): result.animatableData = from + way.scaled(by: spring.value(target: 1.0, time: t))
            case .cubic(let own, let ownEnd):
                let before = own ?? velocity(at: index, first)
                let after = ownEnd ?? velocity(at: index + 1, first)
                result.animatableData = hermite(
                    from, to, before.scaled(by: step.duration), after.scaled(by: step.duration), t / step.duration)
            }
            return result
        }
        return result
    }

    /// Where a curve begins, or ends: as fast as its neighbors together, and at rest at both ends of the way.
    private func velocity(at index: Int, _ first: Value) -> Value.AnimatableData {
        guard index > 0, index < steps.count else { return .zero }
        // A curve that follows something else begins at rest.
        guard case .cubic = steps[index].way, case .cubic = steps[index - 1].way else { return .zero }
        let before = index > 1 ? steps[index - 2].to.animatableData : first.animatableData
        let time = steps[index - 1].duration + steps[index].duration
        return time > 0 ? (steps[index].to.animatableData - before).scaled(by: 1 / time) : .zero
    }

    private func hermite(
        _ from: Value.AnimatableData, _ to: Value.AnimatableData, _ start: Value.AnimatableData,
        _ end: Value.AnimatableData, _ t: Double
    ) -> Value.AnimatableData {
        let (t2, t3) = (t * t, t * t * t)
        return from.scaled(by: 2 * t3 - 3 * t2 + 1) + start.scaled(by: t3 - 2 * t2 + t)
            + to.scaled(by: 3 * t2 - 2 * t3) + end.scaled(by: t3 - t2)
    }
}

/// The values of keyframes over time. Source: Apple, KeyframeTimeline.
public struct KeyframeTimeline<Value> {
    private let first: Value
    private let courses: [KeyframeCourse<Value>]

    public init(initialValue: Value, @KeyframesBuilder<Value> content: () -> some Keyframes<Value>) {
        (first, courses) = (initialValue, content().allCourses)
    }

    /// In seconds: that of the longest track.
    public var duration: TimeInterval { courses.map(\.duration).max() ?? 0 }

    public func value(time: TimeInterval) -> Value {
        var value = first
        update(value: &value, time: time)
        return value
    }

    public func value(progress: Double) -> Value { value(time: progress * duration) }

    public func update(value: inout Value, time: TimeInterval) {
        for course in courses { course.apply(&value, first, max(0, time)) }
    }

    public func update(value: inout Value, progress: Double) { update(value: &value, time: progress * duration) }
}
