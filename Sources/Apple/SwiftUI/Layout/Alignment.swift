/// A guide that views can be aligned by. Source: Apple, AlignmentID.
public protocol AlignmentID {
    /// Where the guide is in a view that does not say otherwise.
    static func defaultValue(in context: ViewDimensions) -> CGFloat
}

struct AlignmentKey: Hashable, Sendable {
    // A type is not changed by anyone.
    nonisolated(unsafe) let id: any (AlignmentID.Type)
    let axis: Axis

    static func == (first: Self, second: Self) -> Bool { first.id == second.id && first.axis == second.axis }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(id)) }
}

/// Where views are aligned from left to right. Source: Apple, HorizontalAlignment.
public struct HorizontalAlignment: Equatable, Sendable {
    let key: AlignmentKey

    public init(_ id: any AlignmentID.Type) { key = AlignmentKey(id: id, axis: .horizontal) }

    private enum Leading: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { 0 }
    }
    private enum Center: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.width / 2 }
    }
    private enum Trailing: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.width }
    }

    public static let leading = HorizontalAlignment(Leading.self)
    public static let center = HorizontalAlignment(Center.self)
    public static let trailing = HorizontalAlignment(Trailing.self)
}

/// Where views are aligned from top to bottom. Source: Apple, VerticalAlignment.
public struct VerticalAlignment: Equatable, Sendable {
    let key: AlignmentKey

    public init(_ id: any AlignmentID.Type) { key = AlignmentKey(id: id, axis: .vertical) }

    private enum Top: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { 0 }
    }
    private enum Center: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height / 2 }
    }
    private enum Bottom: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height }
    }
    private enum FirstBaseline: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height }
    }
    private enum LastBaseline: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height }
    }

    public static let top = VerticalAlignment(Top.self)
    public static let center = VerticalAlignment(Center.self)
    public static let bottom = VerticalAlignment(Bottom.self)
    public static let firstTextBaseline = VerticalAlignment(FirstBaseline.self)
    public static let lastTextBaseline = VerticalAlignment(LastBaseline.self)
}

/// Where views are aligned in both directions. Source: Apple, Alignment.
public struct Alignment: Equatable, Sendable {
    public var horizontal: HorizontalAlignment
    public var vertical: VerticalAlignment

    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    public static let center = Alignment(horizontal: .center, vertical: .center)
    public static let leading = Alignment(horizontal: .leading, vertical: .center)
    public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
    public static let top = Alignment(horizontal: .center, vertical: .top)
    public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
    public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
    public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
    public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
    public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
    public static let centerFirstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)
    public static let leadingFirstTextBaseline = Alignment(horizontal: .leading, vertical: .firstTextBaseline)
    public static let trailingFirstTextBaseline = Alignment(horizontal: .trailing, vertical: .firstTextBaseline)

    /// The offset of a view in `size` whose guides meet those of the container.
    func offset(of child: ViewDimensions, in size: CGSize) -> CGPoint {
        let container = ViewDimensions(size: size)
        return CGPoint(
            x: container[horizontal] - child[horizontal], y: container[vertical] - child[vertical])
    }
}

/// A view's size and its alignment guides. Source: Apple, ViewDimensions.
public struct ViewDimensions: Equatable, Sendable {
    public let width: CGFloat
    public let height: CGFloat
    private let item: Item?
    /// What the item took its size of.
    private let proposal: ProposedViewSize

    /// A view that sets no guides.
    init(size: CGSize) { self.init(size: size, item: nil, proposal: ProposedViewSize(size)) }

    init(size: CGSize, item: Item?, proposal: ProposedViewSize) {
        width = size.width
        height = size.height
        self.item = item
        self.proposal = proposal
    }

    var size: CGSize { CGSize(width: width, height: height) }

    public subscript(guide: HorizontalAlignment) -> CGFloat { value(guide.key) }
    public subscript(guide: VerticalAlignment) -> CGFloat { value(guide.key) }
    public subscript(explicit guide: HorizontalAlignment) -> CGFloat? { explicit(guide.key) }
    public subscript(explicit guide: VerticalAlignment) -> CGFloat? { explicit(guide.key) }

    func value(_ key: AlignmentKey) -> CGFloat { explicit(key) ?? key.id.defaultValue(in: self) }

    private func explicit(_ key: AlignmentKey) -> CGFloat? {
        guard let item else { return nil }
        return MainActor.assumeIsolated { item.guide(key, proposal) }
    }

    public static func == (first: Self, second: Self) -> Bool {
        first.size == second.size && first.item === second.item && first.proposal == second.proposal
    }
}
