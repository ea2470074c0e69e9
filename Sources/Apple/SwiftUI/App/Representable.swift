import UIKit

/// A UIView among the views. Source: Apple, UIViewRepresentable.
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    /// Makes the view, once.
    func makeUIView(context: Context) -> UIViewType
    /// Gives the view what has changed.
    func updateUIView(_ uiView: UIViewType, context: Context)
    static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator)
    func makeCoordinator() -> Coordinator
    func sizeThatFits(_ proposal: ProposedViewSize, uiView: UIViewType, context: Context) -> CGSize?
    typealias Context = UIViewRepresentableContext<Self>
}

extension UIViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

extension UIViewRepresentable {
    public static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator) {}
    public func sizeThatFits(_ proposal: ProposedViewSize, uiView: UIViewType, context: Context) -> CGSize? { nil }
}

/// Source: Apple, UIViewRepresentableContext.
@MainActor @preconcurrency public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public let transaction: Transaction
    public let environment: EnvironmentValues
}

/// What the graph does with a view or a controller of UIKit.
@MainActor protocol HostedView: AnyObject {
    var view: UIView { get }
    func update(_ view: any View, _ environment: EnvironmentValues, _ transaction: Transaction)
    func size(_ proposal: ProposedViewSize, _ environment: EnvironmentValues) -> CGSize
    /// The view is in its place for the first time.
    func shown()
    func dismantle()
}

extension HostedView {
    func shown() {}
}

private final class Hosted<R: UIViewRepresentable>: HostedView {
    private var representable: R
    private let coordinator: R.Coordinator
    private let made: R.UIViewType
    var view: UIView { made }

    init(_ representable: R, _ environment: EnvironmentValues) {
        self.representable = representable
        coordinator = representable.makeCoordinator()
        let context = R.Context(coordinator: coordinator, transaction: Transaction(), environment: environment)
        made = representable.makeUIView(context: context)
        representable.updateUIView(made, context: context)
    }

    func update(_ view: any View, _ environment: EnvironmentValues, _ transaction: Transaction) {
        representable = view as! R
        representable.updateUIView(
            made, context: R.Context(coordinator: coordinator, transaction: transaction, environment: environment))
    }

    /// Its own size, or its intrinsic one; it takes what it is offered in a direction in which it has none.
    func size(_ proposal: ProposedViewSize, _ environment: EnvironmentValues) -> CGSize {
        let context = R.Context(coordinator: coordinator, transaction: Transaction(), environment: environment)
        if let size = representable.sizeThatFits(proposal, uiView: made, context: context) { return size }
        let own = made.intrinsicContentSize
        func length(_ own: CGFloat, _ proposed: CGFloat?) -> CGFloat {
            own == UIView.noIntrinsicMetric ? proposed ?? 10 : own
        }
        return CGSize(width: length(own.width, proposal.width), height: length(own.height, proposal.height))
    }

    func dismantle() { R.dismantleUIView(made, coordinator: coordinator) }
}

final class HostedNode: Node, PropertyOwner {
    private(set) var hosted: (any HostedView)!
    private var view: any View
    private var item: HostedItem!
    let properties = PropertySlots()

    init(_ view: any View, _ inputs: NodeInputs, _ make: () -> any HostedView) {
        self.view = view
        super.init(inputs)
        properties.link(view, to: self)
        hosted = graph.tracking(self, make)
        hosted.view.layoutDirectionOverride = environment.values.layoutDirection.trait
        item = HostedItem(self)
    }

    override func makeItems() -> [Item] { [item] }
    override var ownItems: [Item] { [item] }

    override func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {
        if let view { self.view = view }
        evaluate()
    }

    override func evaluate() {
        guard !isDisposed else { return }
        properties.link(view, to: self)
        hosted.view.layoutDirectionOverride = environment.values.layoutDirection.trait
        graph.tracking(self) { hosted.update(view, environment.values, graph.transaction) }
        layoutChanged()
    }

    override func dispose() {
        let wasDisposed = isDisposed
        super.dispose()
        properties.dispose()
        if !wasDisposed { hosted.dismantle() }
    }
}

private final class HostedItem: Item {
    private var hosted: any HostedView { (node as! HostedNode).hosted }

    override func measure(_ proposal: ProposedViewSize) -> CGSize { hosted.size(proposal, environment) }

    override func draw(_ drawing: Drawing) {
        let surface = surface ?? Surface(hosted.view)
        if self.surface == nil { graph.afterUpdate { self.hosted.shown() } }
        self.surface = surface
        drawing.add(surface, drawing.snapped(shownFrame.now))
    }

    override func hit(_ point: CGPoint) -> [Item]? { frame.contains(point) ? [self] : nil }
}

extension Graph {
    /// The node of a representable.
    func hostedNode(_ view: any UIViewRepresentable, _ inputs: NodeInputs) -> Node {
        func host<R: UIViewRepresentable>(_ view: R) -> any HostedView { Hosted(view, inputs.environment.values) }
        return HostedNode(view, inputs) { host(view) }
    }
}
