internal import CGtk

/// The user's language, for the program's texts.
package enum Translations {
    /// Uses the environment's locale, and the translations installed with the program, or the system's.
    package static func setUp(domain: String) {
        setlocale(LC_ALL, "")
        if let folder = DataFolder.path { bindtextdomain(domain, folder + "/locale") }
        bind_textdomain_codeset(domain, "UTF-8")
        textdomain(domain)
    }
}

/// The text in the user's language. The argument is a literal, or marked in the core; `Scripts/translations` collects
/// them.
package nonisolated func gettext(_ text: String) -> String {
    // Without a translation, the result is the argument itself.
    text.withCString { String(cString: CGtk.gettext($0)) }
}

/// The text in the user's language, where other words are said in another context. Both arguments are literals.
package nonisolated func pgettext(_ context: String, _ text: String) -> String {
    context.withCString { context in
        text.withCString { text in String(cString: g_dpgettext2(nil, context, text)) }
    }
}

/// The text for a number of things, in the user's language; `%d` in it becomes the number.
package nonisolated func ngettext(_ one: String, _ many: String, _ count: Int) -> String {
    let text = one.withCString { one in
        many.withCString { many in String(cString: CGtk.ngettext(one, many, UInt(max(count, 0)))) }
    }
    return filled(text, count)
}

/// A translated text with its placeholders filled: each `%s` or `%d` becomes the next value.
package nonisolated func filled(_ text: String, _ values: any CustomStringConvertible...) -> String {
    var values = values[...]
    var result = ""
    var rest = text[...]
    while let percent = rest.firstIndex(of: "%") {
        let next = rest.index(after: percent)
        guard next < rest.endIndex, rest[next] == "s" || rest[next] == "d", let value = values.popFirst() else {
            result += rest[...percent]
            rest = rest[next...]
            continue
        }
        result += rest[..<percent] + value.description
        rest = rest[rest.index(after: next)...]
    }
    return result + rest
}
