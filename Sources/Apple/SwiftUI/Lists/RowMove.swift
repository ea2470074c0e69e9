import Foundation

extension DynamicViewContent {
    /// Lets a person move elements in a list, by a handle in edit mode.
    ///
    /// - Parameter action: is given where in ``data`` the elements are, and before which one they come, which may be
    ///   the end; it moves them. `nil` for no moving.
    public nonisolated func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent<Data> {
        MovableViews(content: self, action: action)
    }
}

extension MutableCollection {
    /// Moves the elements at some places, which count from 0, before the element at another one.
    /// Source: Apple, MutableCollection.move(fromOffsets:toOffset:).
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
        let all = Array(self)
        let moved = source.map { all[$0] }
        let head = all.indices.prefix(destination).filter { !source.contains($0) }.map { all[$0] }
        let tail = all.indices.dropFirst(destination).filter { !source.contains($0) }.map { all[$0] }
        for (index, element) in zip(indices, head + moved + tail) { self[index] = element }
    }
}

extension View {
    /// Keeps a row from being moved.
    public nonisolated func moveDisabled(_ isDisabled: Bool) -> some View {
        layoutValue(key: MovingIsDisabled.self, value: isDisabled)
    }
}

struct MovingIsDisabled: LayoutValueKey {
    static let defaultValue = false
}

/// The views of a collection with what moves its elements.
nonisolated struct MovableViews<Content: DynamicViewContent> {
    let content: Content
    let action: ((IndexSet, Int) -> Void)?
}

@MainActor extension MovableViews: DynamicViewContent {
    var data: Content.Data { content.data }
    var body: some View { content.modified(Moving(action: action)) }
}

private struct Moving: Change {
    let action: ((IndexSet, Int) -> Void)?

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { MovingNode(view, inputs) }
}

private final class MovingNode: ModifierNode {
    var moving: Moving { change as! Moving }

    override func wrap(_ item: Item) -> Item { MovableItem(self, item) }

    override func changed(from old: any Change) {
        if ((old as? Moving)?.action != nil) != (moving.action != nil) { itemsChanged() }
    }
}

private final class MovableItem: PassingItem {
    override func layoutValue<K: LayoutValueKey>(_ key: K.Type) -> K.Value {
        guard key == RowMoving.self, let node = node as? MovingNode, node.moving.action != nil,
            !child.layoutValue(MovingIsDisabled.self)
        else { return child.layoutValue(key) }
        return RowMover(node, child) as! K.Value
    }
}

/// What moves the element that a row shows.
struct RowMoving: LayoutValueKey {
    static let defaultValue: RowMover? = nil
}

@MainActor final class RowMover {
    private weak var node: MovingNode?
    private weak var item: Item?
    /// The rows of the list.
    var rows: () -> [RowItem] = { [] }

    fileprivate init(_ node: MovingNode, _ item: Item) { (self.node, self.item) = (node, item) }

    private var index: Int? {
        guard let node, let item else { return nil }
        return node.elementIndex(of: item)
    }

    /// The other rows of the collection, from above.
    private var others: [(index: Int, middle: CGFloat)] {
        rows().compactMap { row in
            guard let mover = row.place.mover, mover !== self, mover.node === node, let index = mover.index else {
                return nil
            }
            return (index, row.frame.midY)
        }.sorted { $0.middle < $1.middle }
    }

    /// Moves the element to where its row is.
    ///
    /// - Parameter middle: of the row, as it was left.
    func drop(at middle: CGFloat) { move(before: others.last { $0.middle < middle }.map { $0.index + 1 } ?? 0) }

    /// Moves the element one place down, the last one to the start.
    func step() {
        guard let index else { return }
        move(before: others.contains { $0.index > index } ? index + 2 : 0)
    }

    private func move(before destination: Int) {
        guard let index, destination != index, destination != index + 1 else { return }
        node?.moving.action?(IndexSet(integer: index), destination)
    }
}

/// What a finger moves a row by. The keyboard moves it one place down.
struct MoveHandle: View {
    let place: RowPlace
    let name: String

    var body: some View {
        let place = place
        Image(systemName: "line.3.horizontal").foregroundStyle(Color.gray)
            .frame(width: 30).frame(maxHeight: .infinity)
            .contentShape(Rectangle())
            .modified(
                Pressable(traits: .isButton, label: "Move" + name + " down") { withAnimation { place.mover?.step() } }
            )
            .gesture(
                DragGesture(minimumDistance: 0)
                    .onChanged { place.lift.write($0.translation.height) }
                    .onEnded { _ in
                        withAnimation(.easeOut(duration: 0.2)) {
                            place.drop()
                            place.lift.write(0)
                        }
                    }
            )
            .padding(.trailing, 12)
    }
}
