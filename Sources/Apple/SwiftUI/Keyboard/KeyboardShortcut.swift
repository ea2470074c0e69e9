import GtkSupport
import UIKit

/// A key. Source: Apple, KeyEquivalent.
public struct KeyEquivalent: Hashable, ExpressibleByExtendedGraphemeClusterLiteral, Sendable {
    public var character: Character

    public init(_ character: Character) { self.character = character }
    public init(extendedGraphemeClusterLiteral value: Character) { character = value }

    public static let upArrow = KeyEquivalent("\u{F700}")
    public static let downArrow = KeyEquivalent("\u{F701}")
    public static let leftArrow = KeyEquivalent("\u{F702}")
    public static let rightArrow = KeyEquivalent("\u{F703}")
    public static let escape = KeyEquivalent("\u{1B}")
    public static let delete = KeyEquivalent("\u{8}")
    public static let deleteForward = KeyEquivalent("\u{F728}")
    public static let home = KeyEquivalent("\u{F729}")
    public static let end = KeyEquivalent("\u{F72B}")
    public static let pageUp = KeyEquivalent("\u{F72C}")
    public static let pageDown = KeyEquivalent("\u{F72D}")
    public static let clear = KeyEquivalent("\u{F739}")
    public static let tab = KeyEquivalent("\t")
    public static let space = KeyEquivalent(" ")
    public static let `return` = KeyEquivalent("\r")

    /// The key that desktops have for refreshing.
    static let refresh = KeyEquivalent("\u{F708}")

    /// The names that GTK has for the keys that write nothing.
    private static let names: [KeyEquivalent: Set<String>] = [
        upArrow: ["Up", "KP_Up"], downArrow: ["Down", "KP_Down"], leftArrow: ["Left", "KP_Left"],
        rightArrow: ["Right", "KP_Right"], escape: ["Escape"], delete: ["BackSpace"],
        deleteForward: ["Delete", "KP_Delete"], home: ["Home", "KP_Home"], end: ["End", "KP_End"],
        pageUp: ["Page_Up", "KP_Page_Up"], pageDown: ["Page_Down", "KP_Page_Down"], clear: ["Clear"],
        refresh: ["F5"], tab: ["Tab", "ISO_Left_Tab"], `return`: ["Return", "KP_Enter"],
    ]

    /// What a key stands for; `nil` for one like the shift key.
    init?(_ press: GtkSupport.KeyPress) {
        if let known = Self.names.first(where: { $0.value.contains(press.name) }) {
            self = known.key
        } else if let character = press.character {
            self.init(character)
        } else {
            return nil
        }
    }

    func isKey(_ key: GtkSupport.KeyPress) -> Bool {
        if let names = Self.names[self] { return names.contains(key.name) }
        return key.character.map { String($0) } == character.lowercased()
    }
}

/// Keys that are held down. Source: Apple, EventModifiers.
///
/// Linux: `command` is the control key, and also the one with the desktop's logo.
public struct EventModifiers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let capsLock = EventModifiers(rawValue: 1)
    public static let shift = EventModifiers(rawValue: 2)
    public static let control = EventModifiers(rawValue: 4)
    public static let option = EventModifiers(rawValue: 8)
    public static let command = EventModifiers(rawValue: 16)
    public static let numericPad = EventModifiers(rawValue: 32)
    public static let all: EventModifiers = [.capsLock, .shift, .control, .option, .command, .numericPad]

    func areHeld(_ held: GtkSupport.KeyPress.Modifiers, writes character: Bool) -> Bool {
        let control = !isDisjoint(with: [.control, .command])
        // A character that needs the shift key, such as "+", is named without it.
        let shift = contains(.shift) == held.contains(.shift) || character && !contains(.shift)
        return control == !held.isDisjoint(with: [.control, .meta]) && contains(.option) == held.contains(.alt) && shift
    }
}

