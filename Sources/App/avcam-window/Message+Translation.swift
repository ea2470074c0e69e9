import AVCamCore
import GtkSupport

extension Message {
    /// In the user's language, as far as it is translated.
    var translated: String { text(gettext) }

    /// An error's message, in the user's language.
    static func translated(_ error: any Error) -> String { Message(error).translated }
}
