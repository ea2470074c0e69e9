import Locking

/// An open database. Its one connection is used by one thread at a time; the others wait.
///
/// Foreign keys are checked.
package final class Database: Sendable {
    /// `nil` when it is closed.
    private let connection: Mutex<Connection?>

    /// Opens a database file, and reads its schema.
    ///
    /// - Parameters:
    ///   - path: of the file, which is created if it is missing, unless it is only read.
    ///   - timeout: how long to wait for the locks of other connections.
    ///   - keepsLog: whether closing leaves the write-ahead log, which it would delete by its name.
    ///   - settings: statements that run before anything is read.
    package init(
        path: String, isReadOnly: Bool = false, timeout: Duration = .zero, keepsLog: Bool = false, settings: String = ""
    ) throws {
        connection = Mutex(
            try Connection(path: path, isReadOnly: isReadOnly, timeout: timeout, keepsLog: keepsLog))
        try access { connection in
            try connection.runAll(settings)
            // SQLite looks at the file only now.
            try connection.run("SELECT 1 FROM sqlite_master LIMIT 1")
        }
    }

    /// Makes an empty database in memory.
    package static func inMemory() throws -> Database { try Database(path: ":memory:") }

    /// Closes it. Every later use fails.
    package func close() {
        connection.withLock { connection in
            connection?.close()
            connection = nil
        }
    }

    /// Runs `body` with the connection, in no transaction. It must not use the database again.
    package func access<T: Sendable>(_ body: (Connection) throws -> T) throws -> T {
        try connection.withLock { connection in
            guard let connection else { throw SQLiteError(.misuse, "the database is closed") }
            return try body(connection)
        }
    }

    /// Runs `body`, which sees one state of the database and cannot write.
    package func read<T: Sendable>(_ body: (Connection) throws -> T) throws -> T {
        try access { connection in try connection.read { try body(connection) } }
    }

    /// Replaces the contents of another database by those of this one.
    package func copy(to other: Database) throws {
        try access { source in try other.access { try source.copy(to: $0) } }
    }

    /// Replaces the contents by those of a database's file, which has to be in memory.
    package func load(_ file: some Collection<UInt8>) throws {
        try access { try $0.load(file) }
    }
}
