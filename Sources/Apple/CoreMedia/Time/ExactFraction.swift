/// The exact quotient of two integers, on the way to a `CMTime`.
///
/// Every result of Core Media's arithmetic on two times fits: numerators stay below 2^117, denominators below 2^95.
struct ExactFraction {
    private(set) var numerator: Int128
    /// Greater than 0.
    private(set) var denominator: Int128

    init(_ numerator: Int128, _ denominator: Int128) {
        self.numerator = denominator < 0 ? -numerator : numerator
        self.denominator = denominator < 0 ? -denominator : denominator
    }

    /// `number` × `factor` / `divisor`, where `number` is taken as the exact binary fraction that it represents.
    ///
    /// - Parameters:
    ///   - factor: of at most 64 bits.
    ///   - divisor: positive, of at most 32 bits.
    /// - Returns: `nil` if it is infinite, NaN, or beyond every time.
    init?(_ number: Double, times factor: Int64 = 1, over divisor: Int32 = 1) {
        guard number.isFinite else { return nil }
        guard number != 0, factor != 0 else {
            self.init(0, 1)
            return
        }
        // A significand of at most 53 bits, odd, times a power of two.
        let leading: UInt64 = number.isNormal ? 1 << Double.significandBitCount : 0
        let significand = number.significandBitPattern | leading
        let zeros = significand.trailingZeroBitCount
        let scale = Int(number.isNormal ? number.exponent : Double.leastNormalMagnitude.exponent)
        let odd = Int128(significand >> zeros)
        self.init((number < 0 ? -odd : odd) * Int128(factor), Int128(divisor))
        guard multiply(byPowerOfTwo: scale - Double.significandBitCount + zeros) else { return nil }
    }

    /// - Returns: `false` if the product is beyond every time.
    private mutating func multiply(byPowerOfTwo exponent: Int) -> Bool {
        if exponent >= 0 {
            guard exponent < numerator.magnitude.leadingZeroBitCount - 1 else { return false }
            numerator <<= exponent
            return true
        }
        let kept = min(-exponent, 62)
        denominator <<= kept
        drop(bits: -exponent - kept)
        return true
    }

    /// Divides by a power of two; of the bits that fall off, it only remembers whether any were set.
    ///
    /// The numerator counts units of 2^-62 of a second or less here, so those bits can decide a tie, and nothing else.
    private mutating func drop(bits: Int) {
        guard bits > 0 else { return }
        let magnitude = numerator.magnitude
        let shifted = bits < 127 ? magnitude >> bits : 0
        let hasRest = shifted << bits != magnitude
        let sign: Int128 = numerator < 0 ? -1 : 1
        numerator = sign * Int128(shifted << 1 | (hasRest ? 1 : 0))
        denominator <<= 1
    }

    /// With the smallest denominator.
    var reduced: ExactFraction {
        let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
        return divisor > 1 ? ExactFraction(numerator / divisor, denominator / divisor) : self
    }

    /// The number of units of 1/`timescale`, rounded.
    ///
    /// - Returns: `nil` if it does not fit in 64 bits.
    func value(
        timescale: CMTimeScale, _ rounds: (_ quotient: UInt128, _ rest: Rest, _ isNegative: Bool) -> Bool
    ) -> (value: Int64, isExact: Bool)? {
        let magnitude = numerator.magnitude
        let divisor = denominator.magnitude
        let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: divisor)
        guard whole < 1 << 64 else { return nil }
        // The remainder is below 2^95, and times 2^31 below 2^126: no step overflows.
        let (units, left) = (rest * UInt128(timescale)).quotientAndRemainder(dividingBy: divisor)
        var quotient = whole * UInt128(timescale) + units
        if left != 0, rounds(quotient, Rest(left, of: divisor), numerator < 0) { quotient += 1 }
        guard quotient <= UInt128(Int64.max) else { return nil }
        return (numerator < 0 ? -Int64(quotient) : Int64(quotient), left == 0)
    }

    /// The remainder, as a part of a unit.
    enum Rest {
        case less, half, more

        init(_ left: UInt128, of divisor: UInt128) {
            let double = left * 2
            self = double == divisor ? .half : double < divisor ? .less : .more
        }
    }
}

/// Euclid's algorithm; `gcd(0, b)` is `b`.
func greatestCommonDivisor<Number: BinaryInteger>(_ a: Number, _ b: Number) -> Number {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a == 0 ? 1 : a
}
