struct Padding: LayoutChange, Sendable {
    let insets: EdgeInsets

    private var width: CGFloat { insets.leading + insets.trailing }
    private var height: CGFloat { insets.top + insets.bottom }

    func proposal(_ proposal: ProposedViewSize, _ child: Item) -> ProposedViewSize {
        ProposedViewSize(
            width: proposal.width.map { max(0, $0 - width) }, height: proposal.height.map { max(0, $0 - height) })
    }

    func size(_ proposal: ProposedViewSize, _ child: CGSize) -> CGSize {
        CGSize(width: max(0, child.width + width), height: max(0, child.height + height))
    }

    func origin(_ child: ViewDimensions, in size: CGSize) -> CGPoint { CGPoint(x: insets.leading, y: insets.top) }
    func spacing(_ child: Item) -> ViewSpacing { ViewSpacing() }
}

struct FixedFrame: LayoutChange, Sendable {
    let width: CGFloat?
    let height: CGFloat?
    let alignment: Alignment

    init(_ width: CGFloat?, _ height: CGFloat?, _ alignment: Alignment) {
        func valid(_ length: CGFloat?) -> CGFloat? { length.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
        self.width = valid(width)
        self.height = valid(height)
        self.alignment = alignment
    }

    func proposal(_ proposal: ProposedViewSize, _ child: Item) -> ProposedViewSize {
        ProposedViewSize(width: width ?? proposal.width, height: height ?? proposal.height)
    }

    func size(_ proposal: ProposedViewSize, _ child: CGSize) -> CGSize {
        CGSize(width: width ?? child.width, height: height ?? child.height)
    }

    func origin(_ child: ViewDimensions, in size: CGSize) -> CGPoint { alignment.offset(of: child, in: size) }
    func spacing(_ child: Item) -> ViewSpacing { height == nil ? child.spacing : ViewSpacing() }
}

struct FlexibleFrame: LayoutChange, Sendable {
    struct Lengths: Sendable {
        let min: CGFloat?
        let ideal: CGFloat?
        let max: CGFloat?

        /// A negative minimum is 0, an ideal length below the minimum becomes it, a maximum below the ideal becomes
        /// that.
        init(_ min: CGFloat?, _ ideal: CGFloat?, _ max: CGFloat?) {
            let least = min.map { Swift.max(0, $0) }
            let middle = ideal.map { Swift.max($0, least ?? $0) }
            let floor = middle ?? least
            self.min = least
            self.ideal = middle
            self.max = max.map { Swift.max($0, floor ?? $0) }
        }

        func clamp(_ length: CGFloat) -> CGFloat { Swift.min(Swift.max(length, min ?? -.infinity), max ?? .infinity) }

        func proposal(_ length: CGFloat?) -> CGFloat? {
            guard let length = length ?? ideal else { return nil }
            return clamp(length)
        }

        func size(_ proposal: CGFloat?, _ child: CGFloat) -> CGFloat {
            guard let proposal else { return clamp(ideal ?? child) }
            // Without a maximum the view is at most as large as its child, without a minimum at least.
            let lower = min ?? Swift.min(child, max ?? child)
            let upper = max ?? Swift.max(child, min ?? child)
            return min == nil && max == nil ? child : Swift.min(Swift.max(proposal, lower), upper)
        }
    }

    let width: Lengths
    let height: Lengths
    let alignment: Alignment

    func proposal(_ proposal: ProposedViewSize, _ child: Item) -> ProposedViewSize {
        ProposedViewSize(width: width.proposal(proposal.width), height: height.proposal(proposal.height))
    }

    func size(_ proposal: ProposedViewSize, _ child: CGSize) -> CGSize {
        CGSize(width: width.size(proposal.width, child.width), height: height.size(proposal.height, child.height))
    }

    func origin(_ child: ViewDimensions, in size: CGSize) -> CGPoint { alignment.offset(of: child, in: size) }
}

struct Offset: LayoutChange, Sendable {
    let offset: CGSize
    var isAbsolute: Bool { true }

    func origin(_ child: ViewDimensions, in size: CGSize) -> CGPoint { CGPoint(x: offset.width, y: offset.height) }

    /// Guides stay where the view would be.
    func guide(_ key: AlignmentKey, in size: CGSize, _ child: ViewDimensions) -> CGFloat? { child.value(key) }
}

struct Position: LayoutChange, Sendable {
    let point: CGPoint
    var isAbsolute: Bool { true }

    func size(_ proposal: ProposedViewSize, _ child: CGSize) -> CGSize {
        CGSize(width: proposal.width ?? child.width, height: proposal.height ?? child.height)
    }

    func origin(_ child: ViewDimensions, in size: CGSize) -> CGPoint {
        CGPoint(x: point.x - child.width / 2, y: point.y - child.height / 2)
    }
}

struct FixedSize: LayoutChange, Sendable {
    let horizontal: Bool
    let vertical: Bool

