import Foundation
import GtkSupport

/// A key that a person presses. Source: Apple, KeyPress.
public struct KeyPress: Sendable {
    /// Source: Apple, KeyPress.Phases.
    public struct Phases: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let down = Phases(rawValue: 1)
        /// It is held down.
        public static let `repeat` = Phases(rawValue: 2)
        public static let up = Phases(rawValue: 4)
        public static let all: Phases = [.down, .repeat, .up]
    }

    /// Source: Apple, KeyPress.Result.
    public enum Result: Hashable, Sendable {
        /// Nobody else gets the key.
        case handled
        case ignored
    }

    public let phase: Phases
    public let key: KeyEquivalent
    /// What the key writes without the others that are held. Linux: small letters.
    public let characters: String
    /// The others that are held; `command` is the control key.
    public let modifiers: EventModifiers

    /// - Returns: `nil` for a key without a meaning of its own, such as the shift key.
    init?(_ press: GtkSupport.KeyPress) {
        guard let key = KeyEquivalent(press) else { return nil }
        self.key = key
        phase =
            switch press.phase {
            case .down: .down
            case .repeat: .repeat
            case .up: .up
            }
        characters = String(key.character)
        var modifiers: EventModifiers = []
        if press.modifiers.contains(.shift) { modifiers.insert(.shift) }
        if press.modifiers.contains(.alt) { modifiers.insert(.option) }
        if !press.modifiers.isDisjoint(with: [.control, .meta]) { modifiers.insert(.command) }
        self.modifiers = modifiers
    }
}

private struct KeyAction: Change {
    let phases: KeyPress.Phases
    let matches: (KeyPress) -> Bool
    let action: (KeyPress) -> KeyPress.Result

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { KeyNode(view, inputs) }
}

/// Takes keys that the focused view leaves.
final class KeyNode: ModifierNode {
    override init(_ view: any ModifiedView, _ inputs: NodeInputs) {
        super.init(view, inputs)
        graph.keyTakers.append(Weak(self))
    }

    /// - Returns: whether nobody else is to get the key.
    func take(_ press: KeyPress) -> Bool {
        let action = change as! KeyAction
        guard !isDisposed, action.phases.contains(press.phase), action.matches(press), environment.values.isEnabled,
            takesKeys
        else { return false }
        return action.action(press) == .handled
    }
}

extension Graph {
    /// Gives a key to the views that want it, inner ones first.
    func handle(_ press: GtkSupport.KeyPress) -> Bool {
        keyTakers.removeAll { $0.object?.isDisposed ?? true }
        guard !keyTakers.isEmpty, let press = KeyPress(press) else { return false }
        let takers = keyTakers.compactMap(\.object).map { ($0.depth, $0) }.sorted { $0.0 > $1.0 }
        return takers.contains { $0.1.take(press) }
    }
}

extension View {
    private nonisolated func onKeyPress(
        _ phases: KeyPress.Phases, _ matches: @escaping (KeyPress) -> Bool,
        _ action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View { modified(KeyAction(phases: phases, matches: matches, action: action)) }

    /// Runs an action when a key is pressed or held down.
    ///
    /// Linux: the view need not have the focus: it gets the keys that the focused view leaves, after keyboard shortcuts.
    public nonisolated func onKeyPress(
        _ key: KeyEquivalent, action: @escaping () -> KeyPress.Result
    ) -> some View { onKeyPress([.down, .repeat], { $0.key == key }, { _ in action() }) }

    public nonisolated func onKeyPress(
        _ key: KeyEquivalent, phases: KeyPress.Phases, action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View { onKeyPress(phases, { $0.key == key }, action) }

    public nonisolated func onKeyPress(
        keys: Set<KeyEquivalent>, phases: KeyPress.Phases = [.down, .repeat],
        action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View { onKeyPress(phases, { keys.contains($0.key) }, action) }

    public nonisolated func onKeyPress(
        characters: CharacterSet, phases: KeyPress.Phases = [.down, .repeat],
        action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View {
        onKeyPress(phases, { $0.characters.unicodeScalars.allSatisfy(characters.contains) }, action)
    }

    public nonisolated func onKeyPress(
        phases: KeyPress.Phases = [.down, .repeat], action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View { onKeyPress(phases, { _ in true }, action) }
}
