import ArgumentParser

/// A number given to an option, as it was typed.
///
/// The parser's own error for a word that is not a number would not say which numbers are allowed.
struct TypedNumber: ExpressibleByArgument, Sendable {
    let text: String

    init(argument: String) { text = argument }

    /// - Parameters:
    ///   - isAllowed: whether the number is in the range that `range` describes.
    ///   - range: in words, such as "from 1 to 9".
    /// - Throws: a sentence with the option, the range and what was typed.
    func value<Number: LosslessStringConvertible>(
        of option: String, _ range: String, where isAllowed: (Number) -> Bool
    ) throws -> Number {
        guard let value: Number = DecimalNumber.value(text), isAllowed(value) else {
            let found = text.isEmpty ? "an empty word" : text
            throw ValidationError("\(option) must be \(range), not \(found).")
        }
        return value
    }
}
