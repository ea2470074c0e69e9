/// Where the pointer is. Source: Apple, HoverPhase.
@frozen public enum HoverPhase: Equatable, Sendable {
    /// Over the view.
    case active(CGPoint)
    /// It has left.
    case ended
}

private struct Hover: Change {
    let space: CoordinateSpace
    /// Told of each move, or only of coming and going.
    let isContinuous: Bool
    let action: (HoverPhase) -> Void

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { HoverNode(view, inputs) }
}

private final class HoverNode: ModifierNode {
    override func wrap(_ item: Item) -> Item { HoverItem(self, item) }
}

/// The pointer is over its whole frame, also where nothing is drawn.
final class HoverItem: PassingItem {
    private var hover: Hover { (node as! HoverNode).change as! Hover }
    private var isOver = false

    override func hit(_ point: CGPoint) -> [Item]? {
        super.hit(point) ?? (graph.findsFrames && frame.contains(point) ? [self] : nil)
    }

    /// - Parameter point: in the coordinates of the root; `nil` when the pointer has left.
    fileprivate func move(to point: CGPoint?) {
        guard !node.isDisposed else { return }
        let wasOver = isOver
        isOver = point != nil
        guard let point else {
            if wasOver { hover.action(.ended) }
            return
        }
        guard !wasOver || hover.isContinuous else { return }
        let origin = hover.space.origin(for: self)
        hover.action(.active(CGPoint(x: point.x - origin.x, y: point.y - origin.y)))
    }
}

extension ViewHost {
    /// - Parameter point: `nil` when the pointer has left.
    func hover(at point: CGPoint?) {
        graph.findsFrames = true
        let path = point.flatMap { rootItem?.hit($0) } ?? []
        graph.findsFrames = false
        let now = path.compactMap { $0 as? HoverItem }
        for case let item? in graph.hovered.map(\.object) where !now.contains(where: { $0 === item }) {
            item.move(to: nil)
        }
        graph.hovered = now.map { Weak($0) }
        for item in now { item.move(to: point) }
    }
}

extension View {
    /// Runs an action with `true` when the pointer comes over the view, and with `false` when it leaves. A finger does not
    /// hover.
    public nonisolated func onHover(perform action: @escaping (Bool) -> Void) -> some View {
        modified(Hover(space: .local, isContinuous: false) { action($0 != .ended) })
    }

    /// Runs an action for each move of the pointer over the view, and when it leaves.
    public nonisolated func onContinuousHover(
        coordinateSpace: CoordinateSpace, perform action: @escaping (HoverPhase) -> Void
    ) -> some View { modified(Hover(space: coordinateSpace, isContinuous: true, action: action)) }

    public nonisolated func onContinuousHover(
        coordinateSpace: some CoordinateSpaceProtocol = .local, perform action: @escaping (HoverPhase) -> Void
    ) -> some View {
        modified(Hover(space: coordinateSpace.coordinateSpace, isContinuous: true, action: action))
    }
}
