import Foundation
import GtkSupport

/// Rows one below the other, in sections. Source: Apple, UITableView.
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

    public let style: Style
    final let pool = CellPool<UITableViewCell>()
    final var isLoaded = false
    final var places = RowPlaces()
    final var shown = ShownCells<UITableViewCell>()
    final var passing = PassingArea()
    /// Whether existing cells move to their places with the current animation.
    final var movesCells = false
    final var batch = ListBatch()
    final let separators = RowSeparators()
    final var selected: Set<IndexPath> = []
    final let pressHighlight = PressHighlight()

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
        for path in shown.paths { if let cell = shown[path] { showEditing(cell, path) } }
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
        stack()
        setNeedsLayout()
    }

    // MARK: Cells

    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        pool.register(cellClass, identifier)
    }

    /// - Returns: a cell that is not shown anymore, or a new one of the registered class, or `nil` without one.
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
    open func indexPath(for cell: UITableViewCell) -> IndexPath? { shown.path(of: cell) }
    open var visibleCells: [UITableViewCell] { shown.inOrder }
    open var indexPathsForVisibleRows: [IndexPath]? { shown.paths }

    // MARK: Rows

    open var numberOfSections: Int {
        loadIfNeeded()
        return places.sections.count
    }

    open func numberOfRows(inSection section: Int) -> Int {
        loadIfNeeded()
        return places.sections[section].rows.count
    }

    open func rectForRow(at indexPath: IndexPath) -> CGRect {
        loadIfNeeded()
        guard let row = places[indexPath] else { return .zero }
        return CGRect(x: 0, y: row.y, width: bounds.width, height: row.height)
    }

    open func indexPathForRow(at point: CGPoint) -> IndexPath? {
        paths(in: CGRect(x: 0, y: point.y, width: 1, height: 0.001)).first
    }

    /// Asks the data source for everything again. Nothing is selected anymore.
    open func reloadData() {
        selected = []
        reload()
    }

    /// Asks the data source for rows again that are shown, which keep their cells.
    open func reconfigureRows(at indexPaths: [IndexPath]) {
        for path in indexPaths {
            guard let cell = shown[path], places[path] != nil else { continue }
            reconfigured = cell
            let new = dataSource?.tableView(self, cellForRowAt: path)
            reconfigured = nil
            precondition(new === cell, "the data source takes another cell: UITableView.reconfigureRows(at:)")
            places.measureAgain(path)
        }
        setNeedsLayout()
    }

    /// The cell that is asked for again.
    private var reconfigured: UITableViewCell?

    // MARK: Changes

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

    /// Nothing in these sections is selected anymore.
    open func reloadSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
        selected = selected.filter { !sections.contains($0.section) }
        change(animation) { $0.reloadedSections.formUnion(sections) }
    }

    /// Without changes before ``endUpdates()``, the heights of rows are asked for again, and nothing else.
    open func beginUpdates() { batch.begin() }

    open func endUpdates() { endUpdates(nil) }

    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        beginUpdates()
        updates?()
        endUpdates(completion)
    }

    // MARK: Layout

    override func scrolled(from old: CGRect, animated: Bool) {
        passing.scrolled(from: old, to: bounds, animated: animated)
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        loadIfNeeded()
        if contentSize.width != bounds.width { stack() }
        // The height of a row is known when its cell is there, which moves those below.
        for _ in 0..<10 where !showCells() { stack() }
        showOthers()
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
