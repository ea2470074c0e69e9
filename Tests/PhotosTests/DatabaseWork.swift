import CSQLite
import Foundation
import Locking

/// What SQLite does for the databases in a folder: work that is counted, and so the same on every machine.
final class DatabaseWork: Sendable {
    struct Count: Sendable {
        var statements = 0
        /// Steps of SQLite's virtual machine: about the number of rows and index entries that were looked at.
        var steps = 0
    }

    private static let counts = Mutex<[String: Count]>([:])
    /// From its first use on, every new connection reports its statements.
    private static let isReporting: Bool = {
        let begin: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Int32 = {
            connection, _, _ in
            sqlite3_trace_v2(
                connection, UInt32(SQLITE_TRACE_PROFILE), { _, _, statement, _ in DatabaseWork.note(statement) }, nil)
        }
        return sqlite3_auto_extension(unsafeBitCast(begin, to: (@convention(c) () -> Void).self)) == SQLITE_OK
    }()

    private let folder: String

    /// - Parameter folder: no connection to its databases is open yet.
    init?(in folder: URL) {
        self.folder = folder.path + "/"
        guard Self.isReporting else { return nil }
        Self.counts.withLock { $0[self.folder] = Count() }
    }

    deinit { Self.counts.withLock { _ = $0.removeValue(forKey: folder) } }

    /// Counts what `body` does.
    func count(_ body: () throws -> Void) rethrows -> Count {
        Self.counts.withLock { $0[folder] = Count() }
        try body()
        return Self.counts.withLock { $0[folder]! }
    }

    /// - Parameter statement: which ended.
    private static func note(_ statement: UnsafeMutableRawPointer?) -> Int32 {
        let statement = OpaquePointer(statement)
        guard let name = sqlite3_db_filename(sqlite3_db_handle(statement), "main") else { return 0 }
        let steps = Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1))
        let path = String(cString: name)
        counts.withLock { counts in
            for folder in counts.keys where path.hasPrefix(folder) {
                counts[folder]!.statements += 1
                counts[folder]!.steps += steps
            }
        }
        return 0
    }
}
