import Foundation

/// Where an element is, and which of its lengths it says itself.
struct PlacedElement {
    var kind: String?
    var path: IndexPath
    var frame: CGRect
    var zIndex = 0
    var estimates = Estimates()
}

/// An element of a collection; without a kind it is an item.
struct ElementKey: Hashable {
    let kind: String?
    let path: IndexPath
}

/// Places the items of one section in groups.
@MainActor
struct GroupPlacement {
    let section: Int
    let count: Int
    let measured: [ElementKey: CGSize]
    let traits: UITraitCollection
    /// The next item.
    private(set) var next = 0

    init(_ section: Int, count: Int, _ measured: [ElementKey: CGSize], _ traits: UITraitCollection) {
        (self.section, self.count, self.measured, self.traits) = (section, count, measured, traits)
    }

    var isComplete: Bool { next >= count }

    /// Places the next items in a group, which begins at the origin.
    mutating func place(_ group: NSCollectionLayoutGroup, in container: CGSize) -> (size: CGSize, [PlacedElement]) {
        var size = group.layoutSize.size(in: container)
        let insets = group.contentInsets
        let room = size.inset(by: insets)
        var elements: [PlacedElement]
        switch group.kind {
        case .custom(let provider):
            elements = []
            for item in provider(LayoutRoom(size, insets, traits)).prefix(count - next) {
                elements.append(PlacedElement(path: takePath(), frame: item.frame, zIndex: item.zIndex))
            }
        case .line(let isVertical, let repeats):
            elements = line(group, isVertical, repeats, room)
        }
        for index in elements.indices {
            elements[index].frame = elements[index].frame.offsetBy(dx: insets.leading, dy: insets.top)
        }
        let estimates = group.layoutSize.estimates
        if estimates.width { size.width = (elements.map(\.frame.maxX).max() ?? 0) + insets.trailing }
        if estimates.height { size.height = (elements.map(\.frame.maxY).max() ?? 0) + insets.bottom }
        return (size, elements)
    }

    private mutating func takePath() -> IndexPath {
        defer { next += 1 }
        return IndexPath(item: next, section: section)
    }

    /// One element of a line, at the origin.
    private struct Part {
        let size: CGSize
        let elements: [PlacedElement]
        let spacing: NSCollectionLayoutEdgeSpacing?
    }

    private mutating func line(
        _ group: NSCollectionLayoutGroup, _ isVertical: Bool, _ repeats: NSCollectionLayoutGroup.Repeats, _ room: CGSize
    ) -> [PlacedElement] {
        guard !group.subitems.isEmpty else { return [] }
        let least = group.interItemSpacing?.spacing ?? 0
        let available = isVertical ? room.height : room.width
        let ownLength = isVertical ? group.layoutSize.estimates.height : group.layoutSize.estimates.width
        var (limit, shared): (Int?, CGFloat?) = (nil, nil)
        switch repeats {
        case .fill: break
        case .times(let count): limit = count
        case .shared(let count):
            limit = count
            if !ownLength { shared = max(0, available - CGFloat(count - 1) * least) / CGFloat(max(1, count)) }
        }
        // A group that is as long as its items has each of them once.
        if limit == nil && ownLength { limit = group.subitems.count }
        var parts: [Part] = []
        var used: CGFloat = 0
        while !isComplete, limit.map({ parts.count < $0 }) ?? true {
            let before = self
            let part = part(group.subitems[parts.count % group.subitems.count], room, isVertical, shared)
            let edges = edges(part.spacing, isVertical)
            let length = (isVertical ? part.size.height : part.size.width) + edges.0.least + edges.1.least
            let gap = parts.isEmpty ? 0 : least
            // Thirds of a width do not add up to it exactly.
            if limit == nil, !parts.isEmpty, used + gap + length > available + 0.001 {
                self = before
                break
            }
            used += gap + length
            parts.append(part)
            if limit == nil, length <= 0 { break }
        }
        return spread(parts, group.interItemSpacing, isVertical, ownLength ? used : available, room)
    }

