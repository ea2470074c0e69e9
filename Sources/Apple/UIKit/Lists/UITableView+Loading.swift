import Foundation
import UIKitCore

/// What a table asks its data source and its delegate, to know how many rows there are and where.
extension UITableView {
    func reload() {
        swiper.close()
        pressHighlight.end()
        for path in shown.paths { remove(path) }
        forgetRows()
    }

    func forgetRows() {
        isLoaded = false
        for view in places.views { view.removeFromSuperview() }
        places = RowPlaces()
        setNeedsLayout()
    }

    func loadIfNeeded() {
        guard !isLoaded, let dataSource else { return }
        isLoaded = true
        let count = dataSource.numberOfSections(in: self)
        places = RowPlaces((0..<count).map { section($0, dataSource) })
        for view in places.views { addSubview(view) }
        stack()
    }

    private func section(_ index: Int, _ dataSource: any UITableViewDataSource) -> RowPlaces.Section {
        let header = header(index)
        let wanted = listener?.tableView(self, heightForHeaderInSection: index) ?? Self.automaticDimension
        let room = CGSize(width: bounds.width, height: 10_000)
        let headerHeight = wanted >= 0 ? wanted : header.map { max(28, $0.sizeThatFits(room).height + 8) } ?? 0
        let footer = dataSource.tableView(self, titleForFooterInSection: index).map { label($0, isHeader: false) }
        let footerHeight = footer.map { $0.sizeThatFits(room).height + 8 } ?? 0
        let rows = (0..<dataSource.tableView(self, numberOfRowsInSection: index)).map { row in
            let height = listener?.tableView(self, heightForRowAt: IndexPath(row: row, section: index)) ?? rowHeight
            return RowPlaces.Row(height: height, guess: estimatedRowHeight > 0 ? estimatedRowHeight : 44)
        }
        return RowPlaces.Section(
            header: .init(header, height: headerHeight), rows: rows, footer: .init(footer, height: footerHeight))
    }

    private func header(_ section: Int) -> UIView? {
        if let view = listener?.tableView(self, viewForHeaderInSection: section) { return view }
        return dataSource?.tableView(self, titleForHeaderInSection: section).map { label($0, isHeader: true) }
    }

    private func label(_ text: String, isHeader: Bool) -> UILabel {
        let label = UILabel(frame: .zero)
        label.text = text
        label.numberOfLines = 0
        label.font = .systemFont(ofSize: 13, weight: isHeader ? .semibold : .regular)
        label.textColor = .secondaryLabel
        if isHeader { label.accessibilityTraits = .header }
        return label
    }

    /// Puts everything one below the other.
    func stack() {
        let end = places.stack(from: tableHeaderView?.frame.height ?? 0, gap: style == .plain ? 0 : 18)
        contentSize = CGSize(width: bounds.width, height: end + (tableFooterView?.frame.height ?? 0))
    }
}
