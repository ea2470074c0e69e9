import UIKit

/// A view on content that can be larger. Source: Apple, ScrollView.
public nonisolated struct ScrollView<Content: View> {
    public var content: Content
    public var axes: Axis.Set
    public var showsIndicators: Bool

    public nonisolated init(
        _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
    ) {
        self.axes = axes
        self.showsIndicators = showsIndicators
        self.content = content()
    }
}

@MainActor extension ScrollView: ScrollingView {
    public typealias Body = Never
    var scrolled: any View { content }
}

@MainActor protocol ScrollingView: PrimitiveView {
    var axes: Axis.Set { get }
    var showsIndicators: Bool { get }
    var scrolled: any View { get }
}

extension ScrollingView {
    func makeNode(_ inputs: NodeInputs) -> Node { ScrollNode(self, inputs) }
}

final class ScrollNode: Node {
    fileprivate(set) var view: any ScrollingView
    private var content: Node!
    private(set) var item: ScrollItem!
    /// If the content can be refreshed.
    let refresher: Refresher?

    init(_ view: any ScrollingView, _ inputs: NodeInputs) {
        self.view = view
        let canRefresh = inputs.environment.values.refresh != nil && view.axes.contains(.vertical)
        refresher = canRefresh ? Refresher() : nil
        super.init(inputs)
        content = makeChild(whole(view.scrolled))
        refresher?.action = environment.values.refresh
        item = ScrollItem(self, content)
        readPosition()
    }

    /// What the program bound to the place that is seen.
    var position: ScrollPositionLink? { environment.values.scrollPosition }
    /// The view that the program wants to be scrolled to, as soon as it has its place.
    var wantedID: AnyHashable?
    /// The newest value of the binding.
    private var knownID: AnyHashable?

    /// Says which view is seen now.
    func tellPosition() {
        guard !isDisposed, let position, let target = item.shownTarget(position.anchor) else { return }
        // What comes back is not a wish.
        if let id = position.tell(target.ids) { knownID = id }
    }

    private func readPosition() {
        guard position?.id != knownID else { return }
        knownID = position?.id
        wantedID = knownID
        if wantedID != nil { layoutChanged() }
    }

    /// The content, with what is shown while it is refreshed. Scroll views in it have places of their own.
    private func whole(_ scrolled: any View) -> any View {
        func own(_ view: some View) -> any View { view.modified(EnvironmentChange { $0.scrollPosition = nil }) }
        let scrolled = own(scrolled)
        guard let refresher else { return scrolled }
        return TupleView((), children: [RefreshHeader(refresher: refresher), scrolled])
    }

    override var children: [Node] { [content] }
    override func makeItems() -> [Item] { [item] }
    override var ownItems: [Item] { [item] }

    override func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {
        readPosition()
        refresher?.action = self.environment.values.refresh
        if let view = view as? any ScrollingView {
            if view.axes != self.view.axes { layoutChanged() }
            self.view = view
        }
        content.update((view as? any ScrollingView).map { whole($0.scrolled) }, self.environment)
    }
}

/// The window on the content, and how far it is scrolled.
final class ScrollItem: Item, TouchFollower {
    let content: ContainerItem
    /// The point of the content at the top left corner.
    private(set) var offset = CGPoint.zero
    private var indicators: ScrollIndicators?
    /// The offset that they show.
    private var indicatedOffset = CGPoint.zero

    init(_ node: Node, _ content: Node) {
        self.content = ContainerItem(node, content, layout: VStackLayout())
        super.init(node)
    }

    private var axes: Axis.Set { (node as! ScrollNode).view.axes }
    /// Whether the content begins at its right edge.
    var isMirrored: Bool { axes.contains(.horizontal) && environment.isRightToLeft }
    override var children: [Item] { [content] }

    override func forgetSizes() {
        super.forgetSizes()
        content.forgetSizes()
    }

