import Foundation

/// A width or a height of an element. Source: Apple, NSCollectionLayoutDimension.
@MainActor @preconcurrency open class NSCollectionLayoutDimension: NSObject {
    enum Kind {
        case fractionalWidth
        case fractionalHeight
        case absolute
        case estimated
    }

    let kind: Kind
    /// A share, or points.
    public let dimension: CGFloat

    init(_ kind: Kind, _ dimension: CGFloat) { (self.kind, self.dimension) = (kind, dimension) }

    /// A share of the width of what the element is in.
    open class func fractionalWidth(_ fractionalWidth: CGFloat) -> NSCollectionLayoutDimension {
        NSCollectionLayoutDimension(.fractionalWidth, fractionalWidth)
    }

    /// A share of the height of what the element is in.
    open class func fractionalHeight(_ fractionalHeight: CGFloat) -> NSCollectionLayoutDimension {
        NSCollectionLayoutDimension(.fractionalHeight, fractionalHeight)
    }

    /// Points.
    open class func absolute(_ absoluteDimension: CGFloat) -> NSCollectionLayoutDimension {
        NSCollectionLayoutDimension(.absolute, absoluteDimension)
    }

    /// Points until the element is seen and says how large it is.
    open class func estimated(_ estimatedDimension: CGFloat) -> NSCollectionLayoutDimension {
        NSCollectionLayoutDimension(.estimated, estimatedDimension)
    }

    open var isFractionalWidth: Bool { kind == .fractionalWidth }
    open var isFractionalHeight: Bool { kind == .fractionalHeight }
    open var isAbsolute: Bool { kind == .absolute }
    open var isEstimated: Bool { kind == .estimated }

    /// In points.
    func length(in container: CGSize) -> CGFloat {
        switch kind {
        case .fractionalWidth: max(0, container.width * dimension)
        case .fractionalHeight: max(0, container.height * dimension)
        case .absolute, .estimated: dimension
        }
    }
}

/// Source: Apple, NSCollectionLayoutSize.
@MainActor @preconcurrency open class NSCollectionLayoutSize: NSObject {
    public let widthDimension: NSCollectionLayoutDimension
    public let heightDimension: NSCollectionLayoutDimension

    public init(widthDimension width: NSCollectionLayoutDimension, heightDimension height: NSCollectionLayoutDimension)
    {
        (widthDimension, heightDimension) = (width, height)
    }

    func size(in container: CGSize) -> CGSize {
        CGSize(width: widthDimension.length(in: container), height: heightDimension.length(in: container))
    }

    var estimates: Estimates {
        Estimates(width: widthDimension.isEstimated, height: heightDimension.isEstimated)
    }
}

/// Which lengths an element says itself.
struct Estimates: Equatable {
    var width = false
    var height = false
    var isAny: Bool { width || height }
}

/// Room between elements. Source: Apple, NSCollectionLayoutSpacing.
@MainActor @preconcurrency open class NSCollectionLayoutSpacing: NSObject {
    /// Points; the least ones of a flexible spacing.
    public let spacing: CGFloat
    public let isFlexible: Bool

    private init(_ spacing: CGFloat, isFlexible: Bool) { (self.spacing, self.isFlexible) = (spacing, isFlexible) }

    open class func flexible(_ flexibleSpacing: CGFloat) -> NSCollectionLayoutSpacing {
        NSCollectionLayoutSpacing(flexibleSpacing, isFlexible: true)
    }

    open class func fixed(_ fixedSpacing: CGFloat) -> NSCollectionLayoutSpacing {
        NSCollectionLayoutSpacing(fixedSpacing, isFlexible: false)
    }

    open var isFixed: Bool { !isFlexible }
}

/// Room around an element. Source: Apple, NSCollectionLayoutEdgeSpacing.
@MainActor @preconcurrency open class NSCollectionLayoutEdgeSpacing: NSObject {
    public let leading: NSCollectionLayoutSpacing?
    public let top: NSCollectionLayoutSpacing?
    public let trailing: NSCollectionLayoutSpacing?
    public let bottom: NSCollectionLayoutSpacing?

    public init(
        leading: NSCollectionLayoutSpacing?, top: NSCollectionLayoutSpacing?, trailing: NSCollectionLayoutSpacing?,
        bottom: NSCollectionLayoutSpacing?
    ) { (self.leading, self.top, self.trailing, self.bottom) = (leading, top, trailing, bottom) }
}

/// Where a badge is on its item. Source: Apple, NSCollectionLayoutAnchor.
@MainActor @preconcurrency open class NSCollectionLayoutAnchor: NSObject {
    public let edges: NSDirectionalRectEdge
    /// Points, or shares of the badge's own size.
    public let offset: CGPoint
    public let isFractionalOffset: Bool
    open var isAbsoluteOffset: Bool { !isFractionalOffset }

    public init(edges: NSDirectionalRectEdge) { (self.edges, offset, isFractionalOffset) = (edges, .zero, false) }
    public init(edges: NSDirectionalRectEdge, absoluteOffset: CGPoint) {
        (self.edges, offset, isFractionalOffset) = (edges, absoluteOffset, false)
    }
    public init(edges: NSDirectionalRectEdge, fractionalOffset: CGPoint) {
        (self.edges, offset, isFractionalOffset) = (edges, fractionalOffset, true)
    }

    /// The place of something on a frame: inside, at the edges, in the middle without any.
    func frame(of size: CGSize, on frame: CGRect) -> CGRect {
        func place(_ start: CGFloat, _ length: CGFloat, _ own: CGFloat, _ atStart: Bool, _ atEnd: Bool) -> CGFloat {
            if atStart != atEnd { return atStart ? start : start + length - own }
            return start + (length - own) / 2
        }
        let x = place(frame.minX, frame.width, size.width, edges.contains(.leading), edges.contains(.trailing))
        let y = place(frame.minY, frame.height, size.height, edges.contains(.top), edges.contains(.bottom))
        let (right, down) = isFractionalOffset ? (offset.x * size.width, offset.y * size.height) : (offset.x, offset.y)
        return CGRect(origin: CGPoint(x: x + right, y: y + down), size: size)
    }
}
