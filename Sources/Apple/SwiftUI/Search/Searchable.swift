import UIKit

/// Where a search field is. Source: Apple, SearchFieldPlacement.
///
/// Linux: always above the content, below the title of the page.
public struct SearchFieldPlacement: Sendable {
    /// Whether the field is where it always is.
    fileprivate var isAbove = true
    /// Source: Apple, SearchFieldPlacement.NavigationBarDrawerDisplayMode.
    public struct NavigationBarDrawerDisplayMode: Sendable {
        public static let automatic = Self()
        public static let always = Self()
    }
    public static let automatic = Self()
    public static let navigationBarDrawer = Self()
    public static let sidebar = Self(isAbove: false)
    public static let toolbar = Self(isAbove: false)
    public static func navigationBarDrawer(displayMode: NavigationBarDrawerDisplayMode) -> Self { Self() }
}

extension SearchFieldPlacement {
    fileprivate func report() {
        if !isAbove { NoEffectReport.add("SearchFieldPlacement", "the field is above the content") }
    }
}

/// Ends a search. Source: Apple, DismissSearchAction.
public struct DismissSearchAction {
    let action: @MainActor () -> Void
    @MainActor public func callAsFunction() { action() }
}

extension EnvironmentValues {
    private struct IsSearching: EnvironmentKey { static let defaultValue = false }
    private struct Dismiss: EnvironmentKey {
        // Never changed.
        nonisolated(unsafe) static let defaultValue = DismissSearchAction {}
    }
    private struct Suggestions: EnvironmentKey {
        // Never changed.
        nonisolated(unsafe) static let defaultValue: (() -> AnyView)? = nil
    }
    // Never changed.
    private struct Scopes: EnvironmentKey { nonisolated(unsafe) static let defaultValue: (() -> AnyView)? = nil }
    private struct Completing: EnvironmentKey {
        // Never changed.
        nonisolated(unsafe) static let defaultValue: ((String) -> Void)? = nil
    }
    private struct Bar: EnvironmentKey { static let defaultValue: SearchBar? = nil }

    /// Whether a person uses the search field of the views around.
    public internal(set) var isSearching: Bool {
        get { self[IsSearching.self] }
        set { self[IsSearching.self] = newValue }
    }
    /// Ends the search, and empties its field.
    public internal(set) var dismissSearch: DismissSearchAction {
        get { self[Dismiss.self] }
        set { self[Dismiss.self] = newValue }
    }
    var searchSuggestions: (() -> AnyView)? {
        get { self[Suggestions.self] }
        set { self[Suggestions.self] = newValue }
    }
    var searchScopes: (() -> AnyView)? {
        get { self[Scopes.self] }
        set { self[Scopes.self] = newValue }
    }
    /// What a suggestion does: it becomes the text.
    var completeSearch: ((String) -> Void)? {
        get { self[Completing.self] }
        set { self[Completing.self] = newValue }
    }
    /// The field of a view around a navigation, which shows it on its first page.
    var searchBar: SearchBar? {
        get { self[Bar.self] }
        set { self[Bar.self] = newValue }
    }
}

/// A search field with what belongs to it, as a reference that stays.
@MainActor final class SearchBar {
    let content = DeferredContent { AnyView(EmptyView()) }
}

extension SearchBar: @MainActor SelfComparing {
    func isSame(as other: Any) -> Bool { (other as? SearchBar) === self }
}

/// Whether a navigation shows the field.
struct SearchIsPlaced: PreferenceKey {
    static let defaultValue = false
    static func reduce(value: inout Bool, nextValue: () -> Bool) { value = value || nextValue() }
}

private struct Searchable: View {
    let content: AnyView
    let text: Binding<String>
    let prompt: Text?
    let given: Binding<Bool>?
    @State private var isOwnActive = false
    @State private var bar = SearchBar()
    @State private var isPlaced = false
    @Environment(\.self) private var environment

    private var isActive: Binding<Bool> { given ?? $isOwnActive }

    /// It has not the view itself, whose state is the bar that it is shown in.
    private var end: @MainActor () -> Void {
        let (text, isActive) = (text, isActive)
        return {
            text.wrappedValue = ""
            isActive.wrappedValue = false
        }
    }

    var body: some View {
        let (isActive, end, bar) = (isActive, end, bar)
        VStack(spacing: 0) {
            if !isPlaced { DeferredView(content: bar.content) }
            content
                .environment(\.isSearching, isActive.wrappedValue)
                .modified(
                    EnvironmentChange { values in
                        values.dismissSearch = DismissSearchAction(action: end)
                        values.searchBar = bar
                        (values.searchSuggestions, values.searchScopes) = (nil, nil)
                        // What is submitted in the field is not what is submitted in the content.
                        values.submissions.removeAll { $0.triggers == .search }
                    }
                )
                .onPreferenceChange(SearchIsPlaced.self) { isPlaced = $0 }
                .frame(maxWidth: isPlaced ? nil : .infinity, maxHeight: isPlaced ? nil : .infinity)
        }
        .modified(ShowingBar(bar: bar, view: AnyView(field.modified(outer))))
    }