    private func contentProposal(_ proposal: ProposedViewSize) -> ProposedViewSize {
        ProposedViewSize(
            width: axes.contains(.horizontal) ? nil : proposal.width,
            height: axes.contains(.vertical) ? nil : proposal.height)
    }

    /// Along the axes it takes what it is offered, across it is as large as its content.
    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let size = content.size(contentProposal(proposal))
        return CGSize(
            width: axes.contains(.horizontal) ? proposal.width ?? size.width : size.width,
            height: axes.contains(.vertical) ? proposal.height ?? size.height : size.height)
    }

    /// How far it can be scrolled.
    var limit: CGPoint {
        let size = content.size(contentProposal(ProposedViewSize(frame.size)))
        return CGPoint(x: max(0, size.width - frame.width), y: max(0, size.height - frame.height))
    }

    /// The offset that the program was told of.
    private var toldOffset = CGPoint.zero

    /// The size that it was offered when it was placed: its own may be that of its content.
    private(set) var offer: ProposedViewSize?

    override func placeChildren() {
        if proposal != offer {
            offer = proposal
            graph.containerChanged()
        }
        placeContent()
        let scroll = node as! ScrollNode
        if let id = scroll.wantedID, let target = scroll.targets.first(where: { $0.ids.contains(id) }) {
            scroll.wantedID = nil
            offset = place(of: target.item, anchor: scroll.position?.anchor)
            toldOffset = offset
            placeContent()
        }
        guard offset != toldOffset, scroll.position != nil else { return }
        toldOffset = offset
        graph.afterUpdate { [weak scroll] in scroll?.tellPosition() }
    }

    /// The offset that the views in it have been placed with.
    private(set) var placedOffset = CGPoint.zero

    /// What was true when the content was placed: how far it could be scrolled horizontally, and whether it began at
    /// the right.
    private var placed: (limit: CGFloat, isMirrored: Bool) = (0, false)

    /// Content that begins at the right keeps its distance from there when more content comes at the left. This does
    /// not count as scrolling by a person.
    private func followDirection() {
        let (old, new) = (placed, (limit: limit.x, isMirrored: isMirrored))
        placed = new
        var x = offset.x
        if new.isMirrored != old.isMirrored { x = old.limit - x }
        if new.isMirrored { x += new.limit - old.limit }
        let step = x - offset.x
        guard step != 0 else { return }
        offset.x += step
        toldOffset.x += step
        indicatedOffset.x += step
    }

    private func placeContent() {
        let offer = contentProposal(ProposedViewSize(frame.size))
        let size = content.size(offer)
        followDirection()
        offset = limited(offset)
        placedOffset = offset
        // Content that is smaller than the window is centered across.
        let x = axes.contains(.horizontal) ? frame.minX - offset.x : frame.midX - size.width / 2
        let y = axes.contains(.vertical) ? frame.minY - offset.y : frame.midY - size.height / 2
        let outer = graph.safeArea
        graph.safeArea = SafeArea(
            bounds: CGRect(origin: CGPoint(x: x, y: y), size: size),
            safe: CGRect(origin: CGPoint(x: x, y: y), size: size))
        let outerArea = graph.visibleArea
        // Half a screen more, so that what comes next is there when it is scrolled to.
        let seen = frame.insetBy(dx: -frame.width / 2, dy: -frame.height / 2)
        graph.visibleArea = outerArea?.intersection(seen) ?? seen
        content.place(CGPoint(x: x, y: y), offer)
        graph.visibleArea = outerArea
        graph.safeArea = outer
    }

    private func limited(_ point: CGPoint) -> CGPoint {
        CGPoint(x: min(max(0, point.x), limit.x), y: min(max(0, point.y), limit.y))
    }

    func scroll(to point: CGPoint) {
        let point = limited(point)
        guard point != offset else { return }
        offset = point
        node.layoutChanged()
        graph.schedule()
    }

    /// A finger that scrolled has left: what decides where the content stops is asked.
    ///
    /// - Parameter velocity: of what is seen, in points per second.
    func stop(from old: CGPoint, velocity: CGVector) {
        guard let behavior = environment.scrollTargetBehavior else { return }
        var target = ScrollTarget(rect: CGRect(origin: offset, size: frame.size))
        behavior.updateTarget(
            &target,
            context: ScrollTargetBehaviorContext(
                originalTarget: ScrollTarget(rect: CGRect(origin: old, size: frame.size)), velocity: velocity,
                contentSize: content.size(contentProposal(ProposedViewSize(frame.size))), containerSize: frame.size,
                axes: axes, isMirrored: isMirrored, targets: targetFrames))
        let point = limited(target.rect.origin)
        guard point != offset else { return }
        offset = point
        node.layoutChanged()
        graph.invalidate(node, Transaction(animation: .easeOut(duration: 0.3)))
    }

    /// - Returns: whether there was something left to scroll to.
    func scroll(by step: CGPoint) -> Bool {
        guard environment.isScrollEnabled else { return false }
        let old = offset
        scroll(
            to: CGPoint(
                x: axes.contains(.horizontal) ? offset.x + step.x : 0,
                y: axes.contains(.vertical) ? offset.y + step.y : 0))
        return offset != old
    }

    /// Scrolls until a view is at a point of the window, or just visible.
    func scroll(to target: Item, anchor: UnitPoint?) { scroll(to: place(of: target, anchor: anchor)) }

    /// The offset with which a view is at a point of the window, or just visible.
    private func place(of target: Item, anchor: UnitPoint?) -> CGPoint {
        let rect = frame(of: target)
        var point = offset
        if let anchor {
            point.x = rect.minX + anchor.x * (rect.width - frame.width)
            point.y = rect.minY + anchor.y * (rect.height - frame.height)
        } else {
            point.x = min(rect.minX, max(offset.x, rect.maxX - frame.width))
            point.y = min(rect.minY, max(offset.y, rect.maxY - frame.height))
        }
        return limited(
            CGPoint(x: axes.contains(.horizontal) ? point.x : 0, y: axes.contains(.vertical) ? point.y : 0))
    }

    override func draw(_ drawing: Drawing) {
        drawing.group(self, Effect()) { super.draw($0) }
        guard let surface else { return }
        surface.layer.masksToBounds = true
        if offset != indicatedOffset { showIndicators(on: surface.view) }
    }

    private func showIndicators(on view: UIView) {
        indicatedOffset = offset
        let bars = indicators.flatMap { $0.view === view ? $0 : nil } ?? ScrollIndicators(view)
        indicators = bars
        let showsOwn = (node as! ScrollNode).view.showsIndicators
        bars.show(
            in: view.bounds, at: offset, of: content.size(contentProposal(ProposedViewSize(frame.size))),
            isMirrored: environment.isRightToLeft,
            isVertical: environment.verticalScrollIndicatorVisibility.shows(showsOwn),
            isHorizontal: environment.horizontalScrollIndicatorVisibility.shows(showsOwn))
    }

    /// Follows a finger.
    private(set) lazy var recognizer: any Recognizer = ScrollRecognizer(self)

    override func hit(_ point: CGPoint) -> [Item]? { frame.contains(point) ? super.hit(point) ?? [self] : nil }
}

