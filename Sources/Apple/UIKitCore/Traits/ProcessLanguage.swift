import Foundation

/// The language that a program is started in, as gettext chooses it.
///
/// Foundation knows only `en_001` on Linux, whatever the variables say. Source: GNU gettext, "Locale Environment
/// Variables" and "The LANGUAGE variable".
package struct ProcessLanguage: Sendable {
    private let language: Locale.Language?

    /// - Parameter environment: the variables of the process.
    package init(_ environment: [String: String]) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let locale = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? "C"
        // gettext ignores LANGUAGE if the locale has no language.
        guard locale != "C", locale != "POSIX" else {
            language = nil
            return
        }
        let preferred = value("LANGUAGE")?.split(separator: ":").first.map(String.init)
        language = Self.language(preferred ?? locale)
    }

    package var isRightToLeft: Bool { language?.characterDirection == .rightToLeft }

    /// - Parameter locale: language, country, encoding and variant: `sd_IN.UTF-8@devanagari`.
    private static func language(_ locale: String) -> Locale.Language {
        let parts = locale.split(separator: "@", maxSplits: 1)
        let name = parts.first?.split(separator: ".").first.map(String.init) ?? ""
        let language = Locale.Language(identifier: name)
        let scripts = ["arabic": "Arab", "cyrillic": "Cyrl", "devanagari": "Deva", "latin": "Latn"]
        guard parts.count == 2, let script = scripts[String(parts[1])] else { return language }
        return Locale.Language(
            languageCode: language.languageCode, script: Locale.Script(script), region: language.region)
    }
}
