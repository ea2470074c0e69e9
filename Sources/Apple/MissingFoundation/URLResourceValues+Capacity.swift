import Foundation

extension URLResourceKey {
    /// Source: Apple, URLResourceKey. Linux: the free room; no system makes more when it is needed.
    public static let volumeAvailableCapacityForImportantUsageKey = volumeAvailableCapacityKey
    /// Source: Apple, URLResourceKey. Linux: the free room.
    public static let volumeAvailableCapacityForOpportunisticUsageKey = volumeAvailableCapacityKey
}

extension URLResourceValues {
    /// Bytes that may be used for what a person asked for. Source: Apple, URLResourceValues.
    public var volumeAvailableCapacityForImportantUsage: Int64? { volumeAvailableCapacity.map(Int64.init) }
    /// Bytes that may be used for what nobody has asked for. Source: Apple, URLResourceValues.
    public var volumeAvailableCapacityForOpportunisticUsage: Int64? { volumeAvailableCapacity.map(Int64.init) }
}
