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
        var canBeMoved = false
        var hasLeading = false
        var hasTrailing = false
        var hasLine = true
    }
    let position = StateCell(Position())
    /// How far the row is moved toward its start, in points, so that the buttons at its end are visible. If it is
    /// negative, the buttons at its start are.
    let pull = StateCell<CGFloat>(0)
    /// How far the row is moved down by a finger.
    let lift = StateCell<CGFloat>(0)
    /// What the row stands on, if a view says so; the number tells the values apart.
    let background = StateCell<(number: Int, view: AnyView)?>(nil)
    /// The room around what the row shows.
    var insets = RowLook.insets
    /// Deletes what the row shows.
    var delete: (() -> Void)?
    var mover: RowMover?
    var swipes: [RowSwipeActions] = []
    /// The buttons that are seen beside the row.
    var strips: [HorizontalEdge: SwipeStrip] = [:]
    /// The room that the row's buttons take, as it is laid out, and how far it is moved.
    var room = Room()

    struct Room: Equatable {
        var leading: CGFloat = 0
        var trailing: CGFloat = 0
        var pull: CGFloat = 0
        var lift: CGFloat = 0
    }

    /// The row that is there, where it is.
    weak var row: RowItem?

    /// Moves the element of a row that a finger has left.
    func drop() {
        if let row { mover?.drop(at: row.frame.midY + lift.read()) }
    }

    func swipes(at edge: HorizontalEdge) -> [RowSwipeActions] { swipes.filter { $0.edge == edge } }

    static let buttonWidth: CGFloat = 80
}

final class RowsNode: CompanionNode {
    fileprivate var rows: Rows { change as! Rows }
    override var isBehind: Bool { true }
    /// The place of the row that is being made.
    private var place = RowPlace()

    override var companion: any View { RowBackground(place: place, rows: rows) }

    override func wrap(_ item: Item) -> Item {
        if item.layoutValue(IsSection.self) { return item }
        place = RowPlace()
        // A row that was never seen needs no background.
        return item.isPlaceholder ? RowItem(self, item, nil, place) : super.wrap(item)
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
            row.place.mover = row.layoutValue(RowMoving.self)
            row.place.mover?.rows = { [weak self] in self?.items.compactMap { $0 as? RowItem } ?? [] }
            row.place.swipes = row.layoutValue(RowSwipes.self)
            let look = row.layoutValue(RowLook.self)
            row.take(look)
            let isNamed =
                rows.selection != nil || deletion != nil || row.place.mover != nil || !row.place.swipes.isEmpty
            row.place.position.write(
                RowPlace.Position(
                    isFirst: index == 0 || !(items[index - 1] is RowItem),
                    isLast: index == items.count - 1 || !(items[index + 1] is RowItem),
                    value: row.layoutValue(TagKey.self) ?? row.elementID,
                    text: isNamed ? row.content.firstText : nil, canBeDeleted: deletion != nil,
                    canBeMoved: row.place.mover != nil, hasLeading: !row.place.swipes(at: .leading).isEmpty,
                    hasTrailing: deletion != nil || !row.place.swipes(at: .trailing).isEmpty,
                    hasLine: look.separator != .hidden))
        }
        return items
    }
}

/// A row: its view with room around it, on a background.
final class RowItem: PassingItem, TouchFollower {
    let place: RowPlace
    /// `nil` for a row that is not made yet.
    private let background: ContainerItem?

    init(_ node: Node, _ item: Item, _ companion: Node?, _ place: RowPlace) {
        self.place = place
        background = companion.map { ContainerItem(node, $0, layout: ZStackLayout()) }
        super.init(node, item)
        place.row = self
    }

    /// What the row shows.
    var content: Item { child }
    private var margin: CGFloat { (node as! RowsNode).rows.look.margin }
    override var children: [Item] { (background.map { [$0] } ?? []) + [child] }
    override var spacing: ViewSpacing { .zero }

    override func forgetSizes() {
        super.forgetSizes()
        background?.forgetSizes()
    }

    /// The room beside the content.
    private var sides: CGFloat {
        2 * margin + place.insets.leading + place.insets.trailing + place.room.leading + place.room.trailing
    }

    /// Takes what its view says of it.
    func take(_ look: RowLook.Value) {
        place.insets = look.insets ?? RowLook.insets
        let old = place.background.read()
        if look.background == nil && old == nil { return }
        place.background.write(look.background.map { ((old?.number ?? 0) + 1, $0) })
    }

    private func inner(_ proposal: ProposedViewSize) -> ProposedViewSize {
        ProposedViewSize(width: proposal.width.map { max(0, $0 - sides) }, height: nil)
    }

    /// A row that is moved is above the others.
    override func layoutValue<K: LayoutValueKey>(_ key: K.Type) -> K.Value {
        if key == ZIndex.self, place.room.lift != 0 { return 1.0 as! K.Value }
        return super.layoutValue(key)
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let size = child.size(inner(proposal))
        return CGSize(
            width: proposal.width ?? size.width + sides,
            height: max(44, size.height + place.insets.top + place.insets.bottom))
    }

    /// Rows are as wide as the list: what is in them does not move them.
    override func findGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? { nil }

    override func placeChildren() {
        let area = frame.insetBy(dx: margin, dy: 0).offsetBy(dx: 0, dy: place.room.lift)
        background?.place(area.origin, ProposedViewSize(area.size))
        let offer = inner(ProposedViewSize(frame.size))
        let size = child.size(offer)
        let start = place.insets.leading + place.room.leading - place.room.pull
        let x = environment.isRightToLeft ? area.maxX - start - size.width : area.minX + start
        let y = area.midY + (place.insets.top - place.insets.bottom - size.height) / 2
        child.place(CGPoint(x: x, y: y), offer)
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
        let room = place.room
        let start = environment.isRightToLeft ? area.maxX - point.x : point.x - area.minX
        let isOnButton =
            start >= area.width - max(room.pull, room.trailing) || start < max(-room.pull, room.leading)
        if isOnButton { return [self] + (background?.hit(point) ?? []) }
        // An open row's content can only be pushed back.
        if room.pull != 0 { return [self] }
        let path = child.hit(point)
        if let path, !(path.last is LeafItem) || path.contains(where: { $0 is GestureItem }) { return [self] + path }
        let nearest = CGPoint(
            x: min(max(point.x, child.frame.minX), child.frame.maxX - 0.01),
            y: min(max(point.y, child.frame.minY), child.frame.maxY - 0.01))
        if let path = child.hit(nearest), path.contains(where: { $0 is GestureItem && $0.touchFrame != nil }) {
            return [self] + path
        }
        return (background?.hit(point) ?? path).map { [self] + $0 }
    }

    private(set) lazy var recognizer: any Recognizer = RowSwipe(place)
}

extension Node {
    /// Whether the rows of a list are what a child's views are: one that only groups or changes them.
    final var passesRowsOn: Bool {
        switch self {
        case is RowsNode: false
        case is ListNode, is BranchNode, is PresenceNode, is ForEachNode, is ModifierNode: true
        default: (self as? BodyNode)?.isDynamicContent ?? false
        }
    }
}
