// The tests for kinds of times under their C names, which most code from before Swift 3 uses.

public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }

public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }

/// Neither invalid, nor indefinite, nor infinite.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }

public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }

public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }

public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }

public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }

public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }

public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }

public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }

public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }
