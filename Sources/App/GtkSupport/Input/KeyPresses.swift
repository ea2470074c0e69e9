internal import CGtk

/// A key that a person presses.
package nonisolated struct KeyPress: Equatable, Sendable {
    package nonisolated struct Modifiers: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        package static let shift = Modifiers(rawValue: 1)
        package static let control = Modifiers(rawValue: 2)
        package static let alt = Modifiers(rawValue: 4)
        package static let meta = Modifiers(rawValue: 8)
    }
    package enum Phase: Sendable {
        case down
        /// It is held down.
        case `repeat`
        case up
    }
    /// What the key writes, without its case.
    package let character: Character?
    /// GTK's name of the key, such as `Return`.
    package let name: String
    package let modifiers: Modifiers
    package let phase: Phase

    package init(character: Character?, name: String, modifiers: Modifiers, phase: Phase = .down) {
        (self.character, self.name, self.modifiers, self.phase) = (character, name, modifiers, phase)
    }
}

extension Widget {
    /// Calls `body` for keys that what is focused in it does not handle.
    ///
    /// - Parameters:
    ///   - isFirst: whether `body` gets them before what is focused does.
    ///   - body: says whether it took the key.
    ///   - released: called when a key is released.
    package func onKeyPress(
        isFirst: Bool = false, _ body: @escaping @MainActor (KeyPress) -> Bool,
        released: @escaping @MainActor (KeyPress) -> Void = { _ in }
    ) {
        let controller = gtk_event_controller_key_new()!
        if isFirst { gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE) }
        let pressed: @convention(c) (OpaquePointer?, guint, guint, GdkModifierType, gpointer?) -> gboolean = {
            _, key, _, state, data in
            onMain((data, key, state)) { data, key, state in
                Boxes.object(data, as: KeyClosure.self)?.press(key, state) == true ? 1 : 0
            }
        }
        let up: @convention(c) (OpaquePointer?, guint, guint, GdkModifierType, gpointer?) -> Void = {
            _, key, _, state, data in
            onMain((data, key, state)) { data, key, state in
                Boxes.object(data, as: KeyClosure.self)?.release(key, state)
            }
        }
        let object = Object(UnsafeMutableRawPointer(controller))
        let closure = KeyClosure(body, released)
        object.connect("key-pressed", unsafeBitCast(pressed, to: GCallback.self), closure)
        object.connect("key-released", unsafeBitCast(up, to: GCallback.self), closure)
        // The release of a key is not reported here while another window has the keyboard.
        on("notify::is-active") { closure.forget() }
        gtk_widget_add_controller(cast(), controller)
    }
}

/// Where the focus goes, as it is seen.
package enum FocusDirection: String {
    case up, down, left, right

    fileprivate var gtk: GtkDirectionType {
        switch self {
        case .up: GTK_DIR_UP
        case .down: GTK_DIR_DOWN
        case .left: GTK_DIR_LEFT
        case .right: GTK_DIR_RIGHT
        }
    }
}

extension Widget {
    /// Calls `body` for arrow keys without modifiers, before what is focused gets them.
    ///
    /// - Parameter body: says whether it took the key.
    package func onArrow(_ body: @escaping @MainActor (FocusDirection) -> Bool) {
        onKeyPress(isFirst: true) { key in
            let name = key.name.lowercased().replacing("kp_", with: "")
            guard key.modifiers.isEmpty, let direction = FocusDirection(rawValue: name) else { return false }
            return body(direction)
        }
    }

    /// - Returns: whether something else in it has the focus now.
    package func moveFocus(_ direction: FocusDirection) -> Bool { gtk_widget_child_focus(cast(), direction.gtk) != 0 }

    /// Calls `body` when the focus comes into it or leaves it.
    package func onFocusInside(_ body: @escaping @MainActor (Bool) -> Void) {
        let controller = gtk_event_controller_focus_new()!
        let object = Object(UnsafeMutableRawPointer(controller))
        object.on("enter") { body(true) }
        object.on("leave") { body(false) }
        gtk_widget_add_controller(cast(), controller)
    }
}

private final class KeyClosure {
    private let body: @MainActor (KeyPress) -> Bool
    private let released: @MainActor (KeyPress) -> Void
    private var held: Set<guint> = []

    init(_ body: @escaping @MainActor (KeyPress) -> Bool, _ released: @escaping @MainActor (KeyPress) -> Void) {
        (self.body, self.released) = (body, released)
    }

    func press(_ key: guint, _ state: GdkModifierType) -> Bool {
        body(KeyPress(key, state, held.insert(key).inserted ? .down : .repeat))
    }

    func release(_ key: guint, _ state: GdkModifierType) {
        held.remove(key)
        released(KeyPress(key, state, .up))
    }

    func forget() { held = [] }
}

extension KeyPress {
    fileprivate init(_ key: guint, _ state: GdkModifierType, _ phase: Phase) {
        self.phase = phase
        let small = gdk_keyval_to_lower(key)
        let code = gdk_keyval_to_unicode(small)
        character = code >= 32 && code != 127 ? Unicode.Scalar(code).map { Character($0) } : nil
        name = gdk_keyval_name(small).map { String(cString: $0) } ?? ""
        var modifiers: Modifiers = []
        if state.rawValue & GDK_SHIFT_MASK.rawValue != 0 { modifiers.insert(.shift) }
        if state.rawValue & GDK_CONTROL_MASK.rawValue != 0 { modifiers.insert(.control) }
        if state.rawValue & GDK_ALT_MASK.rawValue != 0 { modifiers.insert(.alt) }
        if state.rawValue & (GDK_META_MASK.rawValue | GDK_SUPER_MASK.rawValue) != 0 { modifiers.insert(.meta) }
        self.modifiers = modifiers
    }
}
