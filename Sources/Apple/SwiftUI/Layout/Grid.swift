/// Views in rows and columns; a column is as wide as its widest view. Source: Apple, Grid.
///
/// Views outside of a ``GridRow`` take a row of their own, across all columns.
public nonisolated struct Grid<Content: View> {
    let layout: CellLayout
    let content: Content

    /// - `alignment`: of a view in its cell.
    /// - `horizontalSpacing`, `verticalSpacing`: between columns and rows; `nil` for 8 points.
    public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        layout = CellLayout(
            alignment: alignment, gaps: CGSize(width: horizontalSpacing ?? 8, height: verticalSpacing ?? 8))
        self.content = content()
    }
}

@MainActor extension Grid: ContainerView {
    public typealias Body = Never
    var containerLayout: any Layout { layout }
    var containerContent: any View { content }
}

/// A row of a ``Grid``; elsewhere its views are side by side as in any group. Source: Apple, GridRow.
public nonisolated struct GridRow<Content: View> {
    let alignment: VerticalAlignment?
    let content: Content

    /// - `alignment`: of the views in this row; `nil` for the grid's.
    public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        (self.alignment, self.content) = (alignment, content())
    }
}

@MainActor extension GridRow: View {
    public var body: some View { Group { content }.modified(RowMark(alignment: alignment)) }
}

/// Makes cells of one row of the views in it.
private struct RowMark: Change {
    let alignment: VerticalAlignment?
    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { GridRowNode(view, inputs) }
}

private final class GridRowNode: ModifierNode {
    override func wrap(_ item: Item) -> Item { GridCellItem(self, item) }
    override func changed(from old: any Change) { layoutChanged() }
}

private final class GridCellItem: PassingItem {
    override func layoutValue<K: LayoutValueKey>(_ key: K.Type) -> K.Value {
        guard key == GridRowKey.self, let node = node as? GridRowNode else { return super.layoutValue(key) }
        let row = GridRowKey.Row(id: ObjectIdentifier(node), alignment: (node.change as! RowMark).alignment)
        return (row as GridRowKey.Row?) as! K.Value
    }
}

private struct GridRowKey: LayoutValueKey {
    struct Row {
        let id: ObjectIdentifier
        let alignment: VerticalAlignment?
    }
    static let defaultValue: Row? = nil
}

private struct GridColumns: LayoutValueKey { static let defaultValue = 1 }
private struct GridAnchor: LayoutValueKey { static let defaultValue: UnitPoint? = nil }
private struct GridColumnAlignment: LayoutValueKey { static let defaultValue: HorizontalAlignment? = nil }
private struct GridUnsizedAxes: LayoutValueKey { static let defaultValue: Axis.Set = [] }

extension View {
    /// The view takes several columns.
    public nonisolated func gridCellColumns(_ count: Int) -> some View {
        layoutValue(key: GridColumns.self, value: max(1, count))
    }
    /// The point of the view that stands at the same point of its cell.
    public nonisolated func gridCellAnchor(_ anchor: UnitPoint) -> some View {
        layoutValue(key: GridAnchor.self, value: anchor)
    }
    /// How the views of the column stand in it.
    public nonisolated func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View {
        layoutValue(key: GridColumnAlignment.self, value: guide)
    }
    /// The view takes the room that its column or row has anyway.
    public nonisolated func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View {
        layoutValue(key: GridUnsizedAxes.self, value: axes)
    }
}

/// Finds the widths of columns, and then the heights of rows, as stacks find theirs: what bends least comes first.
struct CellLayout: Layout {
    let alignment: Alignment
    let gaps: CGSize

    fileprivate struct Cell {
        let index: Int
        let columns: Range<Int>
        let row: Int
        let alignment: VerticalAlignment?
    }

    struct Lines {
        fileprivate var cells: [Cell] = []
        fileprivate var widths: [CGFloat] = []
        fileprivate var heights: [CGFloat] = []
        fileprivate var alignments: [HorizontalAlignment?] = []
    }

    private func cells(_ subviews: LayoutSubviews) -> [Cell] {
        var cells: [Cell] = []
        var wide: [Int] = []
        var (row, column, last) = (-1, 0, ObjectIdentifier?.none)
        for (index, view) in subviews.enumerated() {
            let mark = view[GridRowKey.self]
            if mark == nil || mark?.id != last { (row, column) = (row + 1, 0) }
            last = mark?.id
            if mark == nil { wide.append(cells.count) }
            let count = view[GridColumns.self]
            cells.append(
                Cell(index: index, columns: column..<(column + count), row: row, alignment: mark?.alignment))
            column += count
        }
        let all = max(1, cells.map(\.columns.upperBound).max() ?? 1)
        for index in wide {
            cells[index] = Cell(index: cells[index].index, columns: 0..<all, row: cells[index].row, alignment: nil)
        }
        return cells
    }

