import Foundation

/// Which items were announced to the data source because they are near visible items.
struct ItemPrefetching {
    private var announced: Set<IndexPath> = []

    mutating func forget() { announced = [] }

    /// - Returns: the items to announce, and those that are no longer near without having become visible; both in
    ///   order.
    mutating func follow(near: Set<IndexPath>, shown: [IndexPath]) -> (new: [IndexPath], gone: [IndexPath]) {
        let near = near.subtracting(shown)
        let (new, gone) = (near.subtracting(announced), announced.subtracting(near).subtracting(shown))
        announced = near
        return (new.sorted(), gone.sorted())
    }
}
