import GtkSupport

/// A menu button for the choices of an action, which are only known at run time.
final class ChoiceMenu {
    let button: Widget
    private let action: String
    private let menu = Menu()
    private var shown: [String] = []

    /// - Parameter action: its full name; its state is a choice's identifier.
    init(_ button: Widget, action: String) {
        self.button = button
        self.action = action
        button.menuModel = menu as Object?
        (button.popover as Widget?)?.focusChosenWhenShown()
    }

    /// Shows the current choice on the button.
    ///
    /// - Parameter name: what is chosen, for screen readers.
    func show(current choice: String, of name: String) {
        button.label = choice
        button.setAccessibleName(filled(gettext("%s, %s"), name, choice))
    }

    func show(_ choices: [(id: String, label: String)]) {
        let new = choices.flatMap { [$0.id, $0.label] }
        // An open menu is not rebuilt while nothing changes.
        guard new != shown else { return }
        shown = new
        menu.removeAll()
        for choice in choices { menu.append(choice.label, action: action, target: choice.id) }
    }
}