    /// The lengths of lines along an axis: `offer` is what all of them may take together.
    ///
    /// - Parameter length: what a cell takes of an offer for its lines.
    private func lengths(
        _ count: Int, _ offer: CGFloat?, gap: CGFloat, _ cells: [(lines: Range<Int>, cell: Cell)],
        _ length: (Cell, CGFloat?) -> CGFloat
    ) -> [CGFloat] {
        guard count > 0 else { return [] }
        let single = cells.filter { $0.lines.count == 1 }
        func longest(_ line: Int, _ offer: CGFloat?) -> CGFloat {
            single.filter { $0.lines.lowerBound == line }.map { length($0.cell, offer) }.max() ?? 0
        }
        var result = [CGFloat](repeating: 0, count: count)
        if let offer {
            let bends = (0..<count).map { longest($0, .infinity) - longest($0, 0) }
            var left = offer - gap * CGFloat(count - 1)
            for (place, line) in (0..<count).sorted(by: { (bends[$0], $0) < (bends[$1], $1) }).enumerated() {
                result[line] = longest(line, max(0, left / CGFloat(count - place)))
                left -= result[line]
            }
        } else {
            for line in 0..<count { result[line] = longest(line, nil) }
        }
        // What takes several lines makes them longer in equal parts where they are too short.
        for (lines, cell) in cells where lines.count > 1 {
            let room = result[lines].reduce(0, +) + gap * CGFloat(lines.count - 1)
            let whole = offer.map { lines.count == count ? max(room, $0) : room }
            let missing = length(cell, whole) - room
            if missing > 0 { for line in lines { result[line] += missing / CGFloat(lines.count) } }
        }
        return result
    }

    private func width(_ lines: Lines, _ columns: Range<Int>) -> CGFloat {
        lines.widths[columns].reduce(0, +) + gaps.width * CGFloat(columns.count - 1)
    }

    private func lines(_ proposal: ProposedViewSize, _ subviews: LayoutSubviews) -> Lines {
        var lines = Lines(cells: cells(subviews))
        let columns = lines.cells.map(\.columns.upperBound).max() ?? 0
        let rows = (lines.cells.map(\.row).max() ?? -1) + 1
        lines.alignments = .init(repeating: nil, count: columns)
        for cell in lines.cells where cell.columns.count == 1 {
            if let guide = subviews[cell.index][GridColumnAlignment.self] {
                lines.alignments[cell.columns.lowerBound] = guide
            }
        }
        func sized(_ axis: Axis.Set) -> [Cell] {
            lines.cells.filter { !subviews[$0.index][GridUnsizedAxes.self].contains(axis) }
        }
        lines.widths = lengths(
            columns, proposal.width, gap: gaps.width, sized(.horizontal).map { ($0.columns, $0) }
        ) { cell, width in
            subviews[cell.index].sizeThatFits(ProposedViewSize(width: width, height: proposal.height)).width
        }
        let widths = lines
        lines.heights = lengths(
            rows, proposal.height, gap: gaps.height, sized(.vertical).map { ($0.row..<($0.row + 1), $0) }
        ) { cell, height in
            subviews[cell.index].sizeThatFits(
                ProposedViewSize(width: width(widths, cell.columns), height: height)
            ).height
        }
        return lines
    }

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        let lines = lines(proposal, subviews)
        return CGSize(
            width: lines.widths.reduce(0, +) + gaps.width * CGFloat(max(0, lines.widths.count - 1)),
            height: lines.heights.reduce(0, +) + gaps.height * CGFloat(max(0, lines.heights.count - 1)))
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        let lines = lines(proposal, subviews)
        for cell in lines.cells {
            let (before, above) = (lines.widths[..<cell.columns.lowerBound], lines.heights[..<cell.row])
            let corner = CGPoint(
                x: bounds.minX + before.reduce(0, +) + gaps.width * CGFloat(before.count),
                y: bounds.minY + above.reduce(0, +) + gaps.height * CGFloat(above.count))
            let room = CGSize(width: width(lines, cell.columns), height: lines.heights[cell.row])
            let view = subviews[cell.index]
            let dimensions = view.dimensions(in: ProposedViewSize(room))
            let offset: CGPoint
            if let anchor = view[GridAnchor.self] {
                offset = CGPoint(
                    x: anchor.x * (room.width - dimensions.width), y: anchor.y * (room.height - dimensions.height))
            } else {
                let column = cell.columns.count == 1 ? lines.alignments[cell.columns.lowerBound] : nil
                let alignment = Alignment(
                    horizontal: column ?? alignment.horizontal, vertical: cell.alignment ?? alignment.vertical)
                offset = alignment.offset(of: dimensions, in: room)
            }
            view.place(
                at: CGPoint(x: corner.x + offset.x, y: corner.y + offset.y), proposal: ProposedViewSize(room))
        }
    }
}
