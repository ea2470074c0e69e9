/// Which view has the keyboard's focus. Source: Apple, FocusState. Linux: of text fields.
@propertyWrapper public struct FocusState<Value: Hashable> {
    /// Source: Apple, FocusState.Binding.
    @propertyWrapper public struct Binding {
        fileprivate let binding: SwiftUI.Binding<Value>

        public var wrappedValue: Value {
            get { binding.wrappedValue }
            nonmutating set { binding.wrappedValue = newValue }
        }

        public var projectedValue: Binding { self }
    }

    private let state: State<Value>

    public init() where Value == Bool { state = State(wrappedValue: false) }
    public init<T>() where Value == T?, T: Hashable { state = State(wrappedValue: nil) }

    public var wrappedValue: Value {
        get { state.wrappedValue }
        nonmutating set { state.wrappedValue = newValue }
    }

    public var projectedValue: Binding { Binding(binding: state.projectedValue) }
}

extension FocusState: DynamicProperty {}

/// What a text field has to do with a focus state.
struct FocusLink {
    /// Whether the field is to have the focus.
    let isWanted: Bool
    /// The field got or lost the focus.
    let changed: (Bool) -> Void
}

extension EnvironmentValues {
    // Never changed.
    private struct Key: EnvironmentKey { nonisolated(unsafe) static let defaultValue: FocusLink? = nil }

    var focusLink: FocusLink? {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }

    private struct Typing: EnvironmentKey { static let defaultValue: Binding<Bool>? = nil }

    /// Where a page hears that a text in it is edited.
    var isTyping: Binding<Bool>? {
        get { self[Typing.self] }
        set { self[Typing.self] = newValue }
    }

    /// A text view or field got or lost the focus.
    @MainActor func focusChanged(_ hasFocus: Bool) {
        focusLink?.changed(hasFocus)
        isTyping?.wrappedValue = hasFocus
    }
}

extension View {
    /// Links the focus of the text field with a state.
    public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
        let binding = condition.binding
        return FocusedView(content: AnyView(self)) {
            FocusLink(isWanted: binding.wrappedValue) { if binding.wrappedValue != $0 { binding.wrappedValue = $0 } }
        }
    }

    /// The text field has the focus while the state has a value.
    public func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value) -> some View {
        let binding = binding.binding
        return FocusedView(content: AnyView(self)) {
            FocusLink(isWanted: binding.wrappedValue == value) { hasFocus in
                if hasFocus {
                    binding.wrappedValue = value
                } else if binding.wrappedValue == value, let none = (Any?.none as Any) as? Value {
                    binding.wrappedValue = none
                }
            }
        }
    }
}

/// It reads the state in a body of its own, so that the views around are not evaluated for the focus.
private struct FocusedView: View {
    let content: AnyView
    let link: () -> FocusLink
    var body: some View { content.environment(\.focusLink, link()) }
}
