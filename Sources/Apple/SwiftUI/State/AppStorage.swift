import Foundation
import Locking

/// The versions of stored values: a write tells all views that have read the value.
private enum StoredValues {
    private struct Key: Hashable {
        let store: ObjectIdentifier
        let name: String
    }
    private static let cells = Mutex<[Key: StateCell<Int>]>([:])

    static func cell(_ store: UserDefaults, _ name: String) -> StateCell<Int> {
        let key = Key(store: ObjectIdentifier(store), name: name)
        return cells.withLock { cells in
            if let cell = cells[key] { return cell }
            let cell = StateCell(0)
            cells[key] = cell
            return cell
        }
    }
}

/// A value in the user defaults. Views that read it follow the changes that views make.
///
/// Source: Apple, AppStorage. Linux: changes that go past SwiftUI are seen with the next evaluation.
@propertyWrapper public struct AppStorage<Value> {
    private let key: String
    private let store: UserDefaults
    private let read: (UserDefaults) -> Value
    private let write: (UserDefaults, Value) -> Void

    private init(
        _ key: String, _ store: UserDefaults?, _ read: @escaping (UserDefaults) -> Value,
        _ write: @escaping (UserDefaults, Value) -> Void
    ) { (self.key, self.store, self.read, self.write) = (key, store ?? .standard, read, write) }

    public var wrappedValue: Value {
        get {
            _ = cell.read()
            return read(store)
        }
        nonmutating set {
            write(store, newValue)
            cell.write(cell.read() &+ 1)
        }
    }

    public var projectedValue: Binding<Value> {
        Binding(identity: AnyHashable([AnyHashable(ObjectIdentifier(store)), AnyHashable(key)])) {
            wrappedValue
        } set: { value, _ in
            wrappedValue = value
        }
    }

    private var cell: StateCell<Int> { StoredValues.cell(store, key) }
}

extension AppStorage: DynamicProperty {}

extension AppStorage: SelfComparing {
    func isSame(as other: Any) -> Bool {
        guard let other = other as? Self else { return false }
        return key == other.key && store === other.store
    }
}

extension AppStorage {
    private init(plain value: Value, _ key: String, _ store: UserDefaults?) {
        self.init(key, store) {
            $0.object(forKey: key) as? Value ?? value
        } _: {
            $0.set($1, forKey: key)
        }
    }
}

extension AppStorage where Value == Bool {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(plain: wrappedValue, key, store)
    }
}

extension AppStorage where Value == Int {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(plain: wrappedValue, key, store)
    }
}

extension AppStorage where Value == Double {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(plain: wrappedValue, key, store)
    }
}

extension AppStorage where Value == String {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(plain: wrappedValue, key, store)
    }
}

extension AppStorage where Value == Data {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(plain: wrappedValue, key, store)
    }
}

extension AppStorage where Value: RawRepresentable, Value.RawValue == String {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, store) {
            $0.string(forKey: key).flatMap(Value.init(rawValue:)) ?? wrappedValue
        } _: {
            $0.set($1.rawValue, forKey: key)
        }
    }
}

extension AppStorage where Value: RawRepresentable, Value.RawValue == Int {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, store) {
            ($0.object(forKey: key) as? Int).flatMap(Value.init(rawValue:)) ?? wrappedValue
        } _: {
            $0.set($1.rawValue, forKey: key)
        }
    }
}
