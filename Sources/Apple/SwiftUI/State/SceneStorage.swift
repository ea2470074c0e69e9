import Foundation

/// A value that the app remembers of a scene. Linux: there is one scene; the value is kept among the user defaults, beside
/// those of ``AppStorage``.
///
/// Source: Apple, SceneStorage.
@propertyWrapper public struct SceneStorage<Value> {
    private let storage: AppStorage<Value>

    private init(storage: AppStorage<Value>) { self.storage = storage }

    public var wrappedValue: Value {
        get { storage.wrappedValue }
        nonmutating set { storage.wrappedValue = newValue }
    }

    public var projectedValue: Binding<Value> { storage.projectedValue }

    private static func name(_ key: String) -> String { "SceneStorage." + key }
}

extension SceneStorage: DynamicProperty {}

extension SceneStorage: SelfComparing {
    func isSame(as other: Any) -> Bool { (other as? Self).map { storage.isSame(as: $0.storage) } ?? false }
}

extension SceneStorage {
    public init(wrappedValue: Value, _ key: String) where Value == Bool {
        self.init(storage: AppStorage(wrappedValue: wrappedValue, Self.name(key)))
    }

    public init(wrappedValue: Value, _ key: String) where Value == Int {
        self.init(storage: AppStorage(wrappedValue: wrappedValue, Self.name(key)))
    }

    public init(wrappedValue: Value, _ key: String) where Value == Double {
        self.init(storage: AppStorage(wrappedValue: wrappedValue, Self.name(key)))
    }

    public init(wrappedValue: Value, _ key: String) where Value == String {
        self.init(storage: AppStorage(wrappedValue: wrappedValue, Self.name(key)))
    }

    public init(wrappedValue: Value, _ key: String) where Value: RawRepresentable, Value.RawValue == String {
        self.init(storage: AppStorage(wrappedValue: wrappedValue, Self.name(key)))
    }

    public init(wrappedValue: Value, _ key: String) where Value: RawRepresentable, Value.RawValue == Int {
        self.init(storage: AppStorage(wrappedValue: wrappedValue, Self.name(key)))
    }
}
