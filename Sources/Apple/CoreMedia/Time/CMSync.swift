import MissingFoundation

/// Linux: clocks only; there are no timebases. Source: Apple, CMClockOrTimebase.
public typealias CMClockOrTimebase = CMClock

/// The time of one clock when another one shows `time`, computed from the current difference of the two.
public func CMSyncConvertTime(
    _ time: CMTime, from fromClockOrTimebase: CMClockOrTimebase, to toClockOrTimebase: CMClockOrTimebase
) -> CMTime {
    fromClockOrTimebase.convertTime(time, to: toClockOrTimebase)
}

public func CMSyncGetTime(_ clockOrTimebase: CMClockOrTimebase) -> CMTime { clockOrTimebase.time }

/// Whether two clocks may run at different speeds.
public func CMSyncMightDrift(
    _ clockOrTimebase1: CMClockOrTimebase, _ clockOrTimebase2: CMClockOrTimebase
) -> Bool {
    clockOrTimebase1.mightDrift(relativeTo: clockOrTimebase2)
}

extension CMClock {
    /// The same as ``CMSyncConvertTime(_:from:to:)``. Source: Apple, CMSyncProtocol.convertTime(_:to:).
    public func convertTime(_ time: CMTime, to clockOrTimebase: CMClockOrTimebase) -> CMTime {
        if clockOrTimebase === self { return time }
        let before = clockOrTimebase.time
        let now = self.time
        // Read before and after the other clock, so that the time that reading takes does not count.
        let there = before + CMTimeMultiplyByRatio(clockOrTimebase.time - before, multiplier: 1, divisor: 2)
        return time + (there - now)
    }

    /// The same as ``CMSyncMightDrift(_:_:)``. Source: Apple, CMSyncProtocol.mightDrift(relativeTo:).
    public func mightDrift(relativeTo clockOrTimebase: CMClockOrTimebase) -> Bool { clockOrTimebase !== self }
}
