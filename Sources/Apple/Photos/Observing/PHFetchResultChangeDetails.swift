import Foundation

/// How a fetch's result differs from what it would be now.
///
/// To update the old list: remove what is at ``removedIndexes``, insert what is at ``insertedIndexes``, then perform
/// the moves; ``changedIndexes`` refer to the new list.
///
/// Source: Apple, PHFetchResultChangeDetails.
public final class PHFetchResultChangeDetails<ObjectType: AnyObject>: NSObject {
    public let fetchResultBeforeChanges: PHFetchResult<ObjectType>
    public let fetchResultAfterChanges: PHFetchResult<ObjectType>
    /// Whether the indexes describe the difference; fetch options can ask for no details.
    public let hasIncrementalChanges: Bool
    public let removedObjects: [ObjectType]
    public let insertedObjects: [ObjectType]
    public let changedObjects: [ObjectType]
    /// Whether the order of what is in both lists changed.
    public let hasMoves: Bool
    private let indexes: (removed: IndexSet, inserted: IndexSet, changed: IndexSet)
    private let moves: [(from: Int, to: Int)]

    /// The difference between two lists that the same fetch gave.
    convenience init(before: PHFetchResult<ObjectType>, after: PHFetchResult<ObjectType>) {
        let (old, new) = (before.keys, after.keys)
        let (oldSet, newSet) = (Set(old), Set(new))
        let removed = IndexSet(old.indices.filter { !newSet.contains(old[$0]) })
        let inserted = IndexSet(new.indices.filter { !oldSet.contains(new[$0]) })
        let places = Dictionary(old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let changed = IndexSet(
            new.indices.filter { index in
                places[new[index]].map { !PHFetchResult.isSame(before[$0], after[index]) } ?? false
            })
        self.init(before, after, removed: removed, inserted: inserted, changed: changed, moves: Self.moves(old, new))
    }

    public convenience init(
        from fromResult: PHFetchResult<ObjectType>, to toResult: PHFetchResult<ObjectType>,
        changedObjects: [ObjectType]
    ) {
        let details = PHFetchResultChangeDetails(before: fromResult, after: toResult)
        let changed = IndexSet(changedObjects.map { toResult.index(of: $0) }.filter { $0 != NSNotFound })
        self.init(
            fromResult, toResult, removed: details.indexes.removed, inserted: details.indexes.inserted,
            changed: changed, moves: details.moves)
    }

    private init(
        _ before: PHFetchResult<ObjectType>, _ after: PHFetchResult<ObjectType>, removed: IndexSet, inserted: IndexSet,
        changed: IndexSet, moves: [(from: Int, to: Int)]
    ) {
        fetchResultBeforeChanges = before
        fetchResultAfterChanges = after
        hasIncrementalChanges = after.wantsDetails
        indexes = (removed, inserted, changed)
        self.moves = moves
        removedObjects = before.objects(at: removed)
        insertedObjects = after.objects(at: inserted)
        changedObjects = after.objects(at: changed)
        hasMoves = after.wantsDetails && !moves.isEmpty
    }

    /// In the old list; `nil` without incremental changes.
    public var removedIndexes: IndexSet? { hasIncrementalChanges ? indexes.removed : nil }

    /// In the list after the removals; `nil` without incremental changes.
    public var insertedIndexes: IndexSet? { hasIncrementalChanges ? indexes.inserted : nil }

    /// In the new list; `nil` without incremental changes.
    public var changedIndexes: IndexSet? { hasIncrementalChanges ? indexes.changed : nil }

    /// Calls `handler` with each move: take the object at the first index, and insert it at the second.
    public func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) {
        if hasIncrementalChanges { for move in moves { handler(move.from, move.to) } }
    }

    var isEmpty: Bool {
        indexes.removed.isEmpty && indexes.inserted.isEmpty && indexes.changed.isEmpty && moves.isEmpty
    }

    /// The moves that bring the remaining and inserted objects into the order of the new list.
    private static func moves(_ old: [AnyHashable], _ new: [AnyHashable]) -> [(from: Int, to: Int)] {
        let (oldSet, newSet) = (Set(old), Set(new))
        var list = old.filter(newSet.contains)
        for (index, key) in new.enumerated() where !oldSet.contains(key) {
            list.insert(key, at: min(index, list.count))
        }
        var moves: [(from: Int, to: Int)] = []
        for (index, key) in new.enumerated() where list[index] != key {
            guard let from = list[index...].firstIndex(of: key) else { continue }
            list.insert(list.remove(at: from), at: index)
            moves.append((from, index))
        }
        return moves
    }
}
