/// What an assistive program can do with a view. Source: Apple, AccessibilityActionKind.
public struct AccessibilityActionKind: Equatable, Sendable {
    let name: Text
    let isDefault: Bool

    private init(_ name: String, isDefault: Bool = false) {
        (self.name, self.isDefault) = (Text(verbatim: name), isDefault)
    }

    /// A press.
    public static let `default` = Self("Activate", isDefault: true)
    public static let escape = Self("Escape")
    public static let magicTap = Self("Magic Tap")
    public static let delete = Self("Delete")
    public static let showMenu = Self("Show Menu")

    public init(named name: Text) { (self.name, isDefault) = (name, false) }
}

/// Source: Apple, AccessibilityAdjustmentDirection.
public enum AccessibilityAdjustmentDirection: Hashable, Sendable {
    case increment
    case decrement
}

/// A button in the corner of a view that only the keyboard and assistive programs find: GTK has no actions with names.
private struct AccessibleAction: Change {
    let name: Text
    let action: () -> Void

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { AccessibleActionNode(view, inputs) }
}

private final class AccessibleActionNode: CompanionNode {
    private var action: AccessibleAction { change as! AccessibleAction }

    override var companion: any View {
        let label = action.name.runs.map { $0.source.string(environment.values) }.joined()
        return Color.clear.frame(width: 1, height: 1)
            .modified(Pressable(traits: .isButton, label: label, press: action.action))
    }

    override func wrap(_ item: Item, with companion: Node) -> Item { AccessibleActionItem(self, item, companion) }
}

private final class AccessibleActionItem: PassingItem {
    private let button: ContainerItem

    init(_ node: Node, _ item: Item, _ button: Node) {
        self.button = ContainerItem(node, button, layout: ZStackLayout())
        super.init(node, item)
    }

    override var children: [Item] { super.children + [button] }

    override func forgetSizes() {
        super.forgetSizes()
        button.forgetSizes()
    }

    override func placeChildren() {
        super.placeChildren()
        button.place(frame.origin, .unspecified)
    }

    /// The pointer does not find the button.
    override func hit(_ point: CGPoint) -> [Item]? { child.hit(point).map { [self] + $0 } }
}

extension View {
    /// Lets assistive programs do something with the view.
    ///
    /// Linux: the default action is a press of the view, which makes a button of it. The others are buttons of their own at
    /// the view, which only the keyboard and screen readers find.
    public nonisolated func accessibilityAction(
        _ actionKind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void
    ) -> some View {
        accessibilityAction(actionKind.name, actionKind.isDefault ? handler : nil, actionKind.isDefault ? nil : handler)
    }

    /// One of the two actions.
    @ViewBuilder private nonisolated func accessibilityAction(
        _ name: Text, _ press: (() -> Void)?, _ action: (() -> Void)?
    ) -> some View {
        if let press {
            modified(Pressable(traits: .isButton, label: nil, press: press))
        } else if let action {
            modified(AccessibleAction(name: name, action: action))
        }
    }

    public nonisolated func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> some View {
        modified(AccessibleAction(name: name, action: handler))
    }
    public nonisolated func accessibilityAction(
        named nameKey: LocalizedStringKey, _ handler: @escaping () -> Void
    ) -> some View { accessibilityAction(named: Text(nameKey), handler) }
    @_disfavoredOverload public nonisolated func accessibilityAction<S: StringProtocol>(
        named name: S, _ handler: @escaping () -> Void
    ) -> some View { accessibilityAction(named: Text(verbatim: String(name)), handler) }

    /// Lets assistive programs make the view's value larger and smaller.
    ///
    /// Linux: by two buttons at the view, which only the keyboard and screen readers find.
    public nonisolated func accessibilityAdjustableAction(
        _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
    ) -> some View {
        accessibilityAction(named: Text(verbatim: "Decrement")) { handler(.decrement) }
            .accessibilityAction(named: Text(verbatim: "Increment")) { handler(.increment) }
    }

    /// Shows assistive programs another view than the one that is seen.
    public nonisolated func accessibilityRepresentation<V: View>(@ViewBuilder representation: () -> V) -> some View {
        accessibilityHidden(true).overlay { representation().opacity(0).allowsHitTesting(false) }
    }
}
