import Foundation

/// The tree of nodes of one hosted view, and the work that is due on it.
///
/// A change marks nodes. One update evaluates them, parents first, lays out what differs, reports preferences, runs the
/// actions that became due (`onAppear`, `onChange`) and draws. Nothing runs while nothing changes.
@MainActor final class Graph {
    /// The node whose `body` is being read.
    nonisolated(unsafe) static var evaluating: Node?  // Only the main thread touches it.

    private(set) var root: Node!
    /// What was marked, in the order of the transactions.
    private var pending: [(transaction: Transaction, nodes: [Node])] = []
    private var isScheduled = false
    private var isUpdating = false
    var needsLayout = true
    /// While views are placed: the part of the screen that is free for them.
    var safeArea = SafeArea()
    /// While views are placed: what is seen of them, and a bit around it; `nil` outside of scroll views.
    var visibleArea: CGRect?
    /// The transaction of the changes that are being applied.
    private(set) var transaction = Transaction()
    /// Actions that run when the update is complete, in order.
    private var actions: [@MainActor () -> Void] = []
    private var readers: [Weak<PreferenceReader>] = []
    /// The nodes of `keyboardShortcut`, in the order in which they came.
    var shortcuts: [Weak<ShortcutNode>] = []
    /// The nodes of `onOpenURL`.
    var urlTakers: [Weak<OpenedURLNode>] = []
    /// The nodes of `containerRelativeFrame`.
    var relativeFrames: [Weak<RelativeFrameNode>] = []
    /// The nodes of `onKeyPress`, in the order in which they came.
    var keyTakers: [Weak<KeyNode>] = []
    /// How many times a `body` was read: tests look at it.
    var evaluations = 0

    /// What is above the root: layout and drawing.
    weak var host: (any GraphHost)?
    let clock: AnimationClock
    let touches = Touches()
    let matchedViews = MatchedViews()
    /// While views are looked for that are found in their whole frames: those that take drops, or follow the pointer.
    var findsFrames = false
    /// Those below the pointer that follow it.
    var hovered: [Weak<HoverItem>] = []
    /// What is being dragged.
    var dragImage: DragImage?
    /// While views are placed: those that were never drawn move to their places, too.
    var movesUndrawn = false

    init(clock: AnimationClock = AnimationClock()) { self.clock = clock }

    func start(_ view: any View, _ environment: EnvironmentValues) {
        root = makeNode(view, NodeInputs(graph: self, parent: nil, environment: EnvironmentScope(environment)))
    }

    func makeNode(_ view: any View, _ inputs: NodeInputs) -> Node {
        if let view = view as? any PrimitiveView { return view.makeNode(inputs) }
        if let view = view as? any UIViewRepresentable { return hostedNode(view, inputs) }
        if let view = view as? any UIViewControllerRepresentable { return hostedNode(view, inputs) }
        return BodyNode(view, inputs)
    }

    /// Gives the root a new value or environment.
    func setRoot(_ view: (any View)?, _ environment: EnvironmentValues, _ transaction: Transaction = Transaction()) {
        let scope = sameValue(root.environment.values, environment) ? root.environment : EnvironmentScope(environment)
        perform(transaction) { root.update(view, scope) }
        schedule()
    }

    /// Marks a node: it is evaluated in the next update.
    func invalidate(_ node: Node, _ transaction: Transaction) {
        if pending.last.map({ $0.transaction.isSame(as: transaction) }) == true {
            let last = pending.count - 1
            if !pending[last].nodes.contains(where: { $0 === node }) { pending[last].nodes.append(node) }
        } else {
            pending.append((transaction, [node]))
            transaction.run?.begin()
        }
        schedule()
    }

    /// Runs when the update that is under way, or the next one, is complete.
    func afterUpdate(_ action: @escaping @MainActor () -> Void) {
        actions.append(action)
        schedule()
    }

    func addReader(_ reader: PreferenceReader) {
        readers.append(Weak(reader))
        schedule()
    }

    func schedule() {
        guard !isScheduled, !isUpdating else { return }
        isScheduled = true
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.update() }
        }
    }

    func perform(_ transaction: Transaction, _ body: () -> Void) {
        let previous = self.transaction
        self.transaction = transaction
        defer { self.transaction = previous }
        body()
    }

    /// Does all that is due. Actions may change state; that is applied too before this returns.
    func update() {
        isScheduled = false
        guard !isUpdating, root != nil else { return }
        isUpdating = true
        defer { isUpdating = false }
        // An action that changes what it depends on would go on forever; the rest waits for the next turn.
        for _ in 0..<20 {
            repeat {
                let group = pending.isEmpty ? nil : pending.removeFirst()
                perform(group?.transaction ?? Transaction()) {
                    evaluate(group?.nodes ?? [])
                    layOut()
                }
                group?.transaction.run?.end()
            } while !pending.isEmpty
            readers.removeAll { $0.object == nil }
            for reader in readers { reader.object?.report() }
            let due = actions
            actions = []
            for element in due { element() }
            if pending.isEmpty && actions.isEmpty && !needsLayout { break }
        }
        host?.draw()
        if !pending.isEmpty || !actions.isEmpty {
            isUpdating = false
            schedule()
        }
    }

    private func evaluate(_ nodes: [Node]) {
        for node in nodes.map({ ($0.depth, $0) }).sorted(by: { $0.0 < $1.0 }) where !node.1.isDisposed {
            node.1.evaluate()
        }
    }

    private func layOut() {
        guard needsLayout else { return }
        needsLayout = false
        host?.layOut()
    }

    /// Lays out again with the transaction of a change that came from outside (a new size).
    func layOutAgain() {
        needsLayout = true
        schedule()
    }

    func stop() {
        root?.dispose()
        pending = []
    }
}

/// What shows a graph.
@MainActor protocol GraphHost: AnyObject {
    var rootItem: (any Leavable)? { get }
    /// What is free for the views.
    var area: CGRect { get }
    func layOut()
    func draw()
}

struct Weak<Object: AnyObject> {
    weak var object: Object?

    init(_ object: Object) { self.object = object }
}
