import Foundation

/// What of a layout is not valid anymore. Source: Apple, UICollectionViewLayoutInvalidationContext.
@MainActor @preconcurrency open class UICollectionViewLayoutInvalidationContext: NSObject {
    public override init() {}

    /// Makes a context for ``makeContext()``: calls the initializer of the class that is asked.
    @_silgen_name("UIKit_makeInvalidationContext")
    package convenience init(ofItsClass: Void) { self.init() }

    /// A context of the class that is asked, made by its `init()`, which is not `required`: see `CALayer`.
    @_silgen_name("UIKit_makeInvalidationContext")
    final class func makeContext() -> UICollectionViewLayoutInvalidationContext

    final var isOfAll = false
    final var isOfCounts = false

    /// Whether everything is to be computed anew.
    open var invalidateEverything: Bool { isOfAll }
    /// Whether there may be other numbers of sections and items.
    open var invalidateDataSourceCounts: Bool { isOfCounts }

    /// `nil` if none was named, as the other two.
    open private(set) var invalidatedItemIndexPaths: [IndexPath]?
    open private(set) var invalidatedSupplementaryIndexPaths: [String: [IndexPath]]?
    open private(set) var invalidatedDecorationIndexPaths: [String: [IndexPath]]?

    open func invalidateItems(at indexPaths: [IndexPath]) {
        invalidatedItemIndexPaths = (invalidatedItemIndexPaths ?? []) + indexPaths
    }

    open func invalidateSupplementaryElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
        invalidatedSupplementaryIndexPaths = (invalidatedSupplementaryIndexPaths ?? [:])
            .merging([elementKind: indexPaths], uniquingKeysWith: +)
    }

    open func invalidateDecorationElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
        invalidatedDecorationIndexPaths = (invalidatedDecorationIndexPaths ?? [:])
            .merging([elementKind: indexPaths], uniquingKeysWith: +)
    }

    /// How far the content is scrolled with the change.
    open var contentOffsetAdjustment = CGPoint.zero
    /// How much larger the content becomes. Linux: without effect, as the layout is asked for the size.
    open var contentSizeAdjustment = CGSize.zero
}

/// What of a flow layout is not valid anymore. Source: Apple, UICollectionViewFlowLayoutInvalidationContext.
open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext {
    /// Whether the delegate is asked for sizes and spacings again. Linux: it is in any case.
    open var invalidateFlowLayoutDelegateMetrics = true
    /// Whether the places are computed again. Linux: they are in any case.
    open var invalidateFlowLayoutAttributes = true
}
