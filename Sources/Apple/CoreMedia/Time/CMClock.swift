import Glibc
import MissingFoundation

/// A source of time. Source: Apple, CMClock.
public final class CMClock: _CFObject, Sendable {
    private let read: @Sendable () -> CMTime

    /// A clock that returns what `read` returns, which is called on any thread.
    package init(_ read: @escaping @Sendable () -> CMTime) {
        self.read = read
    }

    /// The clock of all capture devices. Linux: `CLOCK_MONOTONIC`, in nanoseconds.
    public static let hostTimeClock = CMClock {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return CMTime(value: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec), timescale: 1_000_000_000)
    }

    /// The current time.
    public var time: CMTime { read() }
}

public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// Nanoseconds of `CLOCK_MONOTONIC` as a time.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
    CMTime(value: Int64(clamping: hostTime), timescale: 1_000_000_000)
}

/// A time as nanoseconds of `CLOCK_MONOTONIC`.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    UInt64(clamping: hostTime.convertScale(1_000_000_000, method: .default).value)
}
