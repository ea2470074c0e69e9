/// How screen readers hear of what a program says about a view. The properties are in the class, for subclasses.
extension UIView {
    func describe(_ change: (inout AccessibilityValues) -> Void) {
        let role = self.role
        change(&accessibility)
        // GTK fixes a widget's role: another one needs another widget.
        if presence != nil, role != self.role { remakePresence() } else { presence?.update() }
    }

    private func remakePresence() {
        guard let outer = superviewLink?.presence else { return }
        outer.remove(self)
        outer.add(self)
    }
}
