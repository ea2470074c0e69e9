// The tests for kinds of times under their C names, which most code from before Swift 3 uses.

/// Source: Apple, CMTIME_IS_VALID.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }

/// Source: Apple, CMTIME_IS_INVALID.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }

/// Neither invalid, nor indefinite, nor infinite. Source: Apple, CMTIME_IS_NUMERIC.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }

/// Source: Apple, CMTIME_IS_INDEFINITE.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }

/// Source: Apple, CMTIME_IS_POSITIVEINFINITY.
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }

/// Source: Apple, CMTIME_IS_NEGATIVEINFINITY.
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }

/// Source: Apple, CMTIME_HAS_BEEN_ROUNDED.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }

/// Source: Apple, CMTIMERANGE_IS_VALID.
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }

/// Source: Apple, CMTIMERANGE_IS_INVALID.
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }

/// Source: Apple, CMTIMERANGE_IS_EMPTY.
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }

/// Source: Apple, CMTIMERANGE_IS_INDEFINITE.
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }
