/// A value that views pass on to those below them. Source: Apple, EnvironmentKey.
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

/// Makes a value of ``EnvironmentValues`` of a variable in an extension of it. Source: Apple, Entry.
///
/// Linux: not for transactions, containers and focused values, which have no values of their own here.
@attached(accessor) @attached(peer, names: prefixed(__Key_))
public macro Entry() = #externalMacro(module: "SwiftUIMacros", type: "Entry")

/// What the views above say to those below. Source: Apple, EnvironmentValues.
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    public init() {}

    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get {
            // A missing value would be cast to an optional one.
            guard let value = values[ObjectIdentifier(key)] else { return K.defaultValue }
            return value as? K.Value ?? K.defaultValue
        }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    func object<Object: AnyObject>(_ type: Object.Type) -> Object? { values[ObjectIdentifier(type)] as? Object }

    mutating func setObject<Object: AnyObject>(_ object: Object?, _ type: Object.Type) {
        values[ObjectIdentifier(type)] = object
    }

    /// The object of an observable type.
    public subscript<T: AnyObject & Observable>(objectType: T.Type) -> T? {
        get { object(objectType) }
        set { setObject(newValue, objectType) }
    }
}

extension EnvironmentValues: SelfComparing {
    func isSame(as other: Any) -> Bool {
        guard let other = other as? Self, values.count == other.values.count else { return false }
        return values.allSatisfy { key, value in other.values[key].map { sameValue(value, $0) } ?? false }
    }
}

/// One environment, shared by the nodes that have the same.
final class EnvironmentScope: @unchecked Sendable {  // It never changes.
    let values: EnvironmentValues

    init(_ values: EnvironmentValues) { self.values = values }
}

/// A property that reads a value of the environment. Source: Apple, Environment.
@propertyWrapper public struct Environment<Value> {
    final class Link: @unchecked Sendable {  // Used on the main thread.
        weak var node: Node?
    }
    let link = Link()
    private let read: (EnvironmentValues) -> Value

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { read = { $0[keyPath: keyPath] } }

    /// The observable object of a type that a view above gave; without one the program ends.
    public init(_ objectType: Value.Type) where Value: AnyObject & Observable {
        read = { values in
            guard let object = values.object(objectType) else {
                fatalError(
                    "No Observable object of type \(objectType) found. A View.environmentObject(_:) for it may be "
                        + "missing as an ancestor of this view."
                )
            }
            return object
        }
    }

    /// The observable object of a type that a view above gave, if there is one.
    public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
        read = { $0.object(objectType) }
    }

    public var wrappedValue: Value {
        let node = link.node
        let values = node.map { node in MainActor.assumeIsolated { node.environment } }?.values
        return read(values ?? EnvironmentValues())
    }
}

extension Environment: LinkedProperty, SelfComparing {
    func isSame(as other: Any) -> Bool { other is Self }

    func link(_ slot: PropertySlot) {
        link.node = slot.node
        let read = read
        slot.environmentRead = { read($0) }
    }
}

/// A change of the environment for the views below.
struct EnvironmentChange: Change {
    let key: AnyHashable?
    let transform: (inout EnvironmentValues) -> Void

    init(comparedBy key: AnyHashable? = nil, _ transform: @escaping (inout EnvironmentValues) -> Void) {
        self.key = key
        self.transform = transform
    }

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { EnvironmentNode(view, inputs) }
}

final class EnvironmentNode: ModifierNode {
    private var scope: EnvironmentScope?

    override func childEnvironment() -> EnvironmentScope {
        var values = environment.values
        (change as! EnvironmentChange).transform(&values)
        if let scope, sameValue(scope.values, values) { return scope }
        let scope = EnvironmentScope(values)
        self.scope = scope
        return scope
    }
}

extension View {
    /// Gives a value to the views below.
    public nonisolated func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        modified(EnvironmentChange { $0[keyPath: keyPath] = value })
    }

    /// Gives an object to all views below that ask for one of its type.
    public nonisolated func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
        modified(EnvironmentChange { $0.setObject(object, T.self) })
    }

    /// Changes a value for the views below.
    public nonisolated func transformEnvironment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
    ) -> some View {
        modified(EnvironmentChange { transform(&$0[keyPath: keyPath]) })
    }
}
