import Foundation

/// Reads the format of a predicate.
///
///     predicate   = conjunction { ("OR" | "||") conjunction }
///     conjunction = negation { ("AND" | "&&") negation }
///     negation    = { "NOT" | "!" } ( "(" predicate ")" | "TRUEPREDICATE" | "FALSEPREDICATE" | comparison )
///     comparison  = operand operation [ "[" letters "]" ] operand
///     operand     = term { ("&" | "|") term }
///     term        = number | text | word | key | "{" operands "}" | "(" operand ")"
///
/// Source: Apple, Predicate Programming Guide, "BNF Definition of Cocoa Predicates".
struct PredicateParser {
    /// The format is none of a predicate.
    private struct SyntaxError: Error {}

    private var tokens: ArraySlice<PredicateToken>

    /// - Parameter arguments: for the percent signs of the format.
    static func parse(_ format: String, _ arguments: [Any]) -> PredicateExpression {
        guard let tokens = PredicateToken.tokens(of: format, arguments),
            let expression = try? PredicateParser(tokens: tokens[...]).whole()
        else { raiseException("Unable to parse the format string \"\(format)\"") }
        return expression
    }

    private init(tokens: ArraySlice<PredicateToken>) {
        self.tokens = tokens
    }

    private func whole() throws(SyntaxError) -> PredicateExpression {
        var parser = self
        let expression = try parser.predicate()
        guard parser.tokens.isEmpty else { throw SyntaxError() }
        return expression
    }

    /// Goes on if one of these is next.
    private mutating func take(_ words: String...) -> Bool {
        guard let next = tokens.first, words.contains(where: next.isWord) else { return false }
        tokens.removeFirst()
        return true
    }

    private mutating func predicate() throws(SyntaxError) -> PredicateExpression {
        var parts = [try conjunction()]
        while take("OR", "||") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func conjunction() throws(SyntaxError) -> PredicateExpression {
        var parts = [try negation()]
        while take("AND", "&&") { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func negation() throws(SyntaxError) -> PredicateExpression {
        if take("NOT", "!") { return .not(try negation()) }
        if take("TRUEPREDICATE") { return .constant(true) }
        if take("FALSEPREDICATE") { return .constant(false) }
        // What a parenthesis begins can also be an operand: `(mediaSubtypes & %d) != 0`.
        let start = tokens
        if let comparison = try? comparison() { return .comparison(comparison) }
        tokens = start
        guard take("(") else { throw SyntaxError() }
        let inner = try predicate()
        guard take(")") else { throw SyntaxError() }
        return inner
    }

    private mutating func comparison() throws(SyntaxError) -> PredicateComparison {
        let left = try operand()
        let operation = try operation()
        var options: PredicateComparison.Options = []
        if take("[") {
            guard case .word(let letters)? = tokens.popFirst(), take("]") else { throw SyntaxError() }
            for letter in letters.lowercased() {
                switch letter {
                case "c": options.insert(.caseInsensitive)
                case "d": options.insert(.diacriticInsensitive)
                // Compared byte by byte, as all texts without the other letters are.
                case "n", "l": continue
                default: throw SyntaxError()
                }
            }
        }
        return PredicateComparison(left: left, operation: operation, right: try operand(), options: options)
    }

    private static let symbols: [String: PredicateComparison.Operation] = [
        "=": .equal, "==": .equal, "!=": .unequal, "<>": .unequal, "<": .less, "<=": .lessOrEqual, "=<": .lessOrEqual,
        ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
    ]

    private mutating func operation() throws(SyntaxError) -> PredicateComparison.Operation {
        switch tokens.popFirst() {
        case .symbol(let symbol)?:
            if let operation = Self.symbols[symbol] { return operation }
        case .word(let word)?:
            let name = word.uppercased()
            if let operation = PredicateComparison.Operation(rawValue: name), Self.symbols[name] == nil {
                return operation
            }
        default: break
        }
        throw SyntaxError()
    }

    private mutating func operand() throws(SyntaxError) -> PredicateOperand {
        var operand = try term()
        while true {
            if take("&") {
                operand = .bitwiseAnd(operand, try term())
            } else if take("|") {
                operand = .bitwiseOr(operand, try term())
            } else {
                return operand
            }
        }
    }

    private mutating func term() throws(SyntaxError) -> PredicateOperand {
        switch tokens.popFirst() {
        case .value(let value)?: return .value(value)
        case .key(let key)?: return .key(key)
        case .word(let word)?: return try Self.operand(ofWord: word)
        case .symbol("-")?:
            switch tokens.popFirst() {
            case .value(.integer(let number))?: return .value(.integer(-number))
            case .value(.real(let number))?: return .value(.real(-number))
            default: throw SyntaxError()
            }
        case .symbol("(")?:
            let inner = try operand()
            guard take(")") else { throw SyntaxError() }
            return inner
        case .symbol("{")?: return .list(try operands())
        default: throw SyntaxError()
        }
    }

    /// The rest of a list.
    private mutating func operands() throws(SyntaxError) -> [PredicateOperand] {
        var operands: [PredicateOperand] = []
        if take("}") { return operands }
        repeat { operands.append(try operand()) } while take(",")
        guard take("}") else { throw SyntaxError() }
        return operands
    }

    private static let reserved: Set<String> = [
        "AND", "OR", "NOT", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "ANY", "ALL",
        "NONE", "SOME", "TRUEPREDICATE", "FALSEPREDICATE",
    ]

    private static func operand(ofWord word: String) throws(SyntaxError) -> PredicateOperand {
        let name = word.uppercased()
        switch name {
        case "TRUE", "YES": return .value(.integer(1))
        case "FALSE", "NO": return .value(.integer(0))
        case "NULL", "NIL": return .value(.null)
        case "SELF": return .itself
        default:
            if reserved.contains(name) { throw SyntaxError() }
            return .key(name.hasPrefix("SELF.") ? String(word.dropFirst(5)) : word)
        }
    }
}
