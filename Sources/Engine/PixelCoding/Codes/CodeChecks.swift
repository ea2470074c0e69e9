/// Check characters that the reader leaves unchecked, because not every code has them.
package enum CodeChecks {
    /// Source: ISO/IEC 16388, Code 39, annex A: the check character.
    package static func hasMod43Character(_ text: String) -> Bool {
        let values = text.map { character in
            Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%").firstIndex(of: character)
        }
        guard values.count > 1, let check = values.last, !values.contains(nil) else { return false }
        return values.dropLast().reduce(0) { $0 + ($1 ?? 0) } % 43 == check
    }

    /// Source: GS1 General Specifications, 7.9: the check digit.
    package static func isGTIN14(_ text: String) -> Bool {
        let digits = text.compactMap(\.wholeNumberValue)
        guard text.count == 14, digits.count == 14 else { return false }
        let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 3 : 1) }
        return sum.isMultiple(of: 10)
    }
}
