import Foundation

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
    }

    /// - Parameters:
    ///   - phases: without any, a warning is shown in place of the view, and logged.
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
        if phases.isEmpty {
            Label("No phases", systemImage: "exclamationmark.triangle.fill").foregroundStyle(.yellow)
                .onAppear {
                    FileHandle.standardError.write(Data("A phase animator has no phases: a warning is shown.\n".utf8))
                }
        } else {
            PhaseBody(
                count: phases.count, trigger: trigger, animation: { animation(phases[$0 % phases.count]) },
                content: { AnyView(content(phases[$0 % phases.count])) })
        }
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
    /// Tells the pass that is under way from those before it, whose animations may still end.
    private var pass: Int?
    private var last = 0
    /// Whether a phase is over, so that the next frame begins another.
    private var isDue = false

    /// Goes to the next phase, and from there on.
    func run(_ node: EventNode) {
        guard pass == nil, let event = node.event as? PhaseEvent, event.count > 1 else { return }
        last += 1
        pass = last
        step(event, node)
    }

    private func step(_ event: PhaseEvent, _ node: EventNode) {
        let (next, current) = ((phase.read() + 1) % event.count, pass)
        withAnimation(event.animation(next), completionCriteria: .logicallyComplete) {
            phase.write(next)
        } completion: { [weak self, weak node] in
            guard let self, let node, pass == current, current != nil else { return }
            if next == 0, event.trigger != nil { return pass = nil }
            // A change that is not animated ends at once: the next phase waits for a frame.
            isDue = true
            node.graph.clock.keepTicking(node)
        }
    }

    func frame(_ node: EventNode) {
        guard isDue, let event = node.event as? PhaseEvent else { return }
        isDue = false
        node.graph.afterUpdate { [self] in if pass != nil { step(event, node) } }
    }

    /// Ends what is under way: a pass that a trigger has started would not go on from the middle.
    func stop(goesBack: Bool) {
        let wasRunning = pass != nil
        (pass, isDue) = (nil, false)
        if goesBack, wasRunning { phase.write(0) }
    }
}

private struct PhaseEvent: Event {
    let pass: PhasePass
    let trigger: Any?
    let count: Int
    let animation: (Int) -> Animation?

    func appear(_ node: EventNode) { if trigger == nil { pass.run(node) } }

    func update(_ node: EventNode, from old: Self?) {
        guard let old, let trigger, let last = old.trigger, !sameValue(trigger, last) else { return }
        node.graph.afterUpdate { pass.run(node) }
    }

    func frame(_ node: EventNode) { pass.frame(node) }
    func disappear(_ node: EventNode) { pass.stop(goesBack: false) }
    var isToldWhenHidden: Bool { true }
    func hide(_ node: EventNode) { pass.stop(goesBack: trigger != nil) }
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
