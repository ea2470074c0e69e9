import Foundation

/// What a section of a layout is; `nil` for one that is not shown.
/// Source: Apple, UICollectionViewCompositionalLayoutSectionProvider.
public typealias UICollectionViewCompositionalLayoutSectionProvider =
    @MainActor (_ section: Int, _ layoutEnvironment: any NSCollectionLayoutEnvironment) -> NSCollectionLayoutSection?

/// Sections of groups of items. Source: Apple, UICollectionViewCompositionalLayout.
///
/// It begins at the right where the view goes from right to left. Linux: without decorations, and without headers of the
/// whole layout.
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
    /// One section as it was placed, in the coordinates of the content.
    private struct PlacedSection {
        var frame = CGRect.zero
        var groups: [PlacedGroup] = []
        var others: [PlacedElement] = []
        /// The indices in `others` of those that stay at the edge.
        var pinned: Set<Int> = []
        var strip: ScrollStrip?
        var description: NSCollectionLayoutSection
        var room: LayoutRoom
    }

    private struct PlacedGroup {
        let frame: CGRect
        let elements: [PlacedElement]
    }

    private let provider: UICollectionViewCompositionalLayoutSectionProvider
    open var configuration: UICollectionViewCompositionalLayoutConfiguration { didSet { invalidateLayout() } }
    private var sections: [PlacedSection?] = []
    private var measured: [ElementKey: CGSize] = [:]
    private var size = CGSize.zero
    private var widthMeasured: CGFloat = 0
    /// How far the sections that scroll by themselves are scrolled.
    private var offsets: [Int: CGPoint] = [:]
    /// What of them is seen while they scroll by themselves.
    private var passed: [Int: CGRect] = [:]
    private var isShowing = false

    public init(section: NSCollectionLayoutSection) {
        provider = { _, _ in section }
        configuration = UICollectionViewCompositionalLayoutConfiguration()
        super.init()
    }

    public init(
        section: NSCollectionLayoutSection, configuration: UICollectionViewCompositionalLayoutConfiguration
    ) {
        provider = { _, _ in section }
        self.configuration = configuration
        super.init()
    }

    public init(sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider) {
        provider = sectionProvider
        configuration = UICollectionViewCompositionalLayoutConfiguration()
        super.init()
    }

    public init(
        sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider,
        configuration: UICollectionViewCompositionalLayoutConfiguration
    ) {
        provider = sectionProvider
        self.configuration = configuration
        super.init()
    }

    public required init?(coder: NSCoder) { nil }

    private var isVertical: Bool { configuration.scrollDirection == .vertical }

    override var isMirroredByItself: Bool { true }

    // MARK: Placing

    open override func prepare() {
        super.prepare()
        sections = []
        size = .zero
        guard let view = collectionView else { return }
        let insets = view.adjustedContentInset
        let room = LayoutRoom(
            CGSize(
                width: view.bounds.width - insets.left - insets.right,
                height: view.bounds.height - insets.top - insets.bottom), .zero, view.traitCollection)
        let across = isVertical ? room.contentSize.width : room.contentSize.height
        if across != widthMeasured { (measured, widthMeasured) = ([:], across) }
        var end: CGFloat = 0
        for number in 0..<view.numberOfSections {
            guard let section = provider(number, room) else {
                sections.append(nil)
                continue
            }
            if end > 0 { end += configuration.interSectionSpacing }
            let placed = place(section, number, view.numberOfItems(inSection: number), at: end, room)
            end = isVertical ? placed.frame.maxY : placed.frame.maxX
            sections.append(placed)
        }
        size = isVertical ? CGSize(width: across, height: end) : CGSize(width: end, height: across)
    }

    private func place(
        _ section: NSCollectionLayoutSection, _ number: Int, _ count: Int, at start: CGFloat, _ room: LayoutRoom
    ) -> PlacedSection {
        let insets = section.contentInsets
        let container = room.contentSize.inset(by: insets)
        var placed = PlacedSection(description: section, room: room)
        var end = start
        addBoundaries(section, number, atStart: true, room, &placed, &end)
        end += isVertical ? insets.top : insets.leading
        let isStrip = section.orthogonalScrollingBehavior != .none
        var groups = GroupPlacement(number, count: count, measured, room.traitCollection)
        let first = isVertical ? CGPoint(x: insets.leading, y: end) : CGPoint(x: end, y: insets.top)
        var origin = first
        // Groups follow each other along the scrolling, in a strip across it.
        let goesDown = isVertical != isStrip
        var depth: CGFloat = 0
        while !groups.isComplete {
            let before = groups.next
            let (size, elements) = groups.place(section.group, in: container)
            // A group without room for one item would go on forever.
            guard groups.next > before else { break }
            placed.groups.append(
                PlacedGroup(
                    frame: CGRect(origin: origin, size: size),
                    elements: elements.map { element in
                        var element = element
                        element.frame = element.frame.offsetBy(dx: origin.x, dy: origin.y)
                        return element
                    }))
            depth = max(depth, goesDown ? size.width : size.height)
            if goesDown {
                origin.y += size.height + section.interGroupSpacing
            } else {
                origin.x += size.width + section.interGroupSpacing
            }
        }
        let last = placed.groups.last?.frame
        if isStrip {
            end += depth
            let frame =
                isVertical
                ? CGRect(x: 0, y: first.y, width: room.contentSize.width, height: depth)
                : CGRect(x: first.x, y: 0, width: depth, height: room.contentSize.height)
            placed.strip = ScrollStrip(
                frame: frame, groups: placed.groups.map { $0.frame.offsetBy(dx: -frame.minX, dy: -frame.minY) },
                isVertical: !isVertical, behavior: section.orthogonalScrollingBehavior, insets: insets)
        } else if let last {
            end = isVertical ? last.maxY : last.maxX
        }
        end += isVertical ? insets.bottom : insets.trailing
        addBoundaries(section, number, atStart: false, room, &placed, &end)
        placed.frame =
            isVertical
            ? CGRect(x: 0, y: start, width: room.contentSize.width, height: end - start)
            : CGRect(x: start, y: 0, width: end - start, height: room.contentSize.height)
        return placed
    }

    private func addBoundaries(
        _ section: NSCollectionLayoutSection, _ number: Int, atStart: Bool, _ room: LayoutRoom,
        _ placed: inout PlacedSection, _ end: inout CGFloat
    ) {
        let insets = section.supplementariesFollowContentInsets ? section.contentInsets : .zero
        let sides = isVertical ? (insets.leading, insets.trailing) : (insets.top, insets.bottom)
        let across = (isVertical ? room.contentSize.width : room.contentSize.height) - sides.0 - sides.1
        let container =
            isVertical
            ? CGSize(width: across, height: room.contentSize.height)
            : CGSize(width: room.contentSize.width, height: across)
        for item in section.boundarySupplementaryItems where item.isAtStart(isVertical) == atStart {
            let path = IndexPath(item: 0, section: number)
            var size = item.layoutSize.size(in: container)
            let estimates = item.layoutSize.estimates
            if let own = measured[ElementKey(kind: item.elementKind, path: path)] {
                if estimates.width { size.width = own.width }
                if estimates.height { size.height = own.height }
            }
            let length = isVertical ? size.height : size.width
            let start = atStart || item.extendsBoundary ? end : end - length
            let side = sides.0 + item.share(isVertical) * (across - (isVertical ? size.width : size.height))
            var frame = CGRect(
                origin: isVertical ? CGPoint(x: side, y: start) : CGPoint(x: start, y: side), size: size)
            frame = frame.offsetBy(dx: item.offset.x, dy: item.offset.y)
            if item.pinToVisibleBounds { placed.pinned.insert(placed.others.count) }
            placed.others.append(
                PlacedElement(
                    kind: item.elementKind, path: path, frame: frame,
                    zIndex: item.pinToVisibleBounds ? item.zIndex + 1 : item.zIndex, estimates: estimates))
            if item.extendsBoundary { end += length }
        }
    }

    // MARK: Attributes

    open override var collectionViewContentSize: CGSize { size }

    open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        var all: [UICollectionViewLayoutAttributes] = []
        for (number, section) in sections.enumerated() {
            guard let section else { continue }
            for index in section.others.indices {
                let element = place(of: index, in: section)
                if element.frame.intersects(rect) { all.append(attributes(element)) }
            }
            guard section.frame.intersects(rect) else { continue }
            let shift = offsets[number] ?? .zero
            var visible = rect.offsetBy(dx: shift.x, dy: shift.y)
            if let strip = section.strip {
                visible =
                    passed[number]?.offsetBy(dx: strip.frame.minX, dy: strip.frame.minY)
                    ?? strip.frame.offsetBy(dx: shift.x, dy: shift.y).intersection(visible)
            }
            var items: [UICollectionViewLayoutAttributes] = []
            for group in section.groups where group.frame.insetBy(dx: -100, dy: -100).intersects(visible) {
                for var element in group.elements where element.frame.intersects(visible) {
                    element.frame = element.frame.offsetBy(dx: -shift.x, dy: -shift.y)
                    let attributes = attributes(element)
                    attributes.isInStrip = section.strip != nil
                    items.append(attributes)
                }
            }
            if isShowing { changeVisible(items, section, shift) }
            all += items
        }
        return all
    }

    /// Lets a program change what is seen of a section. It sees the places in the section's own coordinates, in which
    /// it scrolls.
    private func changeVisible(
        _ items: [UICollectionViewLayoutAttributes], _ section: PlacedSection, _ shift: CGPoint
    ) {
        guard let handler = section.description.visibleItemsInvalidationHandler, !items.isEmpty else { return }
        let offset = section.strip == nil ? collectionView?.contentOffset ?? .zero : shift
        for item in items { item.frame = item.frame.offsetBy(dx: shift.x, dy: shift.y) }
        handler(items, offset, section.room)
        for item in items { item.center = CGPoint(x: item.center.x - shift.x, y: item.center.y - shift.y) }
    }

    private func attributes(_ element: PlacedElement) -> UICollectionViewLayoutAttributes {
        let attributes =
            element.kind.map { UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: $0, with: element.path) }
            ?? UICollectionViewLayoutAttributes(forCellWith: element.path)
        (attributes.frame, attributes.zIndex) = (element.frame, element.zIndex)
        if element.estimates.isAny, measured[ElementKey(kind: element.kind, path: element.path)] == nil {
            attributes.estimates = element.estimates
        }
        return attributes
    }

    /// A header that stays at the edge of what is seen, as long as its section is seen.
    private func place(of index: Int, in section: PlacedSection) -> PlacedElement {
        var element = section.others[index]
        guard section.pinned.contains(index), let view = collectionView else { return element }
        let insets = view.adjustedContentInset
        let seen = view.flipped(view.bounds.inset(by: insets))
        var frame = element.frame
        let isFooter = isVertical ? frame.midY > section.frame.midY : frame.midX > section.frame.midX
        if isVertical {
            frame.origin.y =
                isFooter
                ? max(min(frame.minY, seen.maxY - frame.height), section.frame.minY)
                : min(max(frame.minY, seen.minY), section.frame.maxY - frame.height)
        } else {
            frame.origin.x =
                isFooter
                ? max(min(frame.minX, seen.maxX - frame.width), section.frame.minX)
                : min(max(frame.minX, seen.minX), section.frame.maxX - frame.width)
        }
        element.frame = frame
        return element
    }

    open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        guard let section = section(indexPath.section) else { return nil }
        let shift = offsets[indexPath.section] ?? .zero
        for group in section.groups {
            for var element in group.elements where element.kind == nil && element.path == indexPath {
                element.frame = element.frame.offsetBy(dx: -shift.x, dy: -shift.y)
                return attributes(element)
            }
        }
        return nil
    }

    open override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        guard let section = section(indexPath.section) else { return nil }
        let index = section.others.firstIndex { $0.kind == elementKind && $0.path == indexPath }
        if let index { return attributes(place(of: index, in: section)) }
        return section.groups.lazy.flatMap(\.elements).first { $0.kind == elementKind && $0.path == indexPath }
            .map(attributes)
    }

    private func section(_ number: Int) -> PlacedSection? {
        sections.indices.contains(number) ? sections[number] : nil
    }

    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        newBounds.size != collectionView?.bounds.size
    }

    // MARK: Elements that say how large they are

    override func take(_ size: CGSize, for attributes: UICollectionViewLayoutAttributes) -> Bool {
        measured[ElementKey(kind: attributes.representedElementKind, path: attributes.indexPath)] = size
        return size != attributes.size
    }

    override func measureAgain(_ path: IndexPath) {
        if measured.removeValue(forKey: ElementKey(kind: nil, path: path)) != nil { invalidateLayout() }
    }

    override func follow(_ changes: FollowedChanges) {
        var new: [ElementKey: CGSize] = [:]
        for (key, size) in measured where key.kind == nil && changes.keeps(key.path) {
            if let path = changes.place(key.path) { new[ElementKey(kind: nil, path: path)] = size }
        }
        measured = new
        func moved<Value>(_ values: [Int: Value]) -> [Int: Value] {
            Dictionary(
                values.compactMap { section, value in changes.section(section).map { ($0, value) } },
                uniquingKeysWith: { first, _ in first })
        }
        (offsets, passed) = (moved(offsets), moved(passed))
    }

    // MARK: Sections that scroll by themselves

    override func strip(ofSection section: Int) -> ScrollStrip? { self.section(section)?.strip }

    override func setOffset(_ offset: CGPoint, passing area: CGRect?, ofSection section: Int) {
        (offsets[section], passed[section]) = (offset, area)
    }

    override func shownElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes] {
        isShowing = true
        defer { isShowing = false }
        return super.shownElements(in: rect)
    }
}

extension NSCollectionLayoutBoundarySupplementaryItem {
    /// Whether it is before the items.
    fileprivate func isAtStart(_ isVertical: Bool) -> Bool {
        let (starts, ends): ([NSRectAlignment], [NSRectAlignment]) =
            isVertical
            ? ([.top, .topLeading, .topTrailing], [.bottom, .bottomLeading, .bottomTrailing])
            : ([.leading, .topLeading, .bottomLeading], [.trailing, .topTrailing, .bottomTrailing])
        precondition(
            starts.contains(alignment) || ends.contains(alignment),
            "headers and footers are at the ends of the direction of scrolling: \(type(of: self))")
        return starts.contains(alignment)
    }

    /// Where it is across the scrolling: 0 at the start, 1 at the end.
    fileprivate func share(_ isVertical: Bool) -> CGFloat {
        switch alignment {
        case .topLeading: 0
        case .bottomTrailing: 1
        case .bottomLeading: isVertical ? 0 : 1
        case .topTrailing: isVertical ? 1 : 0
        default: 0.5
        }
    }
}
