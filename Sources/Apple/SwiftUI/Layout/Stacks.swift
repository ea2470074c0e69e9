/// Views side by side. Source: Apple, HStackLayout.
public struct HStackLayout: StackLayout {
    public var alignment: VerticalAlignment
    public var spacing: CGFloat?

    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
        self.alignment = alignment
        self.spacing = spacing
    }

    static var axis: Axis { .horizontal }
    var guide: AlignmentKey { alignment.key }
}

/// Views below each other. Source: Apple, VStackLayout.
public struct VStackLayout: StackLayout {
    public var alignment: HorizontalAlignment
    public var spacing: CGFloat?

    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
        self.alignment = alignment
        self.spacing = spacing
    }

    static var axis: Axis { .vertical }
    var guide: AlignmentKey { alignment.key }
}

/// The rule of both stacks.
///
/// Views of a higher priority get their length first, while the shortest lengths of the others are kept for them. Of
/// equal priority, the least flexible come first, and each is offered an equal part of what is left.
protocol StackLayout: Layout where Cache == Void {
    static var axis: Axis { get }
    var guide: AlignmentKey { get }
    var spacing: CGFloat? { get }
}

extension StackLayout {
    public static var layoutProperties: LayoutProperties {
        var properties = LayoutProperties()
        properties.stackOrientation = axis
        return properties
    }

    private func gaps(_ subviews: LayoutSubviews) -> [CGFloat] {
        zip(subviews, subviews.dropFirst()).map { first, second in
            spacing ?? first.spacing.distance(to: second.spacing, along: Self.axis)
        }
    }

    /// The proposal for each view.
    private func proposals(_ proposal: ProposedViewSize, _ subviews: LayoutSubviews) -> [ProposedViewSize] {
        let axis = Self.axis
        let cross = proposal[axis.other]
        guard let length = proposal[axis] else {
            return subviews.map { _ in ProposedViewSize(axis, nil, cross) }
        }
        var left = length - gaps(subviews).reduce(0, +)
        var result = [ProposedViewSize](repeating: .zero, count: subviews.count)
        func size(_ index: Int, _ main: CGFloat) -> CGFloat {
            subviews[index].sizeThatFits(ProposedViewSize(axis, main, cross))[axis]
        }
        let groups = Dictionary(grouping: subviews.indices) { subviews[$0].priority }.sorted { $0.key > $1.key }
        let shortest = groups.map { $0.value.reduce(0) { $0 + (groups.count > 1 ? size($1, 0) : 0) } }
        for (number, group) in groups.enumerated() {
            let kept = shortest[(number + 1)...].reduce(0, +)
            var own = left - kept
            let flexibility = group.value.map { size($0, .infinity) - size($0, 0) }
            let order = zip(group.value, flexibility).enumerated()
                .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
            for (done, index) in order.enumerated() {
                let part = max(0, own / CGFloat(order.count - done))
                result[index] = ProposedViewSize(axis, part, cross)
                let taken = size(index, part)
                own -= taken
                left -= taken
            }
        }
        return result
    }

    /// The lengths before and after the guide that the views need across the stack.
    private func extent(_ dimensions: [ViewDimensions]) -> (before: CGFloat, after: CGFloat) {
        let before = dimensions.map { $0.value(guide) }.max() ?? 0
        let after = dimensions.map { $0.size[Self.axis.other] - $0.value(guide) }.max() ?? 0
        return (before, after)
    }

    private func dimensions(_ proposal: ProposedViewSize, _ subviews: LayoutSubviews)
        -> [(proposal: ProposedViewSize, dimensions: ViewDimensions)]
    {
        zip(subviews, proposals(proposal, subviews)).map { ($1, $0.dimensions(in: $1)) }
    }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: LayoutSubviews, cache: inout Void) -> CGSize {
        guard !subviews.isEmpty else { return .zero }
        let dimensions = dimensions(proposal, subviews).map(\.dimensions)
        let extent = extent(dimensions)
        let length = dimensions.reduce(0) { $0 + $1.size[Self.axis] } + gaps(subviews).reduce(0, +)
        return CGSize(Self.axis, length, extent.before + extent.after)
    }

    public func placeSubviews(
        in bounds: CGRect, proposal: ProposedViewSize, subviews: LayoutSubviews, cache: inout Void
    ) {
        let axis = Self.axis
        let all = dimensions(proposal, subviews)
        let before = extent(all.map(\.dimensions)).before
        let gaps = gaps(subviews) + [0]
        var main = axis == .horizontal ? bounds.minX : bounds.minY
        for (index, (proposal, dimensions)) in all.enumerated() {
            let cross = before - dimensions.value(guide)
            let point =
                axis == .horizontal
                ? CGPoint(x: main, y: bounds.minY + cross) : CGPoint(x: bounds.minX + cross, y: main)
            subviews[index].place(at: point, proposal: proposal)
            main += dimensions.size[axis] + gaps[index]
        }
    }

    public func explicitAlignment(
        of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: LayoutSubviews,
        cache: inout Void
    ) -> CGFloat? { alignment(guide.key, proposal, subviews) }

    public func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: LayoutSubviews,
        cache: inout Void
    ) -> CGFloat? { alignment(guide.key, proposal, subviews) }

    /// The mean of the guides that the views set; of the lines of texts, the first or the last one.
    private func alignment(_ key: AlignmentKey, _ proposal: ProposedViewSize, _ subviews: LayoutSubviews) -> CGFloat? {
        let axis = Self.axis
        let all = dimensions(proposal, subviews).map(\.dimensions)
        let before = extent(all).before
        let gaps = gaps(subviews) + [0]
        var main: CGFloat = 0
        var values: [CGFloat] = []
        for (index, dimensions) in all.enumerated() {
            let explicit =
                key.axis == .horizontal
                ? dimensions[explicit: HorizontalAlignment(key.id)] : dimensions[explicit: VerticalAlignment(key.id)]
            if let explicit {
                values.append(explicit + (key.axis == axis ? main : before - dimensions.value(guide)))
            }
            main += dimensions.size[axis] + gaps[index]
        }
        return key.merged(values)
    }
}

