internal import CGtk

/// The actions of a window or an application, which buttons, menus, keys and other programs name.
extension Object {
    /// An action without a state.
    package func addAction(_ name: String, _ body: @escaping @MainActor () -> Void) {
        let action = Object(owned: UnsafeMutableRawPointer(g_simple_action_new(name, nil)))
        action.on("activate", body)
        g_action_map_add_action(opaque, action.opaque)
    }

    /// An action that takes a text.
    package func addAction(_ name: String, _ body: @escaping @MainActor (String) -> Void) {
        let action = Object(owned: UnsafeMutableRawPointer(g_simple_action_new(name, cgtk_type_string())))
        action.onActivation { argument in body(argument.flatMap(text) ?? "") }
        g_action_map_add_action(opaque, action.opaque)
    }

    /// An action that is on or off.
    ///
    /// - Parameter body: called when the user wants to change it; the state itself changes with
    ///   ``setState(_:of:)-(Bool,_)``.
    package func addToggle(_ name: String, isOn: Bool = false, _ body: @escaping @MainActor (Bool) -> Void) {
        let new = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn ? 1 : 0))
        let action = Object(owned: UnsafeMutableRawPointer(new!))
        action.onStateRequest { value in body(value.map { g_variant_get_boolean($0) != 0 } ?? false) }
        g_action_map_add_action(opaque, action.opaque)
    }

    /// An action whose state is one of several words.
    ///
    /// - Parameter body: called when the user wants to change it; the state itself changes with
    ///   ``setState(_:of:)-(String,_)``.
    package func addChoice(_ name: String, _ choice: String, _ body: @escaping @MainActor (String) -> Void) {
        let new = g_simple_action_new_stateful(name, cgtk_type_string(), g_variant_new_string(choice))
        let action = Object(owned: UnsafeMutableRawPointer(new!))
        action.onStateRequest { value in body(value.flatMap(text) ?? "") }
        g_action_map_add_action(opaque, action.opaque)
    }

    package func setState(_ isOn: Bool, of action: String) { setState(g_variant_new_boolean(isOn ? 1 : 0), action) }

    package func setState(_ choice: String, of action: String) { setState(g_variant_new_string(choice), action) }

    /// A disabled action makes its buttons and menu items insensitive.
    package func setEnabled(_ isEnabled: Bool, action: String) {
        guard let action = g_action_map_lookup_action(opaque, action) else { return }
        g_simple_action_set_enabled(action, isEnabled ? 1 : 0)
    }

    /// Does what a button with that action does.
    package func activateAction(_ name: String) { g_action_group_activate_action(opaque, name, nil) }

    private func setState(_ value: OpaquePointer?, _ name: String) {
        guard let action = g_action_map_lookup_action(opaque, name) else { return }
        g_simple_action_set_state(action, value)
    }

    private func onActivation(_ body: @escaping @MainActor (OpaquePointer?) -> Void) {
        connectVariant("activate", body)
    }

    private func onStateRequest(_ body: @escaping @MainActor (OpaquePointer?) -> Void) {
        connectVariant("change-state", body)
    }

    private func connectVariant(_ signal: String, _ body: @escaping @MainActor (OpaquePointer?) -> Void) {
        let handler: @convention(c) (OpaquePointer?, OpaquePointer?, gpointer?) -> Void = { _, value, data in
            onMain((value, data)) { value, data in Boxes.object(data, as: VariantClosure.self)?.body(value) }
        }
        connect(signal, unsafeBitCast(handler, to: GCallback.self), VariantClosure(body))
    }
}

private final class VariantClosure {
    let body: @MainActor (OpaquePointer?) -> Void

    init(_ body: @escaping @MainActor (OpaquePointer?) -> Void) { self.body = body }
}

private func text(_ value: OpaquePointer) -> String? {
    g_variant_get_string(value, nil).map { String(cString: $0) }
}
