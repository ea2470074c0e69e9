import AVCamCore
import GtkSupport

extension Message {
    /// In the person's language, as far as it is translated.
    var translated: String { text(gettext) }

    /// What an error says, in the person's language.
    static func translated(_ error: any Error) -> String { Message(error).translated }
}
