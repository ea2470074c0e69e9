import UIKit

/// Lines of text that a person edits, and that scroll. Source: Apple, TextEditor.
///
/// Linux: GTK's text view; the tabulator key writes a tab, and Control-Tab leaves the text.
public nonisolated struct TextEditor {
    let text: Binding<String>

    public init(text: Binding<String>) { self.text = text }
}

@MainActor extension TextEditor: View {
    public var body: some View { EditedText(text: text) }
}

/// The platform's text view.
private struct EditedText: UIViewRepresentable {
    let text: Binding<String>

    @MainActor final class Coordinator: NSObject, UITextViewDelegate {
        var text: Binding<String>
        var environment = EnvironmentValues()

        init(_ text: Binding<String>) { self.text = text }

        func textViewDidChange(_ textView: UITextView) {
            let text: String = textView.text
            if self.text.wrappedValue != text { self.text.wrappedValue = text }
        }

        func textViewDidBeginEditing(_ textView: UITextView) { environment.focusChanged(true) }
        func textViewDidEndEditing(_ textView: UITextView) { environment.focusChanged(false) }
    }

    func makeCoordinator() -> Coordinator { Coordinator(text) }

    func makeUIView(context: Context) -> UITextView {
        let view = UITextView(frame: .zero)
        view.delegate = context.coordinator
        return view
    }

    func updateUIView(_ view: UITextView, context: Context) {
        let environment = context.environment
        (context.coordinator.text, context.coordinator.environment) = (text, environment)
        if view.text != text.wrappedValue { view.text = text.wrappedValue }
        view.font = environment.fontStyle.applied(to: environment.font ?? .body).uiFont
        view.textColor = environment.foreground.paint(environment).color.uiColor
        view.textAlignment =
            switch environment.multilineTextAlignment {
            case .leading: .natural
            case .center: .center
            case .trailing: .right
            }
        view.backgroundColor = environment.hidesListBackground ? .clear : .systemBackground
        view.isEditable = environment.isEnabled
        environment.textInput.apply(to: view, isCorrected: !environment.autocorrectionDisabled)
        guard let link = environment.focusLink, link.isWanted != view.isFirstResponder else { return }
        // Not while views are evaluated: the view tells its delegate at once.
        DispatchQueue.main.async {
            _ = link.isWanted ? view.becomeFirstResponder() : view.resignFirstResponder()
        }
    }
}
