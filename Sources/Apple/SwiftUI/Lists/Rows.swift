/// Marks what is a group of rows already.
struct IsSection: LayoutValueKey {
    static let defaultValue = false
}

/// Makes a row of a list of each of the views.
struct Rows: Change {
    let look: ListLook
    let selection: ListSelection?

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { RowsNode(view, inputs) }
}

/// What a row knows of itself: its place decides about its corners and its line.
@MainActor final class RowPlace {
    struct Position: Equatable {
        var isFirst = true
        var isLast = true
        var value: AnyHashable?
        var text: String?
        var canBeDeleted = false
    }
    let position = StateCell(Position())
    /// How far the row is moved to the left, so that its Delete button is seen; in points.
    let pull = StateCell<CGFloat>(0)
    /// Deletes what the row shows.
    var delete: (() -> Void)?
    /// The room at both sides of the row that its buttons take, as it is laid out.
    var room = (leading: CGFloat(0), pull: CGFloat(0))

    static let buttonWidth: CGFloat = 80
}

private final class RowsNode: CompanionNode {
    fileprivate var rows: Rows { change as! Rows }
    override var isBehind: Bool { true }
    /// The place of the row that is being made.
    private var place = RowPlace()

    override var companion: any View { RowBackground(place: place, rows: rows) }

    override func wrap(_ item: Item) -> Item {
        if item.layoutValue(IsSection.self) { return item }
        place = RowPlace()
        return super.wrap(item)
    }

    override func wrap(_ item: Item, with companion: Node) -> Item { RowItem(self, item, companion, place) }

    override func companionView(of item: Item) -> any View {
        RowBackground(place: (item as! RowItem).place, rows: rows)
    }

    override func changed(from old: any Change) {
        if (old as? Rows)?.look != rows.look { layoutChanged() }
    }

    override func makeItems() -> [Item] {
        let items = super.makeItems()
        for (index, item) in items.enumerated() {
            guard let row = item as? RowItem else { continue }
            let deletion = row.layoutValue(RowDeletion.self)
            row.place.delete = deletion
            row.place.position.write(
                RowPlace.Position(
                    isFirst: index == 0 || !(items[index - 1] is RowItem),
                    isLast: index == items.count - 1 || !(items[index + 1] is RowItem),
                    value: row.layoutValue(TagKey.self) ?? row.elementID,
                    text: rows.selection == nil && deletion == nil ? nil : row.content.firstText,
                    canBeDeleted: deletion != nil))
        }
        return items
    }
}

/// A row: its view with room around it, on a background.
final class RowItem: PassingItem, TouchFollower {
    let place: RowPlace
    private let background: ContainerItem

    init(_ node: Node, _ item: Item, _ companion: Node, _ place: RowPlace) {
        self.place = place
        background = ContainerItem(node, companion, layout: ZStackLayout())
        super.init(node, item)
    }

    /// What the row shows.
    var content: Item { child }
    private var margin: CGFloat { (node as! RowsNode).rows.look.margin }
    override var children: [Item] { [background, child] }
    override var spacing: ViewSpacing { .zero }

    override func forgetSizes() {
        super.forgetSizes()
        background.forgetSizes()
    }

    private func inner(_ proposal: ProposedViewSize) -> ProposedViewSize {
        ProposedViewSize(width: proposal.width.map { max(0, $0 - 2 * margin - 32 - place.room.leading) }, height: nil)
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let size = child.size(inner(proposal))
        let sides = 2 * margin + 32 + place.room.leading
        return CGSize(width: proposal.width ?? size.width + sides, height: max(44, size.height + 12))
    }

    /// Rows are as wide as the list: what is in them does not move them.
    override func findGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? { nil }

    override func placeChildren() {
        let area = frame.insetBy(dx: margin, dy: 0)
        background.place(area.origin, ProposedViewSize(area.size))
        let offer = inner(ProposedViewSize(frame.size))
        let size = child.size(offer)
        let x = area.minX + 16 + place.room.leading - place.room.pull
        child.place(CGPoint(x: x, y: area.midY - size.height / 2), offer)
        // A button that is all of a row is pressed anywhere in it.
        var inside = child
        while inside is PassingItem, let next = inside.children.first(where: { $0 is PassingItem }) {
            inside.touchFrame = area
            inside = next
        }
    }

    override func hit(_ point: CGPoint) -> [Item]? {
        let area = frame.insetBy(dx: margin, dy: 0)
        guard area.contains(point) else { return nil }
        // An open row's content can only be pushed back.
        if point.x >= area.maxX - place.room.pull { return [self] + (background.hit(point) ?? []) }
        if place.room.pull > 0 { return [self] }
        if point.x < area.minX + place.room.leading { return [self] + (background.hit(point) ?? []) }
        let path = child.hit(point)
        if let path, !(path.last is LeafItem) || path.contains(where: { $0 is GestureItem }) { return [self] + path }
        let nearest = CGPoint(
            x: min(max(point.x, child.frame.minX), child.frame.maxX - 0.01),
            y: min(max(point.y, child.frame.minY), child.frame.maxY - 0.01))
        if let path = child.hit(nearest), path.contains(where: { $0 is GestureItem && $0.touchFrame != nil }) {
            return [self] + path
        }
        return (background.hit(point) ?? path).map { [self] + $0 }
    }

    private(set) lazy var recognizer: any Recognizer = RowSwipe(place)
}
