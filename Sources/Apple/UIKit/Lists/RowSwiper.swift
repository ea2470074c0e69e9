import Foundation
import UIKitCore

/// Moves a row of a table aside, so that its actions are seen: by a finger, or by a press in edit mode.
@MainActor
final class RowSwiper: NSObject, UIGestureRecognizerDelegate {
    private unowned let table: UITableView
    private let pan = UIPanGestureRecognizer()
    private let find: (IndexPath, _ isLeading: Bool) -> UISwipeActionsConfiguration?

    /// What is open, or being opened.
    private struct Row {
        let path: IndexPath
        let isAtLeft: Bool
        let actions: UISwipeActionsConfiguration
        let strip: UIView
        /// How far the row is moved from its place, to the side of its actions.
        var pull: CGFloat = 0
        var start: CGFloat = 0

        var width: CGFloat { CGFloat(actions.actions.count) * RowSwiper.buttonWidth }
    }
    private var row: Row?
    nonisolated static let buttonWidth: CGFloat = 80

    /// - Parameter find: the actions of a row at a side, if it has any.
    init(_ table: UITableView, _ find: @escaping (IndexPath, Bool) -> UISwipeActionsConfiguration?) {
        (self.table, self.find) = (table, find)
        super.init()
        pan.delegate = self
        pan.onAction = { [weak self] _ in self?.panned() }
        table.addGestureRecognizer(pan)
    }

    /// How far a row is moved; to the right is positive.
    func shift(of path: IndexPath) -> CGFloat {
        guard let row, row.path == path else { return 0 }
        return row.isAtLeft ? row.pull : -row.pull
    }

    /// Whether a press only closes what is open.
    var isOpen: Bool { row != nil }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        let way = pan.translation(in: table)
        guard abs(way.x) > abs(way.y) else { return false }
        let place = pan.location(in: table)
        guard let path = table.indexPathForRow(at: CGPoint(x: 0, y: place.y)) else { return false }
        if row?.path == path { return true }
        close()
        return open(path, isLeading: (way.x > 0) != table.isRightToLeft)
    }

    private func panned() {
        guard var row else { return }
        let way = pan.translation(in: table).x
        switch pan.state {
        case .began, .changed:
            row.pull = max(0, row.start + (row.isAtLeft ? way : -way))
            self.row = row
            place()
        case .ended, .cancelled:
            let isFull = row.pull > max(row.width + 40, table.bounds.width * 0.6)
            if isFull, row.actions.performsFirstActionWithFullSwipe, let first = row.actions.actions.first {
                return perform(first, row.strip)
            }
            settle(row.pull > row.width / 2)
        default: break
        }
    }

    /// - Returns: whether the row has actions there.
    private func open(_ path: IndexPath, isLeading: Bool) -> Bool {
        guard let actions = find(path, isLeading), !actions.actions.isEmpty else { return false }
        let strip = UIView(frame: .zero)
        strip.clipsToBounds = true
        for (index, action) in actions.actions.enumerated() {
            let button = UIButton(type: .custom)
            button.setTitle(action.image == nil ? action.title : nil, for: .normal)
            button.setImage(action.image, for: .normal)
            button.accessibilityLabel = action.title
            button.tintColor = .white
            button.setTitleColor(.white, for: .normal)
            button.backgroundColor = action.backgroundColor
            button.tag = index
            button.handle(.primaryActionTriggered, key: "action") { [weak self, weak button] _ in
                if let button { self?.perform(action, button) }
            }
            strip.addSubview(button)
        }
        table.insertSubview(strip, at: 0)
        row = Row(path: path, isAtLeft: isLeading != table.isRightToLeft, actions: actions, strip: strip)
        return true
    }

    /// Opens a row as a person who uses the keyboard or a screen reader wants it.
    func reveal(_ path: IndexPath) {
        close()
        if open(path, isLeading: false) { settle(true) }
    }

    private func settle(_ isOpen: Bool) {
        guard isOpen, var row else { return close() }
        (row.pull, row.start) = (row.width, row.width)
        self.row = row
        UIView.animate(withDuration: 0.2) { self.place() }
    }

    func close() {
        guard let row else { return }
        self.row = nil
        row.strip.removeFromSuperview()
        UIView.animate(withDuration: 0.2) { self.place(row.path) }
    }

    private func perform(_ action: UIContextualAction, _ button: UIView) {
        action.handler(action, button) { [weak self] _ in self?.close() }
    }

    /// Puts the row and its actions where they are now.
    private func place() {
        guard let row else { return }
        place(row.path)
        let rect = table.rectForRow(at: row.path)
        row.strip.frame = CGRect(
            x: row.isAtLeft ? 0 : rect.maxX - row.pull, y: rect.minY, width: row.pull, height: rect.height)
        let width = row.pull / CGFloat(max(1, row.strip.subviews.count))
        for (index, button) in row.strip.subviews.enumerated() {
            let column = row.isAtLeft ? index : row.strip.subviews.count - 1 - index
            button.frame = CGRect(x: CGFloat(column) * width, y: 0, width: width, height: rect.height)
        }
    }

    private func place(_ path: IndexPath) {
        table.cellForRow(at: path)?.frame = table.rectForRow(at: path).offsetBy(dx: shift(of: path), dy: 0)
    }
}