    /// The field sees what the views around the modifier say, wherever it is shown.
    private var outer: EnvironmentChange {
        let environment = environment
        return EnvironmentChange { values in
            values.submissions = environment.submissions
            values.searchSuggestions = environment.searchSuggestions
            values.searchScopes = environment.searchScopes
        }
    }

    private var field: some View {
        SearchField(text: text, prompt: prompt, isActive: isActive, end: end)
            .environment(\.completeSearch) { [text] in text.wrappedValue = $0 }
    }
}

/// Keeps what the field shows up to date.
private struct ShowingBar: Event {
    let bar: SearchBar
    let view: AnyView

    func update(_ node: EventNode, from old: Self?) {
        let view = view
        if old == nil {
            bar.content.take { view }
        } else {
            node.graph.afterUpdate { bar.content.take { view } }
        }
    }
}

private struct SearchField: View {
    let text: Binding<String>
    let prompt: Text?
    @Binding var isActive: Bool
    let end: @MainActor () -> Void
    @FocusState private var isFocused: Bool
    @Environment(\.searchSuggestions) private var suggestions
    @Environment(\.searchScopes) private var scopes

    var body: some View {
        VStack(spacing: 8) {
            HStack(spacing: 8) {
                HStack(spacing: 6) {
                    Image(systemName: "magnifyingglass").foregroundStyle(.secondary)
                    Entry(
                        text: text, prompt: prompt ?? Text("Search"), title: prompt ?? Text("Search"),
                        isSecure: false, trigger: .search
                    )
                    .focused($isFocused)
                    if !text.wrappedValue.isEmpty {
                        Button {
                            text.wrappedValue = ""
                        } label: {
                            Image(systemName: "xmark.circle.fill").foregroundStyle(.secondary)
                        }
                        .buttonStyle(.plain).accessibilityLabel("Clear text")
                    }
                }
                .padding(.horizontal, 8)
                .frame(height: 36)
                .background(Color.controlFill, in: RoundedRectangle(cornerRadius: 10))
                if isActive { Button("Cancel", role: .cancel, action: end) }
            }
            if isActive, let scopes { scopes() }
            if isActive, let suggestions {
                VStack(alignment: .leading, spacing: 0) { suggestions().padding(.vertical, 8) }
                    .frame(maxWidth: .infinity, alignment: .leading)
            }
        }
        .padding(.horizontal).padding(.bottom, 8)
        .onChange(of: isFocused) { if isFocused { isActive = true } }
        .onChange(of: isActive, initial: true) { isFocused = isActive }
    }
}

extension View {
    /// Shows a search field above the view.
    ///
    /// - Parameters:
    ///   - text: what is searched for.
    ///   - placement: Linux: without effect.
    ///   - prompt: shown while the field is empty; `nil` for "Search".
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
    ) -> some View {
        placement.report()
        return Searchable(content: AnyView(self), text: text, prompt: prompt, given: nil)
    }
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
    ) -> some View { searchable(text: text, placement: placement, prompt: Text(prompt)) }
    @_disfavoredOverload public func searchable<S: StringProtocol>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
    ) -> some View { searchable(text: text, placement: placement, prompt: Text(verbatim: String(prompt))) }

    /// - `isPresented`: whether a person searches; setting it gives the field the keyboard, or ends the search.
    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic,
        prompt: Text? = nil
    ) -> some View {
        placement.report()
        return Searchable(content: AnyView(self), text: text, prompt: prompt, given: isPresented)
    }
    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic,
        prompt: LocalizedStringKey
    ) -> some View { searchable(text: text, isPresented: isPresented, placement: placement, prompt: Text(prompt)) }
    @_disfavoredOverload public func searchable<S: StringProtocol>(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic, prompt: S
    ) -> some View {
        searchable(
            text: text, isPresented: isPresented, placement: placement, prompt: Text(verbatim: String(prompt)))
    }

    public func searchable<V: View>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
        @ViewBuilder suggestions: @escaping () -> V
    ) -> some View { searchable(text: text, placement: placement, prompt: prompt).searchSuggestions(suggestions) }

    /// What is shown below the search field while a person searches.
    public func searchSuggestions<S: View>(@ViewBuilder _ suggestions: @escaping () -> S) -> some View {
        modified(EnvironmentChange { $0.searchSuggestions = { AnyView(suggestions()) } })
    }

    /// Makes a suggestion of the view: a press puts a text into the search field.
    public func searchCompletion(_ completion: String) -> some View {
        SearchCompletion(content: AnyView(self), text: completion)
    }

    /// What is searched: a choice below the field.
    ///
    /// - `scopes`: views with tags.
    public func searchScopes<V: Hashable, S: View>(
        _ scope: Binding<V>, @ViewBuilder scopes: @escaping () -> S
    ) -> some View {
        modified(
            EnvironmentChange { values in
                values.searchScopes = {
                    AnyView(Picker("Scope", selection: scope, content: scopes).pickerStyle(.segmented))
                }
            })
    }
}

private struct SearchCompletion: View {
    let content: AnyView
    let text: String
    @Environment(\.completeSearch) private var complete

    var body: some View {
        Button {
            complete?(text)
        } label: {
            content.frame(maxWidth: .infinity, alignment: .leading).padding(.vertical, 8)
        }
        .buttonStyle(.plain)
    }
}
