import Foundation

/// The time of animations: the frame clock's on the screen, one that is set by hand in tests.
@MainActor final class AnimationClock {
    private let time: () -> TimeInterval
    /// Asks for one call of `tick()` at the next frame; asked again while something moves.
    var requestTick: () -> Void = {}
    private var isRequested = false
    /// Nodes whose view is itself animated: evaluated for each frame.
    private var nodes: [Node] = []
    var didTick: () -> Void = {}

    init(time: @escaping () -> TimeInterval = { ProcessInfo.processInfo.systemUptime }) { self.time = time }

    var now: TimeInterval { time() }

    /// Something moves at this moment.
    func keepTicking(_ node: Node? = nil) {
        if let node, !nodes.contains(where: { $0 === node }) { nodes.append(node) }
        guard !isRequested else { return }
        isRequested = true
        requestTick()
    }

    /// Whether something moves.
    var isTicking: Bool { isRequested }

    func tick() {
        isRequested = false
        let due = nodes
        nodes = []
        for node in due where !node.isDisposed { node.graph.invalidate(node, Transaction()) }
        didTick()
    }
}

/// A value and, while it is animated, what of it is shown.
struct AnimatedValue<Value: Animatable> {
    private struct Course {
        let animation: Animation
        let start: TimeInterval
        let from: Value.AnimatableData
        let velocity: Value.AnimatableData
        let run: AnimationRun?
        var isComplete = false

        mutating func complete() {
            if !isComplete { run?.complete() }
            isComplete = true
        }

        mutating func end() {
            complete()
            run?.remove()
        }
    }

    private let clock: AnimationClock
    private(set) var target: Value
    private var course: Course?

    @MainActor init(_ value: Value, _ clock: AnimationClock) {
        target = value
        self.clock = clock
    }

    var isRunning: Bool { course != nil }

    /// A new value; it is reached at once if the transaction has no animation.
    @MainActor mutating func set(_ value: Value, _ transaction: Transaction) {
        guard value.animatableData != target.animatableData else {
            // What is not a number changes at once.
            target = value
            return
        }
        var next: Course?
        if let animation = transaction.effectiveAnimation {
            let time = clock.now
            let from = data(at: time)
            let step = 1.0 / 240
            let velocity = course == nil ? .zero : (from - data(at: time - step)).scaled(by: 1 / step)
            next = Course(animation: animation, start: time, from: from, velocity: velocity, run: transaction.run)
            transaction.run?.begin()
            clock.keepTicking()
        }
        course?.end()
        course = next
        target = value
    }

    private func data(at time: TimeInterval) -> Value.AnimatableData {
        guard let course else { return target.animatableData }
        let progress = course.animation.progress(at: max(0, time - course.start))
        let way = target.animatableData - course.from
        return course.from + way.scaled(by: progress.value) + course.velocity.scaled(by: progress.push)
    }

    /// What is to be shown at this moment.
    @MainActor var now: Value {
        mutating get {
            guard let course else { return target }
            let time = clock.now
            let progress = course.animation.progress(at: max(0, time - course.start))
            if progress.isOver {
                self.course?.end()
                self.course = nil
                return target
            }
            if progress.isComplete { self.course?.complete() }
            clock.keepTicking()
            var value = target
            value.animatableData = data(at: time)
            return value
        }
    }
}

extension AnimatedNumbers: Animatable { typealias AnimatableData = AnimatedNumbers }
extension Double: Animatable { public typealias AnimatableData = Double }
extension CGFloat: Animatable { public typealias AnimatableData = CGFloat }
extension Float: Animatable { public typealias AnimatableData = Float }

/// What a node keeps of an animatable view or modifier.
@MainActor final class AnimatableState {
    private var value: Any?

    /// The view as it is to be shown now; the node is evaluated for each frame while it moves.
    func presented<V: Animatable>(_ view: V, _ node: Node) -> Any {
        var animated = value as? AnimatedValue<V> ?? AnimatedValue(view, node.graph.clock)
        animated.set(view, node.graph.transaction)
        let now = animated.now
        if animated.isRunning { node.graph.clock.keepTicking(node) }
        value = animated
        return now
    }
}
