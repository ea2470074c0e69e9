/// A frame that is a part of the container's length.
private struct RelativeFrame: Change {
    let axes: Axis.Set
    let alignment: Alignment
    let length: (CGFloat, Axis) -> CGFloat

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { RelativeFrameNode(view, inputs) }
}

/// Its size follows that of its container: the scroll view around it, or all of the host.
final class RelativeFrameNode: ModifierNode {
    override init(_ view: any ModifiedView, _ inputs: NodeInputs) {
        super.init(view, inputs)
        graph.relativeFrames.append(Weak(self))
    }

    override func wrap(_ item: Item) -> Item { RelativeFrameItem(self, item) }
    override func changed(from old: any Change) { layoutChanged() }

    fileprivate var frame: RelativeFrame { change as! RelativeFrame }

    fileprivate var container: CGSize {
        let window = graph.host?.area.size ?? .zero
        for case let scroll as ScrollNode in sequence(first: self as Node, next: \.parent) {
            return scroll.item.offer?.replacingUnspecifiedDimensions(by: window) ?? window
        }
        return window
    }
}

private final class RelativeFrameItem: PassingItem {
    private var own: RelativeFrameNode { node as! RelativeFrameNode }

    /// What the view in the frame is offered.
    private func offer(_ proposal: ProposedViewSize) -> ProposedViewSize {
        var offer = proposal
        let (frame, container) = (own.frame, own.container)
        for axis in Axis.allCases where frame.axes.contains(axis == .horizontal ? .horizontal : .vertical) {
            offer[axis] = max(0, frame.length(container[axis], axis))
        }
        return offer
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let offer = offer(proposal)
        let size = child.size(offer)
        let axes = own.frame.axes
        return CGSize(
            width: axes.contains(.horizontal) ? offer.width ?? size.width : size.width,
            height: axes.contains(.vertical) ? offer.height ?? size.height : size.height)
    }

    private func origin(_ proposal: ProposedViewSize, in size: CGSize) -> CGPoint {
        own.frame.alignment.offset(of: child.dimensions(offer(proposal)), in: size)
    }

    override func findGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        guard let guide = child.guide(key, offer(proposal)) else { return nil }
        let origin = origin(proposal, in: size(proposal))
        return guide + (key.axis == .horizontal ? origin.x : origin.y)
    }

    override func placeChildren() {
        let origin = origin(proposal, in: frame.size)
        let offer = offer(proposal)
        let width = child.size(offer).width
        let x = environment.isRightToLeft ? frame.maxX - origin.x - width : frame.minX + origin.x
        child.place(CGPoint(x: x, y: frame.minY + origin.y), offer)
    }
}

extension Graph {
    /// A container has another size: what is measured by it is measured again.
    func containerChanged() {
        relativeFrames.removeAll { $0.object?.isDisposed ?? true }
        for frame in relativeFrames { frame.object?.layoutChanged() }
    }
}

extension View {
    /// Makes the view as large as its container: the nearest scroll view around it, or the window.
    ///
    /// Linux: columns of a split view, stacks of pages and tabs are no containers of their own.
    public nonisolated func containerRelativeFrame(
        _ axes: Axis.Set, alignment: Alignment = .center
    ) -> some View { containerRelativeFrame(axes, alignment: alignment) { length, _ in length } }

    /// - Parameters:
    ///   - axes: the lengths that are set.
    ///   - alignment: of the view in its frame.
    ///   - length: gets the container's length.
    public nonisolated func containerRelativeFrame(
        _ axes: Axis.Set, alignment: Alignment = .center, _ length: @escaping (CGFloat, Axis) -> CGFloat
    ) -> some View { modified(RelativeFrame(axes: axes, alignment: alignment, length: length)) }

    /// - Parameters:
    ///   - axes: the lengths that are set.
    ///   - count: how many columns or rows the container has.
    ///   - span: how many of them the view takes.
    ///   - spacing: between them.
    ///   - alignment: of the view in its frame.
    public nonisolated func containerRelativeFrame(
        _ axes: Axis.Set, count: Int, span: Int = 1, spacing: CGFloat, alignment: Alignment = .center
    ) -> some View {
        containerRelativeFrame(axes, alignment: alignment) { length, _ in
            let one = (length - spacing * CGFloat(count - 1)) / CGFloat(count)
            return one * CGFloat(span) + spacing * CGFloat(span - 1)
        }
    }
}
