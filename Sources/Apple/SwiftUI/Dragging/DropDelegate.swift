import UniformTypeIdentifiers

/// What becomes of something that is dropped. Source: Apple, DropOperation.
public enum DropOperation: Sendable {
    /// The drag ends without anything.
    case cancel
    case copy
    case move
    /// It would be taken, but not at this place.
    case forbidden
    /// Source: Apple, DropOperation.Set.
    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let cancel = Set(rawValue: 1)
        public static let copy = Set(rawValue: 2)
        public static let move = Set(rawValue: 4)
        public static let forbidden = Set(rawValue: 8)
    }
}

/// What a view would do with a drop at this place. Source: Apple, DropProposal.
public struct DropProposal: Sendable {
    public let operation: DropOperation

    public init(operation: DropOperation) { self.operation = operation }
}

/// Something that is dragged over a view. Source: Apple, DropInfo.
public struct DropInfo {
    let providers: [NSItemProvider]
    /// In the view's coordinates.
    public let location: CGPoint

    /// Whether at least one item is of one of the types.
    public func hasItemsConforming(to contentTypes: [UTType]) -> Bool { !itemProviders(for: contentTypes).isEmpty }

    /// The items that are of one of the types.
    public func itemProviders(for contentTypes: [UTType]) -> [NSItemProvider] {
        providers.filter { provider in
            contentTypes.contains { provider.hasItemConformingToTypeIdentifier($0.identifier) }
        }
    }

    public func hasItemsConforming(to types: [String]) -> Bool { !itemProviders(for: types).isEmpty }

    public func itemProviders(for types: [String]) -> [NSItemProvider] {
        providers.filter { provider in types.contains { provider.hasItemConformingToTypeIdentifier($0) } }
    }
}

/// Says what becomes of something that is dragged over a view. Source: Apple, DropDelegate.
///
/// The order: ``validateDrop(info:)``, ``dropEntered(info:)``, ``dropUpdated(info:)`` for each move, then
/// ``performDrop(info:)`` or ``dropExited(info:)``.
@MainActor @preconcurrency public protocol DropDelegate {
    /// Whether the view takes it at all; asked when it comes over the view.
    @MainActor @preconcurrency func validateDrop(info: DropInfo) -> Bool
    /// Takes it.
    ///
    /// - Returns: whether that worked.
    @MainActor @preconcurrency func performDrop(info: DropInfo) -> Bool
    @MainActor @preconcurrency func dropEntered(info: DropInfo)
    /// What a drop would do here; `nil` for what was said last, at first a copy.
    @MainActor @preconcurrency func dropUpdated(info: DropInfo) -> DropProposal?
    @MainActor @preconcurrency func dropExited(info: DropInfo)
}

extension DropDelegate {
    @MainActor @preconcurrency public func validateDrop(info: DropInfo) -> Bool { true }
    @MainActor @preconcurrency public func dropEntered(info: DropInfo) {}
    @MainActor @preconcurrency public func dropUpdated(info: DropInfo) -> DropProposal? { nil }
    @MainActor @preconcurrency public func dropExited(info: DropInfo) {}
}

/// Closures for a drop.
private nonisolated struct ClosureDelegate {
    let setTargeted: (Bool) -> Void
    let perform: (DropInfo) -> Bool
}

@MainActor extension ClosureDelegate: DropDelegate {
    func dropEntered(info: DropInfo) { setTargeted(true) }
    func dropExited(info: DropInfo) { setTargeted(false) }

    func performDrop(info: DropInfo) -> Bool {
        setTargeted(false)
        return perform(info)
    }
}

extension View {
    private nonisolated func onDrop(
        _ types: [String], _ isTargeted: Binding<Bool>?, _ perform: @escaping ([NSItemProvider], CGPoint) -> Bool
    ) -> some View {
        modified(
            DropTarget(accepts: { $0.conforms(to: types) }) {
                ClosureDelegate(setTargeted: { isTargeted?.wrappedValue = $0 }) { info in
                    perform(info.itemProviders(for: types), info.location)
                }
            })
    }

    /// Takes items of some types that are dropped on the view.
    ///
    /// - Parameters:
    ///   - supportedContentTypes: at least one item has to be of one of them.
    ///   - isTargeted: whether such items are over the view.
    ///   - action: gets the items of these types; says whether it took them.
    public nonisolated func onDrop(
        of supportedContentTypes: [UTType], isTargeted: Binding<Bool>?,
        perform action: @escaping (_ providers: [NSItemProvider]) -> Bool
    ) -> some View { onDrop(supportedContentTypes.map(\.identifier), isTargeted) { items, _ in action(items) } }

    /// The same with the place in the view's coordinates.
    public nonisolated func onDrop(
        of supportedContentTypes: [UTType], isTargeted: Binding<Bool>?,
        perform action: @escaping (_ providers: [NSItemProvider], _ location: CGPoint) -> Bool
    ) -> some View { onDrop(supportedContentTypes.map(\.identifier), isTargeted, action) }

    /// Takes items of some types that are dropped on the view, as the delegate says.
    public nonisolated func onDrop(
        of supportedContentTypes: [UTType], delegate: any DropDelegate
    ) -> some View { onDrop(of: supportedContentTypes.map(\.identifier), delegate: delegate) }

    public nonisolated func onDrop(
        of supportedTypes: [String], isTargeted: Binding<Bool>?,
        perform action: @escaping (_ providers: [NSItemProvider]) -> Bool
    ) -> some View { onDrop(supportedTypes, isTargeted) { items, _ in action(items) } }

    public nonisolated func onDrop(
        of supportedTypes: [String], isTargeted: Binding<Bool>?,
        perform action: @escaping (_ providers: [NSItemProvider], _ location: CGPoint) -> Bool
    ) -> some View { onDrop(supportedTypes, isTargeted, action) }

    public nonisolated func onDrop(of supportedTypes: [String], delegate: any DropDelegate) -> some View {
        modified(DropTarget(accepts: { $0.conforms(to: supportedTypes) }) { delegate })
    }

    /// Takes values of a type that are dropped on the view.
    ///
    /// - Parameters:
    ///   - payloadType: of the values.
    ///   - action: gets the values and the place in the view's coordinates, a moment after the drop: they are loaded first.
    ///     Linux: what it returns is without effect.
    ///   - isTargeted: called with `true` when something of that type comes over the view, and with `false` when it goes.
    public nonisolated func dropDestination<T: Transferable>(
        for payloadType: T.Type = T.self, action: @escaping (_ items: [T], _ location: CGPoint) -> Bool,
        isTargeted: @escaping (Bool) -> Void = { _ in }
    ) -> some View {
        // Called on the main thread, where drops arrive.
        nonisolated(unsafe) let action = action
        return modified(
            DropTarget(accepts: { $0.canLoad(T.self) }) {
                ClosureDelegate(setTargeted: isTargeted) { info in
                    let (items, place) = (info.providers.filter { $0.canLoad(T.self) }, info.location)
                    Task { @MainActor in
                        var values: [T] = []
                        for item in items {
                            // An item whose data is not such a value is left out.
                            if let value = try? await item.value(of: T.self) { values.append(value.value) }
                        }
                        if !values.isEmpty { _ = action(values, place) }
                    }
                    return true
                }
            })
    }
}

extension NSItemProvider {
    fileprivate func conforms(to types: [String]) -> Bool { types.contains { hasItemConformingToTypeIdentifier($0) } }

    fileprivate func value<T: Transferable>(of type: T.Type) async throws -> Transferred<T> {
        try await withCheckedThrowingContinuation { continuation in
            loadValue(of: type) { continuation.resume(with: $0) }
        }
    }
}
