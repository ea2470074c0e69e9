import Foundation

/// The changes that a program makes to a table or a collection: each by itself, or several as one batch.
struct ListBatch {
    /// The changes of the current batch.
    private var changes: ListChanges?
    /// How many of its blocks have begun and not ended.
    private var depth = 0

    /// - Returns: the changes that the list applies now; `nil` within a batch, which it applies at the end of the
    ///   batch.
    mutating func change(_ edit: (inout ListChanges) -> Void) -> FollowedChanges? {
        var all = changes ?? ListChanges()
        edit(&all)
        guard changes != nil else { return all.followed }
        changes = all
        return nil
    }

    mutating func begin() {
        if changes == nil { changes = ListChanges(isAnimated: true) }
        depth += 1
    }

    /// - Returns: the changes that the list applies now; `nil` if another block has not ended, or none has begun.
    mutating func end() -> FollowedChanges? {
        depth = max(0, depth - 1)
        guard depth == 0, let all = changes else { return nil }
        changes = nil
        return all.followed
    }
}
