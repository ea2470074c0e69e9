/// What a closure makes, shown elsewhere in the tree than where the closure comes from: in a sheet, on a stack.
///
/// The closure runs in a body of its own, so its view follows the state that only the closure reads.
@MainActor final class DeferredContent {
    private var make: () -> AnyView
    private let version = StateCell(0)

    init(_ make: @escaping () -> AnyView) { self.make = make }

    /// Takes the closure of a new value of the view that it belongs to. Not to be called while a body is read.
    func take(_ make: @escaping () -> AnyView) {
        self.make = make
        version.write(version.read() + 1)
    }

    /// To be called in a body, which is evaluated again when the view changes.
    func view() -> AnyView {
        _ = version.read()
        return make()
    }
}

struct DeferredView: View {
    let content: DeferredContent
    var body: some View { content.view() }
}

/// A view, or another one if the first consists of nothing.
nonisolated struct ViewOrElse<Content: View, Other: View> {
    let content: Content
    let other: Other
}

@MainActor private protocol AlternativeViews: PrimitiveView {
    var both: [any View] { get }
}

@MainActor extension ViewOrElse: AlternativeViews {
    typealias Body = Never
    fileprivate var both: [any View] { [content, other] }
    func makeNode(_ inputs: NodeInputs) -> Node { AlternativeNode(self, inputs) }
}

private final class AlternativeNode: Node {
    private var nodes: [Node] = []

    init(_ view: any AlternativeViews, _ inputs: NodeInputs) {
        super.init(inputs)
        nodes = view.both.map { makeChild($0) }
    }

    override var children: [Node] { nodes }
    override func makeItems() -> [Item] { nodes.lazy.map(\.items).first { !$0.isEmpty } ?? [] }

    override func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {
        let views = (view as? any AlternativeViews)?.both
        for (index, node) in nodes.enumerated() { node.update(views?[index], self.environment) }
    }
}
