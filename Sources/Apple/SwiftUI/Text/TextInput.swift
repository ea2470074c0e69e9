import UIKit

/// Which letters are made capital by themselves. Source: Apple, TextInputAutocapitalization.
///
/// Linux: on-screen keyboards and input methods of the desktop heed it.
public struct TextInputAutocapitalization: Sendable {
    let type: UITextAutocapitalizationType
    public static var never: Self { Self(type: .none) }
    public static var words: Self { Self(type: .words) }
    public static var sentences: Self { Self(type: .sentences) }
    public static var characters: Self { Self(type: .allCharacters) }

    init(type: UITextAutocapitalizationType) { self.type = type }

    public init?(_ type: UITextAutocapitalizationType) { self.type = type }
}

/// What the return key says. Source: Apple, SubmitLabel. Linux: keyboards have their own labels.
public struct SubmitLabel: Sendable {
    let key: UIReturnKeyType
    public static var done: SubmitLabel { .init(key: .done) }
    public static var go: SubmitLabel { .init(key: .go) }
    public static var send: SubmitLabel { .init(key: .send) }
    public static var join: SubmitLabel { .init(key: .join) }
    public static var route: SubmitLabel { .init(key: .route) }
    public static var search: SubmitLabel { .init(key: .search) }
    public static var `return`: SubmitLabel { .init(key: .default) }
    public static var next: SubmitLabel { .init(key: .next) }
    public static var `continue`: SubmitLabel { .init(key: .continue) }
}

/// What the environment says about the texts that a person enters.
struct TextInput: Equatable {
    var capitals = UITextAutocapitalizationType.sentences
    var keyboard = UIKeyboardType.default
    var content: UITextContentType?
    var returnKey = UIReturnKeyType.default

    @MainActor func apply(to field: any UITextInputTraits, isCorrected: Bool) {
        field.autocapitalizationType = capitals
        field.keyboardType = keyboard
        field.textContentType = content
        field.returnKeyType = returnKey
        field.autocorrectionType = isCorrected ? .default : .no
    }
}

extension EnvironmentValues {
    private struct Input: EnvironmentKey { static let defaultValue = TextInput() }
    private struct Uncorrected: EnvironmentKey { static let defaultValue = false }

    var textInput: TextInput {
        get { self[Input.self] }
        set { self[Input.self] = newValue }
    }

    public var autocorrectionDisabled: Bool {
        get { self[Uncorrected.self] }
        set { self[Uncorrected.self] = newValue }
    }
}

extension View {
    public nonisolated func textInputAutocapitalization(
        _ autocapitalization: TextInputAutocapitalization?
    ) -> some View { environment(\.textInput.capitals, autocapitalization?.type ?? .sentences) }
    public nonisolated func autocapitalization(_ style: UITextAutocapitalizationType) -> some View {
        environment(\.textInput.capitals, style)
    }
    public nonisolated func autocorrectionDisabled(_ disable: Bool = true) -> some View {
        environment(\.autocorrectionDisabled, disable)
    }
    public nonisolated func disableAutocorrection(_ disable: Bool?) -> some View {
        environment(\.autocorrectionDisabled, disable ?? false)
    }
    public nonisolated func keyboardType(_ type: UIKeyboardType) -> some View {
        environment(\.textInput.keyboard, type)
    }
    public nonisolated func textContentType(_ textContentType: UITextContentType?) -> some View {
        environment(\.textInput.content, textContentType)
    }
    public nonisolated func submitLabel(_ submitLabel: SubmitLabel) -> some View {
        environment(\.textInput.returnKey, submitLabel.key)
    }
}
