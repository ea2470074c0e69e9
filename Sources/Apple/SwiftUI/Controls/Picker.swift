/// How a picker looks. Source: Apple, PickerStyle.
public protocol PickerStyle: Sendable {}
/// Source: Apple, SegmentedPickerStyle.
public struct SegmentedPickerStyle: PickerStyle { public init() {} }
/// Source: Apple, InlinePickerStyle.
public struct InlinePickerStyle: PickerStyle { public init() {} }
/// Source: Apple, MenuPickerStyle.
public struct MenuPickerStyle: PickerStyle { public init() {} }
/// A row that leads to a page with the choices. Source: Apple, NavigationLinkPickerStyle.
public struct NavigationLinkPickerStyle: PickerStyle { public init() {} }
/// Linux: as the inline style. Source: Apple, WheelPickerStyle.
public struct WheelPickerStyle: PickerStyle { public init() {} }
/// Linux: as the segmented style. Source: Apple, PalettePickerStyle.
public struct PalettePickerStyle: PickerStyle { public init() {} }
/// Source: Apple, DefaultPickerStyle.
public struct DefaultPickerStyle: PickerStyle { public init() {} }

extension PickerStyle where Self == SegmentedPickerStyle { public static var segmented: Self { .init() } }
extension PickerStyle where Self == InlinePickerStyle { public static var inline: Self { .init() } }
extension PickerStyle where Self == MenuPickerStyle { public static var menu: Self { .init() } }
extension PickerStyle where Self == NavigationLinkPickerStyle { public static var navigationLink: Self { .init() } }
extension PickerStyle where Self == WheelPickerStyle { public static var wheel: Self { .init() } }
extension PickerStyle where Self == PalettePickerStyle { public static var palette: Self { .init() } }
extension PickerStyle where Self == DefaultPickerStyle { public static var automatic: Self { .init() } }

/// A choice of one value. The views with a `tag(_:)` in it are the choices. Source: Apple, Picker.
public nonisolated struct Picker<Label: View, SelectionValue: Hashable, Content: View> {
    let selection: Binding<SelectionValue>
    let label: Label
    let content: Content

    public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) { (self.selection, self.content, self.label) = (selection, content(), label()) }
}

extension Picker where Label == Text {
    public nonisolated init(
        _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) { self.init(selection: selection, content: content) { Text(titleKey) } }

    @_disfavoredOverload public nonisolated init<S: StringProtocol>(
        _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) { self.init(selection: selection, content: content) { Text(verbatim: String(title)) } }
}

@MainActor extension Picker: View {
    public var body: some View {
        let selection = selection
        PickerBody(
            choice: PickerChoice(selected: AnyHashable(selection.wrappedValue), part: .row) { value in
                if let value = value.base as? SelectionValue { selection.wrappedValue = value }
            }, label: AnyView(label), content: AnyView(content))
    }
}

/// What the tagged views in a picker know of it.
struct PickerChoice {
    enum Part {
        /// Side by side, one is raised.
        case segment
        /// Below each other, one has a check mark.
        case row
        /// Only the selected one.
        case selected
    }
    var selected: AnyHashable
    var part: Part
    var select: (AnyHashable) -> Void
}

private struct PickerBody: View {
    let choice: PickerChoice
    let label: AnyView
    let content: AnyView
    @Environment(\.pickerStyle) private var style
    @Environment(\.isInMenu) private var isInMenu
    @Environment(\.isInRow) private var isInRow

    private func choices(_ part: PickerChoice.Part) -> some View {
        var choice = choice
        choice.part = part
        return content.environment(\.pickerChoice, choice)
    }

    private var menu: some View {
        Menu {
            VStack(alignment: .leading, spacing: 0) { choices(.row) }
        } label: {
            HStack(spacing: 4) {
                choices(.selected)
                Image(systemName: "chevron.up.chevron.down").imageScale(.small)
            }
        }
    }

    var body: some View {
        if style is NavigationLinkPickerStyle, !isInMenu {
            NavigationLink {
                PickerPage(label: label, choices: AnyView(choices(.row)))
            } label: {
                HStack {
                    label
                    Spacer()
                    choices(.selected).foregroundStyle(.secondary)
                }
            }
        } else if isInMenu || style is InlinePickerStyle || style is WheelPickerStyle {
            VStack(alignment: .leading, spacing: 0) { choices(.row) }
        } else if style is SegmentedPickerStyle || style is PalettePickerStyle {
            HStack(spacing: 0) { choices(.segment) }
                .padding(2)
                .background(Color.controlFill, in: RoundedRectangle(cornerRadius: 8))
        } else if isInRow {
            HStack {
                label
                Spacer()
                menu
            }
        } else {
            menu
        }
    }
}

/// The choices of a picker on a page of their own, which goes when one is chosen.
private struct PickerPage: View {
    let label: AnyView
    let choices: AnyView
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        Form { choices }
            .environment(\.buttonWillAct) { dismiss() }
            .toolbar { ToolbarItem(placement: .principal) { label.font(.headline) } }
    }
}

/// A view with a value that stands for it.
nonisolated struct TaggedView<Content: View> {
    let content: Content
    let tag: AnyHashable
}

/// A view that says something of another one.
@MainActor protocol WrappingView {
    var wrapped: any View { get }
}

/// A tagged view of any type.
@MainActor protocol AnyTaggedView: WrappingView {
    var anyTag: AnyHashable { get }
}

