import UIKit

/// What the columns of a split view share.
final class SplitModel {
    /// The column in front while they are on top of each other.
    let front = StateCell(0)
    /// The number of the last column.
    fileprivate(set) var last = 1
    /// What links have put in the place of a column's own view.
    let linked = StateCell<[Int: DeferredContent]>([:])
    /// Takes back what a person has chosen in a column.
    private var clear: [Int: () -> Void] = [:]
    /// Whether the program says which column is in front.
    fileprivate(set) var isFrontSaid = false
    /// Tells the program which column is in front.
    var tellFront: (Int) -> Void = { _ in }
    /// Shows or hides the first column.
    var toggle: () -> Void = {}

    private func bring(_ column: Int) {
        guard front.read() != column else { return }
        withAnimation(.easeOut(duration: 0.3)) { front.write(column) }
        tellFront(column)
    }

    /// Something in a column is chosen that the next one shows.
    func chosen(in column: Int, clear: @escaping () -> Void) {
        self.clear[column] = clear
        linked.write(linked.read().filter { $0.key <= column })
        bring(column + 1)
    }

    /// Nothing in a column is chosen anymore.
    func unchosen(in column: Int) {
        if clear.removeValue(forKey: column) != nil, front.read() > column { bring(column) }
    }

    /// A link in a column leads to a view.
    func show(_ content: DeferredContent, from column: Int) {
        clear[column] = nil
        var all = linked.read().filter { $0.key <= column }
        all[column + 1] = content
        linked.write(all)
        bring(column + 1)
    }

    func back(from column: Int) {
        bring(column - 1)
        clear.removeValue(forKey: column - 1)?()
    }

    /// The program wants a column in front.
    func follow(_ column: Int) { if front.read() != column { front.write(column) } }
}

/// Where a view is in a split view.
struct SplitPlace {
    let model: SplitModel
    let column: Int
    /// Whether the columns are on top of each other.
    let isCollapsed: Bool
    /// Whether the button that shows or hides the first column is here, and whether that is shown.
    let showsSidebar: Bool?

    /// Whether what is chosen here is shown by another column.
    var leadsOn: Bool { column < model.last }
    var canGoBack: Bool { isCollapsed && column > 0 }
    var isCovered: Bool { isCollapsed && model.front.read() > column }
}

extension EnvironmentValues {
    // Never changed.
    private struct Key: EnvironmentKey { nonisolated(unsafe) static let defaultValue: SplitPlace? = nil }

    var splitPlace: SplitPlace? {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }
}

struct SplitBody: View {
    let columns: [AnyView]
    let visibility: Binding<NavigationSplitViewVisibility>?
    let compact: Binding<NavigationSplitViewColumn>?
    @State private var model = SplitModel()
    @State private var ownVisibility = NavigationSplitViewVisibility.automatic
    @State private var widths: [Int: CGFloat] = [:]

    /// Less is narrow.
    private static let narrow: CGFloat = 600

    var body: some View {
        GeometryReader { proxy in
            let isCollapsed = proxy.size.width < Self.narrow
            let shown = shown(in: proxy.size.width)
            let _ = connect(shown)
            SplitLayout(isCollapsed: isCollapsed, widths: shown.dropLast().map { widths[$0] ?? 320 }) {
                ForEach(isCollapsed ? Array(0...model.front.read()) : shown, id: \.self) { index in
                    let place = SplitPlace(
                        model: model, column: index, isCollapsed: isCollapsed,
                        showsSidebar: !isCollapsed && index == shown.first ? shown.first == 0 : nil)
                    SplitColumn(content: columns[index], place: place, isLast: index == columns.count - 1) {
                        if widths[index] != $0 { widths[index] = $0 }
                    }
                    .transition(.move(edge: index == columns.count - 1 ? .trailing : .leading))
                }
            }
        }
        .modified(FollowingFront(model: model, front: compact.map { $0.wrappedValue.index(of: columns.count) }))
        .transformPreference(NavigationBarKey.self) { $0 = NavigationBar() }
    }

    private func shown(in width: CGFloat) -> [Int] {
        (visibility?.wrappedValue ?? ownVisibility).columns(of: columns.count, in: width)
    }

    private func connect(_ shown: [Int]) {
        let (count, compact, visibility) = (columns.count, compact, visibility ?? $ownVisibility)
        model.last = count - 1
        model.isFrontSaid = compact != nil
        model.tellFront = { compact?.wrappedValue = NavigationSplitViewColumn(index: $0, of: count) }
        model.toggle = {
            let hidden: NavigationSplitViewVisibility = count == 2 ? .detailOnly : .doubleColumn
            withAnimation(.easeOut(duration: 0.25)) { visibility.wrappedValue = shown.contains(0) ? hidden : .all }
        }
    }
}

/// What is chosen in a column's list is shown by the next one, whoever has chosen it.
struct FollowingChoice: Event {
    let place: SplitPlace?
    let selection: ListSelection?

    @MainActor func update(_ node: EventNode, from old: Self?) {
        guard let place, place.leadsOn, let selection, selection.chosen != old?.selection?.chosen else { return }
        // Where the program says at first which column is in front, that counts.
        if old == nil, selection.chosen == nil || place.model.isFrontSaid { return }
        node.graph.afterUpdate {
            if selection.chosen == nil {
                place.model.unchosen(in: place.column)
            } else {
                place.model.chosen(in: place.column, clear: selection.clear)
            }
        }
    }
}

/// The column in front is that which the program wants.
private struct FollowingFront: Event {
    let model: SplitModel
    let front: Int?

    @MainActor func update(_ node: EventNode, from old: Self?) {
        guard let front, front != old?.front else { return }
        node.graph.afterUpdate { [model] in
            withAnimation(old == nil ? nil : .easeOut(duration: 0.3)) { model.follow(front) }
        }
    }
}

/// Columns side by side, or on top of each other.
private struct SplitLayout: Layout {
    let isCollapsed: Bool
    /// Of all columns but the last, which takes the rest.
    let widths: [CGFloat]

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        proposal.replacingUnspecifiedDimensions()
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        var x = bounds.minX
        for (index, subview) in subviews.enumerated() {
            let isLast = isCollapsed || index == subviews.count - 1
            let room = max(0, bounds.maxX - x)
            let width = isLast || index >= widths.count ? room : min(widths[index], room)
            let place = CGPoint(x: isCollapsed ? bounds.minX : x, y: bounds.minY)
            subview.place(
                at: place, anchor: .topLeading,
                proposal: ProposedViewSize(width: isCollapsed ? bounds.width : width, height: bounds.height))
            if !isCollapsed { x += width }
        }
    }
}

private struct SplitColumn: View {
    let content: AnyView
    let place: SplitPlace
    let isLast: Bool
    /// How wide the column wants to be.
    let tellWidth: (CGFloat?) -> Void

    var body: some View {
        let linked = place.model.linked.read()[place.column]
        NavigationBody(
            root: linked.map { AnyView(DeferredView(content: $0).id(ObjectIdentifier($0))) } ?? content, path: nil,
            forward: isLast ? nil : place
        )
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .overlay(alignment: .trailing) {
            if !isLast && !place.isCollapsed { Color.separator.frame(width: 1) }
        }
        .environment(\.splitPlace, place)
        .onPreferenceChange(ColumnWidth.self, perform: tellWidth)
    }
}
