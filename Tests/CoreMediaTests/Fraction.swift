/// An exact fraction of integers of any size, to compare with: slow, simple, and written without looking at Core
/// Media's arithmetic.
struct Fraction: Comparable {
    let numerator: BigInteger
    let denominator: BigInteger

    init(_ numerator: BigInteger, _ denominator: BigInteger) {
        self.numerator = denominator.isNegative ? -numerator : numerator
        self.denominator = denominator.isNegative ? -denominator : denominator
    }

    init(_ numerator: Int64, _ denominator: Int64) {
        self.init(BigInteger(numerator), BigInteger(denominator))
    }

    static func + (left: Fraction, right: Fraction) -> Fraction {
        Fraction(
            left.numerator * right.denominator + right.numerator * left.denominator,
            left.denominator * right.denominator)
    }

    static func - (left: Fraction, right: Fraction) -> Fraction {
        left + Fraction(-right.numerator, right.denominator)
    }

    static func * (left: Fraction, right: Fraction) -> Fraction {
        Fraction(left.numerator * right.numerator, left.denominator * right.denominator)
    }

    static func == (left: Fraction, right: Fraction) -> Bool {
        left.numerator * right.denominator == right.numerator * left.denominator
    }

    static func < (left: Fraction, right: Fraction) -> Bool {
        (left.numerator * right.denominator - right.numerator * left.denominator).isNegative
    }

    var magnitude: Fraction { numerator.isNegative ? Fraction(-numerator, denominator) : self }

    static let zero = Fraction(0, 1)
}

/// An integer of any size: a sign and digits of base 2^16, the lowest first.
struct BigInteger: Equatable {
    private(set) var isNegative: Bool
    private var digits: [UInt32]

    private init(isNegative: Bool, digits: [UInt32]) {
        var digits = digits
        while digits.last == 0 { digits.removeLast() }
        self.digits = digits
        self.isNegative = isNegative && !digits.isEmpty
    }

    init(_ value: Int64) {
        var rest = value.magnitude
        var digits: [UInt32] = []
        while rest > 0 {
            digits.append(UInt32(rest & 0xFFFF))
            rest >>= 16
        }
        self.init(isNegative: value < 0, digits: digits)
    }

    /// 2 to the power of `exponent`.
    init(powerOfTwo exponent: Int) {
        self.init(isNegative: false, digits: Array(repeating: 0, count: exponent / 16) + [1 << UInt32(exponent % 16)])
    }

    static prefix func - (value: BigInteger) -> BigInteger {
        BigInteger(isNegative: !value.isNegative, digits: value.digits)
    }

    static func + (left: BigInteger, right: BigInteger) -> BigInteger {
        if left.isNegative == right.isNegative {
            return BigInteger(isNegative: left.isNegative, digits: add(left.digits, right.digits))
        }
        if isLess(left.digits, right.digits) {
            return BigInteger(isNegative: right.isNegative, digits: subtract(right.digits, left.digits))
        }
        return BigInteger(isNegative: left.isNegative, digits: subtract(left.digits, right.digits))
    }

    static func - (left: BigInteger, right: BigInteger) -> BigInteger { left + -right }

    static func * (left: BigInteger, right: BigInteger) -> BigInteger {
        var product = [UInt32](repeating: 0, count: left.digits.count + right.digits.count + 1)
        for (i, a) in left.digits.enumerated() {
            var carry: UInt64 = 0
            for (j, b) in right.digits.enumerated() {
                let sum = UInt64(a) * UInt64(b) + UInt64(product[i + j]) + carry
                product[i + j] = UInt32(sum & 0xFFFF)
                carry = sum >> 16
            }
            product[i + right.digits.count] = UInt32(carry)
        }
        return BigInteger(isNegative: left.isNegative != right.isNegative, digits: product)
    }

    private static func add(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        var sum: [UInt32] = []
        var carry: UInt32 = 0
        for index in 0..<max(left.count, right.count) {
            let digit =
                (index < left.count ? left[index] : 0) + (index < right.count ? right[index] : 0) + carry
            sum.append(digit & 0xFFFF)
            carry = digit >> 16
        }
        return sum + [carry]
    }

    /// `left` is not smaller than `right`.
    private static func subtract(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        var difference: [UInt32] = []
        var borrow: UInt32 = 0
        for index in left.indices {
            let take = (index < right.count ? right[index] : 0) + borrow
            borrow = left[index] < take ? 1 : 0
            difference.append(left[index] + (borrow << 16) - take)
        }
        return difference
    }

    private static func isLess(_ left: [UInt32], _ right: [UInt32]) -> Bool {
        if left.count != right.count { return left.count < right.count }
        for index in left.indices.reversed() where left[index] != right[index] { return left[index] < right[index] }
        return false
    }
}
