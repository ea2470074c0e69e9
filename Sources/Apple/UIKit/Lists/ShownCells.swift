import Foundation

/// The cells that a table or a collection shows, by their places.
@MainActor
struct ShownCells<Cell: UIView> {
    private var cells: [IndexPath: Cell] = [:]

    subscript(path: IndexPath) -> Cell? {
        get { cells[path] }
        set { cells[path] = newValue }
    }

    /// In the order of the list, as the cells are in ``inOrder``.
    var paths: [IndexPath] { cells.keys.sorted() }
    var inOrder: [Cell] { paths.compactMap { cells[$0] } }

    func path(of cell: Cell) -> IndexPath? { cells.first { $0.value === cell }?.key }

    /// Moves the cells to their new places.
    ///
    /// - Returns: the cells that have no new place, with their old ones.
    mutating func follow(_ changes: FollowedChanges) -> [(path: IndexPath, cell: Cell)] {
        var new: [IndexPath: Cell] = [:]
        var gone: [(path: IndexPath, cell: Cell)] = []
        for (path, cell) in cells.sorted(by: { $0.key < $1.key }) {
            if changes.keeps(path), let place = changes.place(path) {
                new[place] = cell
            } else {
                gone.append((path, cell))
            }
        }
        cells = new
        return gone
    }

    // The keyboard's order is that of the subviews; it has to be that of the list.

    /// The cell that precedes the cell of a place among a view's subviews.
    func last(before path: IndexPath, in outer: UIView) -> Cell? {
        cells.filter { $0.key < path && $0.value.superview === outer }.max { $0.key < $1.key }?.value
    }

    /// Puts the cells, wherever they are subviews, into the order of the list.
    func arrange() {
        var before: Cell?
        for cell in inOrder {
            if let before, let outer = cell.superview, before.superview === outer,
                let place = outer.subviews.firstIndex(of: cell), let other = outer.subviews.firstIndex(of: before),
                place < other
            {
                outer.insertSubview(cell, aboveSubview: before)
            }
            before = cell
        }
    }
}
