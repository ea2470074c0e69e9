/// What is shown in front of everything else: sheets, covers, alerts, menus.
///
/// It is a reference, so that the list of what is shown differs only when something comes or goes.
@MainActor final class Presentation: Identifiable {
    enum Kind {
        case sheet, cover, alert, dialog
    }
    let kind: Kind
    let content = DeferredContent { AnyView(EmptyView()) }
    /// What the presenter sees, and what it does to end the presentation: of its newest value.
    fileprivate(set) var environment = EnvironmentValues()
    fileprivate(set) var dismiss: () -> Void = {}

    /// Whether the sheet keeps a person from closing it.
    var isKept = false

    init(_ kind: Kind) { self.kind = kind }

    /// Closes the presentation if a person can leave it without a choice: a menu, a dialog or a sheet.
    ///
    /// - Returns: whether it was closed.
    fileprivate func leave() -> Bool {
        guard kind == .dialog || kind == .sheet && !isKept else { return false }
        dismiss()
        return true
    }
}

/// The presentations of one host.
@MainActor final class Presentations {
    let shown = StateCell<[Presentation]>([])

    func show(_ presentation: Presentation) {
        let all = shown.read()
        guard !all.contains(where: { $0 === presentation }) else { return }
        withAnimation(.easeOut(duration: 0.25)) { shown.write(all + [presentation]) }
    }

    func remove(_ presentation: Presentation) {
        let all = shown.read()
        let rest = all.filter { $0 !== presentation }
        guard rest.count != all.count else { return }
        withAnimation(.easeOut(duration: 0.25)) { shown.write(rest) }
    }
}

extension EnvironmentValues {
    private struct Key: EnvironmentKey { static let defaultValue: Presentations? = nil }
    // Never changed.
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

    /// The same for sources from before iOS 15.
    public var presentationMode: Binding<PresentationMode> {
        let (isPresented, dismiss) = (isPresented, dismiss)
        return Binding {
            PresentationMode(isPresented: isPresented)
        } set: { mode in
            if !mode.isPresented { dismiss.action() }
        }
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

/// Whether a view is presented. Source: Apple, PresentationMode.
public struct PresentationMode {
    public private(set) var isPresented: Bool

    init(isPresented: Bool) { self.isPresented = isPresented }

    /// Closes the presentation that the view is in, or goes back.
    public mutating func dismiss() { isPresented = false }
}

/// The root of a host: the app's views, and in front of them what is presented.
struct PresentationRoot: View {
    let content: AnyView
    let presentations: Presentations

    var body: some View {
        ZStack {
            content
            PresentationLayer(presentations: presentations)
        }
        .environment(\.presentations, presentations)
    }
}

/// A view of its own, so that the app's views are not evaluated when something comes or goes.
private struct PresentationLayer: View {
    let presentations: Presentations

    var body: some View {
        ForEach(presentations.shown.read()) { PresentedView(presentation: $0) }
    }
}

private struct PresentedView: View {
    let presentation: Presentation

    var body: some View {
        switch presentation.kind {
        case .cover: CoverView(presentation: presentation)
        case .sheet: SheetView(presentation: presentation)
        case .alert:
            ZStack {
                shade.contentShape(Rectangle())
                content.frame(width: 270).background(Color.groupedCell, in: RoundedRectangle(cornerRadius: 14))
            }
        case .dialog:
            ZStack(alignment: .bottom) {
                shade.onTapGesture { presentation.dismiss() }
                content.background(Color.groupedCell, in: RoundedRectangle(cornerRadius: 14)).padding(8)
            }
        }
    }

    private var content: some View { PresentedContent(presentation: presentation) }
    private var shade: some View { Shade() }
}

/// What covers everything else.
private struct CoverView: View {
    let presentation: Presentation
    @State private var background: SheetWishes.Background?

    var body: some View {
        PresentedContent(presentation: presentation).frame(maxWidth: .infinity, maxHeight: .infinity)
            .background(alignment: background?.alignment ?? .center) {
                if let background { background.view.ignoresSafeArea() } else { Color.screen.ignoresSafeArea() }
            }
            .transition(.move(edge: .bottom))
            .onPreferenceChange(SheetKey.self) { background = $0.background }
    }
}

/// What lies behind something that is presented.
struct Shade: View {
    var body: some View { Color.black.opacity(0.3).ignoresSafeArea() }
}

struct PresentedContent: View {
    let presentation: Presentation

    var body: some View {
        presentation.content.view()
            .onKeyPress(.escape, phases: .down) {
                // A key that is held down closes no more than what was in front.
                $0.modifiers.isEmpty && presentation.leave() ? .handled : .ignored
            }
            .environment(\.dismiss, DismissAction { presentation.dismiss() })
            .environment(\.isPresented, true)
            .environment(\.buttonStyle, DefaultButtonStyle())
            .modified(
                EnvironmentChange { values in
                    // What is shown stands beside the app's views, and sees what its presenter sees.
                    values = presentation.environment
                    values.presentationAround = presentation
                    (values.refresh, values.searchBar, values.symbolRuns) = (nil, nil, [])
                    values.isEnabled = true
                    (values.isInRow, values.cancelsByKey) = (false, false)
                    values.editMode = nil
                    // It is shown over the columns, and belongs to none of them.
                    values.splitPlace = nil
                })
    }
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
        var shown: Presentation?
    }

    var body: some View {
        content.modified(Showing(presenting: self))
    }

    /// Tells the host what is to be shown now.
    @MainActor func tell() {
        guard let presentations = environment.presentations else { return }
        if isShown {
            let presentation = token.shown ?? Presentation(kind)
            token.shown = presentation
            presentation.environment = environment
            presentation.dismiss = dismiss
            presentation.content.take(view)
            presentations.show(presentation)
        } else if let shown = token.shown {
            token.shown = nil
            presentations.remove(shown)
            onDismiss?()
        }
    }

    @MainActor func end() {
        if let shown = token.shown { environment.presentations?.remove(shown) }
    }
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
            // An alert without buttons gets one that closes it.
            let buttons = ViewOrElse(content: actions(), other: Button("OK") {})
            return AnyView(
                Dialog(title: title, message: AnyView(message()), actions: AnyView(buttons), dismiss: dismiss))
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
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> A
    ) -> some View {
        confirmationDialog(
            titleKey, isPresented: isPresented, titleVisibility: titleVisibility, actions: actions,
            message: { EmptyView() })
    }

