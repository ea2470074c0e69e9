import Foundation
import SQLite

/// What of a predicate the catalogue can filter itself: comparisons of its columns with constants.
struct PredicateCondition {
    private(set) var sql: String
    private(set) var arguments: [any ValueConvertible] = []
    /// Whether it chooses exactly what the predicate does; otherwise more.
    private(set) var isExact = true

    private static let everything = PredicateCondition(sql: "1", isExact: false)
    /// More would be too many arguments of one statement.
    private static let maximumList = 500
    /// More comparisons, or deeper ones, would be more than SQLite parses.
    private static let maximum = (comparisons: 200, depth: 20)

    /// None of these columns is ever null.
    private static let columns: [String: (name: String, kind: Kind)] = [
        "mediaType": ("mediaType", .number), "mediaSubtypes": ("mediaSubtypes", .number),
        "mediaSubtype": ("mediaSubtypes", .number), "pixelWidth": ("pixelWidth", .number),
        "pixelHeight": ("pixelHeight", .number), "duration": ("duration", .number),
        "isFavorite": ("isFavorite", .number), "favorite": ("isFavorite", .number),
        "isHidden": ("isHidden", .number), "hidden": ("isHidden", .number),
        "creationDate": ("creationDate", .date), "modificationDate": ("modificationDate", .date),
    ]

    private enum Kind {
        case number, date
    }

    /// One side of a comparison.
    private struct Term {
        var sql: String
        var arguments: [any ValueConvertible] = []
        var kind: Kind
    }

    private init(sql: String, arguments: [any ValueConvertible] = [], isExact: Bool = true) {
        self.sql = sql
        self.arguments = arguments
        self.isExact = isExact
    }

    init(_ expression: PredicateExpression) {
        var left = Self.maximum.comparisons
        let fits = Self.fits(expression, depth: Self.maximum.depth, &left)
        self = fits ? Self.condition(expression) ?? Self.everything : Self.everything
    }

    private static func fits(_ expression: PredicateExpression, depth: Int, _ left: inout Int) -> Bool {
        left -= 1
        guard depth > 0, left >= 0 else { return false }
        switch expression {
        case .and(let parts), .or(let parts):
            for part in parts where !fits(part, depth: depth - 1, &left) { return false }
            return true
        case .not(let part): return fits(part, depth: depth - 1, &left)
        case .constant, .comparison, .opaque: return true
        }
    }

    /// - Returns: `nil` if it would not be exact, except that an `AND` leaves out what cannot be translated.
    private static func condition(_ expression: PredicateExpression) -> PredicateCondition? {
        switch expression {
        case .constant(let value): return PredicateCondition(sql: value ? "1" : "0")
        case .and(let parts):
            let conditions = parts.map { condition($0) ?? everything }
            return join(conditions, " AND ", isExact: conditions.allSatisfy(\.isExact))
        case .or(let parts):
            let conditions = parts.compactMap { exact($0) }
            return conditions.count == parts.count ? join(conditions, " OR ", isExact: true) : nil
        case .not(let part):
            return exact(part).map { PredicateCondition(sql: "NOT (\($0.sql))", arguments: $0.arguments) }
        case .comparison(let comparison): return condition(comparison)
        case .opaque: return nil
        }
    }

    private static func exact(_ expression: PredicateExpression) -> PredicateCondition? {
        condition(expression).flatMap { $0.isExact ? $0 : nil }
    }

    private static func join(
        _ conditions: [PredicateCondition], _ word: String, isExact: Bool
    ) -> PredicateCondition? {
        if conditions.isEmpty { return nil }
        return PredicateCondition(
            sql: "(" + conditions.map(\.sql).joined(separator: word) + ")", arguments: conditions.flatMap(\.arguments),
            isExact: isExact)
    }

    private static func condition(_ comparison: PredicateComparison) -> PredicateCondition? {
        guard let left = term(comparison.left) else { return nil }
        switch comparison.operation {
        case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual:
            guard let right = term(comparison.right), left.kind == right.kind else { return nil }
            return PredicateCondition(
                sql: "\(left.sql) \(comparison.operation.rawValue) \(right.sql)",
                arguments: left.arguments + right.arguments)
        case .in, .between:
            guard let right = list(comparison.right)?.map(term), right.allSatisfy({ $0?.kind == left.kind }) else {
                return nil
            }
            let terms = right.compactMap { $0 }
            let arguments = left.arguments + terms.flatMap(\.arguments)
            if comparison.operation == .in {
                guard !terms.isEmpty, arguments.count <= maximumList else { return nil }
                let values = terms.map(\.sql).joined(separator: ", ")
                return PredicateCondition(sql: "\(left.sql) IN (\(values))", arguments: arguments)
            }
            guard terms.count == 2 else { return nil }
            return PredicateCondition(
                sql: "\(left.sql) BETWEEN \(terms[0].sql) AND \(terms[1].sql)", arguments: arguments)
        default: return nil
        }
    }

    private static func list(_ operand: PredicateOperand) -> [PredicateOperand]? {
        switch operand {
        case .list(let operands): operands
        case .value(.list(let values)): values.map { .value($0) }
        default: nil
        }
    }

    private static func term(_ operand: PredicateOperand) -> Term? {
        switch operand {
        case .key(let key): return columns[key].map { Term(sql: $0.name, kind: $0.kind) }
        case .value(.integer(let number)): return Term(sql: "?", arguments: [number], kind: .number)
        case .value(.real(let number)):
            return number.isNaN ? nil : Term(sql: "?", arguments: [number], kind: .number)
        case .value(.date(let date)):
            return Term(sql: "?", arguments: [date.timeIntervalSince1970], kind: .date)
        case .bitwiseAnd(let first, let second): return combine(first, second, "&")
        case .bitwiseOr(let first, let second): return combine(first, second, "|")
        case .value, .itself, .list: return nil
        }
    }

    private static func combine(_ first: PredicateOperand, _ second: PredicateOperand, _ sign: String) -> Term? {
        guard isWhole(first), isWhole(second), let first = term(first), let second = term(second) else { return nil }
        return Term(
            sql: "(\(first.sql) \(sign) \(second.sql))", arguments: first.arguments + second.arguments, kind: .number)
    }

    /// Whether it is a whole number, as only those have bits.
    private static func isWhole(_ operand: PredicateOperand) -> Bool {
        switch operand {
        case .key(let key): key != "duration" && columns[key]?.kind == .number
        case .value(.integer), .bitwiseAnd, .bitwiseOr: true
        default: false
        }
    }
}
