import Foundation

/// A word, sign or value in the format of a predicate.
enum PredicateToken {
    case word(String)
    case symbol(String)
    case value(PredicateValue)
    case key(String)

    /// - Parameter word: a sign, or a word in capitals.
    func isWord(_ word: String) -> Bool {
        switch self {
        case .word(let text): text.uppercased() == word
        case .symbol(let text): text == word
        default: false
        }
    }

    /// - Parameter arguments: the values of the percent signs.
    /// - Returns: `nil` if something in it is no token.
    static func tokens(of format: String, _ arguments: [Any]) -> [PredicateToken]? {
        var reader = Reader(rest: Substring(format), arguments: arguments[...])
        var tokens: [PredicateToken] = []
        while reader.skipSpace() {
            guard let token = reader.next() else { return nil }
            tokens.append(token)
        }
        return tokens
    }

    private static let symbols = [
        "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "=", "<", ">", "!", "(", ")", "{", "}", "[", "]", ",",
        "&",
        "|", "-",
    ]

    private struct Reader {
        var rest: Substring
        var arguments: ArraySlice<Any>

        /// - Returns: whether something is left.
        mutating func skipSpace() -> Bool {
            rest = rest.drop(while: \.isWhitespace)
            return !rest.isEmpty
        }

        mutating func next() -> PredicateToken? {
            guard let first = rest.first else { return nil }
            if first == "%" { return argument() }
            if first == "'" || first == "\"" { return text(until: first) }
            if first.isASCII && first.isNumber { return number() }
            if first.isLetter || first == "_" { return .word(take { $0.isLetter || $0.isNumber || "_.".contains($0) }) }
            guard let symbol = PredicateToken.symbols.first(where: rest.hasPrefix) else { return nil }
            rest.removeFirst(symbol.count)
            return .symbol(symbol)
        }

        private mutating func take(while isPart: (Character) -> Bool) -> String {
            let part = rest.prefix(while: isPart)
            rest = rest[part.endIndex...]
            return String(part)
        }

        private mutating func number() -> PredicateToken? {
            var last: Character = " "
            let digits = take { character in
                let isPart =
                    character.isASCII && (character.isHexDigit || "xX.".contains(character))
                    || "+-".contains(character) && "eE".contains(last)
                last = character
                return isPart
            }
            if digits.lowercased().hasPrefix("0x") {
                return Int64(digits.dropFirst(2), radix: 16).map { .value(.integer($0)) }
            }
            if let number = Int64(digits) { return .value(.integer(number)) }
            return Double(digits).map { .value(.real($0)) }
        }

        /// A quoted text, in which a backslash goes before what would end it. Nothing is put into it except a percent sign
        /// for two.
        private mutating func text(until quote: Character) -> PredicateToken? {
            rest.removeFirst()
            var text = ""
            while let character = rest.popFirst() {
                switch character {
                case quote: return .value(.text(text.replacing("%%", with: "%")))
                case "\\":
                    guard let escaped = rest.popFirst() else { return nil }
                    text.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
                default: text.append(character)
                }
            }
            return nil
        }

        private mutating func argument() -> PredicateToken? {
            rest.removeFirst()
            let size = take { "hlqztLj.0123456789".contains($0) }
            guard let kind = rest.popFirst() else { return nil }
            guard kind == "@" || kind == "K" ? size.isEmpty : "dDiuUxXofeEgGaA".contains(kind) else { return nil }
            guard let argument = arguments.popFirst() else {
                raiseException("Insufficient arguments for conversion characters specified in format string.")
            }
            let value = PredicateValue(argument)
            switch kind {
            case "@": return .value(value)
            case "K":
                guard let key = value.text else { return nil }
                return key.uppercased() == "SELF" ? .word(key) : .key(key)
            default: return value.number == nil ? nil : .value(value)
            }
        }
    }
}
