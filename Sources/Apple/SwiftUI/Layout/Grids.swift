/// A column of a vertical grid, or a row of a horizontal one. Source: Apple, GridItem.
public struct GridItem: Sendable {
    /// Source: Apple, GridItem.Size.
    public enum Size: Sendable {
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        /// As many columns as fit.
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }
    public var size: Size
    public var spacing: CGFloat?
    public var alignment: Alignment?

    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        self.size = size
        self.spacing = spacing
        self.alignment = alignment
    }
}

/// Lines of views: as many in a line as there are tracks.
private struct TrackLayout: Layout {
    let tracks: [GridItem]
    let spacing: CGFloat?
    let alignment: Alignment
    /// The direction in which lines follow each other.
    let axis: Axis

    private struct Track {
        var start: CGFloat
        var length: CGFloat
        var alignment: Alignment?
    }

    /// The tracks across: fixed ones first, what is left in equal parts within the limits of the others.
    private func tracks(across length: CGFloat) -> [Track] {
        let gaps = tracks.dropLast().reduce(0) { $0 + ($1.spacing ?? 8) }
        let fixed = tracks.reduce(0) { if case .fixed(let size) = $1.size { $0 + size } else { $0 } }
        var left = length - gaps - fixed
        var flexible = tracks.filter { if case .fixed = $0.size { false } else { true } }.count
        var result: [Track] = []
        var start: CGFloat = 0
        for track in tracks {
            let gap = track.spacing ?? 8
            switch track.size {
            case .fixed(let size):
                result.append(Track(start: start, length: size, alignment: track.alignment))
                start += size + gap
            case .flexible(let minimum, let maximum):
                let size = min(max(left / CGFloat(flexible), minimum), maximum)
                left -= size
                flexible -= 1
                result.append(Track(start: start, length: size, alignment: track.alignment))
                start += size + gap
            case .adaptive(let minimum, let maximum):
                let room = left / CGFloat(flexible)
                let count = max(1, Int((room + gap) / (minimum + gap)))
                let size = min((room - gap * CGFloat(count - 1)) / CGFloat(count), maximum)
                left -= room
                flexible -= 1
                for _ in 0..<count {
                    result.append(Track(start: start, length: max(size, minimum), alignment: track.alignment))
                    start += max(size, minimum) + gap
                }
            }
        }
        return result
    }

    private func lines(_ subviews: LayoutSubviews, _ tracks: [Track]) -> [(indices: Range<Int>, length: CGFloat)] {
        guard !tracks.isEmpty else { return [] }
        return stride(from: 0, to: subviews.count, by: tracks.count).map { first in
            let indices = first..<min(first + tracks.count, subviews.count)
            let length =
                indices.map { index in
                    subviews[index].sizeThatFits(ProposedViewSize(axis, nil, tracks[index - first].length))[axis]
                }.max() ?? 0
            return (indices, length)
        }
    }

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        let tracks = tracks(across: proposal[axis.other] ?? 100)
        let lines = lines(subviews, tracks)
        let main = lines.reduce(0) { $0 + $1.length } + CGFloat(max(0, lines.count - 1)) * (spacing ?? 8)
        let cross = tracks.last.map { $0.start + $0.length } ?? 0
        return CGSize(axis, main, max(cross, proposal[axis.other] ?? 0))
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        let tracks = tracks(across: bounds.size[axis.other])
        let cross = tracks.last.map { $0.start + $0.length } ?? 0
        let spare = bounds.size[axis.other] - cross
        let part: CGFloat =
            axis == .vertical
            ? (alignment.horizontal == .leading ? 0 : alignment.horizontal == .trailing ? 1 : 0.5)
            : (alignment.vertical == .top ? 0 : alignment.vertical == .bottom ? 1 : 0.5)
        var main: CGFloat = 0
        for line in lines(subviews, tracks) {
            for index in line.indices {
                let track = tracks[index - line.indices.lowerBound]
                let offer = ProposedViewSize(axis, nil, track.length)
                let dimensions = subviews[index].dimensions(in: offer)
                let cell = CGSize(axis, line.length, track.length)
                let inside = (track.alignment ?? .center).offset(of: dimensions, in: cell)
                let start = spare * part + track.start
                let corner = axis == .vertical ? CGPoint(x: start, y: main) : CGPoint(x: main, y: start)
                subviews[index].place(
                    at: CGPoint(x: bounds.minX + corner.x + inside.x, y: bounds.minY + corner.y + inside.y),
                    proposal: offer)
            }
            main += line.length + (spacing ?? 8)
        }
    }
}

/// Views in columns. Source: Apple, LazyVGrid.
///
/// Linux: the elements of a `ForEach` are made when they are first seen, and then stay.
public nonisolated struct LazyVGrid<Content: View> {
    private let layout: TrackLayout
    private let content: Content

    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        layout = TrackLayout(
            tracks: columns, spacing: spacing, alignment: Alignment(horizontal: alignment, vertical: .center),
            axis: .vertical)
        self.content = content()
    }
}

/// Views in rows. Source: Apple, LazyHGrid.
///
/// Linux: the elements of a `ForEach` are made when they are first seen, and then stay.
public nonisolated struct LazyHGrid<Content: View> {
    private let layout: TrackLayout
    private let content: Content

    public init(
        rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        layout = TrackLayout(
            tracks: rows, spacing: spacing, alignment: Alignment(horizontal: .center, vertical: alignment),
            axis: .horizontal)
        self.content = content()
    }
}

@MainActor extension LazyVGrid: ContainerView {
    public typealias Body = Never
    var containerLayout: any Layout { layout }
    var containerContent: any View { content.environment(\.isLazy, true) }
}

@MainActor extension LazyHGrid: ContainerView {
    public typealias Body = Never
    var containerLayout: any Layout { layout }
    var containerContent: any View { content.environment(\.isLazy, true) }
}

/// Views below each other. Source: Apple, LazyVStack.
///
/// Linux: the elements of a `ForEach` are made when they are first seen, and then stay.
public nonisolated struct LazyVStack<Content: View> {
    private let stack: VStackLayout
    private let content: Content

    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        stack = VStackLayout(alignment: alignment, spacing: spacing)
        self.content = content()
    }
}

/// Views side by side. Source: Apple, LazyHStack.
///
/// Linux: the elements of a `ForEach` are made when they are first seen, and then stay.
public nonisolated struct LazyHStack<Content: View> {
    private let stack: HStackLayout
    private let content: Content

    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        stack = HStackLayout(alignment: alignment, spacing: spacing)
        self.content = content()
    }
}

@MainActor extension LazyVStack: View {
    /// Across, a lazy stack takes all that it is offered.
    public var body: some View {
        stack { content.environment(\.isLazy, true) }.frame(
            maxWidth: .infinity, alignment: Alignment(horizontal: stack.alignment, vertical: .center))
    }
}

@MainActor extension LazyHStack: View {
    /// Across, a lazy stack takes all that it is offered.
    public var body: some View {
        stack { content.environment(\.isLazy, true) }.frame(
            maxHeight: .infinity, alignment: Alignment(horizontal: .center, vertical: stack.alignment))
    }
}
