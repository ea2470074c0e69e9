import Foundation

extension OSLogPrivacy {
    /// What replaces a private value. Source: Apple, OSLogPrivacy.Mask.
    public enum Mask: Sendable {
        /// A number that is the same for equal values, so that related messages can be found.
        case hash
        /// Nothing.
        case none
    }

    /// Linux: the value is not written at all, with either mask.
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }

    /// Linux: the value is not written at all, with either mask.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }

    /// Linux: public, see ``auto``.
    public static func auto(mask: Mask) -> OSLogPrivacy { .auto }
}

/// How a floating-point number is written. Source: Apple, OSLogFloatFormatting.
public struct OSLogFloatFormatting: Sendable {
    /// For `String(format:)`.
    let format: String

    /// With six digits after the point.
    public static var fixed: OSLogFloatFormatting { fixed(precision: 6) }

    /// - `precision`: digits after the point.
    public static func fixed(precision: Int, explicitPositiveSign: Bool = false) -> OSLogFloatFormatting {
        OSLogFloatFormatting(format: "%\(explicitPositiveSign ? "+" : "").\(max(0, precision))f")
    }

    /// As short as it can be.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(format: "%g") }

    /// With an exponent.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(format: "%e") }
}

/// How a whole number is written. Source: Apple, OSLogIntegerFormatting.
public struct OSLogIntegerFormatting: Sendable {
    let radix: Int
    let prefix: String
    let minDigits: Int

    public static var decimal: OSLogIntegerFormatting { decimal(minDigits: 1) }

    /// - Parameter minDigits: shorter numbers have zeros in front.
    public static func decimal(minDigits: Int) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 10, prefix: "", minDigits: minDigits)
    }

    public static var hex: OSLogIntegerFormatting { hex() }

    /// - Parameters:
    ///   - includePrefix: whether the number begins with `0x`.
    ///   - minDigits: shorter numbers have zeros in front.
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
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> some BinaryFloatingPoint, format: OSLogFloatFormatting,
        privacy: OSLogPrivacy = .auto
    ) {
        text += privacy.isPrivate ? "<private>" : String(format: format.format, Double(number()))
    }

    public mutating func appendInterpolation(
        _ number: @autoclosure () -> some BinaryInteger, format: OSLogIntegerFormatting,
        privacy: OSLogPrivacy = .auto
    ) {
        text += privacy.isPrivate ? "<private>" : format.text(number())
    }
}
