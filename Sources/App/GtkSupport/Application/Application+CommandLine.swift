internal import CGtk

extension Application {
    /// Adds switches such as `--version` to the command line.
    ///
    /// - Parameters:
    ///   - options: their names and help texts.
    ///   - body: called first, with the given switches; returns an exit status to exit at once, `nil` to continue.
    package func addOptions(
        _ options: KeyValuePairs<String, String>, _ body: @escaping @MainActor (Set<String>) -> Int32?
    ) {
        for (name, description) in options {
            g_application_add_main_option(
                cast(), name, 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, description, nil)
        }
        let handler: @convention(c) (gpointer?, UnsafeMutablePointer<GVariantDict>?, gpointer?) -> gint = {
            _, given, data in
            onMain((given, data)) { given, data in
                Boxes.object(data, as: OptionsClosure.self)?.call(given) ?? -1
            }
        }
        connect(
            "handle-local-options", unsafeBitCast(handler, to: GCallback.self),
            OptionsClosure(options.map(\.key), body))
    }

    /// Whether another instance of the program is already running, and handles what this one is asked to do.
    package var isRemote: Bool { g_application_get_is_remote(cast()) != 0 }

    /// Starts an action of the application, in the running instance if there is one.
    package func startAction(_ name: String) {
        guard g_application_register(cast(), nil, nil) != 0 else { return }
        g_action_group_activate_action(opaque, name, nil)
    }
}

private final class OptionsClosure {
    private let names: [String]
    private let body: @MainActor (Set<String>) -> Int32?

    init(_ names: [String], _ body: @escaping @MainActor (Set<String>) -> Int32?) {
        self.names = names
        self.body = body
    }

    func call(_ given: UnsafeMutablePointer<GVariantDict>?) -> gint {
        body(Set(names.filter { g_variant_dict_contains(given, $0) != 0 })) ?? -1
    }
}
