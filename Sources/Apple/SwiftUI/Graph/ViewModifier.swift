/// A change that makes a new view of another one. Source: Apple, ViewModifier.
@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    /// The new view; `content` stands for the old one.
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

/// The view that a modifier is applied to. Source: Apple, _ViewModifier_Content.
public nonisolated struct _ViewModifier_Content<Modifier: ViewModifier> {
    let view: any View
}

@MainActor extension _ViewModifier_Content: ListView {
    public typealias Body = Never
    var listed: [any View] { [view] }
}

/// A view with a modifier. Source: Apple, ModifiedContent.
public nonisolated struct ModifiedContent<Content, Modifier> {
    public var content: Content
    public var modifier: Modifier

    public nonisolated init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

@MainActor extension ModifiedContent: View, PrimitiveView where Content: View, Modifier: ViewModifier {
    public typealias Body = Never
    func makeNode(_ inputs: NodeInputs) -> Node { ViewModifierNode(self, inputs) }
}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {
    public func body(content: _ViewModifier_Content<Self>) -> some View {
        content.modifier(self.content).modifier(modifier)
    }
}

/// A modifier that changes nothing. Source: Apple, EmptyModifier.
public struct EmptyModifier: ViewModifier {
    public static let identity = EmptyModifier()
    public nonisolated init() {}
    public func body(content: Content) -> some View { content }
}

extension ViewModifier {
    public nonisolated func concat<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

extension View {
    public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

@MainActor private protocol AnyModifiedContent: PrimitiveView {
    var modifierValue: Any { get }
    var contentView: any View { get }
    func modifiedBody(_ modifier: Any) -> any View
}

@MainActor extension ModifiedContent: AnyModifiedContent where Content: View, Modifier: ViewModifier {
    fileprivate var modifierValue: Any { modifier }
    fileprivate var contentView: any View { content }
    fileprivate func modifiedBody(_ modifier: Any) -> any View {
        if let effect = modifier as? any GeometryEffect { return effect.applied(to: content) }
        return ordinaryBody(modifier)
    }

    private func ordinaryBody(_ modifier: Any) -> any View {
        (modifier as! Modifier).body(content: _ViewModifier_Content(view: content))
    }
}

/// The node of a modifier that an app wrote; its properties are linked as those of a view.
private final class ViewModifierNode: Node, PropertyOwner {
    private var view: any AnyModifiedContent
    private var child: Node!
    private var numbers: AnimatableState?
    let properties = PropertySlots()

    init(_ view: any AnyModifiedContent, _ inputs: NodeInputs) {
        self.view = view
        super.init(inputs)
        child = makeChild(readBody())
    }

    override var children: [Node] { [child] }

    override func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {
        if let view { self.view = view as! any AnyModifiedContent }
        evaluate()
    }

    override func evaluate() {
        guard !isDisposed else { return }
        child.update(readBody(), environment)
    }

    private func readBody() -> any View {
        var modifier = view.modifierValue
        if let animatable = modifier as? any Animatable {
            if numbers == nil { numbers = AnimatableState() }
            modifier = numbers!.presented(animatable, self)
        }
        properties.link(modifier, to: self)
        graph.evaluations += 1
        return graph.tracking(self) { view.modifiedBody(modifier) }
    }

    override func dispose() {
        super.dispose()
        properties.dispose()
    }
}