/// A touch that moves scrolls.
private final class ScrollRecognizer: Recognizer {
    /// A scroll view can vanish under the finger.
    private weak var item: ScrollItem?
    private var start: (touch: TouchInput, offset: CGPoint)?
    private var isActive = false
    /// The last two places of the finger.
    private var path: (before: TouchInput, now: TouchInput)?

    /// Of what is seen, which goes against the finger.
    private var velocity: CGVector {
        guard let path, path.now.time > path.before.time else { return .zero }
        let (old, new, time) = (path.before.location, path.now.location, path.now.time - path.before.time)
        return CGVector(dx: (old.x - new.x) / time, dy: (old.y - new.y) / time)
    }

    init(_ item: ScrollItem) { self.item = item }

    func take(_ touch: TouchInput) -> Bool {
        guard let item else { return false }
        switch touch.phase {
        case .began:
            guard start == nil, item.environment.isScrollEnabled else { break }
            (start, path) = ((touch, item.offset), (touch, touch))
        case .moved:
            guard let start, touch.id == start.touch.id else { return isActive }
            path = (path?.now ?? touch, touch)
            let (x, y) = (touch.location.x - start.touch.location.x, touch.location.y - start.touch.location.y)
            let refresher = (item.node as? ScrollNode)?.refresher
            let pulls = refresher != nil && start.offset.y == 0 && y >= 10 && y > abs(x)
            let isAlong = item.limit.x > 0 && abs(x) >= 10 || item.limit.y > 0 && abs(y) >= 10
            if !isActive, isAlong || pulls { item.environment.scrollDismissesKeyboardMode.scrolled(by: y) }
            isActive = isActive || isAlong || pulls
            if isActive { refresher?.pulled(by: start.offset.y == 0 ? y : 0) }
            if isActive { item.scroll(to: CGPoint(x: start.offset.x - x, y: start.offset.y - y)) }
        case .ended:
            guard touch.id == start?.touch.id else { return isActive }
            if isActive { (item.node as? ScrollNode)?.refresher?.dropped() }
            if isActive, let start { item.stop(from: start.offset, velocity: velocity) }
            (start, isActive) = (nil, false)
        case .cancelled:
            guard touch.id == start?.touch.id else { return isActive }
            cancel()
        }
        return isActive
    }