extension AlignmentKey {
    func merged(_ values: [CGFloat]) -> CGFloat? {
        if self == VerticalAlignment.firstTextBaseline.key { return values.first }
        if self == VerticalAlignment.lastTextBaseline.key { return values.last }
        return values.isEmpty ? nil : values.reduce(0, +) / CGFloat(values.count)
    }
}

/// Views in front of each other. Source: Apple, ZStackLayout.
public struct ZStackLayout: Layout {
    public var alignment: Alignment

    public init(alignment: Alignment = .center) { self.alignment = alignment }

    /// The union of the views, whose guides meet.
    private func extent(_ dimensions: [ViewDimensions]) -> (guide: CGPoint, size: CGSize) {
        let x = dimensions.map { $0[alignment.horizontal] }.max() ?? 0
        let y = dimensions.map { $0[alignment.vertical] }.max() ?? 0
        let right = dimensions.map { $0.width - $0[alignment.horizontal] }.max() ?? 0
        let below = dimensions.map { $0.height - $0[alignment.vertical] }.max() ?? 0
        return (CGPoint(x: x, y: y), CGSize(width: x + right, height: y + below))
    }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        guard !subviews.isEmpty else { return .zero }
        return extent(subviews.map { $0.dimensions(in: proposal) }).size
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        let dimensions = subviews.map { $0.dimensions(in: proposal) }
        let guide = extent(dimensions).guide
        for (subview, dimensions) in zip(subviews, dimensions) {
            subview.place(
                at: CGPoint(
                    x: bounds.minX + guide.x - dimensions[alignment.horizontal],
                    y: bounds.minY + guide.y - dimensions[alignment.vertical]), proposal: proposal)
        }
    }
}

/// Views side by side. Source: Apple, HStack.
public nonisolated struct HStack<Content: View> {
    let layout: HStackLayout
    let content: Content

    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        layout = HStackLayout(alignment: alignment, spacing: spacing)
        self.content = content()
    }
}

/// Views below each other. Source: Apple, VStack.
public nonisolated struct VStack<Content: View> {
    let layout: VStackLayout
    let content: Content

    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        layout = VStackLayout(alignment: alignment, spacing: spacing)
        self.content = content()
    }
}

/// Views in front of each other. Source: Apple, ZStack.
public nonisolated struct ZStack<Content: View> {
    let layout: ZStackLayout
    let content: Content

    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        layout = ZStackLayout(alignment: alignment)
        self.content = content()
    }
}

@MainActor extension HStack: ContainerView {
    public typealias Body = Never
    var containerLayout: any Layout { layout }
    var containerContent: any View { content }
}

@MainActor extension VStack: ContainerView {
    public typealias Body = Never
    var containerLayout: any Layout { layout }
    var containerContent: any View { content }
}

@MainActor extension ZStack: ContainerView {
    public typealias Body = Never
    var containerLayout: any Layout { layout }
    var containerContent: any View { content }
}

/// The spare room of a stack. Source: Apple, Spacer.
public nonisolated struct Spacer: Sendable {
    public var minLength: CGFloat?

    public init(minLength: CGFloat? = nil) { self.minLength = minLength }
}

@MainActor extension Spacer: LeafView, Leaf {
    public typealias Body = Never
    var spacing: ViewSpacing { .zero }
    var priority: Double { -.infinity }
    func makeSurface(_ item: LeafItem) -> Surface? { nil }
    func update(_ surface: Surface, _ item: LeafItem) {}

    func size(_ proposal: ProposedViewSize, _ item: LeafItem) -> CGSize {
        let shortest = minLength ?? 8
        func length(_ axis: Axis) -> CGFloat {
            if let stack = item.stackAxis, stack != axis { return 0 }
            return max(shortest, proposal[axis] ?? shortest)
        }
        return CGSize(width: length(.horizontal), height: length(.vertical))
    }
}
