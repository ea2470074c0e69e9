/// An object that a view watches but does not own. Source: Apple, ObservedObject.
@propertyWrapper public struct ObservedObject<ObjectType: ObservableObject> {
    /// Makes bindings of the object's properties. Source: Apple, ObservedObject.Wrapper.
    @dynamicMemberLookup public struct Wrapper {
        let object: ObjectType

        public subscript<Subject>(
            dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
        ) -> Binding<Subject> {
            let object = object
            let identity = AnyHashable([AnyHashable(ObjectIdentifier(object)), AnyHashable(keyPath)])
            return Binding(identity: identity, get: { object[keyPath: keyPath] }) { value, _ in
                object[keyPath: keyPath] = value
            }
        }
    }

    public var wrappedValue: ObjectType

    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
    public init(initialValue: ObjectType) { wrappedValue = initialValue }

    public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }
}

extension ObservedObject: LinkedProperty, SelfComparing {
    func isSame(as other: Any) -> Bool { (other as? Self)?.wrappedValue === wrappedValue }
    func link(_ slot: PropertySlot) { slot.watch(wrappedValue) }
}

extension PropertySlot {
    /// Evaluates the node whenever the object is about to change.
    fileprivate func watch<Object: ObservableObject>(_ object: Object) {
        if subscription != nil, kept as AnyObject? === object { return }
        kept = object
        let mark = Mark(node)
        subscription = object.objectWillChange.sink { _ in mark.invalidate() }
    }
}

/// An object that a view makes once, and watches. Source: Apple, StateObject.
@propertyWrapper public struct StateObject<ObjectType: ObservableObject> {
    final class Link: @unchecked Sendable {  // Used on the main thread.
        let make: () -> ObjectType
        var object: ObjectType?

        init(_ make: @escaping () -> ObjectType) { self.make = make }
    }
    let link: Link

    /// - Parameter thunk: evaluated when the view is shown for the first time.
    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { link = Link(thunk) }

    public var wrappedValue: ObjectType {
        if let object = link.object { return object }
        let object = link.make()
        link.object = object
        return object
    }

    public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(object: wrappedValue) }
}

extension StateObject: LinkedProperty, SelfComparing {
    func isSame(as other: Any) -> Bool { other is Self }

    func link(_ slot: PropertySlot) {
        link.object = slot.kept as? ObjectType ?? wrappedValue
        slot.watch(link.object!)
    }
}

/// An object that a view around gave with `environmentObject(_:)`. Source: Apple, EnvironmentObject.
@propertyWrapper public struct EnvironmentObject<ObjectType: ObservableObject> {
    final class Link: @unchecked Sendable {  // Used on the main thread.
        weak var object: ObjectType?
    }
    let link = Link()

    public init() {}

    public var wrappedValue: ObjectType {
        guard let object = link.object else {
            fatalError(
                "No ObservableObject of type \(ObjectType.self) found. A View.environmentObject(_:) for it may be "
                    + "missing as an ancestor of this view."
            )
        }
        return object
    }

    public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(object: wrappedValue) }
}

extension EnvironmentObject: LinkedProperty, SelfComparing {
    func isSame(as other: Any) -> Bool { other is Self }

    func link(_ slot: PropertySlot) {
        slot.environmentRead = { $0.object(ObjectType.self) }
        guard let object = slot.node.environment.values.object(ObjectType.self) else { return }
        link.object = object
        slot.watch(object)
    }
}

extension View {
    /// Gives an object to all views below that ask for one of its type.
    public nonisolated func environmentObject<T: ObservableObject>(_ object: T) -> some View {
        modified(EnvironmentChange(comparedBy: ObjectIdentifier(object)) { $0.setObject(object, T.self) })
    }
}
