internal import CSQLite

/// SQLite refused something, or a value is not of the kind that was asked for.
package struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The precise code, as ``ResultCode/ioErrorWrite``.
    package let extendedCode: ResultCode
    /// SQLite's message, or ours.
    package let message: String

    /// The general code, as ``ResultCode/ioError``.
    package var code: ResultCode { extendedCode.primary }

    package var description: String { "\(message) (SQLite \(extendedCode.rawValue))" }

    package init(_ code: ResultCode, _ message: String) {
        extendedCode = code
        self.message = message
    }

    /// - Parameter handle: of the connection whose last call failed; `nil` if there is none.
    init(code: Int32, handle: OpaquePointer?) {
        // A connection that could not be opened may know nothing of it.
        let isKnown = handle != nil && sqlite3_extended_errcode(handle) == code
        self.init(ResultCode(rawValue: code), String(cString: isKnown ? sqlite3_errmsg(handle) : sqlite3_errstr(code)))
    }
}

/// Source: SQLite, Result and Error Codes.
package struct ResultCode: RawRepresentable, Sendable, Hashable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// What is left when only the general code counts.
    package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

    package static let error = ResultCode(rawValue: SQLITE_ERROR)
    package static let `internal` = ResultCode(rawValue: SQLITE_INTERNAL)
    package static let permission = ResultCode(rawValue: SQLITE_PERM)
    package static let busy = ResultCode(rawValue: SQLITE_BUSY)
    package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    package static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
    package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    package static let ioError = ResultCode(rawValue: SQLITE_IOERR)
    package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    package static let full = ResultCode(rawValue: SQLITE_FULL)
    package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    /// Other connections had the locks of the write-ahead log each time this one tried, for about ten seconds.
    package static let lockingProtocol = ResultCode(rawValue: SQLITE_PROTOCOL)
    package static let schema = ResultCode(rawValue: SQLITE_SCHEMA)
    package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
    package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
    package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
    package static let format = ResultCode(rawValue: SQLITE_FORMAT)
    package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

    package static let ioErrorWrite = ioError(3)
    package static let ioErrorFsync = ioError(4)
    package static let ioErrorDirFsync = ioError(5)
    package static let ioErrorTruncate = ioError(6)
    package static let ioErrorUnlock = ioError(8)
    package static let ioErrorRdlock = ioError(9)
    package static let ioErrorBlocked = ioError(11)
    package static let ioErrorCheckReservedLock = ioError(14)
    package static let ioErrorLock = ioError(15)
    package static let ioErrorShmOpen = ioError(18)
    package static let ioErrorShmSize = ioError(19)
    package static let ioErrorShmLock = ioError(20)
    package static let ioErrorShmMap = ioError(21)

    private static func ioError(_ kind: Int32) -> ResultCode { ResultCode(rawValue: SQLITE_IOERR | kind << 8) }
}
