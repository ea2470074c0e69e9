/// Shows one of several views.
struct TabPages: Change {
    let model: TabModel
    let index: Int
    /// For pages that a swipe turns; without it, only the chosen view is there.
    let turn: ((Int) -> Void)?

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { TabPagesNode(view, inputs) }
}

private final class TabPagesNode: ModifierNode {
    private lazy var pages = TabPagesItem(self)
    var tabs: TabPages { change as! TabPages }

    override var ownItems: [Item] { [pages] }

    override func makeItems() -> [Item] {
        pages.pages = child.items
        tabs.model.tabs.write(
            child.items.map { item in
                let tab = item.layoutValue(TabKey.self)
                return TabModel.Tab(
                    id: ObjectIdentifier(tab ?? item.node), tag: item.layoutValue(TagKey.self),
                    label: tab?.label ?? DeferredContent { AnyView(EmptyView()) })
            })
        return [pages]
    }

    override func changed(from old: any Change) {
        if (old as? TabPages)?.index != tabs.index { layoutChanged() }
    }
}

/// As large as it may be; one page fills it.
private final class TabPagesItem: Item, TouchFollower {
    var pages: [Item] = []
    /// How far a finger has moved the pages; in points.
    var drag: CGFloat = 0
    override var children: [Item] { pages }
    var tabs: TabPages { (node as! TabPagesNode).tabs }
    var index: Int { pages.isEmpty ? 0 : min(max(tabs.index, 0), pages.count - 1) }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        guard pages.indices.contains(index) else { return .zero }
        let own = pages[index].size(proposal)
        return CGSize(width: proposal.width ?? own.width, height: proposal.height ?? own.height)
    }

    override func placeChildren() {
        let offer = ProposedViewSize(frame.size)
        // What goes is told first.
        for (number, page) in pages.enumerated() where number != index && tabs.turn == nil {
            page.layoutValue(TabKey.self)?.setShown(false)
        }
        for (number, page) in pages.enumerated() {
            let isChosen = number == index
            if isChosen || tabs.turn != nil { page.layoutValue(TabKey.self)?.setShown(true) }
            page.isLeftOut = !isChosen && tabs.turn == nil
            guard !page.isLeftOut else { continue }
            let size = page.size(offer)
            let steps = environment.isRightToLeft ? index - number : number - index
            let x = tabs.turn == nil ? 0 : CGFloat(steps) * frame.width + drag
            page.place(
                CGPoint(x: frame.midX - size.width / 2 + x, y: frame.midY - size.height / 2), offer)
        }
    }

    override func draw(_ drawing: Drawing) {
        guard tabs.turn != nil else { return super.draw(drawing) }
        drawing.group(self, Effect()) { super.draw($0) }
        surface?.layer.masksToBounds = true
    }

    override func hit(_ point: CGPoint) -> [Item]? { frame.contains(point) ? super.hit(point) ?? [self] : nil }

    private(set) lazy var recognizer: any Recognizer = PageTurn(self)
}

/// A touch that moves aside turns the page.
private final class PageTurn: Recognizer {
    /// `nil` if the pages have gone while a finger was on them.
    private weak var item: TabPagesItem?
    private var start: TouchInput?
    private var isActive = false

    init(_ item: TabPagesItem) { self.item = item }

    func take(_ touch: TouchInput) -> Bool {
        guard let item, let turn = item.tabs.turn else { return false }
        switch touch.phase {
        case .began: if start == nil { start = touch }
        case .moved:
            guard let start, touch.id == start.id else { return isActive }
            let (x, y) = (touch.location.x - start.location.x, touch.location.y - start.location.y)
            isActive = isActive || abs(x) >= 10 && abs(x) > abs(y)
            if isActive { move(to: x) }
        case .ended:
            guard touch.id == start?.id else { return isActive }
            let (wasActive, part) = (isActive, item.drag / max(item.frame.width, 1))
            let side = part < -0.3 ? 1 : part > 0.3 ? -1 : 0
            let target = item.index + (item.environment.isRightToLeft ? -side : side)
            withAnimation(.easeOut(duration: 0.25)) {
                cancel()
                if wasActive, target != item.index, item.pages.indices.contains(target) { turn(target) }
            }
            return wasActive
        case .cancelled: cancel()
        }
        return isActive
    }

