internal import CGtk

/// A line that says what happened, and disappears by itself.
package final class Toast: Object {
    /// In seconds; 0 means until it is dismissed.
    fileprivate private(set) var duration = 0
    /// Whether it is shown even after its time has passed.
    fileprivate private(set) var isProblem = false
    /// Whether it has been on the screen.
    fileprivate var isShown = false
    private var hasEnded = false
    private var endings: [@MainActor () -> Void] = []

    /// - Parameters:
    ///   - seconds: how long it stays; 0 means until it is dismissed.
    ///   - isProblem: whether it is still worth showing after that time.
    ///   - button: a button's label, and its action.
    package convenience init(
        _ title: String, seconds: Int = 5, isProblem: Bool = false, button: (label: String, action: String)? = nil
    ) {
        self.init(owned: UnsafeMutableRawPointer(adw_toast_new(Markup.escaped(title))))
        duration = seconds
        self.isProblem = isProblem
        // The built-in title would be one line, cut off at the edge of the window.
        let label = gtk_label_new(title)!
        gtk_label_set_wrap(OpaquePointer(label), 1)
        adw_toast_set_custom_title(opaque, label)
        let title = UnsafeMutableRawPointer(label)
        let action = button?.label.replacing("_", with: "")
        Widget(title).on("map") { [weak self] in self?.nameButtons(around: Widget(title), action) }
        adw_toast_set_timeout(opaque, guint(seconds))
        if let button {
            adw_toast_set_button_label(opaque, button.label)
            adw_toast_set_action_name(opaque, button.action)
        }
        on("dismissed") { [weak self] in self?.end() }
    }

    /// Whether the keyboard's focus is in it; called when that changes.
    package var onFocus: (Bool) -> Void = { _ in }

    /// The close button that libadwaita adds has no accessible name, and the other one has its mnemonic in it.
    private func nameButtons(around title: Widget, _ action: String?) {
        let toast = sequence(first: title) { $0.parent as Widget? }.first { $0.typeName == "AdwToastWidget" }
        for part in toast?.children ?? [] where part.typeName == "GtkButton" {
            let isClosing = !(part.iconName as String).isEmpty
            if let name = isClosing ? gettext("Close") : action { part.setAccessibleName(name) }
        }
        toast?.onFocusInside { [weak self] in self?.onFocus($0) }
    }

    /// Calls `body` when it has gone, for whatever reason, even if it was never on the screen.
    package func onDismiss(_ body: @escaping @MainActor () -> Void) {
        if hasEnded { body() } else { endings.append(body) }
    }

    package func dismiss() {
        // libadwaita does nothing for one that is in no overlay.
        if isShown { adw_toast_dismiss(opaque) } else { end() }
    }

    private func end() {
        hasEnded = true
        let bodies = endings
        endings = []
        for body in bodies { body() }
    }
}

/// Where toasts appear, one at a time.
///
/// | shown now | what comes | what happens |
/// | --- | --- | --- |
/// | nothing, or one that ends by itself | any | it is shown at once, in the place of the other |
/// | one that stays until it is dismissed, for example with "Undo" | one that stays, too | the same |
/// | | one that ends by itself | only the newest one waits; once its time has passed, only a problem is shown |
package final class ToastOverlay: Widget {
    private var shown: Toast?
    private var waiting: (toast: Toast, since: ContinuousClock.Instant)?

    package func show(_ toast: Toast) {
        guard let shown, shown.duration == 0, toast.duration > 0 else { return replace(with: toast) }
        // News does not take the place of a problem that nobody has seen.
        if let waiting, waiting.toast.isProblem, !toast.isProblem { return toast.dismiss() }
        waiting?.toast.dismiss()
        waiting = (toast, .now)
        toast.onDismiss { [weak self, unowned toast] in if self?.waiting?.toast === toast { self?.waiting = nil } }
    }

    private func replace(with toast: Toast) {
        let last = shown
        // Before the other one goes, so that nothing that waits comes between them.
        shown = toast
        last?.dismiss()
        toast.isShown = true
        toast.onDismiss { [weak self, unowned toast] in self?.ended(toast) }
        add(toast)
    }

    private func ended(_ toast: Toast) {
        guard shown === toast else { return }
        shown = nil
        guard let (next, since) = waiting else { return }
        waiting = nil
        guard next.isProblem || .now - since < .seconds(next.duration) else { return next.dismiss() }
        replace(with: next)
    }

    private func add(_ toast: Toast) {
        // libadwaita uses the height that the text has at its natural width, so that width must fit the window.
        let title = adw_toast_get_custom_title(toast.opaque)
        gtk_label_set_max_width_chars(title.map { OpaquePointer($0) }, lineLength)
        // The overlay takes over a reference.
        g_object_ref(toast.pointer)
        adw_toast_overlay_add_toast(opaque, toast.opaque)
    }

    /// In characters, besides a toast's margins and its button.
    private var lineLength: gint { min(max((gtk_widget_get_width(cast()) - 130) / 8, 24), 60) }
}
