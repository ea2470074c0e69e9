import UIKitCore

/// The effects on the symbols in a view.
@MainActor final class SymbolRun {
    private var motion: SymbolMotion?

    func start(_ effect: any SymbolEffect, _ options: SymbolEffectOptions, isIndefinite: Bool, _ graph: Graph) {
        motion = SymbolMotion(effect, options, isIndefinite: isIndefinite, at: graph.clock.now)
        graph.clock.keepTicking()
    }

    func stop(_ graph: Graph) {
        motion?.stop(at: graph.clock.now)
        graph.clock.keepTicking()
    }

    /// The pose of a symbol that is drawn now; another frame is asked for while it moves.
    func pose(_ clock: AnimationClock) -> SymbolPose {
        guard let motion else { return SymbolPose() }
        let now = motion.pose(at: clock.now)
        if now.isOver { self.motion = nil }
        if now.isMoving { clock.keepTicking() }
        return now.pose
    }
}

extension EnvironmentValues {
    private struct Runs: EnvironmentKey { static let defaultValue: [SymbolRun] = [] }

    /// What moves the symbols.
    var symbolRuns: [SymbolRun] {
        get { self[Runs.self] }
        set { self[Runs.self] = newValue }
    }
}

extension Surface {
    /// Shows a symbol in the pose that its effects have come to.
    func pose(_ item: LeafItem) {
        let runs = item.environment.symbolRuns
        guard !runs.isEmpty || isPosed else { return }
        let pose = runs.reduce(SymbolPose()) { $0.combined(with: $1.pose(item.graph.clock)) }
        isPosed = pose != SymbolPose()
        view.alpha = pose.opacity
        setTransform(
            Effect.scale(pose.scale, pose.scale, .center, size).concatenating(
                Effect.rotation(.radians(pose.angle), .center, size)))
    }
}

/// An effect on all symbols in a view.
private struct SymbolEffectChange: Change {
    let effect: any SymbolEffect
    let options: SymbolEffectOptions
    /// What starts it.
    let value: Any?
    let isActive: Bool

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { SymbolEffectNode(view, inputs) }
}

private final class SymbolEffectNode: ModifierNode {
    private let run = SymbolRun()
    private var scope: (outer: EnvironmentScope, inner: EnvironmentScope)?
    private var effect: SymbolEffectChange { change as! SymbolEffectChange }

    override init(_ view: any ModifiedView, _ inputs: NodeInputs) {
        super.init(view, inputs)
        if effect.isActive { start() }
    }

    private func start() { run.start(effect.effect, effect.options, isIndefinite: effect.value == nil, graph) }

    override func changed(from old: any Change) {
        guard let old = old as? SymbolEffectChange else { return }
        if let value = effect.value, let last = old.value {
            if !sameValue(value, last) { start() }
        } else if effect.isActive != old.isActive {
            if effect.isActive { start() } else { run.stop(graph) }
        }
    }

    override func childEnvironment() -> EnvironmentScope {
        if let scope, scope.outer === environment { return scope.inner }
        var values = environment.values
        values.symbolRuns.append(run)
        let inner = EnvironmentScope(values)
        scope = (environment, inner)
        return inner
    }
}

extension View {
    /// Moves the symbols in the view once, or as often as the options say, whenever a value changes.
    public nonisolated func symbolEffect<T: DiscreteSymbolEffect & SymbolEffect, U: Equatable>(
        _ effect: T, options: SymbolEffectOptions = .default, value: U
    ) -> some View {
        modified(SymbolEffectChange(effect: effect, options: options, value: value, isActive: false))
    }

    /// Moves the symbols in the view while a condition holds.
    public nonisolated func symbolEffect<T: IndefiniteSymbolEffect & SymbolEffect>(
        _ effect: T, options: SymbolEffectOptions = .default, isActive: Bool = true
    ) -> some View {
        modified(SymbolEffectChange(effect: effect, options: options, value: nil, isActive: isActive))
    }

    /// Keeps the effects of the views around away.
    public nonisolated func symbolEffectsRemoved(_ isEnabled: Bool = true) -> some View {
        modified(EnvironmentChange { if isEnabled { $0.symbolRuns = [] } })
    }
}
