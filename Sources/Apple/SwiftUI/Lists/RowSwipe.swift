import Foundation

extension View {
    /// Buttons that a person uncovers by moving the row aside. At the end of the row, they stand instead of what
    /// ``DynamicViewContent/onDelete(perform:)`` shows.
    ///
    /// - `allowsFullSwipe`: whether a long swipe presses the first button.
    public nonisolated func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
    ) -> some View {
        modified(SwipeChange(edge: edge, allowsFullSwipe: allowsFullSwipe, content: AnyView(content())))
    }
}

/// The buttons of one `swipeActions`.
@MainActor final class RowSwipeActions {
    let edge: HorizontalEdge
    fileprivate(set) var allowsFullSwipe: Bool
    fileprivate let content: DeferredContent

    fileprivate init(_ change: SwipeChange) {
        (edge, allowsFullSwipe) = (change.edge, change.allowsFullSwipe)
        content = DeferredContent { change.content }
    }
}

/// The buttons that a swipe uncovers.
struct RowSwipes: LayoutValueKey {
    static let defaultValue: [RowSwipeActions] = []
}

private struct SwipeChange: Change {
    let edge: HorizontalEdge
    let allowsFullSwipe: Bool
    let content: AnyView

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { SwipeNode(view, inputs) }
}

private final class SwipeNode: ModifierNode {
    private(set) lazy var actions = RowSwipeActions(change as! SwipeChange)

    override func wrap(_ item: Item) -> Item { SwipeItem(self, item) }

    override func changed(from old: any Change) {
        let (old, new) = (old as! SwipeChange, change as! SwipeChange)
        if old.edge != new.edge {
            actions = RowSwipeActions(new)
            return itemsChanged()
        }
        actions.allowsFullSwipe = new.allowsFullSwipe
        graph.afterUpdate { [actions] in actions.content.take { new.content } }
    }
}

private final class SwipeItem: PassingItem {
    override func layoutValue<K: LayoutValueKey>(_ key: K.Type) -> K.Value {
        let inner = child.layoutValue(key)
        guard key == RowSwipes.self, let actions = (node as? SwipeNode)?.actions else { return inner }
        return ((inner as! [RowSwipeActions]) + [actions]) as! K.Value
    }
}

/// What is known of the buttons beside a row when they are laid out.
struct SwipeStrip {
    var count = 1
    /// Presses the first button.
    var first: (@MainActor () -> Void)?
}

/// The buttons at one edge of a row, the first one at the edge.
struct SwipeButtons: View {
    let place: RowPlace
    let edge: HorizontalEdge
    /// How much of the row is moved away.
    let width: CGFloat

    var body: some View {
        let place = place
        SwipeLayout(edge: edge, tell: { place.strips[edge] = $0 }) {
            ForEach(0..<place.swipes(at: edge).count, id: \.self) { index in
                DeferredView(content: place.swipes(at: edge)[index].content)
            }
        }
        .buttonStyle(SwipeButtonStyle())
        .labelStyle(SwipeLabelStyle())
        .environment(\.buttonWillAct) { withAnimation(.easeOut(duration: 0.2)) { place.pull.write(0) } }
        .frame(width: width)
        .frame(maxHeight: .infinity)
        .clipped()
    }
}

/// As many columns as there are buttons.
private struct SwipeLayout: Layout {
    let edge: HorizontalEdge
    /// Not drawn with: it only learns what the buttons are.
    nonisolated(unsafe) let tell: (SwipeStrip) -> Void

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        proposal.replacingUnspecifiedDimensions()
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        tell(SwipeStrip(count: max(1, subviews.count), first: subviews.first?[SwipePress.self]))
        let width = bounds.width / CGFloat(max(1, subviews.count))
        for (index, view) in subviews.enumerated() {
            let column = edge == .leading ? index : subviews.count - 1 - index
            view.place(
                at: CGPoint(x: bounds.minX + CGFloat(column) * width, y: bounds.minY),
                proposal: ProposedViewSize(width: width, height: bounds.height))
        }
    }
}

/// What a button beside a row does.
private struct SwipePress: LayoutValueKey {
    static let defaultValue: (@MainActor () -> Void)? = nil
}

private struct SwipeButtonStyle: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View {
        SwipeButtonFace(configuration: configuration)
            .layoutValue(key: SwipePress.self, value: configuration.press)
    }
}

private struct SwipeButtonFace: View {
    let configuration: ButtonStyleConfiguration
    @Environment(\.tintColor) private var tint

    var body: some View {
        configuration.label.font(.footnote).foregroundStyle(Color.white).lineLimit(1)
            .frame(maxWidth: .infinity, maxHeight: .infinity)
            .background(configuration.role == .destructive ? Color.red : tint ?? .gray)
            .opacity(configuration.isPressed ? 0.7 : 1)
    }
}

private struct SwipeLabelStyle: LabelStyle {
    func makeBody(configuration: Configuration) -> some View {
        VStack(spacing: 2) {
            configuration.icon.font(.body)
            configuration.title
        }
    }
}

/// A touch that moves a row aside. What is moved far does what the first button does.
final class RowSwipe: Recognizer {
    private let place: RowPlace
    private var start: (touch: TouchInput, pull: CGFloat)?
    private var isActive = false

    init(_ place: RowPlace) { self.place = place }

    func take(_ touch: TouchInput) -> Bool {
        let position = place.position.read()
        guard position.hasLeading || position.hasTrailing else { return false }
        switch touch.phase {
        case .began: start = (touch, place.pull.read())
        case .moved:
            guard let start, touch.id == start.touch.id else { return isActive }
            let (x, y) = (touch.location.x - start.touch.location.x, touch.location.y - start.touch.location.y)
            let pull = place.row?.environment.isRightToLeft == true ? start.pull + x : start.pull - x
            let isPossible = pull > 0 ? position.hasTrailing : position.hasLeading
            isActive = isActive || abs(x) >= 10 && abs(x) > abs(y) && (isPossible || start.pull != 0)
            if isActive { place.pull.write(isPossible ? pull : 0) }
        case .ended:
            guard let start, touch.id == start.touch.id else { return isActive }
            let pull = place.pull.read()
            // A tap on an open row closes it; one on its button was the button's.
            if isActive { settle(pull) } else if start.pull != 0 { settle(0) }
            self.start = nil
            defer { isActive = false }
            return isActive
        case .cancelled: cancel()
        }
        return isActive
    }

    private func settle(_ pull: CGFloat) {
        let edge = pull > 0 ? HorizontalEdge.trailing : .leading
        let swipes = place.swipes(at: edge)
        let strip = place.strips[edge] ?? SwipeStrip()
        let width = RowPlace.buttonWidth * CGFloat(swipes.isEmpty ? 1 : strip.count)
        let isFull = abs(pull) > width + 1.5 * RowPlace.buttonWidth
        withAnimation(.easeOut(duration: 0.2)) {
            if isFull, swipes.isEmpty {
                place.delete?()
            } else if isFull, swipes.first?.allowsFullSwipe == true, let first = strip.first {
                // The button closes the row.
                return first()
            }
            place.pull.write(abs(pull) > width / 2 ? (pull < 0 ? -width : width) : 0)
        }
    }

    func cancel() {
        if isActive { settle(0) }
        (start, isActive) = (nil, false)
    }
}
