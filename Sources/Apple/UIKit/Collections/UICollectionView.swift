import Foundation
import GtkSupport

/// Items that a layout places. Source: Apple, UICollectionView.
///
/// Linux: items that stay move to their new places, those that come and go do so without an animation.
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

    final let views = ReusableViews()
    final var shown = ShownCells<UICollectionViewCell>()
    final var shownOthers: [ElementKey: UICollectionReusableView] = [:]
    /// Sections that scroll by themselves.
    final var strips: [Int: StripView] = [:]
    final var passing = PassingArea()
    /// Whether existing views move to their places with the current animation.
    final var movesCells = false
    final var batch = ListBatch()
    final var prefetching = ItemPrefetching()
    final var selected: Set<IndexPath> = []
    final let pressHighlight = PressHighlight()
    /// The number of items of each section; `nil` until the data source is asked.
    final var counts: [Int]?
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
        menus = MenuPress(self) { [weak self] place in
            guard let self, let path = indexPathForItem(at: place) else { return nil }
            return listener?.collectionView(self, contextMenuConfigurationForItemsAt: [path], point: place)
        }
    }

    private var menus: MenuPress?

    public required init?(coder: NSCoder) { nil }

    open weak var dataSource: (any UICollectionViewDataSource)? { didSet { reloadData() } }
    final var listener: (any UICollectionViewDelegate)? { delegate as? any UICollectionViewDelegate }
    open var allowsSelection = true
    open var allowsMultipleSelection = false
    /// Whether a person edits what is shown. Nothing is selected when that begins or ends.
    open var isEditing = false {
        didSet {
            guard isEditing != oldValue else { return }
            for path in selected {
                selected.remove(path)
                cellForItem(at: path)?.isSelected = false
            }
        }
    }
    open var allowsSelectionDuringEditing = false
    open var allowsMultipleSelectionDuringEditing = false

    /// Whether an item can be selected now.
    final var selectsNow: Bool {
        isEditing ? allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing : allowsSelection
    }
    final var selectsSeveral: Bool { isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection }

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
        views.register(cellClass, identifier)
    }

    open func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
        withReuseIdentifier identifier: String
    ) { views.register(viewClass, kind: elementKind, identifier) }

    /// A cell that is not shown anymore, or a new one of the registered class.
    open func dequeueReusableCell(
        withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionViewCell { views.take(identifier) }

    open func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView { views.take(kind: elementKind, identifier) }

    /// `nil` for an item that is not seen.
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { shown[indexPath] }
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? { shown.path(of: cell) }
    /// In the order of the items. Apple promises no order.
    open var visibleCells: [UICollectionViewCell] { shown.inOrder }
    open var indexPathsForVisibleItems: [IndexPath] { shown.paths }
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
        return elements(in: place)
            .filter { $0.representedElementKind == nil && $0.frame.contains(point) && !$0.isHidden }
            .max { ($0.zIndex, $0.indexPath) < ($1.zIndex, $1.indexPath) }?.indexPath
    }

    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        prepareIfNeeded()
        return collectionViewLayout.layoutAttributesForItem(at: indexPath).flatMap { flipped([$0]).first }
    }

    /// Asks the data source for everything again. Nothing is selected anymore.
    open func reloadData() {
        selected = []
        reload()
    }

    // MARK: Changes

    open func insertItems(at indexPaths: [IndexPath]) { change { $0.inserted += indexPaths } }
    open func deleteItems(at indexPaths: [IndexPath]) { change { $0.deleted.formUnion(indexPaths) } }
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        change { $0.moved[indexPath] = newIndexPath }
    }
    open func reloadItems(at indexPaths: [IndexPath]) { change { $0.reloaded.formUnion(indexPaths) } }

    open func insertSections(_ sections: IndexSet) { change { $0.insertedSections.formUnion(sections) } }
    open func deleteSections(_ sections: IndexSet) { change { $0.deletedSections.formUnion(sections) } }
    open func moveSection(_ section: Int, toSection newSection: Int) {
        change { $0.movedSections[section] = newSection }
    }
    /// Nothing in these sections is selected anymore.
    open func reloadSections(_ sections: IndexSet) {
        selected = selected.filter { !sections.contains($0.section) }
        change { $0.reloadedSections.formUnion(sections) }
    }

    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        batch.begin()
        updates?()
        guard let changes = batch.end() else {
            completion?(true)
            return
        }
        follow(changes, completion)
    }

    /// Asks the data source for items again that are shown, which keep their cells.
    open func reconfigureItems(at indexPaths: [IndexPath]) {
        for path in indexPaths {
            guard let cell = shown[path] else { continue }
            views.reconfigured = cell
            let new = dataSource?.collectionView(self, cellForItemAt: path)
            views.reconfigured = nil
            precondition(new === cell, "the data source takes another cell: UICollectionView.reconfigureItems(at:)")
            collectionViewLayout.measureAgain(path)
        }
        setNeedsLayout()
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
        let passed = leadingOffset
        contentSize = collectionViewLayout.collectionViewContentSize
        keepLeadingOffset(passed)
    }

    /// Where the first and the last place of the scrolling were, across the screen.
    final var scrolling: Scrolling?

    override func directionChanged() {
        super.directionChanged()
        layoutIsStale()
    }

    open override func adjustedContentInsetDidChange() {
        super.adjustedContentInsetDidChange()
        layoutIsStale()
    }

    open override var bounds: CGRect {
        get { super.bounds }
        set {
            let isStale =
                isPrepared && newValue != bounds
                && collectionViewLayout.shouldInvalidateLayout(forBoundsChange: newValue)
            let context = isStale ? collectionViewLayout.invalidationContext(forBoundsChange: newValue) : nil
            if isStale { isPrepared = false }
            super.bounds = newValue
            if let context { collectionViewLayout.invalidateLayout(with: context) }
        }
    }

    override func scrolled(from old: CGRect, animated: Bool) {
        passing.scrolled(from: old, to: bounds, animated: animated)
        setNeedsLayout()
    }

    override func proposedTarget(_ target: CGPoint, _ velocity: CGPoint) -> CGPoint {
        collectionViewLayout.targetContentOffset(forProposedContentOffset: target, withScrollingVelocity: velocity)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        if bounds.size != layoutSize { isPrepared = false }
        // The size of an element may be known when its view is there, which moves others.
        for _ in 0..<10 {
            prepareIfNeeded()
            let seen = seenAttributes()
            for attributes in seen.sorted(by: { $0.indexPath < $1.indexPath }) { show(attributes) }
            if !measure(seen) { break }
            isPrepared = false
        }
        backgroundView?.frame = bounds
        prefetch()
    }

    /// Told of items that are about to be seen.
    open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
    package override var role: AccessibleRole { .list }
}
