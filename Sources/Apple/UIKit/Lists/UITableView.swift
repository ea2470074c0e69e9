import Foundation
import GtkSupport

/// Rows beneath each other, in sections. Source: Apple, UITableView.
///
/// Linux: rows that stay move to their new places, those that come and go do so without an animation; headers scroll with
/// their rows.
open class UITableView: UIScrollView {
    /// Source: Apple, UITableView.Style. Linux: drawn as `plain`, with room between grouped sections.
    public enum Style: Int, Sendable {
        case plain = 0
        case grouped = 1
        case insetGrouped = 2
    }

    /// Source: Apple, UITableView.RowAnimation.
    public enum RowAnimation: Int, Sendable {
        case fade = 0
        case right = 1
        case left = 2
        case top = 3
        case bottom = 4
        case none = 5
        case middle = 6
        case automatic = 100
    }

    /// Source: Apple, UITableView.ScrollPosition.
    public enum ScrollPosition: Int, Sendable {
        case none = 0
        case top = 1
        case middle = 2
        case bottom = 3
    }

    /// Source: Apple, UITableViewCell.SeparatorStyle.
    public typealias SeparatorStyle = UITableViewCell.SeparatorStyle

    public nonisolated static let automaticDimension: CGFloat = -1

    private struct Row {
        var y: CGFloat
        var height: CGFloat
        /// Whether its cell says how high it is.
        var isMeasured: Bool
        /// Whether the cell still has to say it.
        var isGuessed: Bool
    }

    private struct Section {
        var headerY: CGFloat = 0
        var headerHeight: CGFloat = 0
        var header: UIView?
        var rows: [Row] = []
        var footer: UIView?
        var footerY: CGFloat = 0
        var footerHeight: CGFloat = 0
    }

    public let style: Style
    private let pool = CellPool<UITableViewCell>()
    private var sections: [Section] = []
    final var shown: [IndexPath: UITableViewCell] = [:]
    final var selected: Set<IndexPath> = []
    final let pressHighlight = PressHighlight()
    private var isLoaded = false
    private var lines: [UIView] = []

    public init(frame: CGRect, style: UITableView.Style) {
        self.style = style
        super.init(frame: frame)
        backgroundColor = style == .plain ? .systemBackground : .systemGroupedBackground
        alwaysBounceVertical = true
        isAccessibilityElement = true
        let tap = UITapGestureRecognizer()
        tap.onAction = { [weak self] recognizer in self?.tapped(recognizer.location(in: self)) }
        addGestureRecognizer(tap)
        _ = swiper
        menus = MenuPress(self) { [weak self] place in
            guard let self, let path = indexPathForRow(at: place) else { return nil }
            return listener?.tableView(self, contextMenuConfigurationForRowAt: path, point: place)
        }
    }

    private var menus: MenuPress?

    // MARK: Editing

    final lazy var swiper = RowSwiper(self) { [weak self] path, isLeading in
        self?.swipeActions(path, isLeading: isLeading)
    }

    /// Whether rows that can be edited have a button for that.
    open var isEditing: Bool {
        get { edits }
        set { setEditing(newValue, animated: false) }
    }

    private var edits = false
    open var allowsSelectionDuringEditing = false
    open var allowsMultipleSelectionDuringEditing = false

    open func setEditing(_ editing: Bool, animated: Bool) {
        guard editing != edits else { return }
        edits = editing
        swiper.close()
        if allowsMultipleSelectionDuringEditing {
            for path in selected { deselectRow(at: path, animated: false) }
        }
        for (path, cell) in shown { showEditing(cell, path) }
    }

