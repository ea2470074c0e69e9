import Foundation

/// Nanoseconds in a second. Source: Apple, NSEC_PER_SEC.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds in a millisecond. Source: Apple, NSEC_PER_MSEC.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// Nanoseconds in a microsecond. Source: Apple, NSEC_PER_USEC.
public let NSEC_PER_USEC: UInt64 = 1_000
/// Microseconds in a second. Source: Apple, USEC_PER_SEC.
public let USEC_PER_SEC: UInt64 = 1_000_000
/// Milliseconds in a second. Source: Apple, MSEC_PER_SEC.
public let MSEC_PER_SEC: UInt64 = 1_000

/// A span of time in seconds. Source: Apple, CFTimeInterval.
public typealias CFTimeInterval = Double

/// Seconds since the beginning of 2001. Source: Apple, CFAbsoluteTime.
public typealias CFAbsoluteTime = CFTimeInterval

/// Now, by the clock on the wall. Source: Apple, CFAbsoluteTimeGetCurrent().
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }
