/// A sentence for people to read, in English. It is translated where it is shown.
package struct Message: Sendable, Equatable {
    /// The sentence, marked with ``translatable(_:)``. Each `%s` stands for the next of ``values``.
    package let format: String
    package let values: [String]
    /// The name of the device that it is about.
    package let subject: String?
    /// The system's own error text, for experts. It is not translated.
    package let detail: String?
    /// A further sentence, marked with ``translatable(_:)``: what became of the capture.
    package var outcome: String?
    /// Whether it says why a recording has ended. Its ``outcome`` is still news when its advice is old.
    package var isOfEndedRecording = false

    package init(
        _ format: String, _ values: any CustomStringConvertible..., about subject: String? = nil, detail: String? = nil
    ) {
        self.format = format
        self.values = values.map(\.description)
        self.subject = subject
        self.detail = detail
    }

    /// A text from elsewhere, which is not translated.
    package init(verbatim text: String) { self.init("%s", text) }

    /// The whole text.
    ///
    /// - Parameters:
    ///   - isShort: whether the ``detail`` is left out: it is for experts, in English, and may be a path.
    ///   - translate: gives the sentence, with its `%s`, in the reader's language.
    package func text(isShort: Bool = false, _ translate: (String) -> String = { $0 }) -> String {
        let sentence = translate(format)
        let detail = isShort ? nil : detail
        let parts = sentence.split(separator: "%s", omittingEmptySubsequences: false)
        var text = (subject.map { $0 + ": " } ?? "") + parts[0]
        for (index, part) in parts.dropFirst().enumerated() {
            text += (values.indices.contains(index) ? values[index] : "%s") + part
        }
        return text + (detail.map { " (" + $0 + ")" } ?? "") + (outcome.map { " " + translate($0) } ?? "")
    }
}

extension Message: CustomStringConvertible {
    /// The whole text in English.
    package var description: String { text() }
}
