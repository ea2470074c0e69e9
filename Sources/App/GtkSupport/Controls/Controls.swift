internal import CGtk

/// A number that a person drags.
package final class Scale: Widget {
    package convenience init(from least: Double, to most: Double) {
        let widget = gtk_scale_new_with_range(
            GTK_ORIENTATION_HORIZONTAL, least, max(most, least + 1e-9), (most - least) / 20)
        self.init(UnsafeMutableRawPointer(widget!))
        gtk_scale_set_draw_value(cast(), 0)
    }

    package var value: Double {
        get { gtk_range_get_value(cast()) }
        set { gtk_range_set_value(cast(), newValue) }
    }

    package func setRange(from least: Double, to most: Double) {
        gtk_range_set_range(cast(), least, max(most, least + 1e-9))
        gtk_range_set_increments(cast(), (most - least) / 20, (most - least) / 5)
    }

    package func onMove(_ body: @escaping @MainActor () -> Void) { on("value-changed", body) }

    /// Whether a person holds it.
    package var isPressed: Bool { gtk_widget_get_state_flags(cast()).rawValue & GTK_STATE_FLAG_ACTIVE.rawValue != 0 }

    /// Called when a person begins to hold it, and when that person lets it go.
    package func onGrab(_ body: @escaping @MainActor (_ isHeld: Bool) -> Void) {
        var wasPressed = false
        // The last change comes while it is destroyed.
        on("state-flags-changed") { [weak self] in
            guard let self, isPressed != wasPressed else { return }
            wasPressed.toggle()
            body(wasPressed)
        }
    }
}

/// Something that is on or off.
package final class Switch: Widget {
    package convenience init(isOn: Bool) {
        self.init(UnsafeMutableRawPointer(gtk_switch_new()!))
        self.isOn = isOn
    }

    package var isOn: Bool {
        get { self[property: "active"] }
        set { self[property: "active"] = newValue }
    }

    package func onToggle(_ body: @escaping @MainActor () -> Void) { on("notify::active", body) }
}

/// A line of text that a person edits.
package final class Entry: Widget {
    package convenience init(text: String) {
        self.init(UnsafeMutableRawPointer(gtk_entry_new()!))
        self.text = text
    }

    package var text: String {
        get { self[property: "text"] }
        set { if newValue != text { self[property: "text"] = newValue } }
    }

    package var placeholder: String {
        get { self[property: "placeholder-text"] }
        set { self[property: "placeholder-text"] = newValue }
    }

    package var isSecret: Bool {
        get { !(self[property: "visibility"] as Bool) }
        set { self[property: "visibility"] = !newValue }
    }

    package func onEdit(_ body: @escaping @MainActor () -> Void) { on("changed", body) }

    /// Called for the return key.
    package func onReturn(_ body: @escaping @MainActor () -> Void) { on("activate", body) }

    /// Called when it gets the keyboard, or loses it.
    package func onFocus(_ body: @escaping @MainActor (Bool) -> Void) {
        // The text in the entry is what has the focus. A reference to it is made each time, as none is kept.
        inner?.on("notify::has-focus") { [weak self] in
            if let inner = self?.inner { body(inner[property: "has-focus"]) }
        }
    }

    /// The text in the entry. From right to left, the button at the end is before it.
    private var inner: Widget? { children.first { $0.typeName == "GtkText" } }

    /// GTK's entry does not tell its text.
    package override var isRightToLeft: Bool {
        get { super.isRightToLeft }
        set {
            super.isRightToLeft = newValue
            inner?.isRightToLeft = newValue
        }
    }
}

/// Turns while something goes on.
package final class Spinner: Widget {
    package convenience init(isTurning: Bool) {
        self.init(UnsafeMutableRawPointer(gtk_spinner_new()!))
        self.isTurning = isTurning
    }

    package var isTurning: Bool {
        get { self[property: "spinning"] }
        set { self[property: "spinning"] = newValue }
    }

    /// Red, green, blue and alpha from 0 to 1; `nil` is the theme's.
    package var color: SIMD4<Double>? {
        didSet {
            if let known = style { gtk_style_context_remove_provider(gtk_widget_get_style_context(cast()), known) }
            style = nil
            guard let color else { return }
            let levels = (0..<3).map { String(Int((color[$0] * 255).rounded())) }.joined(separator: ",")
            guard let provider = gtk_css_provider_new() else { return }
            gtk_css_provider_load_from_data(provider, "spinner { color: rgba(\(levels),\(color.w)); }", -1)
            let added = OpaquePointer(provider)
            gtk_style_context_add_provider(
                gtk_widget_get_style_context(cast()), added, guint(GTK_STYLE_PROVIDER_PRIORITY_USER))
            g_object_unref(UnsafeMutableRawPointer(provider))
            style = added
        }
    }

    /// What gives it its color; the widget holds it.
    private var style: OpaquePointer?
}

/// How far something has come.
package final class ProgressBar: Widget {
    package convenience init(fraction: Double) {
        self.init(UnsafeMutableRawPointer(gtk_progress_bar_new()!))
        self.verticalAlignment = .center
        self.fraction = fraction
    }

    package var fraction: Double {
        get { self[property: "fraction"] }
        set { self[property: "fraction"] = newValue }
    }
}
