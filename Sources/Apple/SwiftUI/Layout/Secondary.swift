/// A view behind or in front of another one. It is offered the other's size and has no say in it.
struct Secondary: Change {
    let view: any View
    let alignment: Alignment
    let isBehind: Bool
    /// The edges at which a background reaches beyond the safe area.
    var ignoresSafeArea: Edge.Set = []

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { SecondaryNode(view, inputs) }
}

private final class SecondaryNode: CompanionNode {
    fileprivate var secondary: Secondary { change as! Secondary }
    override var companion: any View { secondary.view }
    override var isBehind: Bool { secondary.isBehind }
    override func wrap(_ item: Item, with companion: Node) -> Item { SecondaryItem(self, item, companion) }

    override func changed(from old: any Change) {
        if (old as? Secondary)?.alignment != secondary.alignment { layoutChanged() }
    }
}

private final class SecondaryItem: PassingItem {
    private let container: ContainerItem

    init(_ node: Node, _ item: Item, _ other: Node) {
        container = ContainerItem(node, other, layout: ZStackLayout())
        super.init(node, item)
    }

    private var secondary: Secondary { (node as! SecondaryNode).secondary }

    override var children: [Item] { secondary.isBehind ? [container, child] : [child, container] }

    override func forgetSizes() {
        super.forgetSizes()
        container.forgetSizes()
    }

    override func placeChildren() {
        super.placeChildren()
        let own = child.dimensions(self.proposal)
        var area = frame
        if !secondary.ignoresSafeArea.isEmpty {
            area = graph.safeArea.expanded(frame, secondary.ignoresSafeArea.sides(in: environment))
        }
        let proposal = ProposedViewSize(area.size)
        let other = container.dimensions(proposal)
        let alignment = secondary.alignment
        let base = area == frame ? own : ViewDimensions(size: area.size)
        let x = base[alignment.horizontal] - other[alignment.horizontal]
        let isMirrored = environment.layoutDirection == .rightToLeft
        container.place(
            CGPoint(
                x: isMirrored ? area.maxX - x - other.width : area.minX + x,
                y: area.minY + base[alignment.vertical] - other[alignment.vertical]), proposal)
    }
}

extension View {
    public nonisolated func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View
    {
        modified(Secondary(view: content(), alignment: alignment, isBehind: false))
    }

    @_disfavoredOverload
    public nonisolated func overlay<Overlay: View>(_ overlay: Overlay, alignment: Alignment = .center) -> some View {
        modified(Secondary(view: overlay, alignment: alignment, isBehind: false))
    }

    public nonisolated func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V)
        -> some View
    { modified(Secondary(view: content(), alignment: alignment, isBehind: true)) }

    @_disfavoredOverload
    public nonisolated func background<Background: View>(_ background: Background, alignment: Alignment = .center)
        -> some View
    { modified(Secondary(view: background, alignment: alignment, isBehind: true)) }
}
