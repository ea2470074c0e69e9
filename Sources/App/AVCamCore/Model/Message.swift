/// A sentence for people to read, in English. It is translated where it is shown.
package struct Message: Sendable, Equatable {
    /// The sentence, marked with ``translatable(_:)``. Each `%s` stands for the next of ``values``.
    package let format: String
    package let values: [String]
    /// The name of the device that it is about.
    package let subject: String?
    /// The system's own error text, for experts. It is not translated.
    package let detail: String?
    /// A further message, which comes after this one: what became of the capture.
    package var outcome: Message? {
        get { next.first }
        set { next = newValue.map { [$0] } ?? [] }
    }
    /// The ``outcome``: a value cannot hold another one of its own type directly.
    private var next: [Message] = []
    /// Whether it is about a recording that has ended. Its ``outcome`` is still news when its advice is old.
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
        let rest = outcome.map { " " + $0.text(isShort: isShort, translate) } ?? ""
        return text + (detail.map { " (" + $0 + ")" } ?? "") + rest
    }

    /// Whether it, or what became of the capture, has a ``detail``.
    package var hasDetail: Bool { detail != nil || outcome?.hasDetail == true }

    /// The same message, and `other` after all that it says.
    package func followed(by other: Message) -> Message {
        var message = self
        message.outcome = outcome?.followed(by: other) ?? other
        return message
    }
}

extension Message: CustomStringConvertible {
    /// The whole text in English.
    package var description: String { text() }
}
