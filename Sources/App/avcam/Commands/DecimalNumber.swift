/// Numbers as people type them: decimal digits with at most one point, and a sign.
///
/// Swift's own initializers also take hexadecimal digits and exponents, which are mistakes here: `0x10` is a size that lost a
/// digit, and not sixteen.
enum DecimalNumber {
    /// - Returns: `nil` for anything else.
    static func value<Number: LosslessStringConvertible>(_ text: some StringProtocol) -> Number? {
        // The minus sign that word processors write is accepted too.
        let text = String(text).replacing("\u{2212}", with: "-")
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : Substring(text)
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }) else { return nil }
        return Number(text)
    }
}
