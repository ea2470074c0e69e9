internal import CGtk

/// Style classes of GTK, one for each set of rules. A class is there as long as something uses it.
@MainActor package final class StyleClasses {
    /// Gives GTK a style sheet; returns what takes it away again, or `nil` without a display.
    package typealias Installer = @MainActor (_ sheet: String) -> (() -> Void)?

    private struct Entry {
        let name: String
        let remove: () -> Void
        var users = 1
    }

    static let shared = StyleClasses { sheet in
        guard let display = gdk_display_get_default(), let provider = gtk_css_provider_new() else { return nil }
        gtk_css_provider_load_from_data(provider, sheet, -1)
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_USER))
        return {
            gtk_style_context_remove_provider_for_display(display, OpaquePointer(provider))
            g_object_unref(UnsafeMutableRawPointer(provider))
        }
    }

    private let install: Installer
    private var entries: [String: Entry] = [:]
    private var nextNumber = 0

    package init(_ install: @escaping Installer) { self.install = install }

    /// How many there are.
    package var count: Int { entries.count }

    /// - Parameter rules: declarations of CSS by the node that they are for, as seen from the widget's own.
    /// - Returns: the name of the class; `nil` without a display. Give the rules to ``leave(_:)`` later.
    func use(_ rules: [String: String]) -> String? {
        let key = Self.key(rules)
        if let known = entries[key] {
            entries[key]?.users += 1
            return known.name
        }
        let name = "looks-\(nextNumber)"
        let sheet = rules.sorted { $0.key < $1.key }.map { ".\(name)\($0.key) { \($0.value) }" }
        guard let remove = install(sheet.joined(separator: "\n")) else { return nil }
        nextNumber += 1
        entries[key] = Entry(name: name, remove: remove)
        return name
    }

    func leave(_ rules: [String: String]) {
        let key = Self.key(rules)
        guard let entry = entries[key] else { return }
        if entry.users > 1 {
            entries[key]?.users -= 1
        } else {
            entries[key] = nil
            entry.remove()
        }
    }

    private static func key(_ rules: [String: String]) -> String {
        rules.sorted { $0.key < $1.key }.map { "\($0.key) { \($0.value) }" }.joined(separator: "\n")
    }
}
