/// A value as SQLite keeps it.
package enum Value: Sendable, Hashable {
    case null
    case integer(Int64)
    /// Not a number becomes ``null``.
    case real(Double)
    case text(String)
    /// Also text that is not UTF-8.
    case blob([UInt8])

    /// For messages.
    var kind: String {
        switch self {
        case .null: "no value"
        case .integer: "an integer"
        case .real: "a real number"
        case .text: "a text"
        case .blob: "bytes"
        }
    }
}

/// A type whose values are arguments and results of statements.
package protocol ValueConvertible: Sendable {
    var sqliteValue: Value { get }

    /// - Throws: if the value is of another kind, or out of range. A `nil` instead would be slow: generic code looks up
    ///   what an optional of its type is.
    init(_ value: Value) throws(ValueMismatch)
}

package struct ValueMismatch: Error {}

extension Int64: ValueConvertible {
    package var sqliteValue: Value { .integer(self) }

    package init(_ value: Value) throws(ValueMismatch) {
        guard case .integer(let number) = value else { throw ValueMismatch() }
        self = number
    }
}

extension Int: ValueConvertible {
    package var sqliteValue: Value { .integer(Int64(self)) }

    package init(_ value: Value) throws(ValueMismatch) {
        guard case .integer(let integer) = value, let number = Int(exactly: integer) else { throw ValueMismatch() }
        self = number
    }
}

extension Bool: ValueConvertible {
    package var sqliteValue: Value { .integer(self ? 1 : 0) }

    package init(_ value: Value) throws(ValueMismatch) {
        guard case .integer(let number) = value, (0...1).contains(number) else { throw ValueMismatch() }
        self = number == 1
    }
}

extension Double: ValueConvertible {
    package var sqliteValue: Value { .real(self) }

    package init(_ value: Value) throws(ValueMismatch) {
        switch value {
        case .real(let number): self = number
        case .integer(let number): self = Double(number)
        default: throw ValueMismatch()
        }
    }
}

extension String: ValueConvertible {
    package var sqliteValue: Value { .text(self) }

    package init(_ value: Value) throws(ValueMismatch) {
        guard case .text(let text) = value else { throw ValueMismatch() }
        self = text
    }
}

extension [UInt8]: ValueConvertible {
    package var sqliteValue: Value { .blob(self) }

    package init(_ value: Value) throws(ValueMismatch) {
        guard case .blob(let bytes) = value else { throw ValueMismatch() }
        self = bytes
    }
}

extension Optional: ValueConvertible where Wrapped: ValueConvertible {
    package var sqliteValue: Value { self?.sqliteValue ?? .null }

    package init(_ value: Value) throws(ValueMismatch) {
        if case .null = value {
            self = .none
        } else {
            self = try Wrapped(value)
        }
    }
}
