/// A modifier that runs actions and changes neither layout nor drawing.
protocol Event: Change {
    /// The view came.
    @MainActor func appear(_ node: EventNode)
    /// The view has a new value; also called once when it comes.
    @MainActor func update(_ node: EventNode, from old: Self?)
    @MainActor func disappear(_ node: EventNode)
    /// Whether a view that is hidden counts as one that has gone.
    @MainActor var isToldWhenHidden: Bool { get }
    /// The view, which stays, is not on the screen anymore: another tab is.
    @MainActor func hide(_ node: EventNode)
    /// The view is on the screen again.
    @MainActor func show(_ node: EventNode)
    /// A frame that was asked for by `keepTicking(_:)` of the clock.
    @MainActor func frame(_ node: EventNode)
}

@MainActor extension Event {
    func appear(_ node: EventNode) {}
    func update(_ node: EventNode, from old: Self?) {}
    func disappear(_ node: EventNode) {}
    var isToldWhenHidden: Bool { false }
    func hide(_ node: EventNode) {}
    func show(_ node: EventNode) {}
    func frame(_ node: EventNode) {}
    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { EventNode(view, inputs) }

    fileprivate func start(_ node: EventNode) { update(node, from: nil) }
    fileprivate func update(_ node: EventNode, fromAny old: any Change) { update(node, from: old as? Self) }
}

/// The node of an event. Actions run when the update is complete: a child's `onAppear` before its parent's.
final class EventNode: ModifierNode {
    /// What lasts from one value of the modifier to the next.
    var kept: Any?
    var event: any Event { change as! any Event }

    override init(_ view: any ModifiedView, _ inputs: NodeInputs) {
        super.init(view, inputs)
        event.start(self)
        graph.afterUpdate { [weak self] in
            guard let self, !isDisposed else { return }
            // What comes in a hidden tab is told when that is shown.
            if event.isToldWhenHidden, !isHidden, isInHiddenTab { isHidden = true } else { event.appear(self) }
        }
    }

    private(set) var isHidden = false

    /// Says whether the view is on the screen.
    func setHidden(_ hides: Bool) {
        guard hides != isHidden, !isDisposed else { return }
        isHidden = hides
        graph.afterUpdate { [weak self] in
            guard let self, !isDisposed else { return }
            if hides { event.hide(self) } else { event.show(self) }
        }
    }

    private var previous: (any Change)?

    override func changed(from old: any Change) { previous = old }

    override func evaluate() { event.frame(self) }

    /// What is below is told first.
    override func updateChild(_ content: (any View)?) {
        super.updateChild(content)
        if let previous { event.update(self, fromAny: previous) }
        previous = nil
    }

    override func dispose() {
        let wasDisposed = isDisposed
        super.dispose()
        guard !wasDisposed else { return }
        // Hidden views are told already.
        graph.afterUpdate { [self] in if !isHidden || !event.isToldWhenHidden { event.disappear(self) } }
    }
}

private struct Appearing: Event {
    var appeared: (() -> Void)?
    var disappeared: (() -> Void)?

    func appear(_ node: EventNode) { appeared?() }
    func disappear(_ node: EventNode) { disappeared?() }
    var isToldWhenHidden: Bool { true }
    func hide(_ node: EventNode) { disappear(node) }
    func show(_ node: EventNode) { appear(node) }
}

private struct ValueChange<V: Equatable>: Event {
    let value: V
    let isInitial: Bool
    let action: (V, V) -> Void

    func appear(_ node: EventNode) { if isInitial { action(value, value) } }

    func update(_ node: EventNode, from old: Self?) {
        guard let old, old.value != value else { return }
        let (action, value, oldValue) = (action, value, old.value)
        node.graph.afterUpdate { action(oldValue, value) }
    }
}

private struct TaskEvent: Event {
    let id: AnyHashable?
    let priority: TaskPriority
    let action: @isolated(any) @Sendable () async -> Void

    func appear(_ node: EventNode) {
        node.kept = Task(priority: priority, operation: action)
    }

    func update(_ node: EventNode, from old: Self?) {
        // A hidden view's task starts when it is seen again.
        guard let old, old.id != id, !node.isHidden, let task = node.kept as? Task<Void, Never> else { return }
        task.cancel()
        node.kept = Task(priority: priority, operation: action)
    }

    func disappear(_ node: EventNode) { (node.kept as? Task<Void, Never>)?.cancel() }
    var isToldWhenHidden: Bool { true }
    func hide(_ node: EventNode) { disappear(node) }
    func show(_ node: EventNode) { appear(node) }
}

private struct Receiving<P: Publisher>: Event where P.Failure == Never {
    let publisher: P
    let action: (P.Output) -> Void

    func update(_ node: EventNode, from old: Self?) {
        // A publisher cannot be compared: the subscription of the first one stays, and calls the newest action.
        guard old == nil else { return }
        node.kept = publisher.sink { [weak node] output in
            // Handed to the main thread, and not used here again.
            nonisolated(unsafe) let output = output
            onMain { (node?.event as? Self)?.action(output) }
        }
    }

    func disappear(_ node: EventNode) { (node.kept as? AnyCancellable)?.cancel() }
}

extension View {
    public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View {
        modified(Appearing(appeared: action))
    }

    public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        modified(Appearing(disappeared: action))
    }

    /// Runs an action with the old and the new value when a value has changed.
    public nonisolated func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View { modified(ValueChange(value: value, isInitial: initial, action: action)) }

    public nonisolated func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View { modified(ValueChange(value: value, isInitial: initial) { _, _ in action() }) }

    public nonisolated func onChange<V: Equatable>(of value: V, perform action: @escaping (_ newValue: V) -> Void)
        -> some View
    { modified(ValueChange(value: value, isInitial: false) { action($1) }) }

    /// Runs a task when the view comes; it is cancelled when the view goes.
    public nonisolated func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @isolated(any) @Sendable () async -> Void
    ) -> some View { modified(TaskEvent(id: nil, priority: priority, action: action)) }

    /// Runs a task when the view comes, and again when a value has changed; the one before is cancelled.
    public nonisolated func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @isolated(any) @Sendable () async -> Void
    ) -> some View { modified(TaskEvent(id: AnyHashable(Compared(value)), priority: priority, action: action)) }

    /// Runs an action for each value of a publisher.
    public nonisolated func onReceive<P: Publisher>(_ publisher: P, perform action: @escaping (P.Output) -> Void)
        -> some View where P.Failure == Never
    { modified(Receiving(publisher: publisher, action: action)) }

    /// Gives the view an identity: with another id it is another view, with new state.
    public nonisolated func id<ID: Hashable>(_ id: ID) -> some View { IdentifiedView(id: id, content: self) }
}

/// An equatable value as a hashable one.
private struct Compared<Value: Equatable>: Hashable {
    let value: Value

    init(_ value: Value) { self.value = value }
    func hash(into hasher: inout Hasher) {}
}

nonisolated struct IdentifiedView<ID: Hashable, Content: View> {
    let id: ID
    let content: Content
}

@MainActor extension IdentifiedView: BranchView {
    typealias Body = Never
    var branch: Branch { Branch(key: AnyHashable(id), view: content) }
}
