internal import CGtk

/// What a screen reader says.
extension Widget {
    /// Sets its name for screen readers.
    package func setAccessibleLabel(_ label: String) { cgtk_set_accessible_label(pointer, label) }

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
        self.tooltipText = text
        button.tooltipText = text
        for part in [self, button] { cgtk_clear_accessible_description(part.pointer) }
        button.setAccessibleLabel(name ?? text)
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

    /// Says something that is not where the focus is, after what was announced before.
    package func announce(_ message: String) { Announcer.shared.say(message, for: self) }
}
