/// The part of the screen that nothing else covers, and all of it, in the coordinates of the root.
struct SafeArea: Equatable {
    var bounds = CGRect.zero
    var safe = CGRect.zero

    /// A rectangle that reaches an edge of the safe area, grown to the edge of the screen.
    func expanded(_ rect: CGRect, _ edges: Edge.Set) -> CGRect {
        var (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
        let slack = 0.51
        if edges.contains(.leading), left <= safe.minX + slack { left = min(left, bounds.minX) }
        if edges.contains(.top), top <= safe.minY + slack { top = min(top, bounds.minY) }
        if edges.contains(.trailing), right >= safe.maxX - slack { right = max(right, bounds.maxX) }
        if edges.contains(.bottom), bottom >= safe.maxY - slack { bottom = max(bottom, bounds.maxY) }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// What of a rectangle is outside of the safe area.
    func insets(of rect: CGRect) -> EdgeInsets {
        EdgeInsets(
            top: min(max(0, safe.minY - bounds.minY), max(0, safe.minY - bounds.minY - max(0, rect.minY - safe.minY))),
            leading: max(0, safe.minX - bounds.minX - max(0, rect.minX - safe.minX)),
            bottom: max(0, bounds.maxY - safe.maxY - max(0, safe.maxY - rect.maxY)),
            trailing: max(0, bounds.maxX - safe.maxX - max(0, safe.maxX - rect.maxX)))
    }
}

extension Edge.Set {
    /// The edges with those at the left as leading, and those at the right as trailing, whatever the direction is.
    func sides(in environment: EnvironmentValues) -> Edge.Set {
        guard environment.isRightToLeft, contains(.leading) != contains(.trailing) else { return self }
        return symmetricDifference(.horizontal)
    }
}

extension EdgeInsets {
    /// Insets whose leading edge is the left one, in the direction of a view.
    func mirrored(in environment: EnvironmentValues) -> EdgeInsets {
        guard environment.isRightToLeft else { return self }
        return EdgeInsets(top: top, leading: trailing, bottom: bottom, trailing: leading)
    }
}

/// Which parts of the safe area count. Source: Apple, SafeAreaRegions.
public struct SafeAreaRegions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let container = SafeAreaRegions(rawValue: 1)
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    public static let all = SafeAreaRegions(rawValue: .max)
}

private struct IgnoringSafeArea: Change {
    let regions: SafeAreaRegions
    let edges: Edge.Set

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { IgnoringSafeAreaNode(view, inputs) }
}

private final class IgnoringSafeAreaNode: ModifierNode {
    override func wrap(_ item: Item) -> Item { IgnoringSafeAreaItem(self, item) }
    override func changed(from old: any Change) { layoutChanged() }
}

private final class IgnoringSafeAreaItem: PassingItem {
    override func placeChildren() {
        let change = (node as! IgnoringSafeAreaNode).change as! IgnoringSafeArea
        // There is no keyboard on the screen here, so only the container's part is left to ignore.
        let edges = change.regions.contains(.container) ? change.edges.sides(in: environment) : []
        let area = graph.safeArea.expanded(CGRect(origin: frame.origin, size: offered), edges)
        guard area != CGRect(origin: frame.origin, size: offered) else { return super.placeChildren() }
        let proposal = ProposedViewSize(area.size)
        let size = child.size(proposal)
        child.place(CGPoint(x: area.midX - size.width / 2, y: area.midY - size.height / 2), proposal)
    }

    /// The size that the view was offered in the directions that it fills, and its own size in the others.
    private var offered: CGSize { frame.size }
}

private struct SafeAreaInset: Change {
    let edge: Edge
    let alignment: Alignment
    let spacing: CGFloat
    let view: any View

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { SafeAreaInsetNode(view, inputs) }
}

private final class SafeAreaInsetNode: CompanionNode {
    fileprivate var inset: SafeAreaInset { change as! SafeAreaInset }
    override var companion: any View { inset.view }
    override func wrap(_ item: Item, with companion: Node) -> Item { SafeAreaInsetItem(self, item, companion) }
}

/// A view at an edge; the safe area of the others ends before it.
private final class SafeAreaInsetItem: PassingItem {
    private let bar: ContainerItem

    init(_ node: Node, _ item: Item, _ other: Node) {
        bar = ContainerItem(node, other, layout: ZStackLayout())
        super.init(node, item)
    }

    private var inset: SafeAreaInset { (node as! SafeAreaInsetNode).inset }
    private var axis: Axis { inset.edge == .top || inset.edge == .bottom ? .vertical : .horizontal }
    override var children: [Item] { [child, bar] }

