import Foundation

/// A section that scrolls across the direction in which its layout scrolls.
struct ScrollStrip {
    /// In the coordinates of the content.
    let frame: CGRect
    /// The places of the groups, in the strip's own coordinates.
    let groups: [CGRect]
    let isVertical: Bool
    let behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior
    let insets: NSDirectionalEdgeInsets

    var contentSize: CGSize {
        let last = groups.last ?? .zero
        return isVertical
            ? CGSize(width: frame.width, height: last.maxY + insets.bottom)
            : CGSize(width: last.maxX + insets.trailing, height: frame.height)
    }

    /// Where it begins when its groups are in the middle: the first and the last group need room beside them.
    var centering: (start: CGFloat, end: CGFloat) {
        guard behavior == .groupPagingCentered, let first = groups.first, let last = groups.last else { return (0, 0) }
        let content = contentSize
        if isVertical {
            let length = frame.height
            return (max(0, length / 2 - first.midY), max(0, last.midY + length / 2 - content.height))
        }
        let length = frame.width
        return (max(0, length / 2 - first.midX), max(0, last.midX + length / 2 - content.width))
    }

    /// The offsets at which a group is where it belongs.
    private var stops: [CGFloat] {
        groups.map { group in
            if behavior == .groupPagingCentered {
                return isVertical ? group.midY - frame.height / 2 : group.midX - frame.width / 2
            }
            return isVertical ? group.minY - insets.top : group.minX - insets.leading
        }
    }

    /// Where a scroll stops.
    ///
    /// - Parameters:
    ///   - proposal: where it would stop by itself.
    ///   - start: where the drag began.
    ///   - speed: points per second, in the direction of growing offsets.
    func stop(_ proposal: CGFloat, from start: CGFloat, now: CGFloat, speed: CGFloat) -> CGFloat {
        func nearest(_ place: CGFloat) -> Int? {
            stops.indices.min { abs(stops[$0] - place) < abs(stops[$1] - place) }
        }
        switch behavior {
        case .none, .continuous: return proposal
        case .paging:
            let length = isVertical ? frame.height : frame.width
            guard length > 0 else { return proposal }
            let pages = now / length
            return (abs(speed) > 300 ? pages.rounded(speed > 0 ? .up : .down) : pages.rounded()) * length
        case .continuousGroupLeadingBoundary: return nearest(proposal).map { stops[$0] } ?? proposal
        case .groupPaging, .groupPagingCentered:
            guard let first = nearest(start), var new = nearest(now) else { return proposal }
            if abs(speed) > 300, new == first { new += speed > 0 ? 1 : -1 }
            new = min(max(new, first - 1), first + 1)
            return stops[min(max(new, 0), stops.count - 1)]
        }
    }
}
