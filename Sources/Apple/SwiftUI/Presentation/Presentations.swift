/// What is shown in front of everything else: sheets, covers, alerts, menus.
struct Presentation: Identifiable {
    enum Kind {
        case sheet, cover, alert, dialog
    }
    let id: ObjectIdentifier
    let kind: Kind
    let view: AnyView
    let environment: EnvironmentValues
    let dismiss: () -> Void
}

/// The presentations of one host.
final class Presentations {
    let shown = StateCell<[Presentation]>([])

    func show(_ presentation: Presentation) {
        var all = shown.read()
        if let index = all.firstIndex(where: { $0.id == presentation.id }) {
            all[index] = presentation
        } else {
            all.append(presentation)
        }
        shown.write(all)
    }

    func remove(_ id: ObjectIdentifier) {
        let all = shown.read()
        let rest = all.filter { $0.id != id }
        guard rest.count != all.count else { return }
        withAnimation(.easeOut(duration: 0.25)) { shown.write(rest) }
    }
}

extension EnvironmentValues {
    private struct Key: EnvironmentKey { nonisolated(unsafe) static let defaultValue: Presentations? = nil }
    private struct Dismiss: EnvironmentKey { nonisolated(unsafe) static let defaultValue = DismissAction {} }
    private struct IsPresented: EnvironmentKey { static let defaultValue = false }

    var presentations: Presentations? {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }

    /// Closes the presentation that the view is in, or goes back.
    public internal(set) var dismiss: DismissAction {
        get { self[Dismiss.self] }
        set { self[Dismiss.self] = newValue }
    }

    public internal(set) var isPresented: Bool {
        get { self[IsPresented.self] }
        set { self[IsPresented.self] = newValue }
    }
}

/// Source: Apple, DismissAction.
public struct DismissAction {
    let action: () -> Void
    init(_ action: @escaping () -> Void) { self.action = action }
    @MainActor public func callAsFunction() { action() }
}

/// The root of a host: the app's views, and in front of them what is presented.
struct PresentationRoot: View {
    let content: AnyView
    let presentations: Presentations

    var body: some View {
        ZStack {
            content
            ForEach(presentations.shown.read()) { presentation in
                PresentedView(presentation: presentation)
            }
        }
        .environment(\.presentations, presentations)
    }
}

private struct PresentedView: View {
    let presentation: Presentation

    var body: some View {
        let content = presentation.view
            .environment(\.dismiss, DismissAction(presentation.dismiss))
            .environment(\.isPresented, true)
            .environment(\.buttonStyle, DefaultButtonStyle())
            .modified(
                EnvironmentChange { values in
                    // What is shown stands beside the app's views, and sees what its presenter sees.
                    values = presentation.environment
                    values.isEnabled = true
                })
        switch presentation.kind {
        case .cover:
            content.frame(maxWidth: .infinity, maxHeight: .infinity)
                .background(Color.screen).transition(.move(edge: .bottom))
        case .sheet:
            ZStack {
                shade.onTapGesture(perform: presentation.dismiss)
                content.frame(maxWidth: .infinity, maxHeight: .infinity)
                    .background(Color.screen)
                    .clipShape(UnevenRoundedRectangle(topLeadingRadius: 12, topTrailingRadius: 12))
                    .padding(.top, 24)
                    .transition(.move(edge: .bottom))
            }
        case .alert:
            ZStack {
                shade.contentShape(Rectangle())
                content.frame(width: 270).background(Color.groupedCell, in: RoundedRectangle(cornerRadius: 14))
            }
        case .dialog:
            ZStack(alignment: .bottom) {
                shade.onTapGesture(perform: presentation.dismiss)
                content.background(Color.groupedCell, in: RoundedRectangle(cornerRadius: 14)).padding(8)
            }
        }
    }

    private var shade: some View { Color.black.opacity(0.3).ignoresSafeArea() }
}

/// Shows a view in front of everything while a condition holds.
private struct Presenting: View {
    let content: AnyView
    let isShown: Bool
    let kind: Presentation.Kind
    let view: () -> AnyView
    let dismiss: () -> Void
    let onDismiss: (() -> Void)?
    @State private var token = Token()
    @Environment(\.self) private var environment

    final class Token {
        var isShown = false
    }

    var body: some View {
        content.modified(Showing(presenting: self))
    }

