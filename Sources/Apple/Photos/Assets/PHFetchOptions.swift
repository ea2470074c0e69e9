import Foundation

/// Which assets or collections a fetch returns, and in which order.
///
/// Source: Apple, PHFetchOptions.
public final class PHFetchOptions: NSObject {
    /// The order; `nil` means oldest first.
    public var sortDescriptors: [NSSortDescriptor]?

    /// A filter. What compares numbers, dates and flags of assets is as fast as a fetch without it.
    public var predicate: NSPredicate?

    /// The maximum number of assets; 0 means no limit.
    public var fetchLimit = 0

    /// Whether hidden assets are returned too.
    public var includeHiddenAssets = false

    /// Whether all photos of a burst are returned, not only its representative.
    public var includeAllBurstAssets = false

    /// Where the assets come from. Linux: all are the user's.
    public var includeAssetSourceTypes: PHAssetSourceType = []

    /// Whether change details list the inserted, removed and changed objects.
    public var wantsIncrementalChangeDetails = true

    public override init() {}

    /// A copy that nobody else can change.
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
