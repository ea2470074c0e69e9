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

    private let cells = CellPool<UICollectionViewCell>()
    private var otherPools: [String: CellPool<UICollectionReusableView>] = [:]
    private final var shown: [IndexPath: UICollectionViewCell] = [:]
    private var shownOthers: [ElementKey: UICollectionReusableView] = [:]
    final var selected: Set<IndexPath> = []
    final let pressHighlight = PressHighlight()
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

    /// For a registration, whose class is known when a program is compiled.
    final func dequeue<Cell: UICollectionViewCell>(_ identifier: String, as type: Cell.Type) -> Cell {
        if !cells.knows(identifier) { cells.register(type, identifier) }
        let cell = dequeueReusableCell(withReuseIdentifier: identifier, for: IndexPath(item: 0, section: 0))
        guard let cell = cell as? Cell else { preconditionFailure("not a \(type): UICollectionView") }
        return cell
    }

    final func dequeue<View: UICollectionReusableView>(_ kind: String, _ identifier: String, as type: View.Type) -> View
    {
        if !pool(kind).knows(identifier) { pool(kind).register(type, identifier) }
        let view = dequeueReusableSupplementaryView(
            ofKind: kind, withReuseIdentifier: identifier, for: IndexPath(item: 0, section: 0))
        guard let view = view as? View else { preconditionFailure("not a \(type): UICollectionView") }
        return view
    }

    private func dequeue<View: UICollectionReusableView>(
        _ pool: CellPool<View>, _ identifier: String, make: (AnyClass) -> View?
    ) -> View {
        if let view = reconfigured as? View, view.reuseIdentifier == identifier { return view }
        var isNew = false
        let view = pool.take(identifier) { type in
            isNew = true
            return make(type)
        }
        guard let view else {
            preconditionFailure("no class is registered for the identifier \(identifier): UICollectionView")
        }
        if isNew { view.reuseIdentifier = identifier } else { view.reuse() }
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
        pressHighlight.end()
        for path in shown.keys.sorted() { remove(path) }
        for key in shownOthers.keys { removeOther(key) }
        counts = nil
        prefetched = []
        invalidateLayout(isOfAll: true)
    }

    /// Tells the layout that there may be other items.
    private func invalidateLayout(isOfAll: Bool) {
        let context = collectionViewLayout.newContext()
        (context.isOfAll, context.isOfCounts) = (isOfAll, true)
        collectionViewLayout.invalidateLayout(with: context)
    }

    // MARK: Changes

    /// Those of the batch that is under way.
    private var batch: ListChanges?

    private func change(_ edit: (inout ListChanges) -> Void) {
        let isOwn = batch == nil
        var changes = batch ?? ListChanges(isAnimated: true)
        edit(&changes)
        if isOwn { follow(changes.followed) } else { batch = changes }
    }

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
    /// Nothing in these sections is selected any more.
    open func reloadSections(_ sections: IndexSet) {
        selected = selected.filter { !sections.contains($0.section) }
        change { $0.reloadedSections.formUnion(sections) }
    }

    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        let isOutermost = batch == nil
        if isOutermost { batch = ListChanges(isAnimated: true) }
        updates?()
        guard isOutermost, let changes = batch else {
            completion?(true)
            return
        }
        batch = nil
        follow(changes.followed, completion)
    }

    /// The data source has other items now.
    final func follow(_ changes: FollowedChanges, _ completion: ((Bool) -> Void)? = nil) {
        pressHighlight.follow { changes.keeps($0) ? changes.place($0) : nil }
        selected = Set(selected.compactMap(changes.place))
        let cells = shown
        shown = [:]
        for (path, cell) in cells.sorted(by: { $0.key < $1.key }) {
            if changes.keeps(path), let new = changes.place(path) { shown[new] = cell } else { discard(cell, path) }
        }
        arrange()
        for key in shownOthers.keys { removeOther(key) }
        counts = nil
        followStrips(changes)
        collectionViewLayout.follow(changes)
        invalidateLayout(isOfAll: false)
        showChanges(
            animated: changes.isAnimated,
            { isAnimated in
                self.movesCells = isAnimated
                self.layoutIfNeeded()
                self.movesCells = false
            }, completion: completion)
    }

    /// The keyboard's order is that of the items.
    private func arrange() {
        var before: UICollectionViewCell?
        for path in shown.keys.sorted() {
            guard let cell = shown[path] else { continue }
            if let before, let outer = cell.superview, before.superview === outer,
                let place = outer.subviews.firstIndex(of: cell), let other = outer.subviews.firstIndex(of: before),
                place < other
            {
                outer.insertSubview(cell, aboveSubview: before)
            }
            before = cell
        }
    }

    /// Asks the data source for items again that are shown, which keep their cells.
    open func reconfigureItems(at indexPaths: [IndexPath]) {
        for path in indexPaths {
            guard let cell = shown[path] else { continue }
            reconfigured = cell
            let new = dataSource?.collectionView(self, cellForItemAt: path)
            reconfigured = nil
            precondition(new === cell, "the data source takes another cell: UICollectionView.reconfigureItems(at:)")
            collectionViewLayout.measureAgain(path)
        }
        setNeedsLayout()
    }

    /// The cell that is asked for again.
    private var reconfigured: UICollectionViewCell?

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

    private var passing = PassingArea()

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
    private var prefetched: Set<IndexPath> = []

    /// Announces the items of one more screen on all sides, and takes back what is not near any more.
    private func prefetch() {
        guard let prefetchDataSource else { return }
        let near = bounds.insetBy(dx: -bounds.width, dy: -bounds.height)
        let paths = Set(
            (collectionViewLayout.layoutAttributesForElements(in: near) ?? [])
                .filter { $0.representedElementKind == nil }.map(\.indexPath)
        ).subtracting(shown.keys)
        let (new, gone) = (paths.subtracting(prefetched), prefetched.subtracting(paths).subtracting(shown.keys))
        prefetched = paths
        if !new.isEmpty { prefetchDataSource.collectionView(self, prefetchItemsAt: new.sorted()) }
        let left = gone.filter { $0.section < numberOfSections && $0.item < numberOfItems(inSection: $0.section) }
        if !left.isEmpty {
            prefetchDataSource.collectionView(self, cancelPrefetchingForItemsAt: left.sorted())
        }
    }

    /// What is to be shown; what is not is taken away.
    private func seenAttributes() -> [UICollectionViewLayoutAttributes] {
        placeStrips()
        let seen = collectionViewLayout.shownElements(in: passing.area ?? bounds)
        guard !passing.keepsAll, !strips.values.contains(where: \.passing.keepsAll) else { return seen }
        let cells = Set(seen.filter { $0.representedElementKind == nil }.map(\.indexPath))
        for path in shown.keys where !cells.contains(path) { remove(path) }
        let others = Set(seen.compactMap(Self.key))
        for key in shownOthers.keys where !others.contains(key) { removeOther(key) }
        return seen
    }

    /// - Returns: whether elements have other sizes than was thought.
    private func measure(_ seen: [UICollectionViewLayoutAttributes]) -> Bool {
        var isWrong = false
        for attributes in seen where attributes.estimates.isAny {
            let view = Self.key(attributes).flatMap { shownOthers[$0] } ?? shown[attributes.indexPath]
            guard let view else { continue }
            let size = view.preferredLayoutAttributesFitting(attributes).size
            if collectionViewLayout.take(size, for: attributes) { isWrong = true }
        }
        return isWrong
    }

    // MARK: Sections that scroll by themselves

    private var strips: [Int: StripView] = [:]

    private func placeStrips() {
        for section in strips.keys where collectionViewLayout.strip(ofSection: section) == nil { removeStrip(section) }
        for section in 0..<numberOfSections {
            guard let strip = collectionViewLayout.strip(ofSection: section) else { continue }
            if let view = strips[section] {
                view.show(strip)
                continue
            }
            let view = StripView(strip)
            view.onMove = { [weak self, weak view] in
                guard let self, let view, let section = strips.first(where: { $0.value === view })?.key else { return }
                collectionViewLayout.setOffset(
                    view.contentOffset, passing: view.passing.area, ofSection: section)
                setNeedsLayout()
            }
            strips[section] = view
            insertSubview(view, at: backgroundView == nil ? 0 : 1)
            view.onMove?()
        }
    }

    /// The parts of sections that scroll by themselves go with their sections.
    private func followStrips(_ changes: FollowedChanges) {
        var new: [Int: StripView] = [:]
        for (section, view) in strips {
            if let place = changes.section(section) { new[place] = view } else { view.removeFromSuperview() }
        }
        strips = new
    }

    private func removeStrip(_ section: Int) {
        guard let view = strips.removeValue(forKey: section) else { return }
        for path in shown.keys where path.section == section { remove(path) }
        view.removeFromSuperview()
        collectionViewLayout.setOffset(.zero, passing: nil, ofSection: section)
    }

    final func strip(ofSection section: Int) -> UIScrollView? { strips[section] }

    // MARK: Showing and removing views

    private static func key(_ attributes: UICollectionViewLayoutAttributes) -> ElementKey? {
        attributes.representedElementKind.map { ElementKey(kind: $0, path: attributes.indexPath) }
    }

    private func show(_ attributes: UICollectionViewLayoutAttributes) {
        let strip = attributes.isInStrip ? strips[attributes.indexPath.section] : nil
        let key = Self.key(attributes)
        let old: UICollectionReusableView? = key.map { shownOthers[$0] } ?? shown[attributes.indexPath]
        let view = key.map { other($0) } ?? cell(attributes.indexPath)
        guard let view else { return }
        insert(view, attributes.indexPath, in: strip ?? self)
        var placed = attributes
        if let strip, let copy = attributes.copy() as? UICollectionViewLayoutAttributes {
            let (seen, place) = (strip.bounds.origin, strip.frame.origin)
            copy.frame = copy.frame.offsetBy(dx: seen.x - place.x, dy: seen.y - place.y)
            placed = copy
        }
        if old != nil && movesCells {
            view.take(placed)
        } else {
            UIView.performWithoutAnimation { view.take(placed) }
        }
    }

    /// The keyboard's order is that of the items.
    private func insert(_ view: UICollectionReusableView, _ path: IndexPath, in outer: UIView) {
        guard view.superview !== outer else { return }
        guard view is UICollectionViewCell else { return outer.addSubview(view) }
        let before = shown.filter { $0.key < path && $0.value.superview === outer }.max { $0.key < $1.key }?.value
        if let before { return outer.insertSubview(view, aboveSubview: before) }
        outer.insertSubview(view, at: outer === self && backgroundView != nil ? 1 : 0)
    }

    private func cell(_ path: IndexPath) -> UICollectionViewCell? {
        if let cell = shown[path] { return cell }
        guard let cell = CellMaking.run({ dataSource?.collectionView(self, cellForItemAt: path) }) else { return nil }
        cell.isSelected = selected.contains(path)
        cell.configureForDisplay()
        cell.onPress = { [weak self] cell in
            if let self, let path = indexPath(for: cell) { press(path) }
        }
        cell.onTouch = { [weak self] cell, isTouched in
            guard let self else { return }
            if isTouched, let path = indexPath(for: cell) { touch(path) } else { pressHighlight.end() }
        }
        listener?.collectionView(self, willDisplay: cell, forItemAt: path)
        shown[path] = cell
        return cell
    }

    private func other(_ key: ElementKey) -> UICollectionReusableView? {
        if let view = shownOthers[key] { return view }
        let kind = key.kind ?? ""
        let view = dataSource?.collectionView(self, viewForSupplementaryElementOfKind: kind, at: key.path)
        if let view { shownOthers[key] = view }
        return view
    }

    private func remove(_ path: IndexPath) {
        if let cell = shown.removeValue(forKey: path) { discard(cell, path) }
    }

    private func discard(_ cell: UICollectionViewCell, _ path: IndexPath) {
        cell.removeFromSuperview()
        if let identifier = cell.reuseIdentifier { cells.give(cell, identifier) }
        listener?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
    }

    private func removeOther(_ key: ElementKey) {
        guard let view = shownOthers.removeValue(forKey: key) else { return }
        view.removeFromSuperview()
        if let identifier = view.reuseIdentifier { pool(key.kind ?? "").give(view, identifier) }
    }

    package override var role: AccessibleRole { .list }
}
