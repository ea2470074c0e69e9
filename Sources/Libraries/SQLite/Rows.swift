internal import CSQLite

/// The rows of a result, one after the other. Values are those of the row to which ``next()`` went.
///
/// Its end gives the statement back, so that what it locks is free.
package struct Rows: ~Copyable {
    private let connection: Connection
    private let sql: String
    private let statement: OpaquePointer
    private var place = Place.before

    private enum Place {
        case before, row, after
    }

    /// - Parameter statement: taken from the connection.
    init(_ connection: Connection, _ sql: String, _ statement: OpaquePointer) {
        self.connection = connection
        self.sql = sql
        self.statement = statement
    }

    deinit { connection.giveBack(statement, of: sql) }

    func bind(_ arguments: [any ValueConvertible]) throws(SQLiteError) {
        precondition(arguments.count == sqlite3_bind_parameter_count(statement), "wrong number of arguments: \(sql)")
        for (index, argument) in arguments.enumerated() {
            try connection.check(bind(argument.sqliteValue, at: Int32(index + 1)))
        }
    }

    private func bind(_ value: Value, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let number): return sqlite3_bind_int64(statement, index, number)
        case .real(let number): return sqlite3_bind_double(statement, index, number)
        case .text(let text):
            return text.withCString { csqlite_bind_text(statement, index, $0, UInt64(text.utf8.count)) }
        case .blob(let bytes):
            // No address would mean null.
            if bytes.isEmpty { return sqlite3_bind_zeroblob(statement, index, 0) }
            return bytes.withUnsafeBytes { csqlite_bind_blob(statement, index, $0.baseAddress, UInt64($0.count)) }
        }
    }

    /// Goes to the next row.
    ///
    /// - Returns: `false` if there are no more.
    package mutating func next() throws(SQLiteError) -> Bool {
        // SQLite would start again.
        if place == .after { return false }
        place = .after
        let handle = try connection.open
        switch sqlite3_step(statement) {
        case SQLITE_ROW: place = .row
        case SQLITE_DONE: break
        case let code: throw SQLiteError(code: code, handle: handle)
        }
        return place == .row
    }

    // MARK: Values

    // The common types have functions of their own: generic code is specialized only in its own module, and took a third
    // of the time of a long list.

    /// The value in a column.
    ///
    /// - Parameter column: from 0.
    /// - Throws: ``ResultCode/mismatch`` if it is of another kind.
    package func value<T: ValueConvertible>(_ type: T.Type, at column: Int) throws(SQLiteError) -> T {
        try known(at: column)
    }

    package func value(_ type: Int.Type, at column: Int) throws(SQLiteError) -> Int { try known(at: column) }
    package func value(_ type: Int64.Type, at column: Int) throws(SQLiteError) -> Int64 { try known(at: column) }
    package func value(_ type: Double.Type, at column: Int) throws(SQLiteError) -> Double { try known(at: column) }
    package func value(_ type: Bool.Type, at column: Int) throws(SQLiteError) -> Bool { try known(at: column) }
    package func value(_ type: String.Type, at column: Int) throws(SQLiteError) -> String { try known(at: column) }

    /// The value in a column; `nil` for null. It is here because the optional itself is slow to convert.
    package func value<T: ValueConvertible>(_ type: T?.Type, at column: Int) throws(SQLiteError) -> T? {
        try optional(at: column)
    }

    package func value(_ type: Double?.Type, at column: Int) throws(SQLiteError) -> Double? { try optional(at: column) }
    package func value(_ type: String?.Type, at column: Int) throws(SQLiteError) -> String? { try optional(at: column) }

    private func known<T: ValueConvertible>(at column: Int) throws(SQLiteError) -> T {
        try convert(value(at: Int32(column)), in: column)
    }

    private func optional<T: ValueConvertible>(at column: Int) throws(SQLiteError) -> T? {
        let value = try value(at: Int32(column))
        if case .null = value { return nil }
        return try convert(value, in: column)
    }

    private func convert<T: ValueConvertible>(_ value: Value, in column: Int) throws(SQLiteError) -> T {
        do throws(ValueMismatch) {
            return try T(value)
        } catch {
            throw SQLiteError(.mismatch, "column \(column) has \(value.kind) instead of \(T.self)")
        }
    }

    private func value(at column: Int32) throws(SQLiteError) -> Value {
        _ = try connection.open
        guard place == .row else { throw SQLiteError(.misuse, "there is no row") }
        // Found once: each function for columns finds it again.
        let value = sqlite3_column_value(statement, column)
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
        case SQLITE_TEXT:
            // Without memory there is none.
            guard let text = sqlite3_value_text(value) else { throw SQLiteError(.noMemory, "no memory") }
            let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
            // The check of the text is generic code, which costs more than all else here.
            if bytes.allSatisfy({ $0 < 0x80 }) { return .text(String(decoding: bytes, as: UTF8.self)) }
            return String(validating: bytes, as: UTF8.self).map(Value.text) ?? .blob(Array(bytes))
        case SQLITE_BLOB:
            let bytes = UnsafeRawBufferPointer(
                start: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value)))
            return .blob(Array(bytes))
        default: return .null
        }
    }

    /// What `body` makes of each row.
    package consuming func map<T>(_ body: (borrowing Rows) throws -> T) throws -> [T] {
        var results: [T] = []
        while try next() { results.append(try body(self)) }
        return results
    }
}
