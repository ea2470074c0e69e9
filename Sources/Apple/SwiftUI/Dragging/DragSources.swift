import Foundation

/// Lets a person drag a view to another one.
private struct DragSource: Change {
    let item: () -> NSItemProvider
    /// What follows the finger; `nil` for the view itself.
    let preview: (any View)?

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { DragSourceNode(view, inputs) }
}

private final class DragSourceNode: ModifierNode {
    private var content: (any View)?

    override init(_ view: any ModifiedView, _ inputs: NodeInputs) {
        super.init(view, inputs)
        content = view.anyContent
    }

    override func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {
        if let view = view as? any ModifiedView { content = view.anyContent }
        super.valueChanged(view, from: environment)
    }

    override func wrap(_ item: Item) -> Item { DragItem(self, item) }

    var source: DragSource { change as! DragSource }

    func makeImage() -> Node { makeChild(source.preview ?? content ?? EmptyView()) }
}

private final class DragItem: PassingItem, TouchFollower {
    private(set) lazy var recognizer: any Recognizer = DragRecognizer(self)
    var sourceNode: DragSourceNode { node as! DragSourceNode }
}

/// A touch that stays for half a second lifts the view; then it follows the finger until it is dropped.
private final class DragRecognizer: Recognizer {
    private static let hold = 0.5
    /// `nil` when the view has gone.
    private weak var item: DragItem?
    private var start: TouchInput?
    private var drag: (session: DropSession, image: DragImage)?

    init(_ item: DragItem) { self.item = item }

    func take(_ touch: TouchInput) -> Bool {
        switch touch.phase {
        case .began: wait(touch)
        case .moved where touch.id == start?.id:
            if let drag {
                drag.image.move(to: touch.location)
                drag.session.move(to: touch.location)
            } else if let start, hypot(touch.location.x - start.location.x, touch.location.y - start.location.y) > 10 {
                // A scroll, or another gesture.
                guard touch.time - start.time >= Self.hold else { return end() }
                lift(start)
                if drag != nil { return take(touch) }
            }
        case .ended where touch.id == start?.id:
            let session = drag?.session
            end()
            session?.drop(at: touch.location)
            return session != nil
        case .cancelled where touch.id == start?.id: cancel()
        default: break
        }
        return drag != nil
    }

    private func wait(_ touch: TouchInput) {
        guard start == nil, let item, item.environment.isEnabled else { return }
        start = touch
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.hold) { [weak self] in
            MainActor.assumeIsolated {
                guard let self, let start = self.start, start.time == touch.time, self.drag == nil else { return }
                self.item?.graph.touches.claim(self)
                self.lift(start)
            }
        }
    }

    private func lift(_ touch: TouchInput) {
        guard let item, !item.node.isDisposed, let host = item.graph.host as? ViewHost else { return }
        let node = item.sourceNode
        let image = DragImage(node, node.makeImage(), of: item.frame, at: touch.location)
        drag = (DropSession([node.source.item()], over: host), image)
        image.show()
    }

    @discardableResult
    private func end() -> Bool {
        drag?.image.remove()
        (start, drag) = (nil, nil)
        return false
    }

    func cancel() {
        drag?.session.leave()
        end()
    }
}

/// What follows the finger.
@MainActor final class DragImage {
    private let node: Node
    private let item: ContainerItem
    private let size: CGSize
    /// From the finger to the corner.
    private let offset: CGPoint
    private var finger: CGPoint

    /// - Parameters:
    ///   - owner: the node of the view that is dragged.
    ///   - node: of the picture.
    ///   - frame: of the view that is dragged.
    ///   - finger: where it was taken.
    fileprivate init(_ owner: Node, _ node: Node, of frame: CGRect, at finger: CGPoint) {
        self.node = node
        item = ContainerItem(owner, node, layout: ZStackLayout())
        size = frame.size
        offset = CGPoint(x: frame.minX - finger.x, y: frame.minY - finger.y)
        self.finger = finger
    }

    func show() {
        node.graph.dragImage = self
        node.graph.layOutAgain()
    }

    func remove() {
        guard node.graph.dragImage === self else { return }
        node.graph.dragImage = nil
        node.dispose()
        node.graph.layOutAgain()
    }

    func move(to finger: CGPoint) {
        self.finger = finger
        node.graph.layOutAgain()
    }

    func layOut() {
        item.forgetSizes()
        let proposal = ProposedViewSize(size)
        let own = item.size(proposal)
        // A smaller picture keeps the finger inside.
        let (x, y) = (max(offset.x, -own.width / 2), max(offset.y, -own.height / 2))
        item.place(CGPoint(x: finger.x + x, y: finger.y + y), proposal)
    }

    func draw(_ drawing: Drawing) { item.draw(drawing) }

    var frame: CGRect { item.frame }
}

extension View {
    /// Lets a person drag the view to another one. Linux: a touch or the pointer's button stays on it for half a second first.
    ///
    /// - Parameter data: called when it is lifted.
    public nonisolated func onDrag(_ data: @escaping () -> NSItemProvider) -> some View {
        modified(DragSource(item: data, preview: nil))
    }

    /// - Parameters:
    ///   - data: called when the view is lifted.
    ///   - preview: what follows the finger.
    public nonisolated func onDrag<V: View>(
        _ data: @escaping () -> NSItemProvider, @ViewBuilder preview: () -> V
    ) -> some View { modified(DragSource(item: data, preview: preview())) }

    /// Lets a person drag a value to another view.
    ///
    /// - Parameter payload: asked for when the view is lifted.
    public nonisolated func draggable<T: Transferable>(_ payload: @autoclosure @escaping () -> T) -> some View {
        modified(DragSource(item: { NSItemProvider(value: payload()) }, preview: nil))
    }

    /// - Parameters:
    ///   - payload: asked for when the view is lifted.
    ///   - preview: what follows the finger.
    public nonisolated func draggable<V: View, T: Transferable>(
        _ payload: @autoclosure @escaping () -> T, @ViewBuilder preview: () -> V
    ) -> some View { modified(DragSource(item: { NSItemProvider(value: payload()) }, preview: preview())) }
}
