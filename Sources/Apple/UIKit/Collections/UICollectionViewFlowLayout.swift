import Foundation

/// Sizes and spaces of single elements. Source: Apple, UICollectionViewDelegateFlowLayout.
@MainActor @preconcurrency
public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        insetForSectionAt section: Int
    ) -> UIEdgeInsets
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        referenceSizeForHeaderInSection section: Int
    ) -> CGSize
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        referenceSizeForFooterInSection section: Int
    ) -> CGSize
}

extension UICollectionViewDelegateFlowLayout {
    private func flow(_ layout: UICollectionViewLayout) -> UICollectionViewFlowLayout? {
        layout as? UICollectionViewFlowLayout
    }

    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize { flow(collectionViewLayout)?.itemSize ?? .zero }
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        insetForSectionAt section: Int
    ) -> UIEdgeInsets { flow(collectionViewLayout)?.sectionInset ?? .zero }
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat { flow(collectionViewLayout)?.minimumLineSpacing ?? 0 }
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat { flow(collectionViewLayout)?.minimumInteritemSpacing ?? 0 }
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        referenceSizeForHeaderInSection section: Int
    ) -> CGSize { flow(collectionViewLayout)?.headerReferenceSize ?? .zero }
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        referenceSizeForFooterInSection section: Int
    ) -> CGSize { flow(collectionViewLayout)?.footerReferenceSize ?? .zero }
}