    override func forgetSizes() {
        super.forgetSizes()
        bar.forgetSizes()
    }

    private func barSize(_ proposal: ProposedViewSize) -> CGSize {
        var offer = proposal
        offer[axis] = nil
        return bar.size(offer)
    }

    private func rest(_ proposal: ProposedViewSize) -> ProposedViewSize {
        var rest = proposal
        rest[axis] = proposal[axis].map { max(0, $0 - barSize(proposal)[axis] - inset.spacing) }
        return rest
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let content = child.size(rest(proposal))
        let main = content[axis] + barSize(proposal)[axis] + inset.spacing
        return CGSize(axis, main, content[axis.other])
    }

    override func findGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        guard let guide = child.guide(key, rest(proposal)) else { return nil }
        let isAfterBar = key.axis == axis && (inset.edge == .top || inset.edge == .leading)
        return isAfterBar ? guide + barSize(proposal)[axis] + inset.spacing : guide
    }

    override func placeChildren() {
        let offer = ProposedViewSize(frame.size)
        var barOffer = offer
        barOffer[axis] = nil
        let size = barSize(offer)
        let point = inset.alignment.offset(of: bar.dimensions(barOffer), in: frame.size)
        var rest = frame
        let taken = size[axis] + inset.spacing
        var origin = CGPoint(x: frame.minX + point.x, y: frame.minY + point.y)
        switch inset.edge {
        case .top:
            origin.y = frame.minY
            rest = CGRect(x: frame.minX, y: frame.minY + taken, width: frame.width, height: frame.height - taken)
        case .bottom:
            origin.y = frame.maxY - size.height
            rest.size.height -= taken
        case .leading:
            origin.x = frame.minX
            rest = CGRect(x: frame.minX + taken, y: frame.minY, width: frame.width - taken, height: frame.height)
        case .trailing:
            origin.x = frame.maxX - size.width
            rest.size.width -= taken
        }
        if environment.isRightToLeft {
            rest.origin.x = frame.minX + frame.maxX - rest.maxX
            origin.x = frame.minX + frame.maxX - origin.x - size.width
        }
        let outer = graph.safeArea
        graph.safeArea.safe = outer.safe.intersection(rest).isNull ? rest : outer.safe.intersection(rest)
        child.place(rest.origin, ProposedViewSize(rest.size))
        graph.safeArea = outer
        bar.place(origin, barOffer)
    }
}

extension View {
    /// Lets the view reach beyond the safe area, where it touches its edge.
    public nonisolated func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View {
        modified(IgnoringSafeArea(regions: regions, edges: edges))
    }

    public nonisolated func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { ignoresSafeArea(edges: edges) }

    /// A view above or below, outside of which the safe area ends.
    public nonisolated func safeAreaInset<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View {
        modified(
            SafeAreaInset(
                edge: edge == .top ? .top : .bottom, alignment: Alignment(horizontal: alignment, vertical: .center),
                spacing: spacing ?? 0, view: content()))
    }

    /// A view at the side, outside of which the safe area ends.
    public nonisolated func safeAreaInset<V: View>(
        edge: HorizontalEdge, alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View {
        modified(
            SafeAreaInset(
                edge: edge == .leading ? .leading : .trailing,
                alignment: Alignment(horizontal: .center, vertical: alignment), spacing: spacing ?? 0, view: content()))
    }

    /// Makes the safe area smaller; what ignores it, as a background does, still reaches the edges.
    public nonisolated func safeAreaPadding(_ insets: EdgeInsets) -> some View {
        safeAreaInset(edge: .top, spacing: 0) { Color.clear.frame(height: insets.top) }
            .safeAreaInset(edge: .bottom, spacing: 0) { Color.clear.frame(height: insets.bottom) }
            .safeAreaInset(edge: .leading, spacing: 0) { Color.clear.frame(width: insets.leading) }
            .safeAreaInset(edge: .trailing, spacing: 0) { Color.clear.frame(width: insets.trailing) }
    }

    /// - `length`: `nil` for the usual 16.
    public nonisolated func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        let length = length ?? 16
        func room(_ edge: Edge.Set) -> CGFloat { edges.contains(edge) ? length : 0 }
        return safeAreaPadding(
            EdgeInsets(top: room(.top), leading: room(.leading), bottom: room(.bottom), trailing: room(.trailing)))
    }

    public nonisolated func safeAreaPadding(_ length: CGFloat) -> some View { safeAreaPadding(.all, length) }
}
