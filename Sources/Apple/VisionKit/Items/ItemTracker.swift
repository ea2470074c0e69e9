import Foundation

/// Keeps the identity of items from one search to the next.
///
/// | an item | is |
/// | --- | --- |
/// | a code with the same contents and symbology, wherever | that one; of several alike, the nearest |
/// | a text where one of about its size was | that one, even if it is read differently |
/// | a text with the same words nearby | that one |
/// | another | new |
/// | not found by three searches | removed; when it returns, it is new |
struct ItemTracker {
    /// What the searches of one frame were for. A search says nothing about the items of another kind.
    struct Kinds: OptionSet {
        let rawValue: Int
        static let codes = Kinds(rawValue: 1)
        static let texts = Kinds(rawValue: 2)
    }

    struct Changes {
        var added: [RecognizedItem] = []
        var updated: [RecognizedItem] = []
        var removed: [RecognizedItem] = []

        var isEmpty: Bool { added.isEmpty && updated.isEmpty && removed.isEmpty }
    }

    private struct Track {
        var item: RecognizedItem
        var misses = 0
    }

    private static let allowedMisses = 2
    /// An item that moved less stays where it is said to be, in points: what is found trembles.
    private static let stillness: CGFloat = 0.5

    private var tracks: [Track] = []
    private let followsAll: Bool

    /// - Parameter followsAll: whether to follow all items, or one at a time.
    init(followsAll: Bool) { self.followsAll = followsAll }

    var items: [RecognizedItem] { tracks.map(\.item) }

    /// - Parameters:
    ///   - seen: what a search found, with places in the view.
    ///   - kinds: what was searched for.
    ///   - middle: when one item is followed, the nearest to this point becomes it.
    mutating func follow(_ seen: [RecognizedItem], of kinds: Kinds, nearest middle: CGPoint) -> Changes {
        var changes = Changes()
        let known = matches(seen)
        for (index, item) in zip(known, seen) {
            guard let index else { continue }
            let old = tracks[index].item
            tracks[index].misses = 0
            if item.bounds.distance(to: old.bounds) > Self.stillness || item.words != old.words {
                let new = item.moved(as: old.id)
                tracks[index].item = new
                changes.updated.append(new)
            }
        }
        let found = Set(known.compactMap { $0 })
        for index in tracks.indices where !found.contains(index) && kinds.contains(tracks[index].item.kind) {
            tracks[index].misses += 1
        }
        changes.removed = tracks.filter { $0.misses > Self.allowedMisses }.map(\.item)
        tracks.removeAll { $0.misses > Self.allowedMisses }
        changes.added = newcomers(zip(known, seen).filter { $0.0 == nil }.map(\.1), middle)
        tracks += changes.added.map { Track(item: $0) }
        return changes
    }

    /// Forgets all items.
    mutating func removeAll() -> Changes {
        defer { tracks = [] }
        return Changes(removed: items)
    }

    private func newcomers(_ items: [RecognizedItem], _ middle: CGPoint) -> [RecognizedItem] {
        if followsAll { return items }
        guard tracks.isEmpty else { return [] }
        func distance(_ item: RecognizedItem) -> CGFloat {
            hypot(item.bounds.middle.x - middle.x, item.bounds.middle.y - middle.y)
        }
        return items.min { distance($0) < distance($1) }.map { [$0] } ?? []
    }

    /// Which track each item continues. The nearest pair is matched first: one after the other, a code could take the
    /// identity of its twin.
    private func matches(_ seen: [RecognizedItem]) -> [Int?] {
        let pairs = seen.indices.flatMap { item in
            tracks.indices.filter { tracks[$0].item.isContinued(by: seen[item]) }.map {
                (item: item, track: $0, distance: tracks[$0].item.bounds.distance(to: seen[item].bounds))
            }
        }
        var result = [Int?](repeating: nil, count: seen.count)
        var taken: Set<Int> = []
        for pair in pairs.sorted(by: { $0.distance < $1.distance }) where result[pair.item] == nil {
            if taken.insert(pair.track).inserted { result[pair.item] = pair.track }
        }
        return result
    }
}

extension RecognizedItem {
    var kind: ItemTracker.Kinds {
        switch self {
        case .text: .texts
        case .barcode: .codes
        }
    }

    /// Whether the other one can be this one a moment later.
    fileprivate func isContinued(by other: RecognizedItem) -> Bool {
        switch (self, other) {
        case (.barcode(let old), .barcode(let new)):
            return old.observation.symbology == new.observation.symbology
                && old.payloadStringValue == new.payloadStringValue
        case (.text(let old), .text(let new)):
            let (before, now) = (old.bounds.box, new.bounds.box)
            let common = before.intersection(now)
            let share = common.isNull ? 0 : common.width * common.height
            if share > 0.5 * max(before.width * before.height, now.width * now.height) { return true }
            // A line moves by some heights at most.
            return old.transcript == new.transcript
                && abs(before.midY - now.midY) + abs(before.midX - now.midX) < 4 * max(before.height, now.height)
        default: return false
        }
    }
}