    func cancel() {
        if isActive { (item?.node as? ScrollNode)?.refresher?.released() }
        (start, isActive) = (nil, false)
    }
}

extension EnvironmentValues {
    private struct ScrollEnabled: EnvironmentKey { static let defaultValue = true }

    /// Whether a person can scroll; the program always can.
    public var isScrollEnabled: Bool {
        get { self[ScrollEnabled.self] }
        set { self[ScrollEnabled.self] = newValue }
    }
}

extension View {
    public nonisolated func scrollDisabled(_ disabled: Bool) -> some View {
        modified(EnvironmentChange { $0.isScrollEnabled = $0.isScrollEnabled && !disabled })
    }
}

/// Scrolls the views in it to one with an id. Source: Apple, ScrollViewReader.
public nonisolated struct ScrollViewReader<Content: View> {
    public var content: (ScrollViewProxy) -> Content
    @State private var link = ScrollViewProxy.Link()

    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content }
}

@MainActor extension ScrollViewReader: View {
    public var body: some View {
        content(ScrollViewProxy(link: link)).modified(ScrollRoot(link: link))
    }
}

/// Source: Apple, ScrollViewProxy.
public struct ScrollViewProxy {
    final class Link {
        weak var node: Node?
    }
    let link: Link

    /// Scrolls until the view with an id is visible, or until the anchor of both meets.
    @MainActor public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {
        guard let root = link.node, let target = root.find(id: AnyHashable(id)) else { return }
        var node: Node? = target
        while let current = node, current !== root {
            if let scroll = current as? ScrollNode, let item = target.items.first {
                return scroll.item.scroll(to: item, anchor: anchor)
            }
            node = current.parent
        }
    }
}

private struct ScrollRoot: Event {
    let link: ScrollViewProxy.Link

    func update(_ node: EventNode, from old: Self?) { link.node = node }
}

extension Node {
    /// The node below that has an id, of `id(_:)` or of an element.
    fileprivate func find(id: AnyHashable) -> Node? {
        if let found = (self as? any IdentityOwner)?.node(id: id) { return found }
        for child in children { if let found = child.find(id: id) { return found } }
        return nil
    }
}

/// A node that knows some of those below by their ids.
@MainActor protocol IdentityOwner: Node {
    func node(id: AnyHashable) -> Node?
}
