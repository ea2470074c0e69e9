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
    }
    let position = StateCell(Position())
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
            row.place.position.write(
                RowPlace.Position(
                    isFirst: index == 0 || !(items[index - 1] is RowItem),
                    isLast: index == items.count - 1 || !(items[index + 1] is RowItem),
                    value: row.layoutValue(TagKey.self) ?? row.elementID,
                    text: rows.selection == nil ? nil : row.content.firstText))
        }
        return items
    }
}

/// A row: its view with room around it, on a background.
private final class RowItem: PassingItem {
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
        ProposedViewSize(width: proposal.width.map { max(0, $0 - 2 * margin - 32) }, height: nil)
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let size = child.size(inner(proposal))
        return CGSize(width: proposal.width ?? size.width + 2 * margin + 32, height: max(44, size.height + 12))
    }

    override func placeChildren() {
        let area = frame.insetBy(dx: margin, dy: 0)
        background.place(area.origin, ProposedViewSize(area.size))
        let offer = inner(ProposedViewSize(frame.size))
        let size = child.size(offer)
        child.place(CGPoint(x: area.minX + 16, y: area.midY - size.height / 2), offer)
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
}

private struct RowBackground: View {
    let place: RowPlace
    let rows: Rows

    var body: some View {
        let position = place.position.read()
        let radius: CGFloat = rows.look.isInset ? 10 : 0
        let value = position.value
        let isSelected = value.map { rows.selection?.contains($0) ?? false } ?? false
        let shape = UnevenRoundedRectangle(
            topLeadingRadius: position.isFirst ? radius : 0, bottomLeadingRadius: position.isLast ? radius : 0,
            bottomTrailingRadius: position.isLast ? radius : 0, topTrailingRadius: position.isFirst ? radius : 0)
        let cell = shape.fill(isSelected ? Color.gray.opacity(0.35) : rows.look.isInset ? .groupedCell : .screen)
            .overlay(alignment: .top) {
                if !position.isFirst { Divider().padding(.leading, 16) }
            }
        if let value, let selection = rows.selection {
            cell.accessibilityAddTraits(isSelected ? .isSelected : [])
                .modified(Pressable(traits: .isButton, label: position.text) { selection.toggle(value) })
                .onTapGesture { selection.toggle(value) }
        } else {
            cell
        }
    }
}
