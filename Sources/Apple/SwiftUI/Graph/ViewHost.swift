/// Shows a view in a rectangle: it owns the graph, and lays it out.
@MainActor final class ViewHost: GraphHost {
    let graph: Graph
    private(set) var rootItem: (any Leavable)?
    var environment: EnvironmentValues { didSet { graph.setRoot(nil, environment) } }

    /// Where the view may be, and which part of that is free.
    var bounds: CGRect { didSet { if bounds != oldValue { graph.layOutAgain() } } }
    var safeAreaInsets = EdgeInsets() { didSet { if safeAreaInsets != oldValue { graph.layOutAgain() } } }
    /// What the view is drawn on.
    let surface = Surface()
    var didDraw: () -> Void = {}

    init(
        _ view: any View, size: CGSize, environment: EnvironmentValues = EnvironmentValues(),
        clock: AnimationClock? = nil
    ) {
        graph = Graph(clock: clock ?? AnimationClock())
        self.environment = environment
        bounds = CGRect(origin: .zero, size: size)
        graph.host = self
        graph.start(view, environment)
        graph.clock.didTick = { [weak self] in self?.tick() }
        graph.schedule()
    }

    /// A frame of an animation: what only moves is drawn, what is evaluated for each frame is evaluated.
    private func tick() { graph.update() }

    var area: CGRect {
        CGRect(
            x: bounds.minX + safeAreaInsets.leading, y: bounds.minY + safeAreaInsets.top,
            width: max(0, bounds.width - safeAreaInsets.leading - safeAreaInsets.trailing),
            height: max(0, bounds.height - safeAreaInsets.top - safeAreaInsets.bottom))
    }

    /// The views of the root as one item: several are below each other.
    private var root: ContainerItem {
        if let root = rootItem as? ContainerItem { return root }
        let root = ContainerItem(graph.root, graph.root, layout: VStackLayout())
        rootItem = root
        return root
    }

    func size(_ proposal: ProposedViewSize) -> CGSize { root.size(proposal) }

    private var laidOutSize = CGSize.zero

    func layOut() {
        root.forgetSizes()
        let area = area
        if area.size != laidOutSize { graph.containerChanged() }
        laidOutSize = area.size
        graph.safeArea = SafeArea(bounds: bounds, safe: area)
        let proposal = ProposedViewSize(area.size)
        let size = root.size(proposal)
        root.place(CGPoint(x: area.midX - size.width / 2, y: area.midY - size.height / 2), proposal)
        graph.dragImage?.layOut()
    }

    /// Gives a touch to the views.
    func touch(_ touch: TouchInput) {
        graph.touches.take(touch) { rootItem?.hit(touch.location) }
    }

    /// Takes a turn of the wheel: for the innermost view there that can be scrolled this way.
    func scroll(by step: CGPoint, at point: CGPoint) -> Bool {
        let path = rootItem?.hit(point) ?? []
        return path.reversed().contains { ($0 as? ScrollItem)?.scroll(by: step) ?? false }
    }

    /// Shows the menu of the innermost view at a point that has one.
    func showMenu(at point: CGPoint) -> Bool {
        let menus = (rootItem?.hit(point) ?? []).reversed().lazy.compactMap { $0.node as? ContextMenuNode }
        guard let menu = menus.first else { return false }
        menu.open()
        return true
    }

    func draw() {
        let drawing = Drawing(scale: environment.displayScale)
        root.draw(drawing)
        graph.dragImage?.draw(drawing)
        surface.show(drawing.surfaces)
        didDraw()
    }
}
