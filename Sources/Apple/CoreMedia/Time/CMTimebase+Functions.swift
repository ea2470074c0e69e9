import Foundation
import MissingFoundation

// A timebase by its names in C. Source: Apple, CMTimebase.h. Each function does what the member does that it calls; a status is 0,
// or one of these.

public let kCMTimebaseError_MissingRequiredParameter: OSStatus = -12748
public let kCMTimebaseError_InvalidParameter: OSStatus = -12749
public let kCMTimebaseError_AllocationFailed: OSStatus = -12750
public let kCMTimebaseError_ReadOnly: OSStatus = -12757

@discardableResult
public func CMTimebaseCreateWithSourceClock(
    allocator: CFAllocator?, sourceClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    status { timebaseOut.pointee = try CMTimebase(sourceClock: sourceClock) }
}

@discardableResult
public func CMTimebaseCreateWithSourceTimebase(
    allocator: CFAllocator?, sourceTimebase: CMTimebase, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    status { timebaseOut.pointee = try CMTimebase(sourceTimebase: sourceTimebase) }
}

/// The name before iOS 13.
@available(*, deprecated, renamed: "CMTimebaseCreateWithSourceClock(allocator:sourceClock:timebaseOut:)")
@discardableResult
public func CMTimebaseCreateWithMasterClock(
    allocator: CFAllocator?, masterClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    CMTimebaseCreateWithSourceClock(allocator: allocator, sourceClock: masterClock, timebaseOut: timebaseOut)
}

/// The name before iOS 13.
@available(*, deprecated, renamed: "CMTimebaseCreateWithSourceTimebase(allocator:sourceTimebase:timebaseOut:)")
@discardableResult
public func CMTimebaseCreateWithMasterTimebase(
    allocator: CFAllocator?, masterTimebase: CMTimebase, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    CMTimebaseCreateWithSourceTimebase(allocator: allocator, sourceTimebase: masterTimebase, timebaseOut: timebaseOut)
}

/// Both at the same moment.
@discardableResult
public func CMTimebaseGetTimeAndRate(
    _ timebase: CMTimebase, timeOut: UnsafeMutablePointer<CMTime>?, rateOut: UnsafeMutablePointer<Double>?
) -> OSStatus {
    let (clock, path) = timebase.follow()
    timeOut?.pointee = path.reduce(clock.time) { $1.time(at: $0) }
    rateOut?.pointee = path.last?.rate ?? 0
    return 0
}

public func CMTimebaseCopySourceClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }

public func CMTimebaseCopySourceTimebase(_ timebase: CMTimebase) -> CMTimebase? { timebase.sourceTimebase }

public func CMTimebaseCopyUltimateSourceClock(_ timebase: CMTimebase) -> CMClock { timebase.ultimateSourceClock }

public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }

public func CMTimebaseGetTimeWithTimeScale(
    _ timebase: CMTimebase, timescale: CMTimeScale, method: CMTimeRoundingMethod
) -> CMTime {
    timebase.time(withTimeScale: timescale, method: method)
}

@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
    status { try timebase.setTime(time) }
}

public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Double { timebase.rate }

public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Double { timebase.effectiveRate }

@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Double) -> OSStatus {
    status { try timebase.setRate(rate) }
}

@discardableResult
public func CMTimebaseSetAnchorTime(
    _ timebase: CMTimebase, timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
    status { try timebase.setAnchorTime(timebaseTime, immediateSourceTime: immediateSourceTime) }
}

@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
    _ timebase: CMTimebase, rate: Double, anchorTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
    status { try timebase.setRate(rate, anchorTime: anchorTime, immediateSourceTime: immediateSourceTime) }
}

private func status(_ body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return 0
    } catch {
        return OSStatus(truncatingIfNeeded: (error as NSError).code)
    }
}
