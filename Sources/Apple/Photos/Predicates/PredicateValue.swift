import Foundation

/// A value that a predicate compares.
enum PredicateValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case date(Date)
    case list([PredicateValue])
    case object(NSObject)

    /// - Parameter value: an argument, or a property's value.
    init(_ value: Any?) {
        switch value {
        case nil, is NSNull: self = .null
        case let value as Bool: self = .integer(value ? 1 : 0)
        case let value as any BinaryInteger: self = .integer(Int64(clamping: value))
        case let value as any BinaryFloatingPoint: self = .real(Double(value))
        case let value as String: self = .text(value)
        case let value as Date: self = .date(value)
        case let value as NSNumber: self.init(number: value)
        case let value as NSString: self = .text(String(describing: value))
        case let value as NSDate:
            self = .date(Date(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate))
        case let value as [Any]: self = .list(value.map { Self($0) })
        case let value as Set<AnyHashable>: self = .list(value.map { Self($0.base) })
        case let value as NSArray: self = .list(value.map { Self($0) })
        case let value as NSSet: self = .list(value.map { Self($0) })
        case let value as NSObject: self = .object(value)
        default: self = .null
        }
    }

    private init(number: NSNumber) {
        let isReal = ["f", "d"].contains(String(cString: number.objCType))
        self = isReal ? .real(number.doubleValue) : .integer(number.int64Value)
    }

    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    var list: [PredicateValue]? { if case .list(let values) = self { values } else { nil } }

    private var isNull: Bool { if case .null = self { true } else { false } }

    /// `nil` if one does not come before or after the other, because they are of different kinds.
    func order(_ other: PredicateValue, _ options: PredicateComparison.Options = []) -> ComparisonResult? {
        switch (self, other) {
        case (.integer(let first), .integer(let second)): Self.order(first, second)
        case (.text(let first), .text(let second)):
            Self.order(options.folded(first), options.folded(second))
        case (.date(let first), .date(let second)): Self.order(first, second)
        default:
            if let first = number, let second = other.number { Self.order(first, second) } else { nil }
        }
    }

    func equals(_ other: PredicateValue, _ options: PredicateComparison.Options = []) -> Bool {
        switch (self, other) {
        case (.object(let first), .object(let second)): first.isEqual(second)
        case (.list(let first), .list(let second)):
            first.count == second.count && zip(first, second).allSatisfy { $0.equals($1, options) }
        default: isNull && other.isNull || order(other, options) == .orderedSame
        }
    }

    private static func order<Value: Comparable>(_ first: Value, _ second: Value) -> ComparisonResult {
        first < second ? .orderedAscending : first > second ? .orderedDescending : .orderedSame
    }
}

extension PredicateValue: CustomStringConvertible {
    /// As in a predicate's format.
    var description: String {
        switch self {
        case .null: "nil"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let text): "\"\(text)\""
        case .date(let date): "CAST(\(date.timeIntervalSinceReferenceDate), \"NSDate\")"
        case .list(let values): "{\(values.map(\.description).joined(separator: ", "))}"
        case .object(let object): "\(object)"
        }
    }
}
