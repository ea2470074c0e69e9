import Foundation
import SQLite
import TestSupport
import Testing

struct SQLiteTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.file("database").path }

    private func code(_ body: () throws -> Void) -> ResultCode? {
        do {
            try body()
            return nil
        } catch {
            return (error as? SQLiteError)?.code
        }
    }

    /// One table of one column, with these numbers.
    private func makeNumbers(_ numbers: Range<Int> = 0..<3, in database: Database) throws {
        try database.access { connection in
            try connection.run("CREATE TABLE number (value INTEGER PRIMARY KEY)")
            try connection.write {
                for number in numbers { try connection.run("INSERT INTO number VALUES (?)", [number]) }
            }
        }
    }

    private func count(in connection: Connection) throws -> Int? {
        try connection.value(Int.self, "SELECT count(*) FROM number")
    }

    // MARK: Values

    private func expectRoundTrip<T: ValueConvertible & Equatable>(
        _ values: T..., location: SourceLocation = #_sourceLocation
    ) throws {
        for value in values {
            let result = try Database.inMemory().access { connection in
                try connection.run("CREATE TABLE kept (value)")
                try connection.run("INSERT INTO kept VALUES (?)", [value])
                return try connection.value(T.self, "SELECT value FROM kept")
            }
            #expect(result == value, sourceLocation: location)
        }
    }

    @Test func valuesOfEachKindComeBack() throws {
        try expectRoundTrip(0, -1, Int.min, Int.max)
        try expectRoundTrip(Int64.min, Int64.max)
        try expectRoundTrip(0.0, -1.5, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude)
        try expectRoundTrip(true, false)
        try expectRoundTrip("", "é", "e\u{301}", "a\0b", "'); DROP TABLE kept; --", String(repeating: "🎞", count: 9000))
        try expectRoundTrip([UInt8](), [0], [UInt8](0...255))
        try expectRoundTrip(Int?.none, 7)
        try expectRoundTrip(String?.none, "", "text")
    }

    @Test func notANumberIsNull() throws {
        let result = try Database.inMemory().access { try $0.value(Double?.self, "SELECT ?", [Double.nan]) }
        #expect(result == .some(nil))
    }

    @Test func aWholeNumberIsARealOne() throws {
        #expect(try Database.inMemory().access { try $0.value(Double.self, "SELECT 3") } == 3)
    }

    private func expectMismatch<T: ValueConvertible>(
        _ type: T.Type, _ sql: String, location: SourceLocation = #_sourceLocation
    ) throws {
        let database = try Database.inMemory()
        #expect(
            code { _ = try database.access { try $0.value(type, "SELECT \(sql)") } } == .mismatch, "\(sql)",
            sourceLocation: location)
    }

    @Test func aValueOfAnotherKindIsAnError() throws {
        for sql in ["NULL", "'12'", "'wide'", "1.5", "2.0", "x'00'"] { try expectMismatch(Int.self, sql) }
        for sql in ["NULL", "'12'", "x''"] { try expectMismatch(Double.self, sql) }
        for sql in ["NULL", "'true'", "0.0"] { try expectMismatch(Bool.self, sql) }
        for sql in ["NULL", "12", "1.5", "x'6162'", "CAST(x'FF00FE' AS TEXT)"] { try expectMismatch(String.self, sql) }
        for sql in ["NULL", "12", "'text'"] { try expectMismatch([UInt8].self, sql) }
        for sql in ["12", "x'6162'"] { try expectMismatch(String?.self, sql) }
    }

    @Test func valuesThatAreNotThereAreErrors() throws {
        try Database.inMemory().access { connection in
            var rows = try connection.rows("SELECT 1")
            // Not `#expect(throws:)`, whose closures cannot capture what is not copyable.
            do throws(SQLiteError) {
                _ = try rows.value(Int.self, at: 0)
                Issue.record("a value before the first row")
            } catch { #expect(error.code == .misuse) }
            #expect(try rows.next())
            for column in [1, -1, 1000] {
                do throws(SQLiteError) {
                    _ = try rows.value(Int.self, at: column)
                    Issue.record("a value in column \(column)")
                } catch { #expect(error.code == .mismatch) }
            }
            #expect(try !rows.next())
            // It does not begin again.
            #expect(try !rows.next())
            do throws(SQLiteError) {
                _ = try rows.value(Int.self, at: 0)
                Issue.record("a value after the last row")
            } catch { #expect(error.code == .misuse) }
        }
    }

    // MARK: Statements

    @Test func aStatementIsUsedAgainAfterAnError() throws {
        let database = try Database.inMemory()
        try makeNumbers(in: database)
        try database.access { connection in
            let sql = "INSERT INTO number VALUES (?)"
            for _ in 0..<3 {
                let error = #expect(throws: SQLiteError.self) { try connection.run(sql, [2]) }
                #expect(error?.code == .constraint)
                // SQLITE_CONSTRAINT_PRIMARYKEY. Source: SQLite, Result and Error Codes.
                #expect(error?.extendedCode.rawValue == 1555)
                #expect(error?.message.contains("number.value") == true)
            }
            try connection.run(sql, [3])
            #expect(connection.changesCount == 1 && connection.lastInsertedRowID == 3)
            #expect(try count(in: connection) == 4)
        }
    }

    @Test func oneStatementTwiceAtOnceIsTwo() throws {
        let database = try Database.inMemory()
        try makeNumbers(in: database)
        let pairs = try database.access { connection in
            let sql = "SELECT value FROM number ORDER BY value"
            return try connection.rows(sql).map { outer in
                try connection.rows(sql).map { inner in
                    try outer.value(Int.self, at: 0) * 10 + inner.value(Int.self, at: 0)
                }
            }
        }
        #expect(pairs == [[0, 1, 2], [10, 11, 12], [20, 21, 22]])
    }

    @Test func moreStatementsThanAreKeptWork() throws {
        let database = try Database.inMemory()
        try makeNumbers(in: database)
        try database.access { connection in
            var rows = try connection.rows("SELECT value FROM number ORDER BY value")
            for number in 0..<300 {
                if number % 100 == 0 {
                    #expect(try rows.next())
                    #expect(try rows.value(Int.self, at: 0) == number / 100)
                }
                #expect(try connection.value(Int.self, "SELECT \(number)") == number)
            }
        }
    }

    @Test func rowsThatNobodyWantsLockNothing() throws {
        let (reader, writer) = (try Database(path: path), try Database(path: path))
        try makeNumbers(in: writer)
        try reader.access { connection in
            do {
                var rows = try connection.rows("SELECT value FROM number")
                #expect(try rows.next())
                // Without a write-ahead log, who reads keeps others from writing.
                #expect(code { try writer.access { try $0.run("DELETE FROM number") } } == .busy)
                #expect(try rows.value(Int.self, at: 0) == 0)
            }
            try writer.access { try $0.run("DELETE FROM number") }
        }
    }

    @Test func aNameThatDoesNotExistIsNoText() throws {
        #expect(code { _ = try Database.inMemory().access { try $0.run("SELECT \"missing\"") } } == .error)
    }

    @Test func foreignKeysAreChecked() throws {
        try Database.inMemory().access { connection in
            try connection.runAll(
                "CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE child (parent REFERENCES parent (id))")
            let error = #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO child VALUES (1)") }
            // SQLITE_CONSTRAINT_FOREIGNKEY. Source: SQLite, Result and Error Codes.
            #expect(error?.extendedCode.rawValue == 787)
        }
    }

    // MARK: Transactions

    @Test func whatThrowsChangesNothing() throws {
        struct Failure: Error {}
        let database = try Database(path: path)
        try makeNumbers(in: database)
        #expect(throws: Failure.self) {
            try database.access { connection in
                try connection.write {
                    try connection.run("DELETE FROM number")
                    #expect(try count(in: connection) == 0)
                    throw Failure()
                }
            }
        }
        #expect(try database.read(count) == 3)
        // The lock is gone as well.
        try Database(path: path).access { connection in
            try connection.write { try connection.run("DELETE FROM number") }
        }
        #expect(try database.read(count) == 0)
    }

    @Test func aFullDatabaseKeepsWhatItHad() throws {
        let database = try Database(path: path, settings: "PRAGMA max_page_count = 4")
        try makeNumbers(in: database)
        let fails = code {
            try database.access { connection in
                try connection.write {
                    for number in 3... { try connection.run("INSERT INTO number VALUES (?)", [number]) }
                }
            }
        }
        #expect(fails == .full)
        #expect(try database.read(count) == 3)
    }

    @Test func readingSeesOneStateAndCannotWrite() throws {
        let (reader, writer) = (try Database(path: path), try Database(path: path))
        try writer.access { try $0.run("PRAGMA journal_mode = WAL") }
        try makeNumbers(in: writer)
        try reader.read { connection in
            #expect(try count(in: connection) == 3)
            try writer.access { try $0.run("INSERT INTO number VALUES (3)") }
            #expect(try count(in: connection) == 3)
            #expect(code { try connection.run("DELETE FROM number") } == .misuse)
            #expect(code { try connection.runAll("DELETE FROM number") } == .misuse)
            #expect(try count(in: connection) == 3)
        }
        #expect(try reader.read(count) == 4)
        try reader.access { try $0.run("DELETE FROM number") }
        #expect(try writer.read(count) == 0)
    }

    @Test func aLockIsWaitedForAsLongAsIsSaid() throws {
        let (first, second) = (try Database(path: path), try Database(path: path))
        try makeNumbers(in: first)
        try first.access { first in
            try first.write {
                try second.access { second in
                    #expect(code { try second.run("DELETE FROM number") } == .busy)
                    second.timeout = .milliseconds(300)
                    let start = ContinuousClock.now
                    #expect(code { try second.run("DELETE FROM number") } == .busy)
                    #expect(ContinuousClock.now - start >= .milliseconds(300))
                }
            }
        }
        try second.access { try $0.run("DELETE FROM number") }
        #expect(try first.read(count) == 0)
    }

    @Test func threadsTakeTurns() throws {
        let database = try Database.inMemory()
        try makeNumbers(0..<1, in: database)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<50 {
                try? database.access { connection in
                    try connection.write {
                        let number = try connection.value(Int.self, "SELECT value FROM number")
                        try connection.run("UPDATE number SET value = ?", [(number ?? 0) + 1])
                    }
                }
            }
        }
        #expect(try database.read { try $0.value(Int.self, "SELECT value FROM number") } == 400)
    }

    // MARK: Files

    @Test func aDamagedPageIsAnError() throws {
        let numbers = try Database(path: path)
        try makeNumbers(0..<10_000, in: numbers)
        numbers.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try #require(bytes.count > 12 * 4096)
        bytes.replaceSubrange(10 * 4096..<11 * 4096, with: Data(repeating: 0x55, count: 4096))
        try bytes.write(to: URL(fileURLWithPath: path))
        let database = try Database(path: path)
        var found = 0
        let fails = code {
            try database.read { connection in
                var rows = try connection.rows("SELECT value FROM number ORDER BY value")
                while try rows.next() { found += 1 }
            }
        }
        #expect(fails == .corrupt)
        #expect((1..<10_000).contains(found))
        // What is before the damage can still be read.
        #expect(try database.read { try $0.value(Int.self, "SELECT value FROM number WHERE value = 1") } == 1)
    }

    @Test func whatIsNoDatabaseCannotBeOpened() throws {
        try Data(repeating: 0x55, count: 8192).write(to: URL(fileURLWithPath: path))
        #expect(code { _ = try Database(path: path) } == .notADatabase)
        #expect(code { _ = try Database(path: folder.url.path) } == .cannotOpen)
        let missing = folder.file("missing").path
        #expect(code { _ = try Database(path: missing, isReadOnly: true) } == .cannotOpen)
        #expect(!FileManager.default.fileExists(atPath: missing))
    }

    @Test func whoOnlyReadsCannotWrite() throws {
        try makeNumbers(in: try Database(path: path))
        let database = try Database(path: path, isReadOnly: true)
        #expect(try database.read(count) == 3)
        #expect(code { try database.access { try $0.run("DELETE FROM number") } } == .readOnly)
    }

    @Test func closingEndsWhatIsUnfinished() throws {
        let database = try Database(path: path)
        try makeNumbers(in: database)
        var rows: Rows?
        try database.access { connection in
            try connection.run("BEGIN IMMEDIATE")
            var begun = try connection.rows("SELECT value FROM number")
            #expect(try begun.next())
            rows = consume begun
        }
        let other = try Database(path: path)
        func delete() throws { try other.access { try $0.run("DELETE FROM number") } }
        #expect(code(delete) == .busy)
        database.close()
        try delete()
        do throws(SQLiteError) {
            _ = try rows!.next()
            Issue.record("a row of a closed database")
        } catch { #expect(error.code == .misuse) }
        #expect(code { _ = try database.read(count) } == .misuse)
        rows = nil
    }

    @Test(arguments: [false, true]) func theLogStaysIfWanted(isKept: Bool) throws {
        let database = try Database(path: path, keepsLog: isKept)
        try database.access { try $0.run("PRAGMA journal_mode = WAL") }
        try makeNumbers(in: database)
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        database.close()
        #expect(FileManager.default.fileExists(atPath: path + "-wal") == isKept)
        #expect(try Database(path: path).read(count) == 3)
    }

    @Test func aCopyHasItsOwnContents() throws {
        let (original, copy) = (try Database(path: path), try Database.inMemory())
        try makeNumbers(in: original)
        try original.copy(to: copy)
        try original.access { try $0.run("DELETE FROM number") }
        #expect(try copy.read(count) == 3)
        #expect(code { try original.copy(to: Database(path: path, isReadOnly: true)) } != nil)
    }

    @Test func aFileInMemoryIsADatabase() throws {
        let original = try Database(path: path)
        try makeNumbers(in: original)
        original.close()
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        let database = try Database.inMemory()
        try database.load(file)
        try database.access { try $0.run("INSERT INTO number VALUES (3)") }
        #expect(try database.read(count) == 4)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == file)
        let damaged = try Database.inMemory()
        #expect(
            code {
                try damaged.load(Data(repeating: 0x55, count: 8192))
                _ = try damaged.read(count)
            } == .notADatabase)
    }
}
