import Foundation
import GtkSupport

/// Items that a layout places. Source: Apple, UICollectionView.
///
/// Linux: items come and go without an animation.
open class UICollectionView: UIScrollView {
    /// Source: Apple, UICollectionView.ScrollDirection.
    public enum ScrollDirection: Int, Sendable {
        case vertical = 0
        case horizontal = 1
    }

    /// Source: Apple, UICollectionView.ScrollPosition.
    public struct ScrollPosition: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let top = ScrollPosition(rawValue: 1)
        public static let centeredVertically = ScrollPosition(rawValue: 2)
        public static let bottom = ScrollPosition(rawValue: 4)
        public static let left = ScrollPosition(rawValue: 8)
        public static let centeredHorizontally = ScrollPosition(rawValue: 16)
        public static let right = ScrollPosition(rawValue: 32)
    }

    public nonisolated static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    public nonisolated static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    private struct ElementKey: Hashable {
        let kind: String
        let path: IndexPath
    }

    private let cells = CellPool<UICollectionViewCell>()
    private var otherPools: [String: CellPool<UICollectionReusableView>] = [:]
    private final var shown: [IndexPath: UICollectionViewCell] = [:]
    private var shownOthers: [ElementKey: UICollectionReusableView] = [:]
    final var selected: Set<IndexPath> = []
    /// The number of items of each section; `nil` until the data source is asked.
    private var counts: [Int]?
    private var isPrepared = false
    private var layoutSize = CGSize.zero

    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
        layout.collectionView = self
        isAccessibilityElement = true
        let tap = UITapGestureRecognizer()
        tap.onAction = { [weak self] recognizer in
            if let self, let path = indexPathForItem(at: recognizer.location(in: self)) { press(path) }
        }
        addGestureRecognizer(tap)
    }

    public required init?(coder: NSCoder) { nil }

    open weak var dataSource: (any UICollectionViewDataSource)? { didSet { reloadData() } }
    final var listener: (any UICollectionViewDelegate)? { delegate as? any UICollectionViewDelegate }
    open var allowsSelection = true
    open var allowsMultipleSelection = false

    open var collectionViewLayout: UICollectionViewLayout {
        didSet {
            oldValue.collectionView = nil
            collectionViewLayout.collectionView = self
            layoutIsStale()
        }
    }

    /// Linux: the items move to their new places if that is animated; those that come are there at once.
    open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
        collectionViewLayout = layout
        guard animated, presence != nil else { return }
        UIView.animate(withDuration: 0.3) {
            self.movesCells = true
            self.layoutIfNeeded()
            self.movesCells = false
        }
    }

    private var movesCells = false

    /// Behind the items.
    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let backgroundView { insertSubview(backgroundView, at: 0) }
            setNeedsLayout()
        }
    }

    // MARK: Views

    open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        cells.register(cellClass, identifier)
    }

    open func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
        withReuseIdentifier identifier: String
    ) { pool(elementKind).register(viewClass, identifier) }

    private func pool(_ kind: String) -> CellPool<UICollectionReusableView> {
        let pool = otherPools[kind] ?? CellPool()
        otherPools[kind] = pool
        return pool
    }

    /// A cell that is not shown any more, or a new one of the registered class.
    open func dequeueReusableCell(
        withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionViewCell {
        dequeue(cells, identifier) { type in
            guard type is UICollectionViewCell.Type else { return nil }
            return unsafeBitCast(type, to: UICollectionViewCell.MadeCell.Type.self).init(frame: .zero)
        }
    }

    open func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView {
        dequeue(pool(elementKind), identifier) { type in
            guard type is UICollectionReusableView.Type else { return nil }
            return unsafeBitCast(type, to: UICollectionReusableView.Made.Type.self).init(frame: .zero)
        }
    }

    private func dequeue<View: UICollectionReusableView>(
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
        if isNew { view.reuseIdentifier = identifier } else { view.prepareForReuse() }
        return view
    }

    /// `nil` for an item that is not seen.
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { shown[indexPath] }
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? { shown.first { $0.value === cell }?.key }
    /// In the order of the items. Apple promises no order.
    open var visibleCells: [UICollectionViewCell] { shown.sorted { $0.key < $1.key }.map(\.value) }
    open var indexPathsForVisibleItems: [IndexPath] { shown.keys.sorted() }
    open func supplementaryView(forElementKind elementKind: String, at indexPath: IndexPath)
        -> UICollectionReusableView?
    { shownOthers[ElementKey(kind: elementKind, path: indexPath)] }

    // MARK: Items

    private func load() -> [Int] {
        if let counts { return counts }
        guard let dataSource else { return [] }
        let all = (0..<dataSource.numberOfSections(in: self)).map {
            dataSource.collectionView(self, numberOfItemsInSection: $0)
        }
        counts = all
        return all
    }

    open var numberOfSections: Int { load().count }
    /// 0 for a section that is not there.
    open func numberOfItems(inSection section: Int) -> Int {
        let all = load()
        return all.indices.contains(section) ? all[section] : 0
    }

    open func indexPathForItem(at point: CGPoint) -> IndexPath? {
        prepareIfNeeded()
        let place = CGRect(origin: point, size: CGSize(width: 1, height: 1))
        return (collectionViewLayout.layoutAttributesForElements(in: place) ?? [])
            .filter { $0.representedElementKind == nil && $0.frame.contains(point) && !$0.isHidden }
            .max { ($0.zIndex, $0.indexPath) < ($1.zIndex, $1.indexPath) }?.indexPath
    }

    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        prepareIfNeeded()
        return collectionViewLayout.layoutAttributesForItem(at: indexPath)
    }

    /// Asks the data source for everything again. Nothing is selected any more.
    open func reloadData() {
        selected = []
        reload()
    }

    private func reload() {
        for path in shown.keys.sorted() { remove(path) }
        for key in shownOthers.keys { removeOther(key) }
        counts = nil
        layoutIsStale()
    }

    open func reloadItems(at indexPaths: [IndexPath]) {
        for path in indexPaths { remove(path) }
        layoutIsStale()
    }

    open func reloadSections(_ sections: IndexSet) {
        selected = selected.filter { !sections.contains($0.section) }
        reload()
    }

    // MARK: Changes

    /// Changes that belong together: places of what goes are those before them, places of what comes those after them.
    private struct Changes {
        var deleted: [IndexPath] = []
        var inserted: [IndexPath] = []
        var moved: [IndexPath: IndexPath] = [:]

        /// Where an item is after the changes; `nil` if it has gone.
        func place(of path: IndexPath) -> IndexPath? {
            moved[path] ?? path.moved(byDeleting: deleted + moved.keys)?.moved(byInserting: inserted + moved.values)
        }
    }

    /// Those of the batch that is under way.
    private var batch: Changes?

    private func change(_ edit: (inout Changes) -> Void) {
        var changes = batch ?? Changes()
        edit(&changes)
        if batch != nil { batch = changes } else { apply(changes) }
    }

    private func apply(_ changes: Changes) {
        selected = Set(selected.compactMap(changes.place))
        reload()
    }

    open func insertItems(at indexPaths: [IndexPath]) { change { $0.inserted += indexPaths } }
    open func deleteItems(at indexPaths: [IndexPath]) { change { $0.deleted += indexPaths } }
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        change { $0.moved[indexPath] = newIndexPath }
    }

    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        let isOutermost = batch == nil
        if isOutermost { batch = Changes() }
        updates?()
        if isOutermost, let changes = batch {
            batch = nil
            apply(changes)
            layoutIfNeeded()
        }
        completion?(true)
    }

    // MARK: Layout

    final func layoutIsStale() {
        isPrepared = false
        setNeedsLayout()
    }

    private func prepareIfNeeded() {
        guard !isPrepared else { return }
        isPrepared = true
        layoutSize = bounds.size
        collectionViewLayout.prepare()
        contentSize = collectionViewLayout.collectionViewContentSize
    }

    open override func adjustedContentInsetDidChange() {
        super.adjustedContentInsetDidChange()
        layoutIsStale()
    }

    open override var bounds: CGRect {
        get { super.bounds }
        set {
            if isPrepared, newValue != bounds, collectionViewLayout.shouldInvalidateLayout(forBoundsChange: newValue) {
                isPrepared = false
            }
            super.bounds = newValue
        }
    }

    override func scrolled(from old: CGRect, animated: Bool) {
        keepsShown = animated
        setNeedsLayout()
    }

    override func proposedTarget(_ target: CGPoint, _ velocity: CGPoint) -> CGPoint {
        collectionViewLayout.targetContentOffset(forProposedContentOffset: target, withScrollingVelocity: velocity)
    }

    /// While it scrolls by itself, what it leaves is still seen.
    private var keepsShown = false

    open override func layoutSubviews() {
        super.layoutSubviews()
        if bounds.size != layoutSize { isPrepared = false }
        prepareIfNeeded()
        let seen = collectionViewLayout.layoutAttributesForElements(in: bounds) ?? []
        if !keepsShown {
            let cells = Set(seen.filter { $0.representedElementKind == nil }.map(\.indexPath))
            for path in shown.keys where !cells.contains(path) { remove(path) }
            let others = Set(seen.compactMap(Self.key))
            for key in shownOthers.keys where !others.contains(key) { removeOther(key) }
        }
        for attributes in seen.sorted(by: { $0.indexPath < $1.indexPath }) { show(attributes) }
        backgroundView?.frame = bounds
    }

    private static func key(_ attributes: UICollectionViewLayoutAttributes) -> ElementKey? {
        attributes.representedElementKind.map { ElementKey(kind: $0, path: attributes.indexPath) }
    }

    private func show(_ attributes: UICollectionViewLayoutAttributes) {
        let wasThere: Bool
        let view: UICollectionReusableView?
        if let key = Self.key(attributes) {
            wasThere = shownOthers[key] != nil
            view = other(key)
        } else {
            wasThere = shown[attributes.indexPath] != nil
            view = cell(attributes.indexPath)
        }
        if wasThere && movesCells {
            view?.take(attributes)
        } else {
            UIView.performWithoutAnimation { view?.take(attributes) }
        }
    }

    private func cell(_ path: IndexPath) -> UICollectionViewCell? {
        if let cell = shown[path] { return cell }
        guard let cell = dataSource?.collectionView(self, cellForItemAt: path) else { return nil }
        cell.isSelected = selected.contains(path)
        cell.onPress = { [weak self] cell in
            if let self, let path = indexPath(for: cell) { press(path) }
        }
        listener?.collectionView(self, willDisplay: cell, forItemAt: path)
        // The keyboard's order is that of the items.
        if let before = shown.filter({ $0.key < path }).max(by: { $0.key < $1.key })?.value {
            insertSubview(cell, aboveSubview: before)
        } else {
            insertSubview(cell, at: backgroundView == nil ? 0 : 1)
        }
        shown[path] = cell
        return cell
    }

    private func other(_ key: ElementKey) -> UICollectionReusableView? {
        if let view = shownOthers[key] { return view }
        let made = dataSource?.collectionView(self, viewForSupplementaryElementOfKind: key.kind, at: key.path)
        guard let made else { return nil }
        addSubview(made)
        shownOthers[key] = made
        return made
    }

    private func remove(_ path: IndexPath) {
        guard let cell = shown.removeValue(forKey: path) else { return }
        cell.removeFromSuperview()
        if let identifier = cell.reuseIdentifier { cells.give(cell, identifier) }
        listener?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
    }

    private func removeOther(_ key: ElementKey) {
        guard let view = shownOthers.removeValue(forKey: key) else { return }
        view.removeFromSuperview()
        if let identifier = view.reuseIdentifier { pool(key.kind).give(view, identifier) }
    }

    package override var role: AccessibleRole { .list }
}
