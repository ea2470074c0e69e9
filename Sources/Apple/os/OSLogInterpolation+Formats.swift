import Foundation

extension OSLogPrivacy {
    /// What is written of a value that nobody may read. Source: Apple, OSLogPrivacy.Mask.
    public enum Mask: Sendable {
        /// A number that is the same for the same value, so that messages about it can be found. Source: Apple, OSLogPrivacy.Mask.hash.
        case hash
        /// Nothing of it. Source: Apple, OSLogPrivacy.Mask.none.
        case none
    }

    /// Linux: nothing is written of the value, with either mask. Source: Apple, OSLogPrivacy.private(mask:).
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }

    /// Linux: nothing is written of the value, with either mask. Source: Apple, OSLogPrivacy.sensitive(mask:).
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }

    /// Linux: public, see ``auto``. Source: Apple, OSLogPrivacy.auto(mask:).
    public static func auto(mask: Mask) -> OSLogPrivacy { .auto }
}

/// How a floating-point number is written. Source: Apple, OSLogFloatFormatting.
public struct OSLogFloatFormatting: Sendable {
    /// For `String(format:)`.
    let format: String

    /// With six digits after the point. Source: Apple, OSLogFloatFormatting.fixed.
    public static var fixed: OSLogFloatFormatting { fixed(precision: 6) }

    /// - `precision`: digits after the point.
    ///
    /// Source: Apple, OSLogFloatFormatting.fixed(precision:explicitPositiveSign:uppercase:).
    public static func fixed(precision: Int, explicitPositiveSign: Bool = false) -> OSLogFloatFormatting {
        OSLogFloatFormatting(format: "%\(explicitPositiveSign ? "+" : "").\(max(0, precision))f")
    }

    /// As short as it can be. Source: Apple, OSLogFloatFormatting.hybrid.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(format: "%g") }

    /// With an exponent. Source: Apple, OSLogFloatFormatting.exponential.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(format: "%e") }
}

/// How a whole number is written. Source: Apple, OSLogIntegerFormatting.
public struct OSLogIntegerFormatting: Sendable {
    let radix: Int
    let prefix: String
    let minDigits: Int

    /// Source: Apple, OSLogIntegerFormatting.decimal.
    public static var decimal: OSLogIntegerFormatting { decimal(minDigits: 1) }

    /// - Parameter minDigits: shorter numbers have zeros in front.
    ///
    /// Source: Apple, OSLogIntegerFormatting.decimal(explicitPositiveSign:minDigits:).
    public static func decimal(minDigits: Int) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 10, prefix: "", minDigits: minDigits)
    }

    /// Source: Apple, OSLogIntegerFormatting.hex.
    public static var hex: OSLogIntegerFormatting { hex() }

    /// - Parameters:
    ///   - includePrefix: whether `0x` stands in front.
    ///   - minDigits: shorter numbers have zeros in front.
    ///
    /// Source: Apple, OSLogIntegerFormatting.hex(explicitPositiveSign:includePrefix:uppercase:minDigits:).
    public static func hex(includePrefix: Bool = false, minDigits: Int = 1) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 16, prefix: includePrefix ? "0x" : "", minDigits: minDigits)
    }

    func text(_ number: some BinaryInteger) -> String {
        let digits = String(number.magnitude, radix: radix)
        let zeros = String(repeating: "0", count: max(0, minDigits - digits.count))
        return (number < 0 ? "-" : "") + prefix + zeros + digits
    }
}

extension OSLogInterpolation {
    /// Source: Apple, OSLogInterpolation.appendInterpolation(_:format:align:privacy:).
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> some BinaryFloatingPoint, format: OSLogFloatFormatting,
        privacy: OSLogPrivacy = .auto
    ) {
        text += privacy.isPrivate ? "<private>" : String(format: format.format, Double(number()))
    }

    /// Source: Apple, OSLogInterpolation.appendInterpolation(_:format:align:privacy:).
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> some BinaryInteger, format: OSLogIntegerFormatting,
        privacy: OSLogPrivacy = .auto
    ) {
        text += privacy.isPrivate ? "<private>" : format.text(number())
    }
}
