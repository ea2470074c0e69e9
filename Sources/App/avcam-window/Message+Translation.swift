import AVCamCore
import GtkSupport

extension Message {
    /// The sentence in the user's language, if it is translated, without the ``detail``: that is in English, and may be a
    /// path.
    var translated: String { text(isShort: true, gettext) }

    /// Writes the whole text to the log if it has a ``detail``.
    func logDetail() {
        if hasDetail { writeLog(text()) }
    }

    /// Puts the ``detail`` where only those who ask for it see it.
    ///
    /// - Parameters:
    ///   - expander: hidden if there is no detail, and closed when there is another one.
    ///   - label: in the expander.
    func showDetail(in expander: Widget, _ label: Widget) {
        expander.visible = detail != nil
        guard label.label as String != detail ?? "" else { return }
        expander.expanded = false
        label.label = detail ?? ""
    }

    /// An error's sentence, in the user's language. Its detail is in the log.
    static func translated(_ error: any Error) -> String {
        let message = Message(error)
        message.logDetail()
        return message.translated
    }
}
