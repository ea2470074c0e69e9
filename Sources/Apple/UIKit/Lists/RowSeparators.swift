import Foundation
import UIKitCore

/// The lines below the visible rows of a table.
@MainActor
final class RowSeparators {
    private var lines: [UIView] = []

    /// - `rows`: the rectangles of the rows, in the table's coordinates.
    func show(beneath rows: [CGRect], of table: UITableView) {
        while lines.count < rows.count {
            let line = UIView(frame: .zero)
            line.isUserInteractionEnabled = false
            lines.append(line)
        }
        for (index, line) in lines.enumerated() {
            guard index < rows.count else {
                line.removeFromSuperview()
                continue
            }
            if line.superview == nil { table.addSubview(line) }
            let inset = table.separatorInset
            line.backgroundColor = table.separatorColor
            // The left inset is that of the leading edge.
            line.frame = table.mirrored(
                CGRect(
                    x: inset.left, y: rows[index].maxY - 1, width: table.bounds.width - inset.left - inset.right,
                    height: 1))
        }
    }
}
