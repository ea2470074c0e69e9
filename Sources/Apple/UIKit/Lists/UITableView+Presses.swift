import Foundation

/// What a person does with rows.
extension UITableView {
    func tapped(_ point: CGPoint) {
        if let path = indexPathForRow(at: point) { press(path) }
    }

    /// A person has chosen a row.
    func press(_ path: IndexPath) {
        if swiper.isOpen { return swiper.close() }
        guard selectsNow, mayPress(path) else { return }
        var wanted = path
        if let listener {
            guard let other = listener.tableView(self, willSelectRowAt: path) else { return }
            wanted = other
        }
        if selectsSeveral, selected.contains(wanted) { return deselect(wanted) }
        for path in selectsSeveral ? [] : selected.subtracting([wanted]).sorted() { deselect(path) }
        selected.insert(wanted)
        shown[wanted]?.setSelected(true, animated: false)
        listener?.tableView(self, didSelectRowAt: wanted)
    }

    /// For a person's choice.
    private func deselect(_ path: IndexPath) {
        var wanted = path
        if let listener {
            guard let other = listener.tableView(self, willDeselectRowAt: path) else { return }
            wanted = other
        }
        guard selected.contains(wanted) else { return }
        deselectRow(at: wanted, animated: false)
        listener?.tableView(self, didDeselectRowAt: wanted)
    }

    /// A finger is on a row.
    func touch(_ path: IndexPath) {
        guard selectsNow, !swiper.isOpen else { return }
        let isAllowed = listener?.tableView(self, shouldHighlightRowAt: path) != false
        pressHighlight.begin(path, isAllowed: isAllowed) { [weak self] path, isOn in
            guard let self else { return }
            shown[path]?.setHighlighted(isOn, animated: false)
            if isOn {
                listener?.tableView(self, didHighlightRowAt: path)
            } else {
                listener?.tableView(self, didUnhighlightRowAt: path)
            }
        }
    }

    /// Whether a person may choose a row: the delegate's answer at touch-down, or now for the keyboard.
    private func mayPress(_ path: IndexPath) -> Bool {
        pressHighlight.answer(for: path) ?? (listener?.tableView(self, shouldHighlightRowAt: path) != false)
    }
}
