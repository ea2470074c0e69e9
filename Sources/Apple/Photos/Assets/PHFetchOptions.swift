import Foundation

/// Which assets a fetch gives, and in which order.
///
/// Source: Apple, PHFetchOptions.
public final class PHFetchOptions: NSObject {
    /// The order; `nil` is oldest first. Source: Apple, sortDescriptors.
    public var sortDescriptors: [NSSortDescriptor]?

    /// Which assets. Linux: Foundation has block predicates only. Source: Apple, predicate.
    public var predicate: NSPredicate?

    /// How many assets at most; 0 is all. Source: Apple, fetchLimit.
    public var fetchLimit = 0

    /// Whether hidden assets are given too. Source: Apple, includeHiddenAssets.
    public var includeHiddenAssets = false

    public override init() {}
}
