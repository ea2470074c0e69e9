import Foundation

/// What a predicate says.
indirect enum PredicateExpression {
    case constant(Bool)
    case and([PredicateExpression])
    case or([PredicateExpression])
    case not(PredicateExpression)
    case comparison(PredicateComparison)
    /// A predicate with a block.
    case opaque(NSPredicate)

    func holds(for object: Any?) -> Bool {
        switch self {
        case .constant(let value): value
        case .and(let parts): parts.allSatisfy { $0.holds(for: object) }
        case .or(let parts): parts.contains { $0.holds(for: object) }
        case .not(let part): !part.holds(for: object)
        case .comparison(let comparison): comparison.holds(for: object)
        case .opaque(let predicate): predicate.evaluate(with: object)
        }
    }

    /// The properties that it looks at.
    var keys: Set<String> {
        switch self {
        case .constant, .opaque: []
        case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.keys) }
        case .not(let part): part.keys
        case .comparison(let comparison): comparison.left.keys.union(comparison.right.keys)
        }
    }
}

/// Two operands and how they are compared.
struct PredicateComparison {
    enum Operation: String {
        case equal = "=="
        case unequal = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case `in` = "IN"
        case between = "BETWEEN"
        case contains = "CONTAINS"
        case beginsWith = "BEGINSWITH"
        case endsWith = "ENDSWITH"
        case like = "LIKE"
        case matches = "MATCHES"
    }

    /// What in texts counts as the same.
    struct Options: OptionSet {
        let rawValue: Int
        static let caseInsensitive = Self(rawValue: 1)
        static let diacriticInsensitive = Self(rawValue: 2)

        func folded(_ text: String) -> String {
            if isEmpty { return text }
            var options: String.CompareOptions = []
            if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
            if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
            return text.folding(options: options, locale: nil)
        }
    }

    var left: PredicateOperand
    var operation: Operation
    var right: PredicateOperand
    var options: Options = []

    func holds(for object: Any?) -> Bool {
        let (left, right) = (left.value(in: object), right.value(in: object))
        switch operation {
        case .equal: return left.equals(right, options)
        case .unequal: return !left.equals(right, options)
        case .less: return left.order(right, options) == .orderedAscending
        case .lessOrEqual: return left.order(right, options).map { $0 != .orderedDescending } ?? false
        case .greater: return left.order(right, options) == .orderedDescending
        case .greaterOrEqual: return left.order(right, options).map { $0 != .orderedAscending } ?? false
        case .in: return contains(left, in: right)
        case .contains: return contains(right, in: left)
        case .between:
            guard let bounds = right.list, bounds.count == 2, let low = left.order(bounds[0], options),
                let high = left.order(bounds[1], options)
            else { return false }
            return low != .orderedAscending && high != .orderedDescending
        case .beginsWith, .endsWith, .like, .matches:
            guard let left = left.text, let right = right.text else { return false }
            return compare(left, right)
        }
    }

    /// In a list, or as a part of a text.
    private func contains(_ part: PredicateValue, in whole: PredicateValue) -> Bool {
        if let list = whole.list { return list.contains { $0.equals(part, options) } }
        guard let whole = whole.text, let part = part.text else { return false }
        return options.folded(whole).contains(options.folded(part))
    }

    private func compare(_ text: String, _ pattern: String) -> Bool {
        switch operation {
        case .beginsWith: options.folded(text).hasPrefix(options.folded(pattern))
        case .endsWith: options.folded(text).hasSuffix(options.folded(pattern))
        case .like: matches(text, Self.expression(ofLike: pattern))
        default: matches(text, pattern)
        }
    }

    /// `?` is one character, and `*` any number of them.
    private static func expression(ofLike pattern: String) -> String {
        pattern.map { character in
            switch character {
            case "?": "."
            case "*": ".*"
            default: NSRegularExpression.escapedPattern(for: String(character))
            }
        }.joined()
    }

