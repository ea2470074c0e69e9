import Foundation

/// How a section scrolls across the direction in which the layout scrolls.
/// Source: Apple, UICollectionLayoutSectionOrthogonalScrollingBehavior.
public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Sendable {
    case none = 0
    case continuous = 1
    /// Stops where a group begins.
    case continuousGroupLeadingBoundary = 2
    /// Stops at multiples of the width.
    case paging = 3
    /// Goes one group on at most.
    case groupPaging = 4
    /// As ``groupPaging``, with the group in the middle.
    case groupPagingCentered = 5
}

/// An element that is seen, which a section's handler may change. Source: Apple, NSCollectionLayoutVisibleItem.
@MainActor @preconcurrency public protocol NSCollectionLayoutVisibleItem: AnyObject {
    var alpha: CGFloat { get set }
    var zIndex: Int { get set }
    var isHidden: Bool { get set }
    var center: CGPoint { get set }
    var transform: CGAffineTransform { get set }
    var frame: CGRect { get }
    var bounds: CGRect { get }
    var indexPath: IndexPath { get }
    var representedElementKind: String? { get }
}

extension UICollectionViewLayoutAttributes: NSCollectionLayoutVisibleItem {
    /// At the origin.
    public var bounds: CGRect { CGRect(origin: .zero, size: size) }
}

/// Source: Apple, NSCollectionLayoutSectionVisibleItemsInvalidationHandler.
public typealias NSCollectionLayoutSectionVisibleItemsInvalidationHandler =
    @MainActor (
        _ visibleItems: [any NSCollectionLayoutVisibleItem], _ scrollOffset: CGPoint,
        _ layoutEnvironment: any NSCollectionLayoutEnvironment
    ) -> Void

/// Groups one after the other. Source: Apple, NSCollectionLayoutSection.
@MainActor @preconcurrency open class NSCollectionLayoutSection: NSObject {
    let group: NSCollectionLayoutGroup
    /// Around the groups. Headers and footers keep off the sides.
    open var contentInsets = NSDirectionalEdgeInsets.zero
    open var interGroupSpacing: CGFloat = 0
    open var orthogonalScrollingBehavior = UICollectionLayoutSectionOrthogonalScrollingBehavior.none
    open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
    /// Whether headers and footers keep off the sides as the groups do.
    open var supplementariesFollowContentInsets = true
    /// Called before the elements of the section are shown at a place, with what it may change about them.
    open var visibleItemsInvalidationHandler: NSCollectionLayoutSectionVisibleItemsInvalidationHandler?

    public init(group: NSCollectionLayoutGroup) { self.group = group }
}

/// Source: Apple, UICollectionViewCompositionalLayoutConfiguration.
@MainActor @preconcurrency open class UICollectionViewCompositionalLayoutConfiguration: NSObject {
    open var scrollDirection = UICollectionView.ScrollDirection.vertical
    open var interSectionSpacing: CGFloat = 0

    public override init() {}
}
