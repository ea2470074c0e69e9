import ArgumentParser

/// A number that an option takes, as it was typed.
///
/// The parser would refuse a word that is no number without saying which numbers there are.
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
        // A minus sign as word processors write it is meant too.
        guard let value = Number(text.replacing("\u{2212}", with: "-")), isAllowed(value) else {
            let found = text.isEmpty ? "an empty word" : text
            throw ValidationError("\(option) must be \(range), not \(found).")
        }
        return value
    }
}