/// A key with others that are held down. Source: Apple, KeyboardShortcut.
public struct KeyboardShortcut: Hashable, Sendable {
    /// Source: Apple, KeyboardShortcut.Localization. Linux: without effect.
    public struct Localization: Sendable {
        public static let automatic = Self()
        public static let withoutMirroring = Self()
        public static let custom = Self()
    }

    /// The return key.
    public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
    /// The escape key.
    public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])

    public var key: KeyEquivalent
    public var modifiers: EventModifiers

    public init(
        _ key: KeyEquivalent, modifiers: EventModifiers = .command, localization: Localization = .automatic
    ) { (self.key, self.modifiers) = (key, modifiers) }

    public static func == (first: Self, second: Self) -> Bool {
        first.key == second.key && first.modifiers == second.modifiers
    }
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(modifiers.rawValue)
    }

    func isPressed(_ press: GtkSupport.KeyPress) -> Bool {
        let isSymbol = key.character.isPunctuation || key.character.isSymbol
        return key.isKey(press) && modifiers.areHeld(press.modifiers, writes: isSymbol)
    }
}

private struct Shortcut: Change {
    let shortcut: KeyboardShortcut?

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { ShortcutNode(view, inputs) }
}

/// Presses the first control in the view for a key.
final class ShortcutNode: ModifierNode {
    private var isListed = false

    override init(_ view: any ModifiedView, _ inputs: NodeInputs) {
        super.init(view, inputs)
        list()
    }

    override func changed(from old: any Change) { list() }

    /// Each button is in such a node, and few have a key.
    private func list() {
        guard !isListed, (change as? Shortcut)?.shortcut != nil else { return }
        isListed = true
        graph.shortcuts.append(Weak(self))
    }

    /// - Returns: whether there was something to press.
    func take(_ key: GtkSupport.KeyPress) -> Bool {
        guard !isDisposed, (change as? Shortcut)?.shortcut?.isPressed(key) == true, takesKeys,
            let press = items.lazy.compactMap(\.firstPress).first
        else { return false }
        press()
        return true
    }
}

extension Graph {
    /// Gives a key to the controls with shortcuts, those that came last first, and then to the views that take keys.
    func press(_ key: GtkSupport.KeyPress) -> Bool {
        shortcuts.removeAll { $0.object?.isDisposed ?? true }
        return shortcuts.reversed().contains { $0.object?.take(key) ?? false } || handle(key)
    }
}

extension Node {
    /// Whether its view is where keys go: on the page and in the tab that are shown, with nothing presented in front.
    var takesKeys: Bool { !isInHiddenTab && environment.values.isInFront && !environment.values.isInCoveredPage }
}

extension EnvironmentValues {
    private struct Around: EnvironmentKey { static let defaultValue: Presentation? = nil }

    /// The presentation that contains the view.
    var presentationAround: Presentation? {
        get { self[Around.self] }
        set { self[Around.self] = newValue }
    }

    /// Whether nothing is presented in front of the view.
    @MainActor fileprivate var isInFront: Bool { presentations?.shown.read().last === presentationAround }
}

extension Item {
    /// What pressing the first control in the item does; `nil` if it is disabled.
    fileprivate var firstPress: (() -> Void)? {
        if let element = self as? ElementItem { return element.press }
        for child in children {
            if let press = child.firstPress { return press }
        }
        return nil
    }
}

extension View {
    /// Presses the control for a key.
    public nonisolated func keyboardShortcut(
        _ key: KeyEquivalent, modifiers: EventModifiers = .command
    ) -> some View { keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers)) }
    public nonisolated func keyboardShortcut(
        _ key: KeyEquivalent, modifiers: EventModifiers = .command, localization: KeyboardShortcut.Localization
    ) -> some View { keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers)) }
    public nonisolated func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View {
        modified(Shortcut(shortcut: shortcut))
    }
    public nonisolated func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
        modified(Shortcut(shortcut: shortcut))
    }
}
