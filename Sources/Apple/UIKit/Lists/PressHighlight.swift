import Foundation

/// Which row or item a finger is on, and whether that is shown.
@MainActor
final class PressHighlight {
    private var pressed: (path: IndexPath, isAllowed: Bool, show: (IndexPath, Bool) -> Void)?

    /// - Parameters:
    ///   - isAllowed: whether it is shown; a press that is not selects nothing.
    ///   - show: called with where the element is then, and whether the finger is there.
    func begin(_ path: IndexPath, isAllowed: Bool, show: @escaping (IndexPath, Bool) -> Void) {
        end()
        pressed = (path, isAllowed, show)
        if isAllowed { show(path, true) }
    }

    /// Elements move to other places. Call it while views have their old ones: the press on what goes ends.
    ///
    /// - Parameter place: the new place of an element; `nil` if its view goes.
    func follow(_ place: (IndexPath) -> IndexPath?) {
        guard let path = pressed?.path else { return }
        if let new = place(path) { pressed?.path = new } else { end() }
    }

    func end() {
        guard let old = pressed else { return }
        pressed = nil
        if old.isAllowed { old.show(old.path, false) }
    }

    /// Ends the press for what a person chooses.
    ///
    /// - Returns: whether it may be chosen; `nil` if no finger is on it.
    func answer(for path: IndexPath) -> Bool? {
        let answer = pressed?.path == path ? pressed?.isAllowed : nil
        end()
        return answer
    }
}

/// A cell that reports touches and presses to its list.
@MainActor
protocol PressableCell: UIView {
    /// Called when the cell is pressed.
    var onPress: (@MainActor () -> Void)? { get set }
    /// Called when a finger comes onto the cell, and when it leaves.
    var onTouch: (@MainActor (_ isTouched: Bool) -> Void)? { get set }
}

/// A table or a collection, whose cells a person presses.
@MainActor
protocol PressableList: UIView {
    associatedtype Cell: PressableCell
    var pressHighlight: PressHighlight { get }

    func indexPath(for cell: Cell) -> IndexPath?
    /// A finger is on an element.
    func touch(_ path: IndexPath)
    /// A person has chosen an element.
    func press(_ path: IndexPath)
}

extension PressableList {
    /// Makes a cell report presses to the list, wherever the cell is by then.
    func takePresses(of cell: Cell) {
        cell.onPress = { [weak self, weak cell] in
            if let self, let path = cell.flatMap({ self.indexPath(for: $0) }) { press(path) }
        }
        cell.onTouch = { [weak self, weak cell] isTouched in
            guard let self else { return }
            if isTouched, let path = cell.flatMap({ self.indexPath(for: $0) }) {
                touch(path)
            } else {
                pressHighlight.end()
            }
        }
    }
}

extension UITableViewCell: PressableCell {}
extension UITableView: PressableList {}
extension UICollectionViewCell: PressableCell {}
extension UICollectionView: PressableList {}

/// Whether a data source makes a cell: what it says of the cell until it is done counts at its end.
@MainActor
enum CellMaking {
    private(set) static var isUnderWay = false

    static func run<Cell>(_ make: () -> Cell) -> Cell {
        let wasUnderWay = isUnderWay
        isUnderWay = true
        defer { isUnderWay = wasUnderWay }
        return make()
    }
}
