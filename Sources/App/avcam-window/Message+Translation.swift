import AVCamCore
import GtkSupport

extension Message {
    /// The sentence in the user's language, if it is translated, without the ``detail``: that is in English, and may be a
    /// path.
    var translated: String { text(isShort: true, gettext) }

    /// Writes the whole text to the log if it has a ``detail``.
    func logDetail() {
        if detail != nil { writeLog(text()) }
    }

    /// An error's sentence, in the user's language. Its detail is in the log.
    static func translated(_ error: any Error) -> String {
        let message = Message(error)
        message.logDetail()
        return message.translated
    }
}