    public func confirmationDialog<A: View, M: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> A, @ViewBuilder message: @escaping () -> M
    ) -> some View {
        confirmationDialog(
            Text(titleKey), isPresented: isPresented, titleVisibility: titleVisibility, actions: actions,
            message: message)
    }

    public func confirmationDialog<A: View, M: View>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> A, @ViewBuilder message: @escaping () -> M
    ) -> some View {
        let dismiss = { isPresented.wrappedValue = false }
        let title = titleVisibility == .hidden ? nil : title
        return presenting(isPresented.wrappedValue, .dialog, dismiss: dismiss) {
            AnyView(
                Dialog(
                    title: title, message: AnyView(message()), actions: AnyView(actions()), dismiss: dismiss,
                    needsCancel: true))
        }
    }
}

extension View {
    /// A list of controls, which a long press shows.
    public func contextMenu<Items: View>(@ViewBuilder menuItems: @escaping () -> Items) -> some View {
        WithContextMenu(content: AnyView(self)) { AnyView(menuItems()) }
    }

    /// A menu with a view above its controls.
    public func contextMenu<Items: View, Preview: View>(
        @ViewBuilder menuItems: @escaping () -> Items, @ViewBuilder preview: @escaping () -> Preview
    ) -> some View {
        contextMenu {
            preview().frame(maxWidth: .infinity)
            menuItems()
        }
    }

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

private struct WithContextMenu: View {
    let content: AnyView
    let items: () -> AnyView
    @State private var isOpen = false

    var body: some View {
        content.onLongPressGesture { isOpen = true }.modified(ContextMenuOpening { isOpen = true })
            .sheetLikeMenu(isPresented: $isOpen, items())
    }
}

/// What the pointer's second button does.
private struct ContextMenuOpening: Change {
    let open: () -> Void

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { ContextMenuNode(view, inputs) }
}

final class ContextMenuNode: ModifierNode {
    override func wrap(_ item: Item) -> Item { PassingItem(self, item) }
    func open() { (change as? ContextMenuOpening)?.open() }
}

/// A title, a message and buttons; each button closes it.
private struct Dialog: View {
    let title: Text?
    let message: AnyView
    let actions: AnyView
    let dismiss: () -> Void
    /// Whether there has to be a button that does nothing: the keyboard closes the dialog by it, too.
    var needsCancel = false
    @State private var hasCancel = false

    var body: some View {
        VStack(spacing: 12) {
            VStack(spacing: 4) {
                title?.font(.headline)
                message.font(.footnote)
            }
            .multilineTextAlignment(.center)
            .padding(.horizontal)
            Divider()
            VStack(spacing: 12) {
                actions.onPreferenceChange(CancelKey.self) { hasCancel = $0 }
                if needsCancel && !hasCancel { Button("Cancel", role: .cancel) {} }
            }
            .environment(\.buttonWillAct, dismiss)
            .environment(\.cancelsByKey, true)
        }
        .padding(.vertical)
    }
}

extension EnvironmentValues {
    private struct Cancels: EnvironmentKey { static let defaultValue = false }

    /// Whether the escape key presses the button that only closes.
    var cancelsByKey: Bool {
        get { self[Cancels.self] }
        set { self[Cancels.self] = newValue }
    }
}

/// Whether there is a button that only closes.
struct CancelKey: PreferenceKey {
    static let defaultValue = false
    static func reduce(value: inout Bool, nextValue: () -> Bool) { value = value || nextValue() }
}
