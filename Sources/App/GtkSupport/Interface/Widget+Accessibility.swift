internal import CGtk

private let tooltipKey = "avcam-tooltip"

/// What a screen reader says.
extension Widget {
    /// Sets its name for screen readers.
    package func setAccessibleLabel(_ label: String) { cgtk_set_accessible_label(pointer, label) }

    /// Sets what a screen reader says after its name.
    package func setAccessibleDescription(_ description: String) {
        cgtk_set_accessible_description(pointer, description)
    }

    /// Sets a slider's name, and what a screen reader says instead of its number.
    package func setAccessibleLabel(_ label: String, value: String) {
        // Older versions keep the value to themselves (4.8 does).
        setAccessibleLabel(gtk_get_minor_version() < 14 ? "\(label): \(value)" : label)
        cgtk_set_accessible_value(pointer, value)
    }

    /// Sets its tooltip, and the same words as its name. By itself, GTK makes the tooltip a description as well, so
    /// that a screen reader says everything twice.
    ///
    /// - Parameter name: for a name that also has the control's value.
    package func setTooltip(_ text: String, name: String? = nil) {
        // An icon becomes a label, which is read before the name, whenever it is set.
        cgtk_clear_accessible_labels(button.pointer)
        // The name of what has the focus is said each time it is set. Words on a button become its name when they are set,
        // even the same ones.
        let words = "\(text)\n\(name ?? text)"
        let hasWords = !(self.label as String).isEmpty
        let set = g_object_get_data(cast(), tooltipKey)
        if !hasWords, let set, strcmp(set, words) == 0 { return }
        if set == nil, button !== self { hideTooltipBehindMenu() }
        g_object_set_data_full(cast(), tooltipKey, g_strdup(words), g_free)
        // A tooltip is a description until that is cleared, which is said, too.
        if set == nil || self.tooltipText as String != text {
            self.tooltipText = text
            button.tooltipText = text
        }
        for part in [self, button] { cgtk_clear_accessible_description(part.pointer) }
        button.setAccessibleLabel(name ?? text)
    }

    /// While its menu is open, the tooltip of a `GtkMenuButton` would cover the first choices.
    private func hideTooltipBehindMenu() {
        // They live as long as the signal; these objects may not.
        let parts = [pointer, button.pointer]
        onMenu { isOpen in
            for part in parts.map({ Widget($0) }) {
                part.hasTooltip = !isOpen
                gtk_widget_trigger_tooltip_query(part.cast())
            }
        }
    }

    /// Sets the name of what takes the focus: of a `GtkMenuButton` the button in it, to whose name GTK by itself adds the
    /// words on it.
    package func setAccessibleName(_ name: String) {
        cgtk_clear_accessible_labels(button.pointer)
        button.setAccessibleLabel(name)
    }

    /// What takes the focus: of a `GtkMenuButton` the button in it.
    var button: Widget { typeName == "GtkMenuButton" ? children.first ?? self : self }

    /// Sets the names of all buttons in it that have tooltips, like ``setTooltip(_:name:)``.
    package func nameButtons() {
        if typeName.hasSuffix("Button"), !(self.tooltipText as String).isEmpty {
            return setTooltip(self.tooltipText)
        }
        for child in children { child.nameButtons() }
    }

    /// Gives the buttons in it the words on them as names. With a label's own mnemonic, GTK reads the words twice.
    package func nameLabelledButtons() {
        if typeName == "GtkButton", !(self.label as String).isEmpty {
            let words: String = self.label
            return setAccessibleName(self.useUnderline ? words.replacing("_", with: "") : words)
        }
        for child in children { child.nameLabelledButtons() }
    }

    /// Lets a screen reader say which of the toggle buttons in it is chosen. They are made with the role of a radio button:
    /// that of a toggle button would not say that the others are let go, and before GTK 4.10 it has no state.
    package func describeChoices() {
        guard typeName == "GtkToggleButton" else {
            for child in children { child.describeChoices() }
            return
        }
        describeChoice()
        // It lives as long as the signal; this object may not.
        let pointer = pointer
        onChange(of: "active") { Widget(pointer).describeChoice() }
    }

    /// When it opens, a menu or panel gives the focus to what is chosen in its first group of choices, not to the first
    /// choice.
    package func focusChosenWhenShown() {
        // It lives as long as the signal; this object may not.
        let pointer = pointer
        on("map") {
            guard let first = Widget(pointer).firstControl, let group = first.parent as Widget? else { return }
            group.children.first { $0.isChoice && $0.visible && $0.active }?.grabFocus()
        }
    }

    private var isChoice: Bool { ["GtkToggleButton", "GtkModelButton"].contains(typeName) }

    private var firstControl: Widget? {
        guard self.visible else { return nil }
        if isChoice || typeName.hasSuffix("Button") || typeName == "GtkSwitch" { return self }
        for child in children { if let control = child.firstControl { return control } }
        return nil
    }

    private func describeChoice() { cgtk_set_accessible_checked(pointer, (self.active as Bool) ? 1 : 0) }

    /// Shows a key on a `GtkShortcutLabel`. The label never has the focus, so the row that it is in says the key.
    package func showKey(_ accelerator: String) {
        self.accelerator = accelerator
        var key: guint = 0
        var modifiers = GdkModifierType(0)
        guard gtk_accelerator_parse(accelerator, &key, &modifiers) != 0,
            let row = gtk_widget_get_ancestor(cast(), gtk_list_box_row_get_type()),
            let words = gtk_accelerator_get_label(key, modifiers)
        else { return }
        defer { g_free(words) }
        cgtk_set_accessible_description(row, words)
    }

    /// Says something that is not where the focus is, after what was announced before.
    package func announce(_ message: String) { Announcer.shared.say(message, for: self) }
}
