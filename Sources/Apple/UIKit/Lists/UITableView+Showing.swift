import Foundation

/// The cells of the visible rows, and what is around them.
extension UITableView {
    /// - Returns: whether all rows have the heights that were assumed.
    func showCells() -> Bool {
        let seen = paths(in: passing.area ?? bounds)
        if !passing.keepsAll {
            let kept = Set(seen)
            for path in shown.paths where !kept.contains(path) { remove(path) }
        }
        var isRight = true
        for path in seen {
            let wasThere = shown[path] != nil
            guard let row = places[path], let cell = cell(path) else { continue }
            if row.isGuessed, !places.take(cell.fittingHeight(width: bounds.width), for: path) { isRight = false }
            let frame = rectForRow(at: path).offsetBy(dx: swiper.shift(of: path), dy: 0)
            if wasThere && movesCells {
                cell.frame = frame
            } else {
                UIView.performWithoutAnimation { cell.frame = frame }
            }
        }
        return isRight
    }

    func paths(in rect: CGRect) -> [IndexPath] {
        loadIfNeeded()
        return places.paths(in: rect)
    }

    private func cell(_ path: IndexPath) -> UITableViewCell? {
        if let cell = shown[path] { return cell }
        guard let cell = CellMaking.run({ dataSource?.tableView(self, cellForRowAt: path) }) else { return nil }
        cell.setSelected(selected.contains(path), animated: false)
        showEditing(cell, path)
        cell.configureForDisplay()
        takePresses(of: cell)
        cell.onDetail = { [weak self] cell in
            guard let self, let path = indexPath(for: cell) else { return }
            listener?.tableView(self, accessoryButtonTappedForRowWith: path)
        }
        listener?.tableView(self, willDisplay: cell, forRowAt: path)
        if let before = shown.last(before: path, in: self) {
            insertSubview(cell, aboveSubview: before)
        } else {
            insertSubview(cell, at: backgroundView == nil ? 0 : 1)
        }
        shown[path] = cell
        return cell
    }

    func remove(_ path: IndexPath) {
        guard let cell = shown[path] else { return }
        shown[path] = nil
        discard(cell, path)
    }

    func discard(_ cell: UITableViewCell, _ path: IndexPath) {
        cell.removeFromSuperview()
        if let identifier = cell.reuseIdentifier { pool.give(cell, identifier) }
        listener?.tableView(self, didEndDisplaying: cell, forRowAt: path)
    }

    /// Places headers, footers and the lines between rows.
    func showOthers() {
        let width = bounds.width
        backgroundView?.frame = bounds
        tableHeaderView?.frame = CGRect(x: 0, y: 0, width: width, height: tableHeaderView?.frame.height ?? 0)
        for section in places.sections {
            show(section.header)
            show(section.footer)
        }
        if let footer = tableFooterView {
            footer.frame = CGRect(
                x: 0, y: contentSize.height - footer.frame.height, width: width, height: footer.frame.height)
        }
        separators.show(beneath: separatorStyle == .none ? [] : shown.paths.map(rectForRow), of: self)
    }

    /// Labels keep a margin; a program's own header fills the width.
    private func show(_ band: RowPlaces.Band) {
        let margin: CGFloat = band.view is UILabel ? 16 : 0
        band.view?.frame = CGRect(x: margin, y: band.y, width: bounds.width - 2 * margin, height: band.height)
    }
}
