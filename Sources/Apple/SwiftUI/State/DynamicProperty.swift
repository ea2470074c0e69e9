/// A property of a view that is connected with the screen before `body` is read. Source: Apple, DynamicProperty.
public protocol DynamicProperty {
    /// Called before `body` is read; what it changes in the property itself, and not in an object, is lost.
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

/// A property that SwiftUI itself connects.
@MainActor protocol LinkedProperty: DynamicProperty {
    func link(_ slot: PropertySlot)
}

/// What a node keeps for one property of its view.
@MainActor final class PropertySlot {
    unowned let node: Node
    /// The value that outlives the view's values.
    var kept: Any?
    /// What has to end with the node.
    var subscription: AnyCancellable?
    /// The part of the environment that the property reads.
    var environmentRead: ((EnvironmentValues) -> Any?)?

    init(_ node: Node) { self.node = node }
}

/// A view that stands for something else with properties: an app.
@MainActor protocol PropertyStandIn {
    var propertyHolder: Any { get }
}

/// The properties of a node's view, in order.
@MainActor final class PropertySlots {
    private var slots: [PropertySlot] = []
    private var isPlain = false

    /// Connects the properties of a new value of the view.
    func link(_ view: Any, to node: Node) {
        guard !isPlain else { return }
        var index = 0
        link(fieldsOf: (view as? any PropertyStandIn)?.propertyHolder ?? view, node, &index)
        isPlain = index == 0
    }

    private func link(fieldsOf value: Any, _ node: Node, _ index: inout Int) {
        var mirror: Mirror? = Mirror(reflecting: value)
        while let fields = mirror {
            for (_, field) in fields.children {
                guard var property = field as? any DynamicProperty else { continue }
                if let linked = property as? any LinkedProperty {
                    if index == slots.count { slots.append(PropertySlot(node)) }
                    linked.link(slots[index])
                    index += 1
                } else {
                    index += 1
                    if index > slots.count { slots.append(PropertySlot(node)) }
                    link(fieldsOf: property, node, &index)
                    property.update()
                }
            }
            mirror = fields.superclassMirror
        }
    }

    /// Whether a property reads something that is not the same in both environments.
    func readsDiffer(from old: EnvironmentValues, to new: EnvironmentValues) -> Bool {
        slots.contains { slot in
            guard let read = slot.environmentRead else { return false }
            return !sameValue(read(old) as Any, read(new) as Any)
        }
    }

    func dispose() {
        for element in slots { element.subscription?.cancel() }
    }
}
