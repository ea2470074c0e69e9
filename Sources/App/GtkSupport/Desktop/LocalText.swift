internal import CGtk

/// Values as written in the user's language and region.
package enum LocalText {
    /// - Parameter format: for `g_date_time_format`.
    package static func date(_ secondsSince1970: Double, _ format: String) -> String {
        guard let date = g_date_time_new_from_unix_local(gint64(secondsSince1970)) else { return "" }
        defer { g_date_time_unref(date) }
        guard let text = g_date_time_format(date, format) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Numbers that keep their order in every language, such as a width before a height.
    ///
    /// Written left to right (Unicode, annex 9, 2.6), which GTK would not do next to letters that run right to left.
    package static func inOrder(_ text: String) -> String { "\u{200E}" + text }

    /// A text with the decimal points of its numbers as the region writes them: `0,5 s`. Other points stay.
    ///
    /// Source: POSIX, localeconv.
    package static func decimals(_ text: String) -> String {
        guard let point = localeconv().map({ String(cString: $0.pointee.decimal_point) }), point != ".",
            !point.isEmpty
        else { return text }
        var result = ""
        var last: Character?
        for (index, character) in zip(text.indices, text) {
            let next = text[index...].dropFirst().first
            let isDecimal = character == "." && last?.isNumber == true && next?.isNumber == true
            result += isDecimal ? point : String(character)
            last = character
        }
        return result
    }

    package static func fileSize(_ bytes: Int) -> String {
        guard let text = g_format_size(guint64(max(0, bytes))) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
