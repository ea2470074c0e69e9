import Foundation

/// Which assets a fetch gives, and in which order.
///
/// Source: Apple, PHFetchOptions.
public final class PHFetchOptions: NSObject {
    /// The order; `nil` is oldest first.
    public var sortDescriptors: [NSSortDescriptor]?

    /// Which assets. Linux: Foundation has block predicates only.
    public var predicate: NSPredicate?

    /// How many assets at most; 0 is all.
    public var fetchLimit = 0

    /// Whether hidden assets are given too.
    public var includeHiddenAssets = false

    /// Whether all photos of a burst are given, not only the one that stands for it.
    public var includeAllBurstAssets = false

    /// Where the assets come from. Linux: all are the user's.
    public var includeAssetSourceTypes: PHAssetSourceType = []

    /// Whether change details say which objects came, went and changed.
    public var wantsIncrementalChangeDetails = true

    public override init() {}

    /// A copy, which nobody else changes.
    convenience init(copying other: PHFetchOptions) {
        self.init()
        sortDescriptors = other.sortDescriptors
        predicate = other.predicate
        fetchLimit = other.fetchLimit
        includeHiddenAssets = other.includeHiddenAssets
        includeAllBurstAssets = other.includeAllBurstAssets
        includeAssetSourceTypes = other.includeAssetSourceTypes
        wantsIncrementalChangeDetails = other.wantsIncrementalChangeDetails
    }
}
