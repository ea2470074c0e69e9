/// What people are to read: a sentence in English, which is translated where it is shown.
package struct Message: Sendable, Equatable {
    /// The sentence, marked by ``translatable(_:)``; each `%s` in it stands for the next of ``values``.
    package let format: String
    package let values: [String]
    /// The device that it is about, by name.
    package let subject: String?
    /// What the system said, for those who know more; nobody translates it.
    package let detail: String?

    package init(
        _ format: String, _ values: any CustomStringConvertible..., about subject: String? = nil, detail: String? = nil
    ) {
        self.format = format
        self.values = values.map(\.description)
        self.subject = subject
        self.detail = detail
    }

    /// A text of somebody else's.
    package init(verbatim text: String) { self.init("%s", text) }

    /// The whole text.
    ///
    /// - Parameter translate: gives the sentence, with its places, in the reader's language.
    package func text(_ translate: (String) -> String = { $0 }) -> String {
        let parts = translate(format).split(separator: "%s", omittingEmptySubsequences: false)
        var sentence = String(parts[0])
        for (index, part) in parts.dropFirst().enumerated() {
            sentence += (values.indices.contains(index) ? values[index] : "%s") + part
        }
        return (subject.map { $0 + ": " } ?? "") + sentence + (detail.map { " (" + $0 + ")" } ?? "")
    }
}

extension Message: CustomStringConvertible {
    /// The whole text in English.
    package var description: String { text() }
}
