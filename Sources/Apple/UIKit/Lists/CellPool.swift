import Foundation

/// The cells of a list that are not shown, by the names under which their classes are known.
@MainActor
final class CellPool<Cell: UIView> {
    private var classes: [String: AnyClass] = [:]
    private var free: [String: [Cell]] = [:]

    func register(_ type: AnyClass?, _ identifier: String) { classes[identifier] = type }

    /// - Returns: `nil` if there is none, and no class to make one of.
    func take(_ identifier: String, make: (AnyClass) -> Cell?) -> Cell? {
        if let cell = free[identifier]?.popLast() { return cell }
        return classes[identifier].flatMap(make)
    }

    func give(_ cell: Cell, _ identifier: String) { free[identifier, default: []].append(cell) }
}

/// Makes views of classes that are only known at run time.
@MainActor
package enum ViewFactory {
    /// Its initializer is at the same place in a class's table as that of `UIView`. Not private, or the compiler would
    /// take its own initializer for the only one.
    package class Made: UIView {
        package required override init(frame: CGRect) { super.init(frame: frame) }
        package required init?(coder: NSCoder) { nil }
    }

    /// - Parameter type: a subclass of `UIView` that has `init(frame:)`.
    package static func make(_ type: AnyClass) -> UIView? {
        guard type is UIView.Type else { return nil }
        return unsafeBitCast(type, to: Made.Type.self).init(frame: .zero)
    }
}
