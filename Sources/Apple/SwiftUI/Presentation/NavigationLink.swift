/// A control that leads to another view. Source: Apple, NavigationLink.
public nonisolated struct NavigationLink<Label: View, Destination: View> {
    private enum Target {
        case view(() -> Destination)
        case value(AnyHashable?)
    }
    private let target: Target
    private let label: Label

    public init(@ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label) {
        (target, self.label) = (.view(destination), label())
    }
    public init(destination: Destination, @ViewBuilder label: () -> Label) {
        (target, self.label) = (.view { destination }, label())
    }
}

extension NavigationLink where Label == Text {
    public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: @escaping () -> Destination) {
        self.init(destination: destination) { Text(titleKey) }
    }
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(
        _ title: S, @ViewBuilder destination: @escaping () -> Destination
    ) { self.init(destination: destination) { Text(verbatim: String(title)) } }
    public nonisolated init(_ titleKey: LocalizedStringKey, destination: Destination) {
        self.init(destination: destination) { Text(titleKey) }
    }
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, destination: Destination) {
        self.init(destination: destination) { Text(verbatim: String(title)) }
    }
}

extension NavigationLink where Destination == Never {
    /// Leads to what `navigationDestination(for:destination:)` makes of the value. `nil` disables the link.
    public nonisolated init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
        self.label = label()
        if let value { target = .value(AnyHashable(value)) } else { target = .value(nil) }
    }
}

extension NavigationLink where Label == Text, Destination == Never {
    public nonisolated init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) {
        self.init(value: value) { Text(titleKey) }
    }
    @_disfavoredOverload public nonisolated init<S: StringProtocol, P: Hashable>(_ title: S, value: P?) {
        self.init(value: value) { Text(verbatim: String(title)) }
    }
}

@MainActor extension NavigationLink: View {
    public var body: some View {
        switch target {
        case .view(let destination): LinkBody(destination: { AnyView(destination()) }, label: AnyView(label))
        case .value(let value): ValueLink(value: value, label: AnyView(label))
        }
    }
}

private struct ValueLink: View {
    let value: AnyHashable?
    let label: AnyView
    @Environment(\.navigation) private var model
    @Environment(\.listSelection) private var selection
    @Environment(\.splitPlace) private var splitPlace

    var body: some View {
        Button {
            guard let value else { return }
            if let selection, let splitPlace, splitPlace.leadsOn {
                // In the list of a column, a link selects its value.
                selection.toggle(value)
                splitPlace.model.chosen(in: splitPlace.column, clear: selection.clear)
            } else {
                model?.push(value)
            }
        } label: {
            label
        }
        .disabled(value == nil)
    }
}

private struct LinkBody: View {
    let destination: () -> AnyView
    let label: AnyView
    @State private var pushed = Pushed()
    @Environment(\.navigation) private var model

    final class Pushed {
        weak var content: DeferredContent?
    }

    var body: some View {
        Button {
            let content = DeferredContent(destination)
            pushed.content = content
            model?.push(content)
        } label: {
            label
        }
        .modified(Following(destination: destination, pushed: pushed))
    }
}

/// What was pushed follows the newest value of its link.
private struct Following: Event {
    let destination: () -> AnyView
    let pushed: LinkBody.Pushed

    @MainActor func update(_ node: EventNode, from old: Self?) {
        guard old != nil else { return }
        node.graph.afterUpdate { pushed.content?.take(destination) }
    }
}

/// Tells the stack how values of a type are shown.
private struct DestinationOfType: Event {
    let model: NavigationModel?
    let type: Any.Type
    let make: (Any) -> AnyView

    @MainActor func update(_ node: EventNode, from old: Self?) { model?.show(type, for: ObjectIdentifier(node), make) }
    @MainActor func disappear(_ node: EventNode) { model?.forget(ObjectIdentifier(node)) }
}

private struct DestinationForType<Content: View, Value: Hashable>: View {
    let content: Content
    let make: (Value) -> AnyView
    @Environment(\.navigation) private var model

    var body: some View {
        content.modified(
            DestinationOfType(model: model, type: Value.self) { value in
                (value as? Value).map(make) ?? AnyView(EmptyView())
            })
    }
}

/// Pushes a view while a condition holds.
private struct PushedWhile: View {
    let content: AnyView
    let isPresented: Binding<Bool>
    let make: () -> AnyView
    @State private var pushed = Pushed()
    @Environment(\.navigation) private var model

    final class Pushed {
        var content: DeferredContent?
    }

    var body: some View {
        content.modified(Pushing(isPresented: isPresented.wrappedValue, owner: self))
            .onChange(of: isGone) { _, isGone in
                if isGone, pushed.content != nil {
                    pushed.content = nil
                    isPresented.wrappedValue = false
                }
            }
    }

    /// Whether the person went back.
    private var isGone: Bool {
        let entries = model?.entries.read() ?? []
        return !entries.contains { $0.content === pushed.content }
    }

    @MainActor func tell(_ isShown: Bool) {
        guard let model else { return }
        if isShown, let content = pushed.content {
            content.take(make)
        } else if isShown {
            let content = DeferredContent(make)
            pushed.content = content
            model.push(content)
        } else if let content = pushed.content {
            pushed.content = nil
            model.remove(content)
        }
    }
}

private struct Pushing: Event {
    let isPresented: Bool
    let owner: PushedWhile

    @MainActor func update(_ node: EventNode, from old: Self?) { node.graph.afterUpdate { owner.tell(isPresented) } }
}

extension View {
    /// How the stack around shows values of a type, to which links lead.
    public func navigationDestination<D: Hashable, C: View>(
        for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View { DestinationForType<Self, D>(content: self) { AnyView(destination($0)) } }

    /// Pushes a view onto the stack around while the condition holds.
    public func navigationDestination<V: View>(
        isPresented: Binding<Bool>, @ViewBuilder destination: @escaping () -> V
    ) -> some View {
        PushedWhile(content: AnyView(self), isPresented: isPresented) { AnyView(destination()) }
    }

    /// Pushes what shows a value onto the stack around while there is one.
    public func navigationDestination<D: Hashable, C: View>(
        item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        navigationDestination(
            isPresented: Binding(get: { item.wrappedValue != nil }, set: { if !$0 { item.wrappedValue = nil } })
        ) { item.wrappedValue.map { destination($0) } }
    }
}
