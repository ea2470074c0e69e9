import UIKitCore

/// What rows offer besides being chosen: actions behind them, and buttons while the table is edited.
extension UITableView {
    func swipeActions(_ path: IndexPath, isLeading: Bool) -> UISwipeActionsConfiguration? {
        if isLeading { return listener?.tableView(self, leadingSwipeActionsConfigurationForRowAt: path) }
        if let own = listener?.tableView(self, trailingSwipeActionsConfigurationForRowAt: path) { return own }
        guard editingStyle(path) == .delete else { return nil }
        let title = listener?.tableView(self, titleForDeleteConfirmationButtonForRowAt: path) ?? "Delete"
        let delete = UIContextualAction(style: .destructive, title: title) { [weak self] _, _, done in
            guard let self else { return }
            // The row may go.
            done(true)
            dataSource?.tableView(self, commit: .delete, forRowAt: path)
        }
        return UISwipeActionsConfiguration(actions: [delete])
    }

    private func editingStyle(_ path: IndexPath) -> UITableViewCell.EditingStyle {
        guard dataSource?.tableView(self, canEditRowAt: path) == true else { return .none }
        return listener?.tableView(self, editingStyleForRowAt: path) ?? .delete
    }

    func showEditing(_ cell: UITableViewCell, _ path: IndexPath) {
        let style = isEditing && !allowsMultipleSelectionDuringEditing ? editingStyle(path) : .none
        cell.show(style) { [weak self] cell in
            guard let self, let path = indexPath(for: cell) else { return }
            if style == .insert {
                dataSource?.tableView(self, commit: .insert, forRowAt: path)
            } else {
                swiper.reveal(path)
            }
        }
    }
}
