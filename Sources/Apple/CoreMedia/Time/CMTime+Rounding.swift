import MissingFoundation

/// The same time in another timescale.
///
/// - Returns: a time with ``CMTime/hasBeenRounded`` if the timescale cannot express it; an infinite one if the value
///   overflows; an invalid one if `newTimescale` is not positive. Special times do not change.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    guard time.isNumeric else { return time }
    guard newTimescale > 0, time.timescale > 0 else { return .invalid }
    if newTimescale == time.timescale { return time }
    let fraction = ExactFraction(Int128(time.value), Int128(time.timescale))
    let method = method.resolved(from: time.timescale, to: newTimescale)
    guard let (value, isExact) = fraction.value(timescale: newTimescale, method.rounds) else {
        return .infinity(isNegative: time.value < 0)
    }
    return CMTime(
        value: value, timescale: newTimescale, flags: isExact ? time.flags : time.flags.union(.hasBeenRounded),
        epoch: time.epoch)
}

/// The time nearest to `seconds`.
///
/// - Returns: a time whose timescale is halved until the value does not overflow, or an infinite one if nothing helps.
///   It has ``CMTime/hasBeenRounded`` set if it is not exactly `seconds`. It is invalid if `preferredTimescale` is not
///   positive or `seconds` is NaN.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
    guard preferredTimescale > 0, !seconds.isNaN else { return .invalid }
    guard let fraction = ExactFraction(seconds) else { return .infinity(isNegative: seconds < 0) }
    var time = CMTime(fraction, timescale: preferredTimescale, flags: [], epoch: 0)
    if time.isNumeric {
        time.flags = CMTimeGetSeconds(time) == seconds ? .valid : [.valid, .hasBeenRounded]
    }
    return time
}

/// The time in seconds; NaN if it is invalid or indefinite.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 {
    if time.isFraction { return Float64(time.value) / Float64(time.timescale) }
    if time.isPositiveInfinity { return .infinity }
    return time.isNegativeInfinity ? -.infinity : .nan
}

/// A time in units of `1/timescale` seconds.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// A time in an epoch.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
    CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
}

extension CMTime {
    /// The nearest time in that timescale.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        self = CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale)
    }

    /// NaN for times that are not numbers, infinite for infinite ones.
    public var seconds: Double { CMTimeGetSeconds(self) }

    /// The same time in another timescale.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        CMTimeConvertScale(self, timescale: newTimescale, method: method)
    }

    /// A fraction rounded to `timescale`, which is halved as often as the value overflows.
    init(_ fraction: ExactFraction, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        var scale = timescale
        while true {
            if let (value, isExact) = fraction.value(timescale: scale, CMTimeRoundingMethod.default.rounds) {
                let rounded: CMTimeFlags = isExact ? [] : .hasBeenRounded
                self.init(value: value, timescale: scale, flags: flags.union([.valid, rounded]), epoch: epoch)
                return
            }
            guard scale > 1 else {
                self = .infinity(isNegative: fraction.numerator < 0)
                return
            }
            scale /= 2
        }
    }

    /// A fraction in the timescale of `time` if that can express it, otherwise in the smallest multiple that can,
    /// otherwise in the finest one.
    init(_ fraction: ExactFraction, timescaleOf time: CMTime) {
        let denominator = fraction.reduced.denominator
        let own = Int128(time.timescale)
        var timescale = kCMTimeMaxTimescale
        if denominator <= Int128(kCMTimeMaxTimescale) {
            let common = own / greatestCommonDivisor(own, denominator) * denominator
            timescale = CMTimeScale(common <= Int128(kCMTimeMaxTimescale) ? common : denominator)
        }
        self.init(
            fraction, timescale: timescale, flags: time.flags.intersection(.hasBeenRounded), epoch: time.epoch)
    }
}

extension CMTimeRoundingMethod {
    /// QuickTime's method, which depends on the two scales, as a method that does not.
    fileprivate func resolved(from old: CMTimeScale, to new: CMTimeScale) -> Resolved {
        guard self == .quickTime else { return Resolved(method: self, keepsNegative: false) }
        return Resolved(method: new < old ? .roundTowardZero : .roundAwayFromZero, keepsNegative: true)
    }

    fileprivate struct Resolved {
        var method: CMTimeRoundingMethod
        /// Whether a negative time must stay below 0.
        var keepsNegative: Bool

        func rounds(_ quotient: UInt128, _ rest: ExactFraction.Rest, _ isNegative: Bool) -> Bool {
            keepsNegative && isNegative && quotient == 0 || method.rounds(quotient, rest, isNegative)
        }
    }

    /// Whether a non-integer value is rounded to the next larger magnitude.
    func rounds(_ quotient: UInt128, _ rest: ExactFraction.Rest, _ isNegative: Bool) -> Bool {
        switch self {
        case .roundHalfAwayFromZero: rest != .less
        case .roundTowardZero: false
        case .roundAwayFromZero: true
        case .roundTowardPositiveInfinity: !isNegative
        case .roundTowardNegativeInfinity: isNegative
        case .quickTime: preconditionFailure("resolved before it comes here")
        }
    }
}
