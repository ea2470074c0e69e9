/// A fraction, which is how TIFF stores non-integers.
package struct TIFFRational: Codable, Sendable, Hashable {
    package var numerator: Int64
    package var denominator: Int64

    package init(_ numerator: Int64, _ denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The simplest fraction within a millionth of `value`: 0.016667 becomes 1/60.
    ///
    /// A value that does not fit in 32-bit numbers becomes the nearest that does; NaN becomes 0/1.
    package init(_ value: Double) {
        guard value.isFinite else {
            self.init(0, 1)
            return
        }
        let limit = Double(Int32.max)
        let magnitude = min(abs(value), limit)
        var (previous, current) = ((numerator: 0.0, denominator: 1.0), (numerator: 1.0, denominator: 0.0))
        var rest = magnitude
        // The convergents of the continued fraction.
        for _ in 0..<40 {
            let whole = rest.rounded(.down)
            let next = (
                numerator: whole * current.numerator + previous.numerator,
                denominator: whole * current.denominator + previous.denominator
            )
            guard next.numerator <= limit, next.denominator <= limit else { break }
            (previous, current) = (current, next)
            guard abs(current.numerator / current.denominator - magnitude) > magnitude * 1e-6, rest > whole else {
                break
            }
            rest = 1 / (rest - whole)
        }
        self.init(Int64(value < 0 ? -current.numerator : current.numerator), Int64(current.denominator))
    }

    package var value: Double { denominator == 0 ? 0 : Double(numerator) / Double(denominator) }
}

/// The value of one field in a TIFF directory: numbers of one type, a text, or bytes.
///
/// Source: TIFF 6.0, section 2; EXIF 2.32, section 4.6.2.
package enum TIFFValue: Codable, Sendable, Hashable {
    case byte([UInt8])
    /// Stored as UTF-8 with a zero at the end, as all writers do although the standard says ASCII.
    case text(String)
    case short([UInt16])
    case long([UInt32])
    case rational([TIFFRational])
    case undefined([UInt8])
    case signedLong([Int32])
    case signedRational([TIFFRational])

    /// The type's number in the file.
    var code: UInt16 {
        switch self {
        case .byte: 1
        case .text: 2
        case .short: 3
        case .long: 4
        case .rational: 5
        case .undefined: 7
        case .signedLong: 9
        case .signedRational: 10
        }
    }

    /// The field's count; for a text, its bytes including the zero.
    var count: Int {
        switch self {
        case .byte(let values), .undefined(let values): values.count
        case .text(let text): text.utf8.count + 1
        case .short(let values): values.count
        case .long(let values): values.count
        case .signedLong(let values): values.count
        case .rational(let values), .signedRational(let values): values.count
        }
    }

    /// The values in a byte order.
    func encoded(_ order: TIFFByteOrder) -> [UInt8] {
        switch self {
        case .byte(let values), .undefined(let values): values
        case .text(let text): Array(text.utf8) + [0]
        case .short(let values): values.flatMap { order.bytes($0) }
        case .long(let values): values.flatMap { order.bytes($0) }
        case .signedLong(let values): values.flatMap { order.bytes(UInt32(bitPattern: $0)) }
        case .rational(let values):
            values.flatMap {
                order.bytes(UInt32(clamping: $0.numerator)) + order.bytes(UInt32(clamping: $0.denominator))
            }
        case .signedRational(let values):
            values.flatMap {
                order.bytes(UInt32(bitPattern: Int32(clamping: $0.numerator)))
                    + order.bytes(UInt32(bitPattern: Int32(clamping: $0.denominator)))
            }
        }
    }
}

/// Which byte of a number comes first.
package enum TIFFByteOrder: Sendable {
    /// "II".
    case littleEndian
    /// "MM".
    case bigEndian

    func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: self == .littleEndian ? number.littleEndian : number.bigEndian) { Array($0) }
    }
}
