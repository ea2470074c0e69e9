import AVCamCore
import GtkSupport

extension Message {
    /// The message in the user's language, if it is translated.
    var translated: String { text(gettext) }

    /// An error's message, in the user's language.
    static func translated(_ error: any Error) -> String { Message(error).translated }
}
