import Foundation

/// The cells and other views of a collection that are not shown, and what makes more of them.
@MainActor
final class ReusableViews {
    private let cells = CellPool<UICollectionViewCell>()
    private var others: [String: CellPool<UICollectionReusableView>] = [:]
    /// The cell that is requested again because its item has changed.
    var reconfigured: UICollectionViewCell?

    func register(_ cellClass: AnyClass?, _ identifier: String) { cells.register(cellClass, identifier) }

    func register(_ viewClass: AnyClass?, kind: String, _ identifier: String) {
        pool(kind).register(viewClass, identifier)
    }

    private func pool(_ kind: String) -> CellPool<UICollectionReusableView> {
        let pool = others[kind] ?? CellPool()
        others[kind] = pool
        return pool
    }

    func knows(_ identifier: String) -> Bool { cells.knows(identifier) }
    func knows(kind: String, _ identifier: String) -> Bool { pool(kind).knows(identifier) }

    func take(_ identifier: String) -> UICollectionViewCell {
        if let reconfigured, reconfigured.reuseIdentifier == identifier { return reconfigured }
        return take(cells, identifier) { type in
            guard type is UICollectionViewCell.Type else { return nil }
            return unsafeBitCast(type, to: UICollectionViewCell.MadeCell.Type.self).init(frame: .zero)
        }
    }

    func take(kind: String, _ identifier: String) -> UICollectionReusableView {
        if let reconfigured, reconfigured.reuseIdentifier == identifier { return reconfigured }
        return take(pool(kind), identifier) { type in
            guard type is UICollectionReusableView.Type else { return nil }
            return unsafeBitCast(type, to: UICollectionReusableView.Made.Type.self).init(frame: .zero)
        }
    }

    private func take<View: UICollectionReusableView>(
        _ pool: CellPool<View>, _ identifier: String, make: (AnyClass) -> View?
    ) -> View {
        var isNew = false
        let view = pool.take(identifier) { type in
            isNew = true
            return make(type)
        }
        guard let view else {
            preconditionFailure("no class is registered for the identifier \(identifier): UICollectionView")
        }
        if isNew { view.reuseIdentifier = identifier } else { view.reuse() }
        return view
    }

    func give(_ cell: UICollectionViewCell) {
        if let identifier = cell.reuseIdentifier { cells.give(cell, identifier) }
    }

    func give(_ view: UICollectionReusableView, kind: String) {
        if let identifier = view.reuseIdentifier { pool(kind).give(view, identifier) }
    }
}
