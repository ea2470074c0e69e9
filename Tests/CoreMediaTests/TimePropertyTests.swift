import CoreMedia
import Testing

/// The same numbers on every run: splitmix64.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Values of every magnitude, and occasionally the ends of the range.
    mutating func value() -> Int64 {
        switch next() % 16 {
        case 0: [0, 1, -1, .max, .min, .min + 1][Int(next() % 6)]
        default: Int64(bitPattern: next()) >> Int64(next() % 64)
        }
    }

    mutating func timescale() -> Int32 {
        switch next() % 4 {
        case 0: [1, 2, 24, 30, 600, 1000, 1001, 24000, 44100, 48000, 90000, 1_000_000_000, .max][Int(next() % 13)]
        default: max(1, Int32(truncatingIfNeeded: next() >> 33) >> Int32(next() % 31))
        }
    }

    mutating func time() -> CMTime { CMTime(value: value(), timescale: timescale()) }
}

@Suite struct TimePropertyTests {
    private func exact(_ time: CMTime) -> Fraction { Fraction(time.value, Int64(time.timescale)) }

    private func times(_ count: Int = 4000, seed: UInt64) -> [(CMTime, CMTime)] {
        var generator = SeededGenerator(state: seed)
        return (0..<count).map { _ in (generator.time(), generator.time()) }
    }

    private func leastCommonMultiple(_ a: Int32, _ b: Int32) -> Int64 {
        var (x, y) = (Int64(a), Int64(b))
        while y != 0 { (x, y) = (y, x % y) }
        return Int64(a) / x * Int64(b)
    }

    /// Whether `result` is what Apple documents for the value `truth` in `timescale`.
    private func isRight(_ result: CMTime, _ truth: Fraction, wanting timescale: Int64) -> Bool {
        var scale = Int32(min(timescale, Int64(Int32.max)))
        while true {
            // Rounded half away from zero, |value| is the floor of |truth| * scale + 1/2.
            let scaled = truth.magnitude * Fraction(Int64(scale), 1) + Fraction(1, 2)
            let fits = scaled < Fraction(Int64.max, 1) + Fraction(1, 1)
            if fits || scale == 1 {
                if !fits { return truth < .zero ? result.isNegativeInfinity : result.isPositiveInfinity }
                let near = result.isNumeric && result.timescale == scale
                let magnitude = Fraction(Int64(result.value.magnitude), 1)
                let isRounded = near && !(magnitude > scaled) && scaled < magnitude + Fraction(1, 1)
                let sign = result.value == 0 || (result.value < 0) == (truth < .zero)
                return isRounded && sign && result.hasBeenRounded == !(exact(result) == truth)
            }
            scale /= 2
        }
    }

    @Test func sumsAndDifferencesAreExactOrRoundedAsDocumented() {
        for (a, b) in times(seed: 1) {
            let scale = leastCommonMultiple(a.timescale, b.timescale)
            #expect(isRight(a + b, exact(a) + exact(b), wanting: scale), "\(a) + \(b) = \(a + b)")
            #expect(isRight(a - b, exact(a) - exact(b), wanting: scale), "\(a) - \(b) = \(a - b)")
        }
    }

    @Test func comparisonIsExact() {
        for (a, b) in times(seed: 2) {
            let (left, right) = (exact(a), exact(b))
            #expect(CMTimeCompare(a, b) == (left == right ? 0 : left < right ? -1 : 1), "\(a), \(b)")
            #expect((a < b) == (left < right))
            #expect((a == b) == (left == right))
        }
    }

    @Test func neighborsBeyondDoublePrecisionDiffer() {
        let a = CMTime(value: 9_007_199_254_740_993, timescale: 1_000_000_000)
        let b = CMTime(value: 9_007_199_254_740_992, timescale: 1_000_000_000)
        #expect(a > b)
        #expect(a - b == CMTime(value: 1, timescale: 1_000_000_000))
    }

    @Test func equalTimesHaveEqualHashes() {
        var generator = SeededGenerator(state: 3)
        for _ in 0..<2000 {
            let value = Int64(truncatingIfNeeded: generator.next()) >> 34
            let scale = Int32(generator.next() % 1000 + 1)
            let factor = Int64(generator.next() % 1000 + 1)
            let a = CMTime(value: value, timescale: scale)
            let b = CMTime(value: value * factor, timescale: scale * Int32(factor))
            #expect(a == b)
            #expect(a.hashValue == b.hashValue, "\(a), \(b)")
        }
    }

