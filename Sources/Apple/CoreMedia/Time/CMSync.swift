import MissingFoundation

/// A clock or a timebase. Source: Apple, CMSyncProtocol.
public protocol CMSyncProtocol: AnyObject, Sendable {
    /// The other's time when this one shows `time`, computed from what the two show now; `.invalid` if this one stands still.
    func convertTime(_ time: CMTime, to clockOrTimebase: any CMSyncProtocol) -> CMTime

    /// How fast this one runs by the other one's time; not a number if the other one stands still.
    func rate(relativeTo clockOrTimebase: any CMSyncProtocol) -> Double

    /// Whether the two may run at different speeds by themselves: whether they follow different clocks.
    func mightDrift(relativeTo clockOrTimebase: any CMSyncProtocol) -> Bool
}

/// Source: Apple, CMClockOrTimebase.
public typealias CMClockOrTimebase = any CMSyncProtocol

public func CMSyncConvertTime(
    _ time: CMTime, from fromClockOrTimebase: CMClockOrTimebase, to toClockOrTimebase: CMClockOrTimebase
) -> CMTime {
    fromClockOrTimebase.convertTime(time, to: toClockOrTimebase)
}

public func CMSyncGetTime(_ clockOrTimebase: CMClockOrTimebase) -> CMTime { Follower(clockOrTimebase).time }

public func CMSyncGetRelativeRate(
    _ ofClockOrTimebase: CMClockOrTimebase, relativeTo relativeToClockOrTimebase: CMClockOrTimebase
) -> Double {
    ofClockOrTimebase.rate(relativeTo: relativeToClockOrTimebase)
}

public func CMSyncMightDrift(
    _ clockOrTimebase1: CMClockOrTimebase, _ clockOrTimebase2: CMClockOrTimebase
) -> Bool {
    clockOrTimebase1.mightDrift(relativeTo: clockOrTimebase2)
}

extension CMSyncProtocol {
    public func convertTime(_ time: CMTime, to clockOrTimebase: any CMSyncProtocol) -> CMTime {
        if clockOrTimebase === self { return time }
        let (here, there) = (Follower(self), Follower(clockOrTimebase))
        return there.time(at: here.clock.converted(here.clockTime(of: time), to: there.clock))
    }

    public func rate(relativeTo clockOrTimebase: any CMSyncProtocol) -> Double {
        let rate = Follower(clockOrTimebase).rate
        return rate == 0 ? .nan : Follower(self).rate / rate
    }

    public func mightDrift(relativeTo clockOrTimebase: any CMSyncProtocol) -> Bool {
        Follower(self).clock !== Follower(clockOrTimebase).clock
    }
}

extension CMClock: CMSyncProtocol {
    fileprivate func converted(_ time: CMTime, to other: CMClock) -> CMTime {
        if other === self { return time }
        let before = other.time
        let now = self.time
        // Read before and after the other clock, so that the time that reading takes does not count.
        let there = before + CMTimeMultiplyByRatio(other.time - before, multiplier: 1, divisor: 2)
        return time + (there - now)
    }
}

/// What a clock or a timebase shows as the time of the clock at its source passes.
struct Follower {
    let clock: CMClock
    private let path: [CMTimebase.Motion]

    /// The rate by the clock's time.
    var rate: Double { path.reduce(1) { $0 * $1.rate } }

    var time: CMTime { time(at: clock.time) }

    init(_ clockOrTimebase: any CMSyncProtocol) {
        if let timebase = clockOrTimebase as? CMTimebase {
            (clock, path) = timebase.follow()
        } else if let clock = clockOrTimebase as? CMClock {
            (self.clock, path) = (clock, [])
        } else {
            preconditionFailure("\(type(of: clockOrTimebase)) is neither a CMClock nor a CMTimebase")
        }
    }

    func time(at clockTime: CMTime) -> CMTime { path.reduce(clockTime) { $1.time(at: $0) } }

    func clockTime(of time: CMTime) -> CMTime { path.reversed().reduce(time) { $1.sourceTime(of: $0) } }
}
