/// Makes a view a place for drops.
struct DropTarget: Change {
    let accepts: (NSItemProvider) -> Bool
    let delegate: () -> any DropDelegate

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { DropTargetNode(view, inputs) }
}

private final class DropTargetNode: ModifierNode {
    override func wrap(_ item: Item) -> Item { DropItem(self, item) }
}

/// The whole frame takes drops, also where nothing is drawn.
final class DropItem: PassingItem {
    private var target: DropTarget { (node as! DropTargetNode).change as! DropTarget }
    var delegate: any DropDelegate { target.delegate() }

    override func hit(_ point: CGPoint) -> [Item]? {
        super.hit(point) ?? (graph.findsFrames && frame.contains(point) ? [self] : nil)
    }

    func accepts(_ items: [NSItemProvider]) -> Bool { environment.isEnabled && items.contains(where: target.accepts) }

    func info(_ items: [NSItemProvider], at point: CGPoint) -> DropInfo {
        DropInfo(providers: items, location: CGPoint(x: point.x - frame.minX, y: point.y - frame.minY))
    }
}

/// Items that are dragged over the views of a host, from the first move to the drop.
@MainActor final class DropSession {
    let items: [NSItemProvider]
    private unowned let host: ViewHost
    /// The view that takes them where they are, and what it said last.
    private var target: (item: DropItem, operation: DropOperation)?
    private var place = CGPoint.zero

    init(_ items: [NSItemProvider], over host: ViewHost) { (self.items, self.host) = (items, host) }

    /// - Parameter point: in the coordinates of the root.
    /// - Returns: what a drop would do there; `cancel` if nothing takes it.
    @discardableResult
    func move(to point: CGPoint) -> DropOperation {
        place = point
        if let target, target.item.node.isDisposed { self.target = nil }
        let found = host.dropItems(at: point).reversed().first { item in
            if item === target?.item { return true }
            return item.accepts(items) && item.delegate.validateDrop(info: item.info(items, at: point))
        }
        if found !== target?.item {
            leave()
            target = found.map { ($0, .copy) }
            found.map { $0.delegate.dropEntered(info: $0.info(items, at: point)) }
        }
        guard let found else { return .cancel }
        if let proposal = found.delegate.dropUpdated(info: found.info(items, at: point)) {
            target?.operation = proposal.operation
        }
        return target?.operation ?? .cancel
    }

    /// They are not over the views anymore.
    func leave() {
        guard let item = target?.item else { return }
        target = nil
        if !item.node.isDisposed { item.delegate.dropExited(info: item.info(items, at: place)) }
    }

    /// - Returns: whether a view took them.
    @discardableResult
    func drop(at point: CGPoint) -> Bool {
        let operation = move(to: point)
        guard let item = target?.item, operation == .copy || operation == .move else {
            leave()
            return false
        }
        target = nil
        return item.delegate.performDrop(info: item.info(items, at: point))
    }
}

extension ViewHost {
    /// The views at a point that take drops, outermost first.
    fileprivate func dropItems(at point: CGPoint) -> [DropItem] {
        graph.findsFrames = true
        defer { graph.findsFrames = false }
        return (rootItem?.hit(point) ?? []).compactMap { $0 as? DropItem }
    }
}