    public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }

    public required init?(coder: NSCoder) { nil }

    open weak var dataSource: (any UITableViewDataSource)? { didSet { reloadData() } }
    final var listener: (any UITableViewDelegate)? { delegate as? any UITableViewDelegate }

    open var rowHeight: CGFloat = automaticDimension { didSet { reloadData() } }
    /// The assumed height of a row that has not been measured; `automaticDimension` is 44.
    open var estimatedRowHeight: CGFloat = automaticDimension
    open var separatorStyle = SeparatorStyle.singleLine { didSet { setNeedsLayout() } }
    open var separatorColor: UIColor? = .separator { didSet { setNeedsLayout() } }
    open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0) { didSet { setNeedsLayout() } }
    open var allowsSelection = true
    open var allowsMultipleSelection = false
    /// Above all sections; as wide as the table, and as high as its frame.
    open var tableHeaderView: UIView? { didSet { replace(oldValue, tableHeaderView) } }
    open var tableFooterView: UIView? { didSet { replace(oldValue, tableFooterView) } }
    /// Behind the rows.
    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let backgroundView { insertSubview(backgroundView, at: 0) }
            setNeedsLayout()
        }
    }

    private func replace(_ old: UIView?, _ new: UIView?) {
        old?.removeFromSuperview()
        if let new { addSubview(new) }
        place()
        setNeedsLayout()
    }

    // MARK: Cells

    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        pool.register(cellClass, identifier)
    }

    /// - Returns: a cell that is not shown any more, or a new one of the registered class, or `nil` without one.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        if let reconfigured, reconfigured.reuseIdentifier == identifier { return reconfigured }
        var isNew = false
        let cell = pool.take(identifier) { type in
            guard type is UITableViewCell.Type else { return nil }
            isNew = true
            return unsafeBitCast(type, to: UITableViewCell.Made.Type.self)
                .init(style: .default, reuseIdentifier: identifier)
        }
        if !isNew { cell?.reuse() }
        return cell
    }

    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        guard let cell = dequeueReusableCell(withIdentifier: identifier) else {
            preconditionFailure("no class is registered for the identifier \(identifier): UITableView")
        }
        return cell
    }

    /// `nil` for a row that is not seen.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { shown[indexPath] }
    open func indexPath(for cell: UITableViewCell) -> IndexPath? { shown.first { $0.value === cell }?.key }
    open var visibleCells: [UITableViewCell] { shown.sorted { $0.key < $1.key }.map(\.value) }
    open var indexPathsForVisibleRows: [IndexPath]? { shown.keys.sorted() }

    // MARK: Rows

    open var numberOfSections: Int {
        loadIfNeeded()
        return sections.count
    }

    open func numberOfRows(inSection section: Int) -> Int {
        loadIfNeeded()
        return sections[section].rows.count
    }

    open func rectForRow(at indexPath: IndexPath) -> CGRect {
        loadIfNeeded()
        guard let row = row(indexPath) else { return .zero }
        return CGRect(x: 0, y: row.y, width: bounds.width, height: row.height)
    }

    open func indexPathForRow(at point: CGPoint) -> IndexPath? {
        paths(in: CGRect(x: 0, y: point.y, width: 1, height: 0.001)).first
    }

    private func row(_ path: IndexPath) -> Row? {
        guard sections.indices.contains(path.section), sections[path.section].rows.indices.contains(path.row) else {
            return nil
        }
        return sections[path.section].rows[path.row]
    }

    private func paths(in rect: CGRect) -> [IndexPath] {
        loadIfNeeded()
        return sections.enumerated().flatMap { section, entry in
            entry.rows.enumerated().filter { $0.element.y < rect.maxY && $0.element.y + $0.element.height > rect.minY }
                .map { IndexPath(row: $0.offset, section: section) }
        }
    }

    /// Asks the data source for everything again. Nothing is selected any more.
    open func reloadData() {
        selected = []
        reload()
    }

    private func reload() {
        swiper.close()
        pressHighlight.end()
        for path in shown.keys.sorted() { remove(path) }
        forgetRows()
    }

    private func forgetRows() {
        isLoaded = false
        for section in sections {
            section.header?.removeFromSuperview()
            section.footer?.removeFromSuperview()
        }
        sections = []
        setNeedsLayout()
    }

    /// Asks the data source for rows again that are shown, which keep their cells.
    open func reconfigureRows(at indexPaths: [IndexPath]) {
        for path in indexPaths {
            guard let cell = shown[path], let row = row(path) else { continue }
            reconfigured = cell
            let new = dataSource?.tableView(self, cellForRowAt: path)
            reconfigured = nil
            precondition(new === cell, "the data source takes another cell: UITableView.reconfigureRows(at:)")
            if row.isMeasured { sections[path.section].rows[path.row].isGuessed = true }
        }
        setNeedsLayout()
    }

    /// The cell that is asked for again.
    private var reconfigured: UITableViewCell?

    // MARK: Changes

    /// Those of the batch that is under way.
    private var batch: ListChanges?
    /// How many blocks of it have begun and not ended.
    private var batchDepth = 0

    private func change(_ animation: RowAnimation, _ edit: (inout ListChanges) -> Void) {
        let isOwn = batch == nil
        var changes = batch ?? ListChanges()
        edit(&changes)
        if animation != .none { changes.isAnimated = true }
        if isOwn { follow(changes.followed) } else { batch = changes }
    }

    open func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
        change(animation) { $0.inserted += indexPaths }
    }

    open func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
        change(animation) { $0.deleted.formUnion(indexPaths) }
    }

    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        change(.automatic) { $0.moved[indexPath] = newIndexPath }
    }

    open func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
        change(animation) { $0.reloaded.formUnion(indexPaths) }
    }

    open func insertSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
        change(animation) { $0.insertedSections.formUnion(sections) }
    }

    open func deleteSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
        change(animation) { $0.deletedSections.formUnion(sections) }
    }

    open func moveSection(_ section: Int, toSection newSection: Int) {
        change(.automatic) { $0.movedSections[section] = newSection }
    }

    /// Nothing in these sections is selected any more.
    open func reloadSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
        selected = selected.filter { !sections.contains($0.section) }
        change(animation) { $0.reloadedSections.formUnion(sections) }
    }

    /// Without changes before ``endUpdates()``, the heights of rows are asked for again, and nothing else.
    open func beginUpdates() {
        if batch == nil { batch = ListChanges(isAnimated: true) }
        batchDepth += 1
    }

    open func endUpdates() { endUpdates(nil) }

    private func endUpdates(_ completion: ((Bool) -> Void)?) {
        batchDepth = max(0, batchDepth - 1)
        guard batchDepth == 0, let changes = batch else {
            completion?(true)
            return
        }
        batch = nil
        follow(changes.followed, completion)
    }

    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        beginUpdates()
        updates?()
        endUpdates(completion)
    }

    /// The data source has other rows now.
    final func follow(_ changes: FollowedChanges, _ completion: ((Bool) -> Void)? = nil) {
        swiper.close()
        pressHighlight.follow { changes.keeps($0) ? changes.place($0) : nil }
        selected = Set(selected.compactMap(changes.place))
        let (old, cells) = (sections, shown)
        shown = [:]
        for (path, cell) in cells.sorted(by: { $0.key < $1.key }) {
            if changes.keeps(path), let new = changes.place(path) { shown[new] = cell } else { discard(cell, path) }
        }
        arrange()
        forgetRows()
        loadIfNeeded()
        // A row that was measured keeps its height until it is measured again.
        for (section, entry) in old.enumerated() {
            for (number, oldRow) in entry.rows.enumerated() where oldRow.isMeasured {
                let path = IndexPath(row: number, section: section)
                guard changes.keeps(path), let new = changes.place(path), row(new)?.isMeasured == true else { continue }
                sections[new.section].rows[new.row].height = oldRow.height
                sections[new.section].rows[new.row].isGuessed = oldRow.isGuessed || shown[new] != nil
            }
        }
        place()
        showChanges(
            animated: changes.isAnimated,
            { isAnimated in
                self.movesCells = isAnimated
                self.setNeedsLayout()
                self.layoutIfNeeded()
                self.movesCells = false
            }, completion: completion)
    }

    private var movesCells = false

    /// The keyboard's order is that of the rows.
    private func arrange() {
        var before: UITableViewCell?
        for path in shown.keys.sorted() {
            guard let cell = shown[path] else { continue }
            if let before, let place = subviews.firstIndex(of: cell), let other = subviews.firstIndex(of: before),
                place < other
            {
                insertSubview(cell, aboveSubview: before)
            }
            before = cell
        }
    }

    private func loadIfNeeded() {
        guard !isLoaded, let dataSource else { return }
        isLoaded = true
        let count = dataSource.numberOfSections(in: self)
        sections = (0..<count).map { index in
            var section = Section()
            section.header = header(index)
            let wanted = listener?.tableView(self, heightForHeaderInSection: index) ?? Self.automaticDimension
            let room = CGSize(width: bounds.width, height: 10_000)
            section.headerHeight =
                wanted >= 0 ? wanted : section.header.map { max(28, $0.sizeThatFits(room).height + 8) } ?? 0
            let footer = dataSource.tableView(self, titleForFooterInSection: index)
            section.footer = footer.map { label($0, isHeader: false) }
            section.footerHeight = section.footer.map { $0.sizeThatFits(room).height + 8 } ?? 0
            section.rows = (0..<dataSource.tableView(self, numberOfRowsInSection: index)).map { row in
                let path = IndexPath(row: row, section: index)
                let height = listener?.tableView(self, heightForRowAt: path) ?? rowHeight
                let guess = estimatedRowHeight > 0 ? estimatedRowHeight : 44
                return Row(y: 0, height: height >= 0 ? height : guess, isMeasured: height < 0, isGuessed: height < 0)
            }
            return section
        }
        for section in sections { [section.header, section.footer].compactMap { $0 }.forEach(addSubview) }
        place()
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

    /// Puts everything beneath each other.
    private func place() {
        var y = tableHeaderView?.frame.height ?? 0
        let gap: CGFloat = style == .plain ? 0 : 18
        for index in sections.indices {
            y += gap
            sections[index].headerY = y
            y += sections[index].headerHeight
            for row in sections[index].rows.indices {
                sections[index].rows[row].y = y
                y += sections[index].rows[row].height
            }
            sections[index].footerY = y
            y += sections[index].footerHeight
        }
        y += tableFooterView?.frame.height ?? 0
        contentSize = CGSize(width: bounds.width, height: y)
    }

    // MARK: Layout

    override func scrolled(from old: CGRect, animated: Bool) {
        passing.scrolled(from: old, to: bounds, animated: animated)
        setNeedsLayout()
    }

    private var passing = PassingArea()

    open override func layoutSubviews() {
        super.layoutSubviews()
        loadIfNeeded()
        if contentSize.width != bounds.width { place() }
        // The height of a row is known when its cell is there, which moves those below.
        for _ in 0..<10 where !showCells() { place() }
        showOthers()
    }

    /// - Returns: whether all rows are as high as was thought.
    private func showCells() -> Bool {
        let seen = paths(in: passing.area ?? bounds)
        if !passing.keepsAll {
            let kept = Set(seen)
            for path in shown.keys where !kept.contains(path) { remove(path) }
        }
        var isRight = true
        for path in seen {
            let wasThere = shown[path] != nil
            guard let row = row(path), let cell = cell(path) else { continue }
            if row.isGuessed {
                let height = cell.fittingHeight(width: bounds.width)
                sections[path.section].rows[path.row].isGuessed = false
                sections[path.section].rows[path.row].height = height
                if height != row.height { isRight = false }
            }
            let frame = rectForRow(at: path).offsetBy(dx: swiper.shift(of: path), dy: 0)
            if wasThere && movesCells {
                cell.frame = frame
            } else {
                UIView.performWithoutAnimation { cell.frame = frame }
            }
        }
        return isRight
    }

    private func cell(_ path: IndexPath) -> UITableViewCell? {
        if let cell = shown[path] { return cell }
        guard let cell = CellMaking.run({ dataSource?.tableView(self, cellForRowAt: path) }) else { return nil }
        cell.setSelected(selected.contains(path), animated: false)
        showEditing(cell, path)
        cell.configureForDisplay()
        cell.onPress = { [weak self] cell in
            if let self, let path = indexPath(for: cell) { press(path) }
        }
        cell.onTouch = { [weak self] cell, isTouched in
            guard let self else { return }
            if isTouched, let path = indexPath(for: cell) { touch(path) } else { pressHighlight.end() }
        }
        cell.onDetail = { [weak self] cell in
            guard let self, let path = indexPath(for: cell) else { return }
            listener?.tableView(self, accessoryButtonTappedForRowWith: path)
        }
        listener?.tableView(self, willDisplay: cell, forRowAt: path)
        // The keyboard's order is that of the rows.
        let before = shown.filter { $0.key < path }.max { $0.key < $1.key }?.value
        if let before {
            insertSubview(cell, aboveSubview: before)
        } else {
            insertSubview(cell, at: backgroundView == nil ? 0 : 1)
        }
        shown[path] = cell
        return cell
    }

    private func remove(_ path: IndexPath) {
        if let cell = shown.removeValue(forKey: path) { discard(cell, path) }
    }

    private func discard(_ cell: UITableViewCell, _ path: IndexPath) {
        cell.removeFromSuperview()
        if let identifier = cell.reuseIdentifier { pool.give(cell, identifier) }
        listener?.tableView(self, didEndDisplaying: cell, forRowAt: path)
    }

    private func showOthers() {
        let width = bounds.width
        backgroundView?.frame = bounds
        tableHeaderView?.frame = CGRect(x: 0, y: 0, width: width, height: tableHeaderView?.frame.height ?? 0)
        for section in sections {
            section.header?.frame = inset(section.header, section.headerY, section.headerHeight)
            section.footer?.frame = inset(section.footer, section.footerY, section.footerHeight)
        }
        if let footer = tableFooterView {
            footer.frame = CGRect(
                x: 0, y: contentSize.height - footer.frame.height, width: width, height: footer.frame.height)
        }
        let rows = separatorStyle == .none ? [] : shown.keys.sorted()
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
            if line.superview == nil { addSubview(line) }
            let rect = rectForRow(at: rows[index])
            line.backgroundColor = separatorColor
            line.frame = CGRect(
                x: separatorInset.left, y: rect.maxY - 1, width: width - separatorInset.left - separatorInset.right,
                height: 1)
        }
    }

    /// Labels keep off the edge; a program's own header fills the width.
    private func inset(_ view: UIView?, _ y: CGFloat, _ height: CGFloat) -> CGRect {
        let margin: CGFloat = view is UILabel ? 16 : 0
        return CGRect(x: margin, y: y, width: bounds.width - 2 * margin, height: height)
    }

    /// Brings a row to a place of the visible part.
    open func scrollToRow(at indexPath: IndexPath, at scrollPosition: UITableView.ScrollPosition, animated: Bool) {
        layoutIfNeeded()
        let (rect, insets) = (rectForRow(at: indexPath), adjustedContentInset)
        let y: CGFloat
        switch scrollPosition {
        case .top: y = rect.minY - insets.top
        case .middle: y = rect.midY - bounds.height / 2
        case .bottom: y = rect.maxY + insets.bottom - bounds.height
        case .none: return scrollRectToVisible(rect, animated: animated)
        }
        setContentOffset(inside(CGPoint(x: contentOffset.x, y: y)), animated: animated)
    }

    // MARK: Selection

    open var indexPathForSelectedRow: IndexPath? { selected.min() }
    open var indexPathsForSelectedRows: [IndexPath]? { selected.isEmpty ? nil : selected.sorted() }

    /// Tells the delegate nothing.
    open func selectRow(
        at indexPath: IndexPath?, animated: Bool, scrollPosition: UITableView.ScrollPosition
    ) {
        if !selectsSeveral || indexPath == nil {
            for path in selected where path != indexPath { deselectRow(at: path, animated: animated) }
        }
        guard let indexPath else { return }
        selected.insert(indexPath)
        shown[indexPath]?.setSelected(true, animated: animated)
        if scrollPosition != .none { scrollToRow(at: indexPath, at: scrollPosition, animated: animated) }
    }

    open func deselectRow(at indexPath: IndexPath, animated: Bool) {
        selected.remove(indexPath)
        shown[indexPath]?.setSelected(false, animated: animated)
    }

    final var selectsNow: Bool {
        edits ? allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing : allowsSelection
    }
    final var selectsSeveral: Bool { edits ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection }

    package override var role: AccessibleRole { .list }
}

extension UITableViewCell {
    /// Source: Apple, UITableViewCell.SeparatorStyle.
    public enum SeparatorStyle: Int, Sendable {
        case none = 0
        case singleLine = 1
    }
}
