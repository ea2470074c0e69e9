/// A way to read and write a value that is kept elsewhere. Source: Apple, Binding.
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    /// What the binding's changes are made with.
    public var transaction = Transaction()
    /// What is bound; `nil` for closures, which cannot be compared.
    let identity: AnyHashable?
    private let get: () -> Value
    private let set: (Value, Transaction) -> Void

    init(identity: AnyHashable?, get: @escaping () -> Value, set: @escaping (Value, Transaction) -> Void) {
        self.identity = identity
        self.get = get
        self.set = set
    }

    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.init(identity: nil, get: get) { value, _ in set(value) }
    }

    public init(get: @escaping () -> Value, set: @escaping (Value, Transaction) -> Void) {
        self.init(identity: nil, get: get, set: set)
    }

    /// A binding of the wrapped value; `nil` if there is none now.
    public init?(_ base: Binding<Value?>) {
        guard let first = base.wrappedValue else { return nil }
        self.init(identity: base.identity, get: { base.wrappedValue ?? first }) { value, transaction in
            base.transaction(transaction).wrappedValue = value
        }
    }

    /// A binding of an optional value; it ignores `nil`.
    public init<V>(_ base: Binding<V>) where Value == V? {
        self.init(identity: base.identity, get: { base.wrappedValue }) { value, transaction in
            if let value { base.transaction(transaction).wrappedValue = value }
        }
    }

    public init(projectedValue: Binding<Value>) { self = projectedValue }

    /// A value that never changes.
    public static func constant(_ value: Value) -> Binding<Value> {
        Binding(identity: nil, get: { value }, set: { _, _ in })
    }

    public var wrappedValue: Value {
        get { get() }
        nonmutating set {
            if transaction.isEmpty { return set(newValue, .current) }
            withTransaction(transaction) { set(newValue, transaction) }
        }
    }

    public var projectedValue: Binding<Value> { self }

    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        let identity = identity.map { AnyHashable([$0, AnyHashable(keyPath)]) }
        var result = Binding<Subject>(identity: identity, get: { self.wrappedValue[keyPath: keyPath] }) { value, _ in
            self.wrappedValue[keyPath: keyPath] = value
        }
        result.transaction = transaction
        return result
    }

    public func transaction(_ transaction: Transaction) -> Binding<Value> {
        var result = self
        result.transaction = transaction
        return result
    }

    /// Changes by the binding are animated.
    public func animation(_ animation: Animation? = .default) -> Binding<Value> {
        transaction(Transaction(animation: animation))
    }
}

extension Binding: @unchecked Sendable where Value: Sendable {}  // Its closures do what the binding's maker allows.

extension Binding: DynamicProperty {}

extension Binding: Identifiable where Value: Identifiable {
    public var id: Value.ID { wrappedValue.id }
}

extension Binding: SelfComparing {
    func isSame(as other: Any) -> Bool {
        guard let other = other as? Self, let identity else { return false }
        return identity == other.identity
    }
}

extension Binding: Sequence where Value: MutableCollection {
    public typealias Element = Binding<Value.Element>
    public typealias Iterator = IndexingIterator<Self>
}

extension Binding: Collection where Value: MutableCollection {
    public typealias Index = Value.Index
    public typealias Indices = Value.Indices
    public var startIndex: Index { wrappedValue.startIndex }
    public var endIndex: Index { wrappedValue.endIndex }
    public var indices: Value.Indices { wrappedValue.indices }
    public func index(after i: Index) -> Index { wrappedValue.index(after: i) }

    public subscript(position: Index) -> Element {
        let place = (position as? AnyHashable).flatMap { index in self.identity.map { AnyHashable([$0, index]) } }
        return Binding<Value.Element>(identity: place, get: { self.wrappedValue[position] }) { value, _ in
            self.wrappedValue[position] = value
        }
    }
}

extension Binding: BidirectionalCollection where Value: BidirectionalCollection & MutableCollection {
    public func index(before i: Index) -> Index { wrappedValue.index(before: i) }
}

extension Binding: RandomAccessCollection where Value: RandomAccessCollection & MutableCollection {}

/// Makes bindings of an observable object's properties. Source: Apple, Bindable.
@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    public var projectedValue: Bindable<Value> { self }
}

extension Bindable where Value: AnyObject {
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        let object = wrappedValue
        let identity = AnyHashable([AnyHashable(ObjectIdentifier(object)), AnyHashable(keyPath)])
        return Binding(identity: identity, get: { object[keyPath: keyPath] }) { value, _ in
            object[keyPath: keyPath] = value
        }
    }
}

extension Bindable where Value: AnyObject & Observable {
    public init(_ wrappedValue: Value) { self.init(wrappedValue: wrappedValue) }
    public init(projectedValue: Bindable<Value>) { self = projectedValue }
}

extension Bindable: DynamicProperty {}
extension Bindable: Sendable where Value: Sendable {}
