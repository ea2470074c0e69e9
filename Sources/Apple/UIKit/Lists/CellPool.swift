import Foundation

/// The cells of a list that are not shown, by the names under which their classes are known.
@MainActor
final class CellPool<Cell: UIView> {
    private var classes: [String: AnyClass] = [:]
    private var free: [String: [Cell]] = [:]

    func register(_ type: AnyClass?, _ identifier: String) { classes[identifier] = type }

    func knows(_ identifier: String) -> Bool { classes[identifier] != nil }

    /// - Returns: `nil` if there is none, and no class to make one of.
    func take(_ identifier: String, make: (AnyClass) -> Cell?) -> Cell? {
        if let cell = free[identifier]?.popLast() { return cell }
        return classes[identifier].flatMap(make)
    }

    func give(_ cell: Cell, _ identifier: String) { free[identifier, default: []].append(cell) }
}