    private func matches(_ text: String, _ pattern: String) -> Bool {
        let ignored = options.subtracting(.caseInsensitive)
        let (text, pattern) = (ignored.folded(text), ignored.folded(pattern))
        var settings: NSRegularExpression.Options = operation == .like ? .dotMatchesLineSeparators : []
        if options.contains(.caseInsensitive) { settings.insert(.caseInsensitive) }
        // Of the whole, not the first match that the expression finds.
        guard let expression = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z", options: settings) else {
            raiseException(
                "Can't do regex matching, reason: (Can't open pattern U_REGEX_RULE_SYNTAX (string \(text), pattern"
                    + " \(pattern), case \(options.contains(.caseInsensitive) ? 1 : 0), canon 0))")
        }
        let whole = NSRange(location: 0, length: text.utf16.count)
        return expression.firstMatch(in: text, options: [], range: whole) != nil
    }
}

/// One side of a comparison.
indirect enum PredicateOperand {
    case value(PredicateValue)
    case key(String)
    /// The object that is looked at: `SELF`.
    case itself
    case list([PredicateOperand])
    case bitwiseAnd(PredicateOperand, PredicateOperand)
    case bitwiseOr(PredicateOperand, PredicateOperand)

    func value(in object: Any?) -> PredicateValue {
        switch self {
        case .value(let value): return value
        case .key(let key): return Self.value(ofKey: key, in: object)
        case .itself: return PredicateValue(object)
        case .list(let operands): return .list(operands.map { $0.value(in: object) })
        case .bitwiseAnd(let first, let second): return Self.combine(first, second, object) { $0 & $1 }
        case .bitwiseOr(let first, let second): return Self.combine(first, second, object) { $0 | $1 }
        }
    }

    private static func combine(
        _ first: PredicateOperand, _ second: PredicateOperand, _ object: Any?, _ body: (Int64, Int64) -> Int64
    ) -> PredicateValue {
        guard let first = first.value(in: object).number.flatMap({ Int64(exactly: $0) }),
            let second = second.value(in: object).number.flatMap({ Int64(exactly: $0) })
        else { return .null }
        return .integer(body(first, second))
    }

    private static func value(ofKey key: String, in object: Any?) -> PredicateValue {
        switch object {
        case nil: return .null
        case let object as any PredicateSubject:
            if let value = object.value(ofPredicateKey: key) { return value }
        case let object as [String: Any]: return PredicateValue(object[key])
        case let object as NSDictionary: return PredicateValue(object.object(forKey: key))
        default: break
        }
        raiseException(
            .undefinedKey,
            "[<\(object.map { "\(type(of: $0))" } ?? "nil")> valueForUndefinedKey:]: this class is not key value"
                + " coding-compliant for the key \(key).")
    }

    var keys: Set<String> {
        switch self {
        case .key(let key): [key]
        case .value, .itself: []
        case .list(let operands): operands.reduce(into: []) { $0.formUnion($1.keys) }
        case .bitwiseAnd(let first, let second), .bitwiseOr(let first, let second): first.keys.union(second.keys)
        }
    }
}

/// An object whose properties a predicate can look at.
protocol PredicateSubject {
    /// - Returns: `nil` if there is no such property.
    func value(ofPredicateKey key: String) -> PredicateValue?
}

// MARK: As a format

extension PredicateExpression: CustomStringConvertible {
    var description: String {
        switch self {
        case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .and(let parts): parts.map(\.part).joined(separator: " AND ")
        case .or(let parts): parts.map(\.part).joined(separator: " OR ")
        case .not(let part): "NOT " + part.part
        case .comparison(let comparison): comparison.description
        case .opaque(let predicate): "\(predicate)"
        }
    }

    private var part: String {
        switch self {
        case .and, .or: "(\(description))"
        default: description
        }
    }
}

extension PredicateComparison: CustomStringConvertible {
    var description: String {
        let diacritics = options.contains(.diacriticInsensitive) ? "d" : ""
        let letters = (options.contains(.caseInsensitive) ? "c" : "") + diacritics
        return "\(left) \(operation.rawValue)\(letters.isEmpty ? "" : "[\(letters)]") \(right)"
    }
}

extension PredicateOperand: CustomStringConvertible {
    var description: String {
        switch self {
        case .value(let value): value.description
        case .key(let key): key
        case .itself: "SELF"
        case .list(let operands): "{\(operands.map(\.description).joined(separator: ", "))}"
        case .bitwiseAnd(let first, let second): "\(first) & \(second)"
        case .bitwiseOr(let first, let second): "\(first) | \(second)"
        }
    }
}
