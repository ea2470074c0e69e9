internal import CGtk

/// Looks that single widgets have beyond those of the theme.
///
/// The same looks are one style class, which stays as long as the program: programs use few.
package struct Looks {
    private static var classes: [String: String] = [:]

    private weak var widget: Widget?
    private var styleClass: String?

    package init() {}

    /// Gives a widget these looks in place of those before.
    ///
    /// - Parameter rules: declarations of CSS by the node that they are for, as seen from the widget's own: "", " > trough".
    package mutating func apply(_ rules: [String: String], to widget: Widget?) {
        if let styleClass { self.widget?.removeClass(styleClass) }
        self.widget = widget
        styleClass = rules.isEmpty || widget == nil ? nil : Self.styleClass(rules)
        if let styleClass { widget?.addClass(styleClass) }
    }

    private static func styleClass(_ rules: [String: String]) -> String? {
        let sorted = rules.sorted { $0.key < $1.key }
        let key = sorted.map { "\($0.key) { \($0.value) }" }.joined(separator: "\n")
        if let known = classes[key] { return known }
        guard let display = gdk_display_get_default(), let provider = gtk_css_provider_new() else { return nil }
        let name = "looks-\(classes.count)"
        let text = sorted.map { ".\(name)\($0.key) { \($0.value) }" }.joined(separator: "\n")
        gtk_css_provider_load_from_data(provider, text, -1)
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_USER))
        g_object_unref(UnsafeMutableRawPointer(provider))
        classes[key] = name
        return name
    }
}