    private func edges(_ spacing: NSCollectionLayoutEdgeSpacing?, _ isVertical: Bool) -> (Space, Space) {
        (Space(isVertical ? spacing?.top : spacing?.leading), Space(isVertical ? spacing?.bottom : spacing?.trailing))
    }

    private mutating func part(
        _ item: NSCollectionLayoutItem, _ room: CGSize, _ isVertical: Bool, _ shared: CGFloat?
    ) -> Part {
        if let group = item as? NSCollectionLayoutGroup {
            var container = room
            if let shared { if isVertical { container.height = shared } else { container.width = shared } }
            let (size, elements) = place(group, in: container)
            return Part(size: size, elements: elements, spacing: item.edgeSpacing)
        }
        let path = takePath()
        var estimates = item.layoutSize.estimates
        var size = item.layoutSize.size(in: room)
        if let own = measured[ElementKey(kind: nil, path: path)] {
            if estimates.width { size.width = own.width }
            if estimates.height { size.height = own.height }
        }
        if let shared {
            if isVertical {
                (size.height, estimates.height) = (shared, false)
            } else {
                (size.width, estimates.width) = (shared, false)
            }
        }
        // An item is not wider than its group.
        if estimates.width { size.width = min(size.width, room.width) }
        let insets = item.contentInsets
        var frame = CGRect(origin: .zero, size: size)
        if !estimates.width {
            frame.origin.x = insets.leading
            frame.size.width = max(0, size.width - insets.leading - insets.trailing)
        }
        if !estimates.height {
            frame.origin.y = insets.top
            frame.size.height = max(0, size.height - insets.top - insets.bottom)
        }
        var elements = [PlacedElement(path: path, frame: frame, estimates: estimates)]
        for badge in item.supplementaryItems {
            elements.append(
                PlacedElement(
                    kind: badge.elementKind, path: path,
                    frame: badge.containerAnchor.frame(of: badge.layoutSize.size(in: frame.size), on: frame),
                    zIndex: badge.zIndex))
        }
        return Part(size: size, elements: elements, spacing: item.edgeSpacing)
    }

    /// Room that may grow.
    private struct Space {
        let least: CGFloat
        let isFlexible: Bool

        @MainActor init(_ spacing: NSCollectionLayoutSpacing?) {
            (least, isFlexible) = (spacing?.spacing ?? 0, spacing?.isFlexible ?? false)
        }
    }

    /// Puts the parts of a line after each other; what is left goes to the flexible spaces.
    private func spread(
        _ parts: [Part], _ between: NSCollectionLayoutSpacing?, _ isVertical: Bool, _ available: CGFloat, _ room: CGSize
    ) -> [PlacedElement] {
        let gap = Space(between)
        let along = parts.map { edges($0.spacing, isVertical) }
        let lengths = parts.map { isVertical ? $0.size.height : $0.size.width }
        let spaces = along.flatMap { [$0.0, $0.1] } + Array(repeating: gap, count: max(0, parts.count - 1))
        let rest = available - lengths.reduce(0, +) - spaces.map(\.least).reduce(0, +)
        let flexible = spaces.filter(\.isFlexible).count
        let share = flexible > 0 ? max(0, rest) / CGFloat(flexible) : 0
        func length(_ space: Space) -> CGFloat { space.least + (space.isFlexible ? share : 0) }
        var elements: [PlacedElement] = []
        var place: CGFloat = 0
        for (index, part) in parts.enumerated() {
            if index > 0 { place += length(gap) }
            place += length(along[index].0)
            let across = edges(part.spacing, !isVertical)
            let free =
                (isVertical ? room.width - part.size.width : room.height - part.size.height)
                - across.0.least - across.1.least
            let grows = [across.0, across.1].filter(\.isFlexible).count
            let side = across.0.least + (across.0.isFlexible ? max(0, free) / CGFloat(max(1, grows)) : 0)
            for element in part.elements {
                var element = element
                element.frame = element.frame.offsetBy(dx: isVertical ? side : place, dy: isVertical ? place : side)
                elements.append(element)
            }
            place += lengths[index] + length(along[index].1)
        }
        return elements
    }
}