    func proposal(_ proposal: ProposedViewSize, _ child: Item) -> ProposedViewSize {
        ProposedViewSize(width: horizontal ? nil : proposal.width, height: vertical ? nil : proposal.height)
    }
}

struct AspectRatio: LayoutChange, Sendable {
    let ratio: CGFloat?
    let mode: ContentMode

    func proposal(_ proposal: ProposedViewSize, _ child: Item) -> ProposedViewSize {
        let ideal = child.size(.unspecified)
        guard let ratio = ratio ?? (ideal.height > 0 ? ideal.width / ideal.height : nil), ratio > 0 else {
            return proposal
        }
        switch (proposal.width, proposal.height) {
        case (nil, nil):
            return self.ratio == nil ? proposal : ProposedViewSize(width: ideal.width, height: ideal.width / ratio)
        case (let width?, nil): return ProposedViewSize(width: width, height: width / ratio)
        case (nil, let height?): return ProposedViewSize(width: height * ratio, height: height)
        case (let width?, let height?):
            let isByWidth = (mode == .fit) == (width <= height * ratio)
            return isByWidth
                ? ProposedViewSize(width: width, height: width / ratio)
                : ProposedViewSize(width: height * ratio, height: height)
        }
    }
}

struct Priority: LayoutChange, Sendable {
    let value: Double

    func priority(_ child: Item) -> Double { value }
}

struct Guide: LayoutChange {
    let key: AlignmentKey
    let compute: (ViewDimensions) -> CGFloat

    func guide(_ key: AlignmentKey, in size: CGSize, _ child: ViewDimensions) -> CGFloat? {
        key == self.key ? compute(child) : nil
    }
}

struct LayoutValue<Key: LayoutValueKey>: LayoutChange {
    let value: Key.Value

    func layoutValue<K: LayoutValueKey>(_ key: K.Type) -> K.Value? { key == Key.self ? value as? K.Value : nil }
}

extension View {
    public nonisolated func padding(_ insets: EdgeInsets) -> some View { modified(Padding(insets: insets)) }

    /// - `length`: 16 points if it is `nil`.
    public nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        modified(Padding(insets: EdgeInsets(edges, length ?? 16)))
    }

    public nonisolated func padding(_ length: CGFloat) -> some View { padding(.all, length) }

    /// Gives the view a size whatever it is offered.
    public nonisolated func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center)
        -> some View
    { modified(FixedFrame(width, height, alignment)) }

    /// Limits the size that the view is offered and takes.
    public nonisolated func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        modified(
            FlexibleFrame(
                width: .init(minWidth, idealWidth, maxWidth), height: .init(minHeight, idealHeight, maxHeight),
                alignment: alignment))
    }

    /// Draws the view beside its place.
    public nonisolated func offset(_ offset: CGSize) -> some View { modified(Offset(offset: offset)) }

    public nonisolated func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        offset(CGSize(width: x, height: y))
    }

    /// Puts the view's center at a point of the space that it is offered.
    public nonisolated func position(_ position: CGPoint) -> some View { modified(Position(point: position)) }
    public nonisolated func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { position(CGPoint(x: x, y: y)) }

    /// Gives the view its ideal size.
    public nonisolated func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
        modified(FixedSize(horizontal: horizontal, vertical: vertical))
    }
    public nonisolated func fixedSize() -> some View { fixedSize(horizontal: true, vertical: true) }

    public nonisolated func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        modified(AspectRatio(ratio: aspectRatio, mode: contentMode))
    }
    public nonisolated func aspectRatio(_ aspectRatio: CGSize, contentMode: ContentMode) -> some View {
        self.aspectRatio(aspectRatio.width / aspectRatio.height, contentMode: contentMode)
    }
    public nonisolated func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }
    public nonisolated func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }

    /// A stack gives views of a higher priority their length first.
    public nonisolated func layoutPriority(_ value: Double) -> some View { modified(Priority(value: value)) }

    public nonisolated func alignmentGuide(
        _ g: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some View { modified(Guide(key: g.key, compute: computeValue)) }

    public nonisolated func alignmentGuide(
        _ g: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some View { modified(Guide(key: g.key, compute: computeValue)) }

    /// Gives a value to the layout that the view is in.
    public nonisolated func layoutValue<K: LayoutValueKey>(key: K.Type, value: K.Value) -> some View {
        modified(LayoutValue<K>(value: value))
    }
}

struct ZIndex: LayoutValueKey {
    static let defaultValue = 0.0
}

extension View {
    /// Views of a higher index are in front, whatever their order is.
    public nonisolated func zIndex(_ value: Double) -> some View { layoutValue(key: ZIndex.self, value: value) }
}
