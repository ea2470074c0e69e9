import Foundation

/// A value that belongs to a place in the tree of views, and the nodes that have read it.
final class StateCell<Value>: @unchecked Sendable {  // `lock` protects both.
    private let lock = NSLock()
    private var value: Value
    private var readers: [ObjectIdentifier: Mark] = [:]

    init(_ value: Value) { self.value = value }

    func read() -> Value {
        let node = MainThread.isCurrent ? Graph.evaluating : nil
        return lock.withLock {
            if let node { readers[ObjectIdentifier(node)] = MainActor.assumeIsolated { Mark(node) } }
            return value
        }
    }

    /// Marks the nodes that have read the value, unless the new one is the same.
    func write(_ newValue: Value) {
        let marks: [Mark] = lock.withLock {
            let isSame = sameValue(value, newValue)
            value = newValue
            if isSame { return [] }
            defer { readers = [:] }
            return Array(readers.values)
        }
        for element in marks { element.invalidate() }
    }
}

/// A value that a view owns: it stays as long as the view is on the screen. Source: Apple, State.
@propertyWrapper public struct State<Value> {
    /// Each value of a view has a link of its own; all links of a place in the tree lead to one cell.
    final class Link: @unchecked Sendable {  // Set before the view is shown, on the main thread.
        var cell: StateCell<Value>?
        let initial: Value

        init(_ initial: Value) { self.initial = initial }
    }
    let link: Link

    public init(wrappedValue value: Value) { link = Link(value) }
    public init(initialValue value: Value) { link = Link(value) }

    public var wrappedValue: Value {
        get { link.cell?.read() ?? link.initial }
        nonmutating set { link.cell?.write(newValue) }
    }

    public var projectedValue: Binding<Value> {
        guard let cell = link.cell else { return .constant(link.initial) }
        return Binding(cell: cell)
    }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

extension State: Sendable where Value: Sendable {}

extension State: LinkedProperty, SelfComparing {
    /// The first value counts only once.
    func isSame(as other: Any) -> Bool { other is Self }

    func link(_ slot: PropertySlot) {
        let cell = slot.kept as? StateCell<Value> ?? StateCell(link.initial)
        slot.kept = cell
        link.cell = cell
    }
}

extension Binding {
    init(cell: StateCell<Value>) {
        self.init(identity: ObjectIdentifier(cell), get: cell.read) { value, _ in cell.write(value) }
    }
}