@MainActor extension TaggedView: View, AnyTaggedView {
    var anyTag: AnyHashable { tag }
    var wrapped: any View { content }
    var body: some View { Tagged(content: AnyView(content), tag: tag).layoutValue(key: TagKey.self, value: tag) }
}

struct TagKey: LayoutValueKey {
    // Never changed.
    nonisolated(unsafe) static let defaultValue: AnyHashable? = nil
}

private struct Tagged: View {
    let content: AnyView
    let tag: AnyHashable
    @Environment(\.pickerChoice) private var choice
    @Environment(\.buttonWillAct) private var willAct

    var body: some View {
        if let choice {
            let isSelected = choice.selected == tag
            switch choice.part {
            case .selected: if isSelected { content }
            case .segment:
                Button {
                    choice.select(tag)
                } label: {
                    content.environment(\.pickerChoice, nil)
                        .font(.system(size: 13, weight: isSelected ? .semibold : .medium))
                        .foregroundStyle(Color.primary)
                        .lineLimit(1)
                        .frame(maxWidth: .infinity, minHeight: 28)
                        .background(
                            isSelected ? Color.gray.opacity(0.6) : .clear, in: RoundedRectangle(cornerRadius: 7))
                }
                .buttonStyle(.plain)
                .accessibilityAddTraits(isSelected ? .isSelected : [])
            case .row:
                Button {
                    choice.select(tag)
                } label: {
                    HStack {
                        Image(systemName: "checkmark").opacity(isSelected ? 1 : 0)
                        content.environment(\.pickerChoice, nil)
                        Spacer()
                    }
                    .padding(.vertical, 8)
                }
                .buttonStyle(.plain)
                .accessibilityAddTraits(isSelected ? .isSelected : [])
            }
        } else {
            content
        }
    }
}

extension EnvironmentValues {
    private struct Style: EnvironmentKey { static let defaultValue: any PickerStyle = DefaultPickerStyle() }
    // Never changed.
    private struct Choice: EnvironmentKey { nonisolated(unsafe) static let defaultValue: PickerChoice? = nil }
    private struct InMenu: EnvironmentKey { static let defaultValue = false }

    var pickerStyle: any PickerStyle {
        get { self[Style.self] }
        set { self[Style.self] = newValue }
    }
    var pickerChoice: PickerChoice? {
        get { self[Choice.self] }
        set { self[Choice.self] = newValue }
    }
    var isInMenu: Bool {
        get { self[InMenu.self] }
        set { self[InMenu.self] = newValue }
    }
}

extension View {
    public nonisolated func tag<V: Hashable>(_ tag: V) -> some View { TaggedView(content: self, tag: AnyHashable(tag)) }
    public nonisolated func pickerStyle<S: PickerStyle>(_ style: S) -> some View {
        modified(EnvironmentChange { $0.pickerStyle = style })
    }
}

/// A button that opens a list of controls. Source: Apple, Menu.
public nonisolated struct Menu<Label: View, Content: View> {
    let label: Label
    let content: Content

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.content, self.label) = (content(), label())
    }
}

extension Menu where Label == Text {
    public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
    @_disfavoredOverload
    public nonisolated init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(verbatim: String(title)) }
    }
}

@MainActor extension Menu: View {
    public var body: some View { MenuBody(label: AnyView(label), content: AnyView(content)) }
}

/// How the button of a menu looks. Source: Apple, MenuStyle.
///
/// Linux: there are only the styles below.
public protocol MenuStyle {}
/// Source: Apple, DefaultMenuStyle.
public struct DefaultMenuStyle: MenuStyle { public init() {} }
/// As the buttons around. Source: Apple, ButtonMenuStyle.
public struct ButtonMenuStyle: MenuStyle { public init() {} }
/// Without a border. Source: Apple, BorderlessButtonMenuStyle.
public struct BorderlessButtonMenuStyle: MenuStyle { public init() {} }

extension MenuStyle where Self == DefaultMenuStyle { public static var automatic: Self { .init() } }
extension MenuStyle where Self == ButtonMenuStyle { public static var button: Self { .init() } }
extension MenuStyle where Self == BorderlessButtonMenuStyle { public static var borderlessButton: Self { .init() } }

extension EnvironmentValues {
    private struct BorderlessMenus: EnvironmentKey { static let defaultValue = false }

    fileprivate var hasBorderlessMenus: Bool {
        get { self[BorderlessMenus.self] }
        set { self[BorderlessMenus.self] = newValue }
    }
}

extension View {
    public nonisolated func menuStyle<S: MenuStyle>(_ style: S) -> some View {
        modified(EnvironmentChange { $0.hasBorderlessMenus = S.self == BorderlessButtonMenuStyle.self })
    }
}

private struct MenuBody: View {
    let label: AnyView
    let content: AnyView
    @State private var isOpen = false
    @Environment(\.hasBorderlessMenus) private var isBorderless

    var body: some View {
        if isBorderless { button.buttonStyle(.borderless) } else { button }
    }

    private var button: some View {
        Button {
            isOpen = true
        } label: {
            label
        }
        .sheetLikeMenu(isPresented: $isOpen, content)
    }
}

extension View {
    /// Shows the controls at the lower edge.
    func sheetLikeMenu(isPresented: Binding<Bool>, _ content: AnyView) -> some View {
        menuPresentation(isPresented: isPresented) {
            VStack(alignment: .leading, spacing: 8) { content }
                .padding()
                .frame(maxWidth: 320)
                .environment(\.isInMenu, true)
                .environment(\.buttonWillAct, { isPresented.wrappedValue = false })
                .environment(\.foreground, Color.primary)
        }
    }
}
