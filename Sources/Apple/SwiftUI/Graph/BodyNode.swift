import Observation

/// The node of a view that consists of others: it evaluates `body`, and again when something that it read has changed.
final class BodyNode: Node, PropertyOwner {
    private var view: any View
    private var child: Node!
    let properties = PropertySlots()
    private var numbers: AnimatableState?

    init(_ view: any View, _ inputs: NodeInputs) {
        self.view = view
        super.init(inputs)
        child = makeChild(readBody())
    }

    override var children: [Node] { [child] }
    /// Whether it only does something to the views of a collection.
    var isDynamicContent: Bool { view is any DynamicViewContent }

    override func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {
        let isSame = view.map { sameValue(self.view, $0) } ?? true
        if let view, !isSame { self.view = view }
        let readsDiffer =
            environment.map { properties.readsDiffer(from: $0.values, to: self.environment.values) } ?? false
        if isSame && !readsDiffer {
            if environment != nil { child.update(nil, self.environment) }
        } else {
            evaluate()
        }
    }

    override func evaluate() {
        guard !isDisposed else { return }
        child.update(readBody(), environment)
    }

    private func readBody() -> any View {
        if let animatable = view as? any Animatable & View {
            if numbers == nil { numbers = AnimatableState() }
            let shown = numbers!.presented(animatable, self) as! any View
            return read(shown)
        }
        return read(view)
    }

    private func read<V: View>(_ view: V) -> any View {
        properties.link(view, to: self)
        graph.evaluations += 1
        return graph.tracking(self) { view.body }
    }

    override func dispose() {
        super.dispose()
        properties.dispose()
    }
}

/// A node whose view has properties that belong to the graph (`State`, `Environment` and so on).
@MainActor protocol PropertyOwner: Node {
    var properties: PropertySlots { get }
}

extension Graph {
    /// Runs `body`; when a property of an observable object that it has read changes, `node` is evaluated again.
    func tracking<Result>(_ node: Node, _ body: () -> Result) -> Result {
        let previous = Graph.evaluating
        Graph.evaluating = node
        defer { Graph.evaluating = previous }
        let mark = Mark(node)
        return withObservationTracking(body) { mark.invalidate() }
    }
}

/// A node to evaluate again, told from any thread.
struct Mark: Sendable {
    private weak let node: Node?

    init(_ node: Node) { self.node = node }

    func invalidate() {
        let transaction = Transaction.current
        onMain {
            guard let node, !node.isDisposed else { return }
            node.graph.invalidate(node, transaction)
        }
    }
}

/// Runs `body` now if this is the main thread, otherwise there and later.
func onMain(_ body: @escaping @MainActor @Sendable () -> Void) {
    if MainThread.isCurrent {
        MainActor.assumeIsolated(body)
    } else {
        DispatchQueue.main.async { MainActor.assumeIsolated(body) }
    }
}
