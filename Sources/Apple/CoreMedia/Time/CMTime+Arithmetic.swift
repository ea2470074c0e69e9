import MissingFoundation

/// The exact sum.
///
/// - The timescale is the operands' least common multiple. If that is too large, it is ``kCMTimeMaxTimescale``, halved
///   as often as the value overflows; if it overflows even at 1, the result is infinite.
/// - One infinite operand makes the result infinite; two different ones make it indefinite.
/// - Operands of two different epochs other than 0 make it invalid.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
    guard lhs.isValid, rhs.isValid else { return .invalid }
    guard lhs.isFraction, rhs.isFraction else { return CMTime.nonNumericSum(lhs, rhs) }
    guard lhs.epoch == rhs.epoch || lhs.epoch == 0 || rhs.epoch == 0 else { return .invalid }
    return CMTime.sum(lhs, rhs, negated: false, epoch: lhs.epoch == 0 ? rhs.epoch : lhs.epoch)
}

/// The exact difference, with the rules of `CMTimeAdd`.
///
/// Two times of the same epoch give a duration, which has epoch 0.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
    guard lhs.isValid, rhs.isValid else { return .invalid }
    guard lhs.isFraction, rhs.isFraction else { return CMTime.nonNumericSum(lhs, rhs.oppositeInfinity) }
    guard lhs.epoch == rhs.epoch || lhs.epoch == 0 || rhs.epoch == 0 else { return .invalid }
    let epoch = lhs.epoch == rhs.epoch ? 0 : lhs.epoch == 0 ? rhs.epoch : lhs.epoch
    return CMTime.sum(lhs, rhs, negated: true, epoch: epoch)
}

/// The exact product, in the time's own timescale if it fits.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
    CMTimeMultiplyByRatio(time, multiplier: multiplier, divisor: 1)
}

/// `time` × `multiplier` / `divisor`.
///
/// The exact fraction if a timescale can express it, otherwise rounded to the finest timescale that holds it. A divisor
/// of 0 makes the result invalid.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    guard divisor != 0 else { return .invalid }
    guard time.isFraction else {
        let sign = Int(multiplier.signum() * divisor.signum())
        return time.nonNumericProduct(sign: sign)
    }
    let product = ExactFraction(
        Int128(time.value) * Int128(multiplier), Int128(time.timescale) * Int128(divisor))
    return CMTime(product, timescaleOf: time)
}

/// `time` × `multiplier`, using the multiplier's exact binary fraction.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
    guard time.isValid, !multiplier.isNaN else { return .invalid }
    let sign = multiplier == 0 ? 0 : multiplier < 0 ? -1 : 1
    guard time.isFraction else { return time.nonNumericProduct(sign: sign) }
    let isNegative = (time.value < 0) != (multiplier < 0)
    guard time.value != 0 || multiplier.isFinite else { return .indefinite }
    guard let product = ExactFraction(multiplier, times: time.value, over: time.timescale) else {
        return .infinity(isNegative: isNegative)
    }
    return CMTime(product, timescaleOf: time)
}

/// The absolute value.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    if time.isNegativeInfinity { return .positiveInfinity }
    guard time.isFraction, time.value < 0 else { return time }
    return CMTime(
        ExactFraction(-Int128(time.value), Int128(time.timescale)), timescaleOf: time)
}

extension CMTime {
    public static func + (addend1: CMTime, addend2: CMTime) -> CMTime { CMTimeAdd(addend1, addend2) }
    public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime { CMTimeSubtract(minuend, subtrahend) }
    public static func += (left: inout CMTime, right: CMTime) { left = left + right }
    public static func -= (left: inout CMTime, right: CMTime) { left = left - right }

    static func infinity(isNegative: Bool) -> CMTime { isNegative ? .negativeInfinity : .positiveInfinity }

    /// The sum or the difference of two fractions.
    fileprivate static func sum(_ lhs: CMTime, _ rhs: CMTime, negated: Bool, epoch: CMTimeEpoch) -> CMTime {
        let rounded = lhs.flags.union(rhs.flags).intersection(.hasBeenRounded)
        if lhs.timescale == rhs.timescale {
            let (value, overflow) =
                negated
                ? lhs.value.subtractingReportingOverflow(rhs.value) : lhs.value.addingReportingOverflow(rhs.value)
            if !overflow {
                return CMTime(value: value, timescale: lhs.timescale, flags: rounded.union(.valid), epoch: epoch)
            }
        }
        let (left, right) = (Int128(lhs.timescale), Int128(rhs.timescale))
        let common = left / greatestCommonDivisor(left, right) * right
        let addend = Int128(rhs.value) * (common / right)
        let sum = Int128(lhs.value) * (common / left) + (negated ? -addend : addend)
        let timescale = CMTimeScale(min(common, Int128(kCMTimeMaxTimescale)))
        return CMTime(ExactFraction(sum, common), timescale: timescale, flags: rounded, epoch: epoch)
    }

    /// The sum of two valid times of which at least one is special.
    fileprivate static func nonNumericSum(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
        switch (lhs.isInfinite, rhs.isInfinite) {
        case (true, true): lhs.isPositiveInfinity == rhs.isPositiveInfinity ? lhs : .indefinite
        case (true, false): lhs
        case (false, true): rhs
        case (false, false): lhs.isIndefinite || rhs.isIndefinite ? .indefinite : .invalid
        }
    }

    /// The opposite of an infinity; anything else unchanged.
    fileprivate var oppositeInfinity: CMTime { isInfinite ? .infinity(isNegative: isPositiveInfinity) : self }

    /// A time that is not a fraction, multiplied by a factor of that sign.
    fileprivate func nonNumericProduct(sign: Int) -> CMTime {
        guard isInfinite else { return isIndefinite ? .indefinite : .invalid }
        if sign == 0 { return .indefinite }
        return sign < 0 ? oppositeInfinity : self
    }
}
