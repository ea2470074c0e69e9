import Foundation

/// Which items were announced to the data source, as they are near those that are seen.
struct ItemPrefetching {
    private var announced: Set<IndexPath> = []

    mutating func forget() { announced = [] }

    /// - Returns: what to announce, and what neither is near any more nor has come into sight; both in order.
    mutating func follow(near: Set<IndexPath>, shown: [IndexPath]) -> (new: [IndexPath], gone: [IndexPath]) {
        let near = near.subtracting(shown)
        let (new, gone) = (near.subtracting(announced), announced.subtracting(near).subtracting(shown))
        announced = near
        return (new.sorted(), gone.sorted())
    }
}
