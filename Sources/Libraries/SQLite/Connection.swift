internal import CSQLite

/// A connection to a database, inside ``Database/access(_:)``: for one thread, and not to be kept.
package final class Connection {
    /// More than a program has by itself; one whose SQL differs each time must not fill the memory.
    private static let maximumStatements = 100

    /// `nil` when it is closed.
    private var handle: OpaquePointer?
    /// Those that are not in use, by their SQL.
    private var statements: [String: OpaquePointer] = [:]
    private var isReading = false

    /// How long to wait for the locks of other connections.
    package var timeout: Duration {
        didSet { setTimeout() }
    }

    init(path: String, isReadOnly: Bool, timeout: Duration, keepsLog: Bool) throws(SQLiteError) {
        self.timeout = timeout
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        // There is a lock around all of its uses already.
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        self.handle = handle
        do throws(SQLiteError) {
            try check(code)
            try check(csqlite_be_strict(handle))
            var isKept: Int32 = 1
            if keepsLog { try check(sqlite3_file_control(handle, nil, SQLITE_FCNTL_PERSIST_WAL, &isKept)) }
        } catch {
            close()
            throw error
        }
        setTimeout()
    }

    deinit { close() }

    /// Ends every statement, and so every lock. Rows that somebody still has are at their end.
    func close() {
        guard let handle else { return }
        while let statement = sqlite3_next_stmt(handle, nil) { sqlite3_finalize(statement) }
        statements = [:]
        sqlite3_close(handle)
        self.handle = nil
    }

    var open: OpaquePointer {
        get throws(SQLiteError) {
            guard let handle else { throw SQLiteError(.misuse, "the database is closed") }
            return handle
        }
    }

    func check(_ code: Int32) throws(SQLiteError) {
        if code != SQLITE_OK { throw SQLiteError(code: code, handle: handle) }
    }

    private func setTimeout() {
        let (seconds, attoseconds) = timeout.components
        sqlite3_busy_timeout(handle, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    }

    // MARK: Statements

    /// The rows of a statement's result, which is computed as they are asked for.
    package func rows(_ sql: String, _ arguments: [any ValueConvertible] = []) throws(SQLiteError) -> Rows {
        let rows = Rows(self, sql, try takeStatement(sql))
        try rows.bind(arguments)
        return rows
    }

    /// The value in the first column of the first row; `nil` if there is no row.
    package func value<T: ValueConvertible>(
        _ type: T.Type, _ sql: String, _ arguments: [any ValueConvertible] = []
    ) throws(SQLiteError) -> T? {
        var rows = try rows(sql, arguments)
        return try rows.next() ? rows.value(type, at: 0) : nil
    }

    /// Runs one statement to its end.
    package func run(_ sql: String, _ arguments: [any ValueConvertible] = []) throws(SQLiteError) {
        var rows = try rows(sql, arguments)
        while try rows.next() {}
    }

    /// Runs statements that have no arguments, with semicolons between them.
    package func runAll(_ sql: String) throws(SQLiteError) {
        // None of the codes that a file can be the reason for.
        if isReading { throw SQLiteError(.misuse, "this would write while it reads: \(sql)") }
        try check(sqlite3_exec(try open, sql, nil, nil, nil))
    }

    /// How many rows the last statement inserted, changed or deleted.
    package var changesCount: Int { handle.map { Int(sqlite3_changes($0)) } ?? 0 }

    package var lastInsertedRowID: Int64 { handle.map(sqlite3_last_insert_rowid) ?? 0 }

    /// A statement for one user alone.
    private func takeStatement(_ sql: String) throws(SQLiteError) -> OpaquePointer {
        let statement: OpaquePointer
        if let known = statements.removeValue(forKey: sql) {
            statement = known
        } else {
            var new: OpaquePointer?
            try check(sqlite3_prepare_v3(try open, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &new, nil))
            guard let new else { throw SQLiteError(.misuse, "this is no statement: \(sql)") }
            statement = new
        }
        if isReading, sqlite3_stmt_readonly(statement) == 0 {
            giveBack(statement, of: sql)
            throw SQLiteError(.misuse, "this would write while it reads: \(sql)")
        }
        return statement
    }

    func giveBack(_ statement: OpaquePointer, of sql: String) {
        // Closing has ended it.
        if handle == nil { return }
        // Tells once more how the last step failed.
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
        if statements.count == Self.maximumStatements {
            for unused in statements.values { sqlite3_finalize(unused) }
            statements = [:]
        }
        // One that was in use meanwhile.
        if let other = statements.updateValue(statement, forKey: sql) { sqlite3_finalize(other) }
    }

    // MARK: Transactions

    /// Runs `body` while no other connection can write; its changes are kept only if it does not throw.
    package func write<T>(_ body: () throws -> T) throws -> T { try transaction("BEGIN IMMEDIATE", body) }

    /// Runs `body`, which sees one state of the database and cannot write.
    func read<T>(_ body: () throws -> T) throws -> T {
        try transaction("BEGIN") {
            isReading = true
            defer { isReading = false }
            return try body()
        }
    }

    private func transaction<T>(_ begin: String, _ body: () throws -> T) throws -> T {
        try run(begin)
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // SQLite itself rolls back after some errors.
            if let handle, sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    // MARK: Whole databases

    /// Replaces the contents of another database by those of this one.
    func copy(to other: Connection) throws(SQLiteError) {
        let target = try other.open
        guard let copying = sqlite3_backup_init(target, "main", try open, "main") else {
            throw SQLiteError(code: sqlite3_extended_errcode(target), handle: target)
        }
        let code = sqlite3_backup_step(copying, -1)
        sqlite3_backup_finish(copying)
        if code != SQLITE_DONE { throw SQLiteError(code: code, handle: target) }
    }

    /// Replaces the contents by those of a database's file.
    func load(_ file: some Collection<UInt8>) throws(SQLiteError) {
        let handle = try open
        guard let copy = sqlite3_malloc64(UInt64(file.count)) else { throw SQLiteError(.noMemory, "no memory") }
        let bytes = UnsafeMutableBufferPointer(start: copy.assumingMemoryBound(to: UInt8.self), count: file.count)
        _ = bytes.initialize(from: file)
        // SQLite frees the memory, also if it fails.
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
        let count = Int64(file.count)
        try check(sqlite3_deserialize(handle, "main", bytes.baseAddress, count, count, flags))
    }
}
