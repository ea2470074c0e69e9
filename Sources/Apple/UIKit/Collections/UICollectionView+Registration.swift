import Foundation

/// Numbers the registrations.
@MainActor private var registrations = 0

@MainActor private func newIdentifier(_ type: AnyClass) -> String {
    registrations += 1
    return "\(type) \(registrations)"
}

extension UICollectionView {
    /// Makes cells of a class and puts items into them. Source: Apple, UICollectionView.CellRegistration.
    ///
    /// Make it once, outside of what makes the cells: the cells of each registration are reused.
    @MainActor @preconcurrency public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        public typealias Handler = @MainActor (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void

        let identifier = newIdentifier(Cell.self)
        let handler: Handler

        public init(handler: @escaping Handler) { self.handler = handler }
    }

    /// As ``CellRegistration``, for headers and other views beside the items.
    /// Source: Apple, UICollectionView.SupplementaryRegistration.
    @MainActor @preconcurrency public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
        public typealias Handler =
            @MainActor (_ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath) -> Void

        let identifier = newIdentifier(Supplementary.self)
        let kind: String
        let handler: Handler

        public init(elementKind: String, handler: @escaping Handler) {
            (kind, self.handler) = (elementKind, handler)
        }
    }

    /// - `item`: without one, the cell is not configured.
    public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
        using registration: UICollectionView.CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
    ) -> Cell {
        let cell = dequeue(registration.identifier, as: Cell.self)
        if let item { registration.handler(cell, indexPath, item) }
        return cell
    }

    public func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
        using registration: UICollectionView.SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
    ) -> Supplementary {
        let view = dequeue(registration.kind, registration.identifier, as: Supplementary.self)
        registration.handler(view, registration.kind, indexPath)
        return view
    }

    /// For a registration, whose class is known when a program is compiled.
    func dequeue<Cell: UICollectionViewCell>(_ identifier: String, as type: Cell.Type) -> Cell {
        if !views.knows(identifier) { views.register(type, identifier) }
        let cell = dequeueReusableCell(withReuseIdentifier: identifier, for: IndexPath(item: 0, section: 0))
        guard let cell = cell as? Cell else { preconditionFailure("not a \(type): UICollectionView") }
        return cell
    }

    func dequeue<View: UICollectionReusableView>(_ kind: String, _ identifier: String, as type: View.Type) -> View {
        if !views.knows(kind: kind, identifier) { views.register(type, kind: kind, identifier) }
        let view = dequeueReusableSupplementaryView(
            ofKind: kind, withReuseIdentifier: identifier, for: IndexPath(item: 0, section: 0))
        guard let view = view as? View else { preconditionFailure("not a \(type): UICollectionView") }
        return view
    }
}
