/// A view that goes through phases, each with an animation. Source: Apple, PhaseAnimator.
///
/// Without a trigger it goes on for as long as it is shown; with one, once through the phases and back to the first
/// for each change of the trigger. Nothing runs before the first change.
public nonisolated struct PhaseAnimator<Phase: Equatable, Content: View> {
    let phases: [Phase]
    /// What starts a pass; `nil` for one after the other.
    let trigger: Any?
    let content: (Phase) -> Content
    let animation: (Phase) -> Animation?

    private init(
        _ phases: some Sequence<Phase>, _ trigger: Any?, _ content: @escaping (Phase) -> Content,
        _ animation: @escaping (Phase) -> Animation?
    ) {
        (self.phases, self.trigger, self.content, self.animation) = (Array(phases), trigger, content, animation)
        precondition(!self.phases.isEmpty, "a phase animator has at least one phase")
    }

    /// - Parameters:
    ///   - phases: at least one.
    ///   - content: the view in a phase.
    ///   - animation: the one with which a phase is reached; `nil` for none.
    public init(
        _ phases: some Sequence<Phase>, @ViewBuilder content: @escaping (Phase) -> Content,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) { self.init(phases, nil, content, animation) }

    public init(
        _ phases: some Sequence<Phase>, trigger: some Equatable, @ViewBuilder content: @escaping (Phase) -> Content,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) { self.init(phases, trigger, content, animation) }
}

@MainActor extension PhaseAnimator: View {
    public var body: some View {
        PhaseBody(
            count: phases.count, trigger: trigger, animation: { animation(phases[$0 % phases.count]) },
            content: { AnyView(content(phases[$0 % phases.count])) })
    }
}

/// The view of a modifier that makes others of it. Source: Apple, PlaceholderContentView.
public nonisolated struct PlaceholderContentView<Value> {
    let view: any View
}

@MainActor extension PlaceholderContentView: ListView {
    public typealias Body = Never
    var listed: [any View] { [view] }
}

private struct PhaseBody: View {
    let count: Int
    let trigger: Any?
    let animation: (Int) -> Animation?
    let content: (Int) -> AnyView
    @State private var pass = PhasePass()

    var body: some View {
        content(pass.phase.read()).modified(
            PhaseEvent(pass: pass, trigger: trigger, count: count, animation: animation))
    }
}

/// Where a phase animator is.
@MainActor private final class PhasePass {
    let phase = StateCell(0)
    private var isRunning = false
    private var isShown = false

    /// Goes to the next phase, and from there on.
    func run(_ event: PhaseEvent) {
        guard !isRunning, event.count > 1 else { return }
        isRunning = true
        step(event)
    }

    private func step(_ event: PhaseEvent) {
        let next = (phase.read() + 1) % event.count
        let goesOn = { [weak self] in
            guard let self, isRunning else { return }
            // A change of phases goes on in the next turn: what is not animated would never let anything else run.
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    guard self.isRunning else { return }
                    if next == 0, event.trigger != nil { self.isRunning = false } else { self.step(event) }
                }
            }
        }
        withAnimation(event.animation(next), completionCriteria: .logicallyComplete) {
            phase.write(next)
        } completion: {
            goesOn()
        }
    }

    func stop() { isRunning = false }
}

private struct PhaseEvent: Event {
    let pass: PhasePass
    let trigger: Any?
    let count: Int
    let animation: (Int) -> Animation?

    func appear(_ node: EventNode) { if trigger == nil { pass.run(self) } }

    func update(_ node: EventNode, from old: Self?) {
        guard let old, let trigger, let last = old.trigger, !sameValue(trigger, last) else { return }
        node.graph.afterUpdate { pass.run(self) }
    }

    func disappear(_ node: EventNode) { pass.stop() }
    var isToldWhenHidden: Bool { true }
    func hide(_ node: EventNode) { pass.stop() }
    func show(_ node: EventNode) { appear(node) }
}

extension View {
    /// Takes the view through phases, one after the other and again.
    public nonisolated func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>,
        @ViewBuilder content: @escaping (PlaceholderContentView<Self>, Phase) -> some View,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View {
        PhaseAnimator(phases, content: { content(PlaceholderContentView(view: self), $0) }, animation: animation)
    }

    /// Takes the view once through phases whenever a value changes.
    public nonisolated func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>, trigger: some Equatable,
        @ViewBuilder content: @escaping (PlaceholderContentView<Self>, Phase) -> some View,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View {
        PhaseAnimator(
            phases, trigger: trigger, content: { content(PlaceholderContentView(view: self), $0) },
            animation: animation)
    }
}
