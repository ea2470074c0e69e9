import GtkSupport

/// What a text says about how it is entered. Source: Apple, UITextInputTraits.
@MainActor @preconcurrency
public protocol UITextInputTraits: AnyObject {
    var autocapitalizationType: UITextAutocapitalizationType { get set }
    var autocorrectionType: UITextAutocorrectionType { get set }
    var spellCheckingType: UITextSpellCheckingType { get set }
    var keyboardType: UIKeyboardType { get set }
    var returnKeyType: UIReturnKeyType { get set }
    var isSecureTextEntry: Bool { get set }
    var textContentType: UITextContentType! { get set }
}

extension UITextInputTraits {
    /// What on-screen keyboards and input methods are told.
    var inputHints: (purpose: Entry.Purpose, capitals: Entry.Capitals, checksSpelling: Bool?) {
        let checks: Bool? =
            switch (autocorrectionType, spellCheckingType) {
            case (.no, _), (_, .no): false
            case (.yes, _), (_, .yes): true
            case (.default, .default): nil
            }
        let ofKeyboard = keyboardType.purpose
        let purpose = ofKeyboard == .any ? textContentType?.purpose ?? .any : ofKeyboard
        return (purpose, autocapitalizationType.capitals, checks)
    }
}

/// What a person is to enter. Source: Apple, UIKeyboardType.
///
/// Linux: on-screen keyboards and input methods of the desktop heed it; other keyboards have all keys.
public enum UIKeyboardType: Int, Sendable {
    case `default` = 0
    case asciiCapable = 1
    case numbersAndPunctuation = 2
    case URL = 3
    case numberPad = 4
    case phonePad = 5
    case namePhonePad = 6
    case emailAddress = 7
    case decimalPad = 8
    case twitter = 9
    case webSearch = 10
    case asciiCapableNumberPad = 11

    var purpose: Entry.Purpose {
        switch self {
        case .default, .asciiCapable, .numbersAndPunctuation, .twitter, .webSearch: .any
        case .URL: .url
        case .numberPad, .asciiCapableNumberPad: .digits
        case .phonePad: .phone
        case .namePhonePad: .name
        case .emailAddress: .email
        case .decimalPad: .number
        }
    }
}

/// Which letters are made capital by themselves. Source: Apple, UITextAutocapitalizationType.
///
/// Linux: on-screen keyboards and input methods of the desktop heed it.
public enum UITextAutocapitalizationType: Int, Sendable {
    case none = 0
    case words = 1
    case sentences = 2
    case allCharacters = 3

    var capitals: Entry.Capitals {
        switch self {
        case .none: .none
        case .words: .words
        case .sentences: .sentences
        case .allCharacters: .all
        }
    }
}

/// Whether words are corrected. Source: Apple, UITextAutocorrectionType.
///
/// Linux: on-screen keyboards and input methods of the desktop heed it.
public enum UITextAutocorrectionType: Int, Sendable {
    case `default` = 0
    case no = 1
    case yes = 2
}

/// Whether words are checked. Source: Apple, UITextSpellCheckingType.
///
/// Linux: on-screen keyboards and input methods of the desktop heed it.
public enum UITextSpellCheckingType: Int, Sendable {
    case `default` = 0
    case no = 1
    case yes = 2
}

/// What the return key says. Source: Apple, UIReturnKeyType. Linux: keyboards have their own labels.
public enum UIReturnKeyType: Int, Sendable {
    case `default` = 0
    case go = 1
    case google = 2
    case join = 3
    case next = 4
    case route = 5
    case search = 6
    case send = 7
    case yahoo = 8
    case done = 9
    case emergencyCall = 10
    case `continue` = 11
}

/// What a text means. Source: Apple, UITextContentType.
///
/// Linux: nothing fills texts in. Passwords, addresses of e-mail and the web, and phone numbers are entered as such.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let name = Self(rawValue: "name")
    public static let givenName = Self(rawValue: "given-name")
    public static let familyName = Self(rawValue: "family-name")
    public static let nickname = Self(rawValue: "nickname")
    public static let organizationName = Self(rawValue: "organization-name")
    public static let location = Self(rawValue: "location")
    public static let fullStreetAddress = Self(rawValue: "full-street-address")
    public static let addressCity = Self(rawValue: "address-level2")
    public static let postalCode = Self(rawValue: "postal-code")
    public static let countryName = Self(rawValue: "country-name")
    public static let telephoneNumber = Self(rawValue: "tel")
    public static let emailAddress = Self(rawValue: "email")
    public static let URL = Self(rawValue: "url")
    public static let username = Self(rawValue: "username")
    public static let password = Self(rawValue: "password")
    public static let newPassword = Self(rawValue: "new-password")
    public static let oneTimeCode = Self(rawValue: "one-time-code")

    var purpose: Entry.Purpose? {
        switch self {
        case .name, .givenName, .familyName, .nickname: .name
        case .telephoneNumber: .phone
        case .emailAddress: .email
        case .URL: .url
        case .password, .newPassword: .password
        case .oneTimeCode: .digits
        default: nil
        }
    }
}
