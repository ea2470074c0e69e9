import MissingFoundation

/// -1, 0 or 1.
///
/// From small to large: negative infinity, numbers (by epoch, then by value), indefinite, positive infinity, invalid.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    let (rank1, rank2) = (time1.rank, time2.rank)
    if rank1 != rank2 { return rank1 < rank2 ? -1 : 1 }
    guard rank1 == CMTime.numericRank else { return 0 }
    if time1.epoch != time2.epoch { return time1.epoch < time2.epoch ? -1 : 1 }
    let left = Int128(time1.value) * Int128(time2.timescale)
    let right = Int128(time2.value) * Int128(time1.timescale)
    return left == right ? 0 : left < right ? -1 : 1
}

extension CMTime {
    fileprivate static let numericRank = 1

    /// The rank of this kind of value in the order.
    fileprivate var rank: Int {
        if isNegativeInfinity { return 0 }
        if isFraction { return Self.numericRank }
        if isIndefinite { return 2 }
        if isPositiveInfinity { return 3 }
        return 4
    }
}

extension CMTime: Comparable, Hashable {
    /// All four follow ``CMTimeCompare(_:_:)``.
    public static func < (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) < 0 }
    public static func <= (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) <= 0 }
    public static func > (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) > 0 }
    public static func >= (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) >= 0 }

    /// Times are equal if they are the same moment, whatever their timescales: 1/2 equals 300/600.
    public static func == (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) == 0 }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard rank == Self.numericRank else { return }
        let divisor = Int64(greatestCommonDivisor(value.magnitude, UInt64(timescale)))
        hasher.combine(value / divisor)
        hasher.combine(Int64(timescale) / divisor)
        hasher.combine(epoch)
    }
}

/// The smaller one; `time1` if they are equal.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }

/// The larger one; `time1` if they are equal.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 > time1 ? time2 : time1 }
