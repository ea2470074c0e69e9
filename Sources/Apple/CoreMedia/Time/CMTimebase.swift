import Foundation
import Locking
import MissingFoundation

/// The timebase's effective rate has changed; posted with the timebase. Source: Apple, CMTimebase.h.
public let kCMTimebaseNotification_EffectiveRateChanged: CFString = "CMTimebaseEffectiveRateChanged"
/// The timebase's time has jumped; posted with the timebase. Source: Apple, CMTimebase.h.
public let kCMTimebaseNotification_TimeJumped: CFString = "CMTimebaseTimeJumped"

/// A time that an app moves: at a rate, by the time of a clock or of another timebase. A new one shows zero and stands still.
/// Any thread may use it. Source: Apple, CMTimebase.
///
/// Linux: without timers.
public final class CMTimebase: _CFObject, CMSyncProtocol {
    /// How a time moves while another one passes.
    struct Motion: Sendable {
        var rate = 0.0
        /// What is shown at ``sourceAnchor``.
        var anchor = CMTime.zero
        var sourceAnchor: CMTime

        func time(at sourceTime: CMTime) -> CMTime {
            if rate == 0 { return sourceTime.isValid ? anchor : .invalid }
            let passed = sourceTime - sourceAnchor
            return anchor + (rate == 1 ? passed : CMTimeMultiplyByFloat64(passed, multiplier: rate))
        }

        /// `.invalid` for a time that stands still.
        func sourceTime(of time: CMTime) -> CMTime {
            if rate == 0 { return .invalid }
            let passed = time - anchor
            return sourceAnchor + (rate == 1 ? passed : CMTimeMultiplyByFloat64(passed, multiplier: 1 / rate))
        }
    }

    private enum Source: Sendable {
        case clock(CMClock)
        case timebase(CMTimebase)

        var object: any CMSyncProtocol {
            switch self {
            case .clock(let clock): clock
            case .timebase(let timebase): timebase
            }
        }
    }

    private struct Following: @unchecked Sendable {  // never changed by us
        weak var timebase: CMTimebase?
    }

    private let source: Source
    private let motion: Mutex<Motion>
    /// The timebases whose source this one is.
    private let followers = Mutex<[Following]>([])

    /// A timebase that follows a clock.
    public convenience init(sourceClock: CMClock) throws { self.init(.clock(sourceClock)) }

    /// A timebase that follows another one.
    public convenience init(sourceTimebase: CMTimebase) throws { self.init(.timebase(sourceTimebase)) }

    private init(_ source: Source) {
        self.source = source
        motion = Mutex(Motion(sourceAnchor: Follower(source.object).time))
        guard case .timebase(let timebase) = source else { return }
        timebase.followers.withLock { followers in
            followers.removeAll { $0.timebase == nil }
            followers.append(Following(timebase: self))
        }
    }

    /// The clock that it follows directly; `nil` if it follows a timebase.
    public var sourceClock: CMClock? { source.object as? CMClock }

    /// The timebase that it follows; `nil` if it follows a clock.
    public var sourceTimebase: CMTimebase? { source.object as? CMTimebase }

    /// The clock at the end of all timebases that it follows.
    public var ultimateSourceClock: CMClock { follow().clock }

    func follow() -> (clock: CMClock, path: [Motion]) {
        let own = motion.withLock { $0 }
        switch source {
        case .clock(let clock): return (clock, [own])
        case .timebase(let timebase):
            let (clock, path) = timebase.follow()
            return (clock, path + [own])
        }
    }

    /// What it shows now.
    public var time: CMTime { Follower(self).time }

    /// What it shows now, in units of a scale.
    public func time(withTimeScale timeScale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
        time.convertScale(timeScale, method: method)
    }

    /// How fast it runs by the time of its source; 0 when it stands still.
    public var rate: Double { motion.withLock { $0.rate } }

    /// How fast it runs by the time of the clock at the end.
    public var effectiveRate: Double { Follower(self).rate }

    /// Shows another time from now on, at the same rate.
    ///
    /// - Throws: `kCMTimebaseError_InvalidParameter`, here and below, for a time or a rate that is no number.
    public func setTime(_ time: CMTime) throws {
        try move(rate: nil, anchor: time, at: Follower(source.object).time)
    }

    /// Runs at another rate from now on, without a jump.
    public func setRate(_ rate: Double) throws { try move(rate: rate, anchor: nil, at: Follower(source.object).time) }

    /// Moves so that it shows `time` when its source shows `immediateSourceTime`.
    public func setAnchorTime(_ time: CMTime, immediateSourceTime: CMTime) throws {
        try move(rate: nil, anchor: time, at: immediateSourceTime)
    }

    /// As ``setAnchorTime(_:immediateSourceTime:)``, at another rate.
    public func setRate(_ rate: Double, anchorTime: CMTime, immediateSourceTime: CMTime) throws {
        try move(rate: rate, anchor: anchorTime, at: immediateSourceTime)
    }

    /// - Parameters:
    ///   - rate: `nil` for the same as before.
    ///   - anchor: what it shows when its source shows `sourceTime`; `nil` for no jump.
    private func move(rate: Double?, anchor: CMTime?, at sourceTime: CMTime) throws {
        guard rate?.isFinite ?? true, anchor?.isNumeric ?? true, sourceTime.isNumeric else {
            throw NSError(domain: NSOSStatusErrorDomain, code: Int(kCMTimebaseError_InvalidParameter))
        }
        let hasNewRate = motion.withLock { motion in
            let old = motion
            motion = Motion(
                rate: rate ?? old.rate, anchor: anchor ?? old.time(at: sourceTime), sourceAnchor: sourceTime)
            return motion.rate != old.rate
        }
        if hasNewRate { post(kCMTimebaseNotification_EffectiveRateChanged) }
        if anchor != nil { post(kCMTimebaseNotification_TimeJumped) }
    }

    /// Tells about a change, and so do those that follow it: it is theirs, too.
    private func post(_ name: CFString) {
        NotificationCenter.default.post(name: NSNotification.Name(name), object: self)
        for follower in followers.withLock({ $0 }) { follower.timebase?.post(name) }
    }
}
