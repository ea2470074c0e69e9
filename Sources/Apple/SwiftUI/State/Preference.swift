/// A value that views pass on to those above them. Source: Apple, PreferenceKey.
public protocol PreferenceKey {
    associatedtype Value
    static var defaultValue: Value { get }
    /// Adds the value of the next view.
    static func reduce(value: inout Value, nextValue: () -> Value)
}

extension PreferenceKey where Value: ExpressibleByNilLiteral {
    public static var defaultValue: Value { nil }
}

/// A node that changes what views below it say.
@MainActor protocol PreferenceSource: Node {
    /// - Parameter below: what the views below say.
    func preference<K: PreferenceKey>(_ key: K.Type, _ below: () -> K.Value?) -> K.Value?
}

extension Node {
    /// What the node and those below it say; `nil` if none says anything.
    func preference<K: PreferenceKey>(_ key: K.Type) -> K.Value? {
        if let source = self as? any PreferenceSource {
            return source.preference(key) { preferenceOfChildren(key) }
        }
        return preferenceOfChildren(key)
    }

    private func preferenceOfChildren<K: PreferenceKey>(_ key: K.Type) -> K.Value? {
        var result: K.Value?
        for child in children {
            guard let next = child.preference(key) else { continue }
            if var value = result {
                K.reduce(value: &value) { next }
                result = value
            } else {
                result = next
            }
        }
        return result
    }
}

private struct PreferenceValue<Key: PreferenceKey>: Change {
    let value: Key.Value

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { PreferenceValueNode<Key>(view, inputs) }
}

private final class PreferenceValueNode<Key: PreferenceKey>: ModifierNode, PreferenceSource {
    func preference<K: PreferenceKey>(_ key: K.Type, _ below: () -> K.Value?) -> K.Value? {
        key == Key.self ? (change as! PreferenceValue<Key>).value as? K.Value : below()
    }

    override func changed(from old: any Change) { graph.schedule() }
}

private struct PreferenceTransform<Key: PreferenceKey>: Change {
    let transform: (inout Key.Value) -> Void

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { PreferenceTransformNode<Key>(view, inputs) }
}

private final class PreferenceTransformNode<Key: PreferenceKey>: ModifierNode, PreferenceSource {
    func preference<K: PreferenceKey>(_ key: K.Type, _ below: () -> K.Value?) -> K.Value? {
        guard key == Key.self else { return below() }
        var value = below() as? Key.Value ?? Key.defaultValue
        (change as! PreferenceTransform<Key>).transform(&value)
        return value as? K.Value
    }
}

/// A node that is told what the views below it say, after each update.
@MainActor class PreferenceReader: ModifierNode {
    override init(_ view: any ModifiedView, _ inputs: NodeInputs) {
        super.init(view, inputs)
        graph.addReader(self)
    }

    func report() {}
}

private struct PreferenceAction<Key: PreferenceKey>: Change where Key.Value: Equatable {
    let action: (Key.Value) -> Void

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { PreferenceActionNode<Key>(view, inputs) }
}

private final class PreferenceActionNode<Key: PreferenceKey>: PreferenceReader where Key.Value: Equatable {
    private var last: Key.Value?

    override func report() {
        guard !isDisposed else { return }
        let value = child.preference(Key.self) ?? Key.defaultValue
        guard value != last else { return }
        last = value
        (change as! PreferenceAction<Key>).action(value)
    }
}

/// A view above or below the modified one, made of what that says.
private nonisolated struct PreferenceView<Key: PreferenceKey> {
    let content: any View
    let isBehind: Bool
    let alignment: Alignment
    let make: (Key.Value) -> any View
    @State private var value: Boxed<Key.Value>?

    init(
        content: any View, isBehind: Bool, alignment: Alignment, make: @escaping (Key.Value) -> any View
    ) {
        self.content = content
        self.isBehind = isBehind
        self.alignment = alignment
        self.make = make
    }
}

@MainActor extension PreferenceView: View {
    var body: some View {
        let other = AnyView(make(value?.value ?? Key.defaultValue))
        let base = AnyView(content).modified(PreferenceReport<Key> { value = Boxed($0) })
        if isBehind {
            base.background(alignment: alignment) { other }
        } else {
            base.overlay(alignment: alignment) { other }
        }
    }
}

/// A value that is compared field by field.
private struct Boxed<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
}

private struct PreferenceReport<Key: PreferenceKey>: Change {
    let action: (Key.Value) -> Void

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { PreferenceReportNode<Key>(view, inputs) }
}

private final class PreferenceReportNode<Key: PreferenceKey>: PreferenceReader {
    override func report() {
        guard !isDisposed else { return }
        (change as! PreferenceReport<Key>).action(child.preference(Key.self) ?? Key.defaultValue)
    }
}

extension View {
    /// Says a value to the views above.
    public nonisolated func preference<K: PreferenceKey>(key: K.Type = K.self, value: K.Value) -> some View {
        modified(PreferenceValue<K>(value: value))
    }

    public nonisolated func transformPreference<K: PreferenceKey>(
        _ key: K.Type = K.self, _ callback: @escaping (inout K.Value) -> Void
    ) -> some View { modified(PreferenceTransform<K>(transform: callback)) }

    /// Runs an action when what the views below say has changed.
    public nonisolated func onPreferenceChange<K: PreferenceKey>(
        _ key: K.Type = K.self, perform action: @escaping (K.Value) -> Void
    ) -> some View where K.Value: Equatable { modified(PreferenceAction<K>(action: action)) }

    /// A view in front, made of what this one says.
    public nonisolated func overlayPreferenceValue<K: PreferenceKey, V: View>(
        _ key: K.Type, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (K.Value) -> V
    ) -> some View {
        PreferenceView<K>(content: self, isBehind: false, alignment: alignment) { transform($0) }
    }

    /// A view behind, made of what this one says.
    public nonisolated func backgroundPreferenceValue<K: PreferenceKey, V: View>(
        _ key: K.Type, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (K.Value) -> V
    ) -> some View {
        PreferenceView<K>(content: self, isBehind: true, alignment: alignment) { transform($0) }
    }
}
