internal import CGtk

/// A box of rows with a title.
package final class PreferencesGroup: Widget {
    package convenience init(title: String) {
        self.init(UnsafeMutableRawPointer(adw_preferences_group_new()))
        adw_preferences_group_set_title(cast(), Markup.escaped(title))
    }

    /// Adds a row with a name and a value.
    @discardableResult
    package func addRow(title: String, subtitle: String) -> Widget {
        let row = Widget(UnsafeMutableRawPointer(adw_action_row_new()))
        row.title = Markup.escaped(title)
        row.subtitle = Markup.escaped(subtitle)
        row.addClass("detail")
        // The subtitle only describes it by a relation, which screen readers do not follow to a label.
        row.setAccessibleDescription(subtitle)
        adw_preferences_group_add(cast(), row.cast())
        return row
    }
}
