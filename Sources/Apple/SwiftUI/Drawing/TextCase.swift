extension Text {
    /// Source: Apple, Text.Case.
    public enum Case: Hashable, Sendable {
        case uppercase
        case lowercase
    }
}

extension EnvironmentValues {
    private struct Key: EnvironmentKey { static let defaultValue: Text.Case? = nil }

    /// `nil`: as the text is written.
    public var textCase: Text.Case? {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }

    /// A text as it is shown.
    func cased(_ text: String) -> String {
        switch textCase {
        case .uppercase: text.uppercased()
        case .lowercase: text.lowercased()
        case nil: text
        }
    }
}

extension View {
    /// Shows texts in capital or in small letters.
    public nonisolated func textCase(_ textCase: Text.Case?) -> some View { environment(\.textCase, textCase) }
}
