import MissingFoundation

/// From `start` up to but not including `start + duration`. Source: Apple, CMTimeRange.
public struct CMTimeRange: Hashable, Sendable {
    /// The first moment.
    public var start: CMTime
    /// Not negative.
    public var duration: CMTime

    /// An invalid range.
    public init() {
        self.init(start: .invalid, duration: .invalid)
    }

    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// - `end`: the first moment after the range.
    public init(start: CMTime, end: CMTime) {
        self.init(start: start, duration: end - start)
    }
}

extension CMTimeRange {
    /// From 0, empty.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    /// An invalid range.
    public static let invalid = CMTimeRange()

    /// Whether both parts are valid, the duration is not negative, and it has no epoch of its own.
    public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0 && (!duration.isNumeric || duration.value >= 0)
    }

    /// Whether one of its parts is indefinite.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// Whether it is valid and has no duration.
    public var isEmpty: Bool { isValid && duration == .zero }

    /// The first moment after the range.
    public var end: CMTime { start + duration }

    /// Whether a moment is inside; the end is not.
    public func containsTime(_ time: CMTime) -> Bool {
        isValid && time.isValid && time >= start && time < end
    }

    /// Whether a range is entirely inside.
    public func containsTimeRange(_ range: CMTimeRange) -> Bool {
        guard isValid, range.isValid else { return false }
        return range.isEmpty ? containsTime(range.start) : range.start >= start && range.end <= end
    }

    /// The smallest range that contains both. An invalid range is ignored.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid else { return otherRange }
        guard otherRange.isValid else { return self }
        return CMTimeRange(
            start: CMTimeMinimum(start, otherRange.start), end: CMTimeMaximum(end, otherRange.end))
    }

    /// The common part: ``zero`` if there is none, ``invalid`` if one of them is invalid.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        let start = CMTimeMaximum(self.start, otherRange.start)
        let end = CMTimeMinimum(self.end, otherRange.end)
        return start < end ? CMTimeRange(start: start, end: end) : .zero
    }
}

public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }

public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.union(otherRange)
}

public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.intersection(otherRange)
}

public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }

public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }

public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    range.containsTimeRange(otherRange)
}

/// The nearest time inside the range, including its end.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    guard time.isValid, range.isValid else { return .invalid }
    return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// Prints the time to standard error.
public func CMTimeShow(_ time: CMTime) {
    FileHandle.standardError.write(Data("\(time)\n".utf8))
}

/// The time as text.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? { time.description }

/// Prints the range to standard error.
public func CMTimeRangeShow(_ range: CMTimeRange) {
    FileHandle.standardError.write(Data("{\(range.start), \(range.duration)}\n".utf8))
}
