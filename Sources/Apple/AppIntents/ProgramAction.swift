import Conformances
import MissingFoundation

/// Something that a program offers to the desktop: a shortcut, or a control.
///
/// Not Apple's: on Apple's systems, the system knows them from the app's bundle.
package struct ProgramAction {
    package enum Kind {
        case button(@MainActor @Sendable () async throws -> Void)
        /// Its state at the start, and what sets it.
        case toggle(isOn: Bool, set: @MainActor @Sendable (Bool) async throws -> Void)
    }

    /// As D-Bus and desktop files allow it: letters, digits, `-`.
    package private(set) var name: String
    package let title: String
    package let kind: Kind
    package let opensApp: Bool
    package let needsUnlocking: Bool
    /// Words by which the desktop finds it.
    package let keywords: [String]

    package init(
        id: String, title: String, intent: any AppIntent.Type, keywords: [String] = [], kind: Kind
    ) {
        name = String(id.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        self.title = title
        self.kind = kind
        self.keywords = keywords
        opensApp = intent.openAppWhenRun
        // What opens the app's window shows what the lock hides.
        needsUnlocking = intent.openAppWhenRun || intent.authenticationPolicy != .alwaysAllowed
    }

    func renamed(_ name: String) -> ProgramAction {
        var copy = self
        copy.name = name
        return copy
    }
}

/// Says which actions the program has. The conforming types are found when the program starts.
package protocol ProgramActionSource {
    @MainActor static var actions: [ProgramAction] { get }
}

/// The actions of all shortcuts.
enum ShortcutActions: ProgramActionSource {
    @MainActor static var actions: [ProgramAction] {
        providers.flatMap { $0.appShortcuts }.filter { $0.intent.isDiscoverable }.map { shortcut in
            ProgramAction(
                id: shortcut.intent.persistentIdentifier, title: String(localized: shortcut.title),
                intent: shortcut.intent, keywords: shortcut.phrases, kind: .button(shortcut.perform))
        }
    }

    private static var providers: [any AppShortcutsProvider.Type] {
        Conformances.types(of: (any AppShortcutsProvider).self).compactMap { $0 as? any AppShortcutsProvider.Type }
    }
}
