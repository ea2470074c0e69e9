import MissingFoundation

/// Numerator of a time. Source: Apple, CMTimeValue.
public typealias CMTimeValue = Int64
/// Denominator of a time: units per second. Source: Apple, CMTimeScale.
public typealias CMTimeScale = Int32
/// Distinguishes unrelated timelines. Source: Apple, CMTimeEpoch.
public typealias CMTimeEpoch = Int64

/// The largest timescale.
public let kCMTimeMaxTimescale: CMTimeScale = 0x7FFF_FFFF

/// What kind of value a time is. Source: Apple, CMTimeFlags.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Without it, no other flag counts.
    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    /// The result of inexact arithmetic.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    /// Unknown, like the duration of a live stream.
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
    /// Flags with which value and timescale mean nothing.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// How to round a time that its timescale cannot express. Source: Apple, CMTimeRoundingMethod.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// 1.5 to 2, -1.5 to -2.
    case roundHalfAwayFromZero = 1
    /// 1.9 to 1, -1.9 to -1.
    case roundTowardZero = 2
    /// 1.1 to 2, -1.1 to -2.
    case roundAwayFromZero = 3
    /// Toward zero when the new scale is coarser, away from it when it is finer; a negative time never becomes 0.
    case quickTime = 4
    /// 1.1 to 2, -1.9 to -1.
    case roundTowardPositiveInfinity = 5
    /// 1.9 to 1, -1.1 to -2.
    case roundTowardNegativeInfinity = 6

    public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

/// A time or a duration: the fraction `value / timescale` of seconds, or one of the special values.
/// Source: Apple, CMTime.
///
/// Arithmetic is exact as long as the result fits a timescale of at most ``kCMTimeMaxTimescale``; otherwise the result
/// has ``hasBeenRounded``.
public struct CMTime: Sendable {
    /// The numerator: how many units.
    public var value: CMTimeValue
    /// The denominator: units per second, more than 0.
    public var timescale: CMTimeScale
    public var flags: CMTimeFlags
    /// Distinguishes the rounds of a loop, or unrelated timelines; usually 0.
    public var epoch: CMTimeEpoch

    /// An invalid time.
    public init() {
        self.init(value: 0, timescale: 0, flags: [], epoch: 0)
    }

    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// `value / timescale` seconds.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
    }
}

extension CMTime {
    /// No time at all.
    public static let invalid = CMTime()
    /// 0/1.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// Later than any number.
    public static let positiveInfinity = CMTime(special: .positiveInfinity)
    /// Earlier than any number.
    public static let negativeInfinity = CMTime(special: .negativeInfinity)
    /// Unknown.
    public static let indefinite = CMTime(special: .indefinite)

    private init(special flag: CMTimeFlags) {
        self.init(value: 0, timescale: 0, flags: [.valid, flag], epoch: 0)
    }

    public var isValid: Bool { flags.contains(.valid) }
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Neither invalid, infinite nor indefinite.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    /// Whether it is a number that has been rounded.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    var isInfinite: Bool { isPositiveInfinity || isNegativeInfinity }

    /// Numeric, with a usable denominator.
    var isFraction: Bool { isNumeric && timescale > 0 }
}

extension CMTime: CustomStringConvertible {
    /// In the form of `CMTimeShow`: "{1001/24000 = 0.042}".
    public var description: String {
        if !isValid { return "{INVALID}" }
        if isPositiveInfinity { return "{+INFINITY}" }
        if isNegativeInfinity { return "{-INFINITY}" }
        if isIndefinite { return "{INDEFINITE}" }
        let rounded = hasBeenRounded ? ", rounded" : ""
        return "{\(value)/\(timescale) = \(String(format: "%1.3f", seconds))\(rounded)}"
    }
}
