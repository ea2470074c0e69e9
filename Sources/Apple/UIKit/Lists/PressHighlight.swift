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
