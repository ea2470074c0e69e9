import UIKit

/// A UIViewController among the views; it becomes a child of the controller that shows them.
///
/// Source: Apple, UIViewControllerRepresentable.
@MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    associatedtype Coordinator = Void
    /// Makes the controller, once.
    func makeUIViewController(context: Context) -> UIViewControllerType
    /// Gives the controller what has changed.
    func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
    static func dismantleUIViewController(_ uiViewController: UIViewControllerType, coordinator: Coordinator)
    func makeCoordinator() -> Coordinator
    func sizeThatFits(
        _ proposal: ProposedViewSize, uiViewController: UIViewControllerType, context: Context
    ) -> CGSize?
    typealias Context = UIViewControllerRepresentableContext<Self>
}

extension UIViewControllerRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

extension UIViewControllerRepresentable {
    public static func dismantleUIViewController(_ uiViewController: UIViewControllerType, coordinator: Coordinator) {}
    public func sizeThatFits(
        _ proposal: ProposedViewSize, uiViewController: UIViewControllerType, context: Context
    ) -> CGSize? { nil }
}

/// Source: Apple, UIViewControllerRepresentableContext.
@MainActor @preconcurrency
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
    public let coordinator: Representable.Coordinator
    public let transaction: Transaction
    public let environment: EnvironmentValues
}

private final class HostedController<R: UIViewControllerRepresentable>: HostedView {
    private var representable: R
    private let coordinator: R.Coordinator
    private let made: R.UIViewControllerType
    private weak var parent: UIViewController?
    var view: UIView { made.view }

    init(_ representable: R, _ environment: EnvironmentValues) {
        self.representable = representable
        coordinator = representable.makeCoordinator()
        let context = R.Context(coordinator: coordinator, transaction: Transaction(), environment: environment)
        made = representable.makeUIViewController(context: context)
        parent = environment.hostController?.controller
        parent?.addChild(made)
        representable.updateUIViewController(made, context: context)
    }

    func update(_ view: any View, _ environment: EnvironmentValues, _ transaction: Transaction) {
        representable = view as! R
        representable.updateUIViewController(
            made, context: R.Context(coordinator: coordinator, transaction: transaction, environment: environment))
    }

    /// Its own size; otherwise it takes what it is offered.
    func size(_ proposal: ProposedViewSize, _ environment: EnvironmentValues) -> CGSize {
        let context = R.Context(coordinator: coordinator, transaction: Transaction(), environment: environment)
        return representable.sizeThatFits(proposal, uiViewController: made, context: context)
            ?? proposal.replacingUnspecifiedDimensions()
    }

    func shown() {
        guard let parent else { return }
        // A parent that comes later brings its children along.
        if parent.viewIfLoaded?.window != nil {
            made.beginAppearanceTransition(true, animated: false)
            made.endAppearanceTransition()
        }
        made.didMove(toParent: parent)
    }

    func dismantle() {
        made.willMove(toParent: nil)
        made.beginAppearanceTransition(false, animated: false)
        made.view.removeFromSuperview()
        made.endAppearanceTransition()
        made.removeFromParent()
        R.dismantleUIViewController(made, coordinator: coordinator)
    }
}

extension Graph {
    /// The node of a representable.
    func hostedNode(_ view: any UIViewControllerRepresentable, _ inputs: NodeInputs) -> Node {
        func host<R: UIViewControllerRepresentable>(_ view: R) -> any HostedView {
            HostedController(view, inputs.environment.values)
        }
        return HostedNode(view, inputs) { host(view) }
    }
}
