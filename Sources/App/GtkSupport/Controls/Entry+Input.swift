internal import CGtk

extension Entry {
    /// What kind of text a person enters: on-screen keyboards and input methods heed it.
    package enum Purpose {
        case any, letters, digits, number, phone, url, email, name, password

        fileprivate var gtk: GtkInputPurpose {
            switch self {
            case .any: GTK_INPUT_PURPOSE_FREE_FORM
            case .letters: GTK_INPUT_PURPOSE_ALPHA
            case .digits: GTK_INPUT_PURPOSE_DIGITS
            case .number: GTK_INPUT_PURPOSE_NUMBER
            case .phone: GTK_INPUT_PURPOSE_PHONE
            case .url: GTK_INPUT_PURPOSE_URL
            case .email: GTK_INPUT_PURPOSE_EMAIL
            case .name: GTK_INPUT_PURPOSE_NAME
            case .password: GTK_INPUT_PURPOSE_PASSWORD
            }
        }
    }

    /// Which letters an on-screen keyboard makes capital by itself.
    package enum Capitals {
        case none, words, sentences, all

        fileprivate var gtk: UInt32 {
            switch self {
            // GTK's hint for lower case would change what a person enters, such as a password.
            case .none: 0
            case .words: GTK_INPUT_HINT_UPPERCASE_WORDS.rawValue
            case .sentences: GTK_INPUT_HINT_UPPERCASE_SENTENCES.rawValue
            case .all: GTK_INPUT_HINT_UPPERCASE_CHARS.rawValue
            }
        }
    }

    /// - Parameter checksSpelling: `nil` for what the input method does by itself.
    package func setInput(_ purpose: Purpose, _ capitals: Capitals, checksSpelling: Bool?) {
        gtk_entry_set_input_purpose(cast(), purpose.gtk)
        gtk_entry_set_input_hints(cast(), capitals.hints(checksSpelling: checksSpelling))
    }

    /// The purpose and the hints as GTK has them; for tests.
    package var input: (purpose: UInt32, hints: UInt32) {
        (gtk_entry_get_input_purpose(cast()).rawValue, gtk_entry_get_input_hints(cast()).rawValue)
    }
}

extension Entry.Capitals {
    fileprivate func hints(checksSpelling: Bool?) -> GtkInputHints {
        var hints = gtk
        switch checksSpelling {
        case true?: hints |= GTK_INPUT_HINT_SPELLCHECK.rawValue
        case false?: hints |= GTK_INPUT_HINT_NO_SPELLCHECK.rawValue
        case nil: break
        }
        return GtkInputHints(rawValue: hints)
    }
}

extension TextArea {
    /// - Parameter checksSpelling: `nil` for what the input method does by itself.
    package func setInput(_ purpose: Entry.Purpose, _ capitals: Entry.Capitals, checksSpelling: Bool?) {
        gtk_text_view_set_input_purpose(view.cast(), purpose.gtk)
        gtk_text_view_set_input_hints(view.cast(), capitals.hints(checksSpelling: checksSpelling))
    }
}

extension Entry {
    /// 0 for the left, 1 for the right, whichever way the text runs. Set it again when the text is another one.
    package var textAlignment: Double {
        get { fromStart(Double(gtk_entry_get_alignment(cast()))) }
        set { gtk_entry_set_alignment(cast(), Float(fromStart(newValue))) }
    }

    /// GTK counts from where the text begins: its own direction decides, and the entry's if it has none or is secret.
    private func fromStart(_ place: Double) -> Double {
        let direction = isSecret ? PANGO_DIRECTION_NEUTRAL : pango_find_base_dir(text, -1)
        let isReversed = direction == PANGO_DIRECTION_NEUTRAL ? isRightToLeft : direction == PANGO_DIRECTION_RTL
        return isReversed ? 1 - place : place
    }

    package var hasFrame: Bool {
        get { gtk_entry_get_has_frame(cast()) != 0 }
        set { gtk_entry_set_has_frame(cast(), newValue ? 1 : 0) }
    }

    /// A button at the end that empties the text.
    package func showClearButton(_ isShown: Bool) {
        gtk_entry_set_icon_from_icon_name(cast(), GTK_ENTRY_ICON_SECONDARY, isShown ? "edit-clear-symbolic" : nil)
        gtk_entry_set_icon_tooltip_text(cast(), GTK_ENTRY_ICON_SECONDARY, isShown ? "Clear text" : nil)
    }

    package func onIconPress(_ body: @escaping @MainActor () -> Void) { on("icon-press", body) }
}
