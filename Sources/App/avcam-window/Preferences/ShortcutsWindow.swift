import GtkSupport

/// The list of keys and gestures.
enum ShortcutsWindow {
    static func present(over parent: Window) {
        if parent.presentDialog() { return }
        let interface = Interface(App.resources + "/shortcuts-window.ui")
        for (action, keys) in Keys.always + Keys.ofCamera { interface.widget(action).showKey(keys[0]) }
        let window: Window = interface["shortcuts"]
        window.transientFor = parent as Object?
        window.present()
    }
}
