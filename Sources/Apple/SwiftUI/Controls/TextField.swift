import UIKit

/// A line of text that a person edits. Source: Apple, TextField.
public nonisolated struct TextField<Label: View> {
    let text: Binding<String>
    let prompt: Text?
    let label: Label
}

extension TextField {
    public nonisolated init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(text: text, prompt: prompt, label: label())
    }
}

extension TextField where Label == Text {
    public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
        self.init(text: text, prompt: prompt, label: Text(titleKey))
    }

    @_disfavoredOverload
    public nonisolated init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text? = nil) {
        self.init(text: text, prompt: prompt, label: Text(verbatim: String(title)))
    }
}

@MainActor extension TextField: View {
    public var body: some View {
        Entry(text: text, prompt: prompt ?? label as? Text, title: label as? Text, isSecure: false)
    }
}

/// A line of text that is shown as dots. Source: Apple, SecureField.
public nonisolated struct SecureField<Label: View> {
    let text: Binding<String>
    let prompt: Text?
    let label: Label
}

extension SecureField where Label == Text {
    public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
        self.init(text: text, prompt: prompt, label: Text(titleKey))
    }

    @_disfavoredOverload
    public nonisolated init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text? = nil) {
        self.init(text: text, prompt: prompt, label: Text(verbatim: String(title)))
    }
}

@MainActor extension SecureField: View {
    public var body: some View {
        Entry(text: text, prompt: prompt ?? label as? Text, title: label as? Text, isSecure: true)
    }
}

/// How text fields look. Source: Apple, TextFieldStyle.
///
/// As on Apple's systems, there are only the styles below.
public protocol TextFieldStyle {}

/// Source: Apple, DefaultTextFieldStyle. Linux: with a frame.
public struct DefaultTextFieldStyle: TextFieldStyle { public init() {} }

/// Without a frame. Source: Apple, PlainTextFieldStyle.
public struct PlainTextFieldStyle: TextFieldStyle { public init() {} }

/// With a frame. Source: Apple, RoundedBorderTextFieldStyle.
public struct RoundedBorderTextFieldStyle: TextFieldStyle { public init() {} }

extension TextFieldStyle where Self == DefaultTextFieldStyle { public static var automatic: Self { .init() } }
extension TextFieldStyle where Self == PlainTextFieldStyle { public static var plain: Self { .init() } }
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle { public static var roundedBorder: Self { .init() } }

extension EnvironmentValues {
    private struct Border: EnvironmentKey { static let defaultValue = UITextField.BorderStyle.roundedRect }

    var textFieldBorder: UITextField.BorderStyle {
        get { self[Border.self] }
        set { self[Border.self] = newValue }
    }
}

extension View {
    public nonisolated func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View {
        modified(EnvironmentChange { $0.textFieldBorder = S.self == PlainTextFieldStyle.self ? .none : .roundedRect })
    }
}

/// The platform's entry.
struct Entry: UIViewRepresentable {
    let text: Binding<String>
    let prompt: Text?
    let title: Text?
    let isSecure: Bool
    /// What the return key submits.
    var trigger = SubmitTriggers.text

    @MainActor final class Coordinator: NSObject, UITextFieldDelegate {
        var entry: Entry
        var environment = EnvironmentValues()

        init(_ entry: Entry) { self.entry = entry }

        func textFieldDidChangeSelection(_ textField: UITextField) {
            let text = textField.text ?? ""
            if entry.text.wrappedValue != text { entry.text.wrappedValue = text }
        }

        func textFieldDidBeginEditing(_ textField: UITextField) { environment.focusChanged(true) }
        func textFieldDidEndEditing(_ textField: UITextField) { environment.focusChanged(false) }

        func textFieldShouldReturn(_ textField: UITextField) -> Bool {
            environment.submit(entry.trigger)
            return true
        }
    }

    func makeCoordinator() -> Coordinator { Coordinator(self) }

    func makeUIView(context: Context) -> UITextField {
        let field = UITextField(frame: .zero)
        field.delegate = context.coordinator
        return field
    }

    func updateUIView(_ field: UITextField, context: Context) {
        context.coordinator.entry = self
        context.coordinator.environment = context.environment
        if field.text != text.wrappedValue { field.text = text.wrappedValue }
        field.placeholder = prompt?.plainString(context.environment)
        field.accessibilityLabel = title?.plainString(context.environment)
        field.isSecureTextEntry = isSecure
        field.isEnabled = context.environment.isEnabled
        field.borderStyle = context.environment.textFieldBorder
        context.environment.textInput.apply(to: field, isCorrected: !context.environment.autocorrectionDisabled)
        guard let link = context.environment.focusLink, link.isWanted != field.isEditing else { return }
        // Not while views are evaluated: the field tells its delegate at once.
        DispatchQueue.main.async {
            _ = link.isWanted ? field.becomeFirstResponder() : field.resignFirstResponder()
        }
    }
}

extension Text {
    func plainString(_ environment: EnvironmentValues) -> String {
        runs.map { $0.source.string(environment) }.joined()
    }
}
