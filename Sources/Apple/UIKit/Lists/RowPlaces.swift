import Foundation

/// Where the rows of a table are: sections one below the other, each with its header, rows and footer. In points from
/// the top of the table's content.
struct RowPlaces {
    struct Row {
        fileprivate(set) var y: CGFloat = 0
        fileprivate(set) var height: CGFloat
        /// Whether its cell says how high it is.
        let isMeasured: Bool
        /// Whether the cell still has to say it.
        fileprivate(set) var isGuessed: Bool

        /// - `height`: negative for a row whose cell says it; `guess` is assumed until then.
        init(height: CGFloat, guess: CGFloat) {
            self.height = height >= 0 ? height : guess
            isMeasured = height < 0
            isGuessed = height < 0
        }
    }

    /// A header or a footer.
    struct Band {
        var view: UIView?
        fileprivate(set) var y: CGFloat = 0
        var height: CGFloat = 0

        init(_ view: UIView?, height: CGFloat) { (self.view, self.height) = (view, height) }
    }

    struct Section {
        fileprivate(set) var header: Band
        fileprivate(set) var rows: [Row]
        fileprivate(set) var footer: Band

        init(header: Band, rows: [Row], footer: Band) { (self.header, self.rows, self.footer) = (header, rows, footer) }
    }

    private(set) var sections: [Section]

    init(_ sections: [Section] = []) { self.sections = sections }

    /// The headers and footers.
    var views: [UIView] { sections.flatMap { [$0.header.view, $0.footer.view] }.compactMap { $0 } }

    /// `nil` for a row that is not there.
    subscript(path: IndexPath) -> Row? {
        guard sections.indices.contains(path.section), sections[path.section].rows.indices.contains(path.row) else {
            return nil
        }
        return sections[path.section].rows[path.row]
    }

    func paths(in rect: CGRect) -> [IndexPath] {
        sections.enumerated().flatMap { section, entry in
            entry.rows.enumerated().filter { $0.element.y < rect.maxY && $0.element.y + $0.element.height > rect.minY }
                .map { IndexPath(row: $0.offset, section: section) }
        }
    }

    /// Puts everything one below the other.
    ///
    /// - `gap`: above each section.
    /// - Returns: where the last section ends.
    mutating func stack(from top: CGFloat, gap: CGFloat) -> CGFloat {
        var y = top
        for index in sections.indices {
            y += gap
            sections[index].header.y = y
            y += sections[index].header.height
            for row in sections[index].rows.indices {
                sections[index].rows[row].y = y
                y += sections[index].rows[row].height
            }
            sections[index].footer.y = y
            y += sections[index].footer.height
        }
        return y
    }

    /// A cell has said how high its row is.
    ///
    /// - Returns: whether this height was assumed. If not, the rows below are at wrong places until
    ///   ``stack(from:gap:)``.
    mutating func take(_ height: CGFloat, for path: IndexPath) -> Bool {
        guard let row = self[path] else { return true }
        sections[path.section].rows[path.row].isGuessed = false
        sections[path.section].rows[path.row].height = height
        return height == row.height
    }

    /// The row's cell has to say again how high it is, if it says it at all.
    mutating func measureAgain(_ path: IndexPath) {
        if self[path]?.isMeasured == true { sections[path.section].rows[path.row].isGuessed = true }
    }

    /// A row that was measured before the changes keeps its height until it is measured again.
    ///
    /// - `isShown`: whether there is a cell that can be measured, for a place after the changes.
    mutating func keepHeights(of old: RowPlaces, _ changes: FollowedChanges, isShown: (IndexPath) -> Bool) {
        for (section, entry) in old.sections.enumerated() {
            for (number, oldRow) in entry.rows.enumerated() where oldRow.isMeasured {
                let path = IndexPath(row: number, section: section)
                guard changes.keeps(path), let new = changes.place(path), self[new]?.isMeasured == true else {
                    continue
                }
                sections[new.section].rows[new.row].height = oldRow.height
                sections[new.section].rows[new.row].isGuessed = oldRow.isGuessed || isShown(new)
            }
        }
    }
}