    /// Tells the host what is to be shown now.
    @MainActor func tell() {
        guard let presentations = environment.presentations else { return }
        let id = ObjectIdentifier(token)
        if isShown {
            let entry = Presentation(id: id, kind: kind, view: view(), environment: environment, dismiss: dismiss)
            let isNew = !token.isShown
            token.isShown = true
            if isNew {
                withAnimation(.easeOut(duration: 0.25)) { presentations.show(entry) }
            } else {
                presentations.show(entry)
            }
        } else if token.isShown {
            token.isShown = false
            presentations.remove(id)
            onDismiss?()
        }
    }

    func end() { environment.presentations?.remove(ObjectIdentifier(token)) }
}

private struct Showing: Event {
    let presenting: Presenting

    @MainActor func update(_ node: EventNode, from old: Self?) { node.graph.afterUpdate { presenting.tell() } }
    @MainActor func disappear(_ node: EventNode) { presenting.end() }
}

extension View {
    fileprivate func presenting(
        _ isShown: Bool, _ kind: Presentation.Kind, onDismiss: (() -> Void)? = nil, dismiss: @escaping () -> Void,
        _ view: @escaping () -> AnyView
    ) -> some View {
        Presenting(
            content: AnyView(self), isShown: isShown, kind: kind, view: view, dismiss: dismiss, onDismiss: onDismiss)
    }

    public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting(isPresented.wrappedValue, .sheet, onDismiss: onDismiss) {
            isPresented.wrappedValue = false
        } _: {
            AnyView(content())
        }
    }

    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        let value = item.wrappedValue
        return presenting(value != nil, .sheet, onDismiss: onDismiss) {
            item.wrappedValue = nil
        } _: {
            AnyView(value.map { content($0).id($0.id) })
        }
    }

    public func fullScreenCover<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting(isPresented.wrappedValue, .cover, onDismiss: onDismiss) {
            isPresented.wrappedValue = false
        } _: {
            AnyView(content())
        }
    }

    public func fullScreenCover<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        let value = item.wrappedValue
        return presenting(value != nil, .cover, onDismiss: onDismiss) {
            item.wrappedValue = nil
        } _: {
            AnyView(value.map { content($0).id($0.id) })
        }
    }

    public func alert<A: View, M: View>(
        _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
        @ViewBuilder message: @escaping () -> M
    ) -> some View {
        let dismiss = { isPresented.wrappedValue = false }
        return presenting(isPresented.wrappedValue, .alert, dismiss: dismiss) {
            AnyView(Dialog(title: title, message: AnyView(message()), actions: AnyView(actions()), dismiss: dismiss))
        }
    }

    public func alert<A: View, M: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
        @ViewBuilder message: @escaping () -> M
    ) -> some View { alert(Text(titleKey), isPresented: isPresented, actions: actions, message: message) }

    @_disfavoredOverload public func alert<S: StringProtocol, A: View, M: View>(
        _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
        @ViewBuilder message: @escaping () -> M
    ) -> some View {
        alert(Text(verbatim: String(title)), isPresented: isPresented, actions: actions, message: message)
    }

    public func alert<A: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
    ) -> some View { alert(Text(titleKey), isPresented: isPresented, actions: actions) { EmptyView() } }

    @_disfavoredOverload public func alert<S: StringProtocol, A: View>(
        _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
    ) -> some View {
        alert(Text(verbatim: String(title)), isPresented: isPresented, actions: actions) { EmptyView() }
    }

    public func confirmationDialog<A: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
    ) -> some View {
        let dismiss = { isPresented.wrappedValue = false }
        return presenting(isPresented.wrappedValue, .dialog, dismiss: dismiss) {
            AnyView(
                Dialog(
                    title: Text(titleKey), message: AnyView(EmptyView()), actions: AnyView(actions()), dismiss: dismiss)
            )
        }
    }
}

extension View {
    /// A menu's list of controls.
    func menuPresentation<Content: View>(isPresented: Binding<Bool>, @ViewBuilder content: @escaping () -> Content)
        -> some View
    {
        presenting(isPresented.wrappedValue, .dialog) {
            isPresented.wrappedValue = false
        } _: {
            AnyView(content())
        }
    }
}

/// A title, a message and buttons; each button closes it.
private struct Dialog: View {
    let title: Text
    let message: AnyView
    let actions: AnyView
    let dismiss: () -> Void

    var body: some View {
        VStack(spacing: 12) {
            VStack(spacing: 4) {
                title.font(.headline)
                message.font(.footnote)
            }
            .multilineTextAlignment(.center)
            .padding(.horizontal)
            Divider()
            VStack(spacing: 12) { actions }
                .environment(\.buttonWillAct, dismiss)
        }
        .padding(.vertical)
    }
}
