import Foundation
import QuartzCore

/// Where an element of a collection view is, and how it looks. Source: Apple, UICollectionViewLayoutAttributes.
@MainActor @preconcurrency open class UICollectionViewLayoutAttributes: NSObject, @preconcurrency NSCopying {
    open var indexPath: IndexPath
    /// `nil` for a cell.
    open private(set) var representedElementKind: String?
    /// In the coordinates of the collection view's content.
    open var frame = CGRect.zero
    open var alpha: CGFloat = 1
    open var transform = CGAffineTransform.identity
    /// Elements with higher numbers lie above others.
    open var zIndex = 0
    open var isHidden = false
    /// The lengths that the element itself has to say.
    final var estimates = Estimates()
    /// Whether it is in a part of its section that scrolls by itself.
    final var isInStrip = false

    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set { frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2) }
    }

    open var size: CGSize {
        get { frame.size }
        set {
            let middle = center
            frame.size = newValue
            center = middle
        }
    }

    public convenience init(forCellWith indexPath: IndexPath) { self.init(nil, indexPath) }

    public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
        self.init(elementKind, indexPath)
    }

    public override init() { indexPath = IndexPath(item: 0, section: 0) }

    /// Makes attributes for ``makeAttributes()``: calls the initializer of the class that is asked.
    @_silgen_name("UIKit_makeLayoutAttributes")
    package convenience init(ofItsClass: Void) { self.init() }

    /// Attributes of the class that is asked, made by its `init()`, which is not `required`: see `CALayer`.
    @_silgen_name("UIKit_makeLayoutAttributes")
    final class func makeAttributes() -> UICollectionViewLayoutAttributes

    /// A subclass with properties of its own copies them, too.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).makeAttributes()
        (copy.representedElementKind, copy.indexPath, copy.frame) = (representedElementKind, indexPath, frame)
        (copy.alpha, copy.transform, copy.zIndex, copy.isHidden) = (alpha, transform, zIndex, isHidden)
        (copy.estimates, copy.isInStrip) = (estimates, isInStrip)
        return copy
    }

    private convenience init(_ kind: String?, _ path: IndexPath) {
        self.init()
        (representedElementKind, indexPath) = (kind, path)
    }
}

/// Decides where the elements of a collection view are. Source: Apple, UICollectionViewLayout.
///
/// A subclass overrides ``prepare()``, ``collectionViewContentSize`` and the methods that give attributes.
@MainActor @preconcurrency open class UICollectionViewLayout: NSObject {
    open internal(set) weak var collectionView: UICollectionView?

    public override init() {}

    /// Linux: always `nil`, as there are no archives of layouts.
    public required init?(coder: NSCoder) { nil }

    /// Whether the collection view shows what the layout says in a mirror where its direction is not
    /// ``developmentLayoutDirection``; then it begins at the right. A subclass overrides it.
    ///
    /// Linux: the places that the layout is asked about are its own, as is what it says; the view's bounds and offsets
    /// are as they are shown. Layouts of this module that scroll vertically are mirrored in any case.
    open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }

    /// The direction that the layout was written for.
    open var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }

    /// Whether it is shown in a mirror without asking for it.
    var isMirroredByItself: Bool { false }

    /// Called before the other methods when the layout is not valid anymore.
    open func prepare() {}

    open var collectionViewContentSize: CGSize { .zero }

    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }

    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }

    open func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }

    /// Whether another place or size of the visible part makes another layout.
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

    /// Where a scroll stops after a finger has left; a view that is paging does not ask.
    ///
    /// - Parameters:
    ///   - proposedContentOffset: where it would stop by itself.
    ///   - velocity: of the content's offset, in points per second.
    open func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
    ) -> CGPoint { proposedContentOffset }

    /// A subclass of ``UICollectionViewLayoutInvalidationContext`` that a layout is told with.
    open class var invalidationContextClass: AnyClass { UICollectionViewLayoutInvalidationContext.self }

    final func newContext() -> UICollectionViewLayoutInvalidationContext {
        guard let type = Self.invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type else {
            preconditionFailure(
                "invalidationContextClass has to be a subclass of UICollectionViewLayoutInvalidationContext: "
                    + "\(Self.invalidationContextClass)")
        }
        return type.makeContext()
    }

    /// Has everything laid out again.
    open func invalidateLayout() {
        let context = newContext()
        context.isOfAll = true
        invalidateLayout(with: context)
    }

    /// Has what a context says laid out again, and scrolls by its offset. A subclass calls it on `super`.
    ///
    /// Linux: everything is laid out again; a layout that keeps what it computed finds in the context what it need not.
    open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
        guard let collectionView else { return }
        collectionView.layoutIsStale()
        let offset = context.contentOffsetAdjustment
        guard offset != .zero else { return }
        collectionView.contentOffset.x += offset.x
        collectionView.contentOffset.y += offset.y
    }

    /// What is not valid anymore where ``shouldInvalidateLayout(forBoundsChange:)`` says that something is not.
    open func invalidationContext(
        forBoundsChange newBounds: CGRect
    ) -> UICollectionViewLayoutInvalidationContext { newContext() }

    // MARK: For layouts of this module

    /// An element has said how large it is.
    ///
    /// - Returns: whether other elements move.
    func take(_ size: CGSize, for attributes: UICollectionViewLayoutAttributes) -> Bool { false }

    /// An item has other content.
    func measureAgain(_ path: IndexPath) {}

    /// The items have other places now.
    func follow(_ changes: FollowedChanges) {}

    /// The part of the content in which a section scrolls by itself.
    func strip(ofSection section: Int) -> ScrollStrip? { nil }

    /// How far a section is scrolled in its strip.
    ///
    /// - Parameter passed: what is seen of the strip while it scrolls by itself, in its own coordinates.
    func setOffset(_ offset: CGPoint, passing passed: CGRect?, ofSection section: Int) {}

    /// What is shown.
    func shownElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes] {
        layoutAttributesForElements(in: rect) ?? []
    }
}
