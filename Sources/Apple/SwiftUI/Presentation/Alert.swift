/// A title, a message and one or two buttons, for sources from before iOS 15.
///
/// Source: Apple, Alert.
public struct Alert {
    /// A button. Source: Apple, Alert.Button.
    public struct Button {
        let label: Text
        let role: ButtonRole?
        let action: (() -> Void)?

        public static func `default`(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: nil, action: action)
        }
        public static func cancel(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: .cancel, action: action)
        }
        public static func cancel(_ action: (() -> Void)? = {}) -> Button { cancel(Text("Cancel"), action: action) }
        public static func destructive(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: .destructive, action: action)
        }
    }

    let title: Text
    let message: Text?
    let buttons: [Button]

    /// - `dismissButton`: `nil` stands for "OK".
    public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {
        (self.title, self.message, buttons) = (title, message, [dismissButton ?? .default(Text("OK"))])
    }

    public init(title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button) {
        (self.title, self.message, buttons) = (title, message, [primaryButton, secondaryButton])
    }
}

/// A list of actions, for sources from before iOS 15. Source: Apple, ActionSheet.
public struct ActionSheet {
    /// Source: Apple, ActionSheet.Button.
    public typealias Button = Alert.Button

    let title: Text
    let message: Text?
    let buttons: [Button]

    public init(title: Text, message: Text? = nil, buttons: [Button] = [.cancel()]) {
        (self.title, self.message, self.buttons) = (title, message, buttons)
    }
}

/// The buttons of an alert.
private struct AlertButtons: View {
    let buttons: [Alert.Button]

    var body: some View {
        ForEach(Array(buttons.enumerated()), id: \.offset) { _, button in
            Button(role: button.role) {
                button.action?()
            } label: {
                button.label
            }
        }
    }
}

extension View {
    public func alert(isPresented: Binding<Bool>, content: () -> Alert) -> some View {
        let alert = content()
        return self.alert(alert.title, isPresented: isPresented) {
            AlertButtons(buttons: alert.buttons)
        } message: {
            if let message = alert.message { message }
        }
    }

    /// An alert about a value; it is shown while there is one.
    public func alert<Item: Identifiable>(item: Binding<Item?>, content: (Item) -> Alert) -> some View {
        let alert = item.wrappedValue.map(content)
        let isShown = Binding {
            item.wrappedValue != nil
        } set: {
            if !$0 { item.wrappedValue = nil }
        }
        return self.alert(alert?.title ?? Text(verbatim: ""), isPresented: isShown) {
            AlertButtons(buttons: alert?.buttons ?? [])
        } message: {
            if let message = alert?.message { message }
        }
    }

    public func actionSheet(isPresented: Binding<Bool>, content: () -> ActionSheet) -> some View {
        let sheet = content()
        return confirmationDialog(sheet.title, isPresented: isPresented, titleVisibility: .visible) {
            AlertButtons(buttons: sheet.buttons)
        } message: {
            if let message = sheet.message { message }
        }
    }

    /// Linux: a sheet, as on an iPhone.
    public func popover<Content: View>(
        isPresented: Binding<Bool>, arrowEdge: Edge = .top, @ViewBuilder content: @escaping () -> Content
    ) -> some View { sheet(isPresented: isPresented, content: content) }
}