    private func move(to drag: CGFloat) {
        guard let item, drag != item.drag else { return }
        item.drag = drag
        item.node.layoutChanged()
        item.graph.invalidate(item.node, .current)
    }

    func cancel() {
        (start, isActive) = (nil, false)
        move(to: 0)
    }
}

extension View {
    /// What stands for the view in the bar of a ``TabView``: a label, or a picture and a text.
    public nonisolated func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View {
        TabItem(content: self, label: AnyView(label()))
    }
}

/// A view that is made when its tab is chosen.
private nonisolated struct TabItem<Content: View> {
    let content: Content
    let label: AnyView
}

@MainActor private protocol AnyTabItem: PrimitiveView {
    var tabContent: any View { get }
    var tabLabel: AnyView { get }
}

@MainActor extension TabItem: AnyTabItem {
    typealias Body = Never
    var tabContent: any View { content }
    var tabLabel: AnyView { label }
    func makeNode(_ inputs: NodeInputs) -> Node { TabItemNode(self, inputs) }
}

private struct TabKey: LayoutValueKey {
    static let defaultValue: TabItemNode? = nil
}

final class TabItemNode: Node {
    private var view: any AnyTabItem
    private var content: any View { view.tabContent }
    private var child: Node?
    private lazy var page = TabPageItem(self)
    private(set) var isShown = true
    private(set) lazy var label = { [label = badgedLabel] in DeferredContent { label } }()

    fileprivate init(_ view: any AnyTabItem, _ inputs: NodeInputs) {
        self.view = view
        super.init(inputs)
    }

    private var badgedLabel: AnyView {
        let badge = said { ($0 as? any AnyBadgedView)?.anyBadge } ?? environment.values.tabBadge
        return AnyView(BadgedLabel(label: view.tabLabel, badge: badge))
    }

    override var children: [Node] { child.map { [$0] } ?? [] }
    override func makeItems() -> [Item] { [page] }
    override var ownItems: [Item] { [page] }

    override func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {
        let view = view as? any AnyTabItem
        if let view { self.view = view }
        let label = badgedLabel
        graph.afterUpdate { self.label.take { label } }
        child?.update(view?.tabContent, self.environment)
    }

    /// The tag that the content says, made or not.
    var tag: AnyHashable? { said { ($0 as? any AnyTaggedView)?.anyTag } }

    /// What the outermost view says that says something, of those that are around the content proper.
    private func said<Value>(_ value: (any View) -> Value?) -> Value? {
        var view: any View = content
        while true {
            if let value = value(view) { return value }
            switch view {
            case let modified as any ModifiedView: view = modified.anyContent
            case let wrapping as any WrappingView: view = wrapping.wrapped
            default: return nil
            }
        }
    }

    func setShown(_ shows: Bool) {
        if shows, child == nil {
            let child = makeChild(content)
            self.child = child
            page.content = ContainerItem(self, child, layout: VStackLayout())
            itemsChanged()
        } else if shows != isShown, let child {
            Self.setHidden(!shows, child)
        }
        isShown = shows
    }

    private static func setHidden(_ hides: Bool, _ node: Node) {
        // What another bar hides stays hidden.
        if let tab = node as? TabItemNode, !tab.isShown { return }
        for child in node.children { setHidden(hides, child) }
        (node as? EventNode)?.setHidden(hides)
    }
}

private final class TabPageItem: Item {
    var content: ContainerItem?
    override var children: [Item] { content.map { [$0] } ?? [] }

    override func forgetSizes() {
        super.forgetSizes()
        content?.forgetSizes()
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        content?.size(proposal) ?? proposal.replacingUnspecifiedDimensions()
    }

    override func placeChildren() { content?.place(frame.origin, proposal) }

    override func layoutValue<K: LayoutValueKey>(_ key: K.Type) -> K.Value {
        if key == TabKey.self { return (node as? TabItemNode) as! K.Value }
        if key == TagKey.self { return (node as? TabItemNode)?.tag as! K.Value }
        return key.defaultValue
    }
}
