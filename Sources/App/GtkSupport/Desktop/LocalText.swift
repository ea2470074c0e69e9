internal import CGtk

/// Values as the person's language and region write them.
package enum LocalText {
    /// - Parameter format: as `g_date_time_format` takes it.
    package static func date(_ secondsSince1970: Double, _ format: String) -> String {
        guard let date = g_date_time_new_from_unix_local(gint64(secondsSince1970)) else { return "" }
        defer { g_date_time_unref(date) }
        guard let text = g_date_time_format(date, format) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Numbers that keep their order in every language, such as a width before a height.
    ///
    /// Written to the right (Unicode, 2.6 of annex 9), which GTK would otherwise not do beside letters that are written to the
    /// left.
    package static func inOrder(_ text: String) -> String { "\u{200E}" + text }

    package static func fileSize(_ bytes: Int) -> String {
        guard let text = g_format_size(guint64(max(0, bytes))) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
