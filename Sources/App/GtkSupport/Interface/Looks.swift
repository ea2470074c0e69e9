/// Looks that a single widget has beyond those of the theme.
@MainActor package final class Looks {
    private let classes: StyleClasses
    private weak var widget: Widget?
    private var used: (rules: [String: String], styleClass: String)?

    package init(in classes: StyleClasses? = nil) { self.classes = classes ?? .shared }

    /// Gives a widget these looks in place of those before.
    ///
    /// - Parameter rules: declarations of CSS by the node that they are for, as seen from the widget's own: "", " > trough".
    package func apply(_ rules: [String: String], to widget: Widget?) {
        if let used, used.rules == rules, self.widget === widget, widget != nil { return }
        let old = used
        if let old { self.widget?.removeClass(old.styleClass) }
        self.widget = widget
        used = rules.isEmpty || widget == nil ? nil : classes.use(rules).map { (rules, $0) }
        if let used { widget?.addClass(used.styleClass) }
        if let old { classes.leave(old.rules) }
    }

    isolated deinit { if let used { classes.leave(used.rules) } }
}