    @Test(arguments: [
        CMTimeRoundingMethod.roundHalfAwayFromZero, .roundTowardZero, .roundAwayFromZero,
        .roundTowardPositiveInfinity, .roundTowardNegativeInfinity,
    ])
    func conversionRoundsByItsMethod(_ method: CMTimeRoundingMethod) {
        var generator = SeededGenerator(state: UInt64(method.rawValue) + 10)
        for _ in 0..<2000 {
            let time = generator.time()
            let result = time.convertScale(generator.timescale(), method: method)
            guard result.isNumeric else {
                let limit = Fraction(Int64.max, 1)
                let scaled = exact(time).magnitude * Fraction(Int64(Int32.max), 1)
                #expect(scaled > limit, "\(time) became \(result)")
                continue
            }
            let (truth, rounded) = (exact(time), exact(result))
            let step = Fraction(1, Int64(result.timescale))
            #expect(result.hasBeenRounded == !(truth == rounded))
            switch method {
            case .roundTowardZero: #expect(!(rounded.magnitude > truth.magnitude))
            case .roundAwayFromZero: #expect(!(rounded.magnitude < truth.magnitude))
            case .roundTowardPositiveInfinity: #expect(!(rounded < truth))
            case .roundTowardNegativeInfinity: #expect(!(rounded > truth))
            default:
                let off = (rounded - truth).magnitude * Fraction(2, 1)
                #expect(!(off > step))
                #expect(off < step || rounded.magnitude > truth.magnitude)
            }
            #expect((rounded - truth).magnitude < step)
        }
    }

    @Test func productsWithRatiosAreExactWhenATimescaleCanTellThem() {
        var generator = SeededGenerator(state: 4)
        for _ in 0..<3000 {
            let time = generator.time()
            let multiplier = Int32(truncatingIfNeeded: generator.next() >> 32) >> Int32(generator.next() % 32)
            let divisor = generator.timescale()
            let result = CMTimeMultiplyByRatio(time, multiplier: multiplier, divisor: divisor)
            let truth = exact(time) * Fraction(Int64(multiplier), Int64(divisor))
            guard result.isNumeric else {
                #expect(truth.magnitude > Fraction(Int64.max, 1) - Fraction(1, 1), "\(time) became \(result)")
                continue
            }
            let isExact = exact(result) == truth
            #expect(result.hasBeenRounded == !isExact)
            #expect(!((exact(result) - truth).magnitude * Fraction(2, 1) > Fraction(1, Int64(result.timescale))))
        }
    }

    @Test func productsWithDoublesAreWithinHalfAUnit() {
        var generator = SeededGenerator(state: 5)
        for _ in 0..<3000 {
            let time = generator.time()
            let significand = Int64(truncatingIfNeeded: generator.next()) >> Int64(11 + generator.next() % 52)
            let shift = Int(generator.next() % 90)
            let multiplier = Double(sign: .plus, exponent: -shift, significand: Double(significand))
            let result = CMTimeMultiplyByFloat64(time, multiplier: multiplier)
            let factor = Fraction(BigInteger(significand), BigInteger(powerOfTwo: shift))
            let truth = exact(time) * factor
            guard result.isNumeric else {
                #expect(
                    truth.magnitude > Fraction(Int64.max, 1) - Fraction(1, 1), "\(time) × \(multiplier) = \(result)")
                continue
            }
            #expect(result.hasBeenRounded == !(exact(result) == truth), "\(time) × \(multiplier) = \(result)")
            #expect(
                !((exact(result) - truth).magnitude * Fraction(2, 1) > Fraction(1, Int64(result.timescale))),
                "\(time) × \(multiplier) = \(result)")
        }
    }

    @Test func timesFromSecondsAreTheNearestOnes() {
        var generator = SeededGenerator(state: 6)
        for _ in 0..<3000 {
            let significand = Int64(truncatingIfNeeded: generator.next()) >> Int64(11 + generator.next() % 52)
            let shift = Int(generator.next() % 80)
            let seconds = Double(sign: .plus, exponent: -shift, significand: Double(significand))
            let result = CMTimeMakeWithSeconds(seconds, preferredTimescale: generator.timescale())
            let truth = Fraction(BigInteger(significand), BigInteger(powerOfTwo: shift))
            #expect(
                !((exact(result) - truth).magnitude * Fraction(2, 1) > Fraction(1, Int64(result.timescale))),
                "\(seconds) = \(result)")
            #expect(result.hasBeenRounded == (result.seconds != seconds), "\(seconds) = \(result)")
        }
    }
}
