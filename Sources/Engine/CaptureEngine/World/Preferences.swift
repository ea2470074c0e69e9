import Foundation
import Locking

/// What a program remembers of its user's choices.
package protocol Preferences: Sendable {
    /// Empty until something was chosen.
    func strings(for key: String) -> [String]
    func set(_ strings: [String], for key: String)
}

/// Remembers from one start of the program to the next, in its user defaults.
package struct SavedPreferences: Preferences {
    package init() {}

    package func strings(for key: String) -> [String] { UserDefaults.standard.stringArray(forKey: key) ?? [] }

    package func set(_ strings: [String], for key: String) { UserDefaults.standard.set(strings, forKey: key) }
}

/// Remembers as long as it exists.
package final class TransientPreferences: Preferences {
    private let values = Mutex<[String: [String]]>([:])

    package init() {}

    package func strings(for key: String) -> [String] { values.withLock { $0[key] ?? [] } }

    package func set(_ strings: [String], for key: String) { values.withLock { $0[key] = strings } }
}