/// Items in lines, one line after the other. Source: Apple, UICollectionViewFlowLayout.
///
/// A line's items share the room that is left between them; those of the last line keep to its start. Lines begin at the
/// right where the view goes from right to left. A layout that scrolls horizontally does so if a subclass overrides
/// ``UICollectionViewLayout/flipsHorizontallyInOppositeLayoutDirection``. Linux: items have the size that they are given;
/// none measures itself, and headers scroll with their items.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
    /// Across the lines: lines of a layout that scrolls vertically are rows.
    open var scrollDirection = UICollectionView.ScrollDirection.vertical { didSet { invalidateLayout() } }
    open var minimumLineSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
    open var minimumInteritemSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
    open var itemSize = CGSize(width: 50, height: 50) { didSet { invalidateLayout() } }
    open var sectionInset = UIEdgeInsets.zero { didSet { invalidateLayout() } }
    /// Only the length along the scrolling counts; zero for no header.
    open var headerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
    open var footerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }

    private var items: [IndexPath: UICollectionViewLayoutAttributes] = [:]
    private var others: [UICollectionViewLayoutAttributes] = []
    private var size = CGSize.zero

    public override init() { super.init() }

    public required init?(coder: NSCoder) { nil }

    open override class var invalidationContextClass: AnyClass { UICollectionViewFlowLayoutInvalidationContext.self }

    /// Linux: sizes are asked for again where the room across the lines is another one.
    open override func invalidationContext(
        forBoundsChange newBounds: CGRect
    ) -> UICollectionViewLayoutInvalidationContext {
        let context = super.invalidationContext(forBoundsChange: newBounds)
        (context as? UICollectionViewFlowLayoutInvalidationContext)?.invalidateFlowLayoutDelegateMetrics =
            newBounds.size != collectionView?.bounds.size
        return context
    }

    open override var collectionViewContentSize: CGSize { size }

    override var isMirroredByItself: Bool { scrollDirection == .vertical }

    open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        items[indexPath]
    }

    open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        (Array(items.values) + others).filter { $0.frame.intersects(rect) }
    }

    open override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        others.first { $0.representedElementKind == elementKind && $0.indexPath == indexPath }
    }

    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        guard let old = collectionView?.bounds.size else { return false }
        return scrollDirection == .vertical ? newBounds.width != old.width : newBounds.height != old.height
    }

    open override func prepare() {
        super.prepare()
        items = [:]
        others = []
        size = .zero
        guard let collectionView else { return }
        let insets = collectionView.adjustedContentInset
        let across =
            scrollDirection == .vertical
            ? collectionView.bounds.width - insets.left - insets.right
            : collectionView.bounds.height - insets.top - insets.bottom
        var end: CGFloat = 0
        for section in 0..<collectionView.numberOfSections {
            let values = SectionValues(self, collectionView, section)
            end = addOther(UICollectionView.elementKindSectionHeader, values.header, section, end, across)
            end = addItems(values, section, end, across)
            end = addOther(UICollectionView.elementKindSectionFooter, values.footer, section, end, across)
        }
        size =
            scrollDirection == .vertical ? CGSize(width: across, height: end) : CGSize(width: end, height: across)
    }

    /// - Parameters:
    ///   - along: the start in the direction of scrolling.
    ///   - across: the start in the other direction.
    ///   - size: of the element.
    private func frame(_ along: CGFloat, _ across: CGFloat, _ size: CGSize) -> CGRect {
        let isVertical = scrollDirection == .vertical
        return CGRect(origin: CGPoint(x: isVertical ? across : along, y: isVertical ? along : across), size: size)
    }

    private func addOther(
        _ kind: String, _ wanted: CGSize, _ section: Int, _ start: CGFloat, _ across: CGFloat
    ) -> CGFloat {
        let isVertical = scrollDirection == .vertical
        let length = isVertical ? wanted.height : wanted.width
        guard length > 0 else { return start }
        let path = IndexPath(item: 0, section: section)
        let attributes = UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: kind, with: path)
        let size = isVertical ? CGSize(width: across, height: length) : CGSize(width: length, height: across)
        attributes.frame = frame(start, 0, size)
        others.append(attributes)
        return start + length
    }

    private func addItems(_ values: SectionValues, _ section: Int, _ start: CGFloat, _ across: CGFloat) -> CGFloat {
        let isVertical = scrollDirection == .vertical
        let inset = values.inset
        let room = across - (isVertical ? inset.left + inset.right : inset.top + inset.bottom)
        let first = isVertical ? inset.left : inset.top
        func length(_ size: CGSize) -> CGFloat { isVertical ? size.width : size.height }
        func depth(_ size: CGSize) -> CGFloat { isVertical ? size.height : size.width }
        var y = start + (isVertical ? inset.top : inset.left)
        let lines = Self.lines(values.sizes.map(length), room, values.itemSpacing)
        for (number, line) in lines.enumerated() {
            if number > 0 { y += values.lineSpacing }
            let sizes = values.sizes[line]
            let height = sizes.map(depth).max() ?? 0
            // The line whose spaces count: items of one size keep their columns in the last line, too.
            let isLast = number == lines.count - 1
            let model = !isLast ? line : values.areAlike && lines.count > 1 ? lines[0] : nil
            let rest = model.map { room - values.sizes[$0].map(length).reduce(0, +) } ?? 0
            let count = model?.count ?? 0
            let space = count > 1 ? rest / CGFloat(count - 1) : values.itemSpacing
            // A line with room for one item has it in the middle.
            var x = first + (count == 1 ? rest / 2 : 0)
            for (item, size) in zip(line, sizes) {
                let path = IndexPath(item: item, section: section)
                let attributes = UICollectionViewLayoutAttributes(forCellWith: path)
                attributes.frame = frame(y + (height - depth(size)) / 2, x, size)
                items[path] = attributes
                x += length(size) + space
            }
            y += height
        }
        return y + (isVertical ? inset.bottom : inset.right)
    }

    /// Which items are in which line.
    ///
    /// - Parameter lengths: of the items, along the line.
    private static func lines(_ lengths: [CGFloat], _ room: CGFloat, _ space: CGFloat) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var (start, used) = (0, CGFloat(0))
        for (item, length) in lengths.enumerated() {
            // Thirds of a width do not add up to it exactly.
            if item > start, used + space + length > room + 0.001 {
                lines.append(start..<item)
                (start, used) = (item, length)
            } else {
                used += item > start ? space + length : length
            }
        }
        return lengths.isEmpty ? [] : lines + [start..<lengths.count]
    }

    /// What counts in one section: what the delegate says, or the layout.
    private struct SectionValues {
        let sizes: [CGSize]
        let inset: UIEdgeInsets
        let lineSpacing: CGFloat
        let itemSpacing: CGFloat
        let header: CGSize
        let footer: CGSize
        let areAlike: Bool

        @MainActor init(_ layout: UICollectionViewFlowLayout, _ view: UICollectionView, _ section: Int) {
            let count = view.numberOfItems(inSection: section)
            let delegate = view.delegate as? any UICollectionViewDelegateFlowLayout
            let sizes = (0..<count).map { item in
                delegate?.collectionView(
                    view, layout: layout, sizeForItemAt: IndexPath(item: item, section: section)) ?? layout.itemSize
            }
            self.sizes = sizes
            areAlike = sizes.allSatisfy { $0 == sizes.first }
            inset =
                delegate?.collectionView(view, layout: layout, insetForSectionAt: section) ?? layout.sectionInset
            lineSpacing =
                delegate?.collectionView(view, layout: layout, minimumLineSpacingForSectionAt: section)
                ?? layout.minimumLineSpacing
            itemSpacing =
                delegate?.collectionView(view, layout: layout, minimumInteritemSpacingForSectionAt: section)
                ?? layout.minimumInteritemSpacing
            header =
                delegate?.collectionView(view, layout: layout, referenceSizeForHeaderInSection: section)
                ?? layout.headerReferenceSize
            footer =
                delegate?.collectionView(view, layout: layout, referenceSizeForFooterInSection: section)
                ?? layout.footerReferenceSize
        }
    }
}
