import Foundation

/// The domain of ``PHPhotosError``.
public let PHPhotosErrorDomain = "PHPhotosErrorDomain"

/// An error of the photo library. `localizedDescription` is one sentence that says what went wrong and what to do.
///
/// Source: Apple, PHPhotosError.
public struct PHPhotosError: Error, Sendable {
    /// What went wrong. Source: Apple, PHPhotosError.Code.
    public enum Code: Int, Sendable {
        /// The catalogue or the file system failed, or a newer program made the library.
        case internalError = -1
        /// A request was cancelled.
        case userCancelled = 3072
        /// The library's folder, or one above it, is a link to a place where nothing is: its disk is not mounted.
        case libraryVolumeOffline = 3114
        /// Linux: does not occur.
        case relinquishingLibraryBundleToWriter = 3142
        /// Linux: does not occur.
        case switchingSystemPhotoLibrary = 3143
        /// Linux: does not occur.
        case networkAccessRequired = 3164
        /// Linux: does not occur.
        case networkError = 3169
        /// The asset is no longer in the library.
        case identifierNotFound = 3201
        /// Linux: does not occur.
        case multipleIdentifiersFound = 3202
        /// Linux: does not occur.
        case changeNotSupported = 3300
        /// Linux: does not occur.
        case operationInterrupted = 3301
        /// A file is damaged, of the wrong kind, or does not belong with the others.
        case invalidResource = 3302
        /// An asset without any file, or a file that is gone.
        case missingResource = 3303
        /// The disk is full, or the user's quota is used up.
        case notEnoughSpace = 3305
        /// The asset is not of the kind that was requested.
        case requestNotSupportedForAsset = 3306
        /// Linux: does not occur.
        case accessRestricted = 3310
        /// The permissions of a file or of the library's folder forbid it.
        case accessUserDenied = 3311
    }

    public let code: Code
    let message: String
    /// The underlying error: a ``FileError``, or one of the database.
    let cause: (any Error)?
    /// Whether what was taken is not lost, and comes into the library later.
    let keepsCapture: Bool

    /// An error that a program makes itself.
    ///
    /// - `userInfo`: `NSLocalizedDescriptionKey` and `NSUnderlyingErrorKey` are kept.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        let message = userInfo[NSLocalizedDescriptionKey] as? String
        self.init(
            code, message ?? "The photo library refused the request (error \(code.rawValue)).",
            cause: userInfo[NSUnderlyingErrorKey] as? any Error)
    }

    init(_ code: Code, _ message: String, cause: (any Error)? = nil, keepsCapture: Bool = false) {
        self.code = code
        self.message = message
        self.cause = cause
        self.keepsCapture = keepsCapture
    }

    /// `Code.internalError`, for catching.
    public static var internalError: Code { .internalError }
    /// `Code.userCancelled`, for catching.
    public static var userCancelled: Code { .userCancelled }
    /// `Code.identifierNotFound`, for catching.
    public static var identifierNotFound: Code { .identifierNotFound }
    /// `Code.changeNotSupported`, for catching.
    public static var changeNotSupported: Code { .changeNotSupported }
    /// `Code.invalidResource`, for catching.
    public static var invalidResource: Code { .invalidResource }
    /// `Code.missingResource`, for catching.
    public static var missingResource: Code { .missingResource }
    /// `Code.notEnoughSpace`, for catching.
    public static var notEnoughSpace: Code { .notEnoughSpace }
    /// `Code.accessRestricted`, for catching.
    public static var accessRestricted: Code { .accessRestricted }
    /// `Code.accessUserDenied`, for catching.
    public static var accessUserDenied: Code { .accessUserDenied }
}

extension PHPhotosError: LocalizedError, CustomNSError, CustomStringConvertible {
    /// `PHPhotosErrorDomain`.
    public static var errorDomain: String { PHPhotosErrorDomain }

    public var errorCode: Int { code.rawValue }

    public var errorDescription: String? { message }

    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        info[NSUnderlyingErrorKey] = cause
        if keepsCapture {
            info[NSLocalizedRecoverySuggestionErrorKey] = "What was taken is kept; delete something, and it is added."
        }
        return info
    }

    public var description: String { message }
}

extension PHPhotosError.Code {
    /// Lets `catch PHPhotosError.notEnoughSpace` match.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? PHPhotosError)?.code == code
    }
}

extension PHPhotosError {
    /// The same error for photos that are not lost, because their frames wait for the library; this process holds them
    /// until it ends. Errors that neither disk space, permissions nor mounting would fix stay as they are.
    var whilePhotosWait: PHPhotosError {
        guard [.notEnoughSpace, .accessUserDenied, .libraryVolumeOffline].contains(code) else { return self }
        return PHPhotosError(
            code,
            message + " What was taken is kept: after this program has ended, it comes into this library with its next"
                + " use.",
            cause: cause, keepsCapture: true)
    }

    /// The same of assets that are not lost: their main files are at these paths, and the next start adds them.
    func whileKept(_ paths: [String]) -> PHPhotosError {
        guard let first = paths.first else { return self }
        let others = paths.count == 1 ? "" : " and \(paths.count - 1) more beside it"
        return PHPhotosError(
            code,
            message + " What was taken is complete in \(first)\(others); the next use of this library adds it.",
            cause: cause, keepsCapture: true)
    }

    /// Turns an error of the file system into an error of the library.
    init(_ error: FileError, library: String) {
        switch error.number {
        case ENOSPC, EDQUOT, EFBIG:
            self.init(
                .notEnoughSpace,
                "No space is left for the photo library in \(library); delete something, or choose another folder"
                    + " with AVCAM_LIBRARY.", cause: error)
        case EROFS:
            self.init(
                .accessUserDenied,
                "The photo library in \(library) cannot be written (\(error)); remount its file system read-write, or"
                    + " choose another folder with AVCAM_LIBRARY.", cause: error)
        case EACCES, EPERM:
            if let fixed = LibraryFolder(path: library).fixedFile {
                self.init(
                    .accessUserDenied,
                    "The photo library in \(library) cannot be written, because \(fixed.description); end that with"
                        + " \(fixed.remedy), or choose another folder with AVCAM_LIBRARY.", cause: error)
                return
            }
            self.init(
                .accessUserDenied,
                "The photo library in \(library) cannot be used (\(error)); \(error.permissionAdvice), or choose another folder"
                    + " with AVCAM_LIBRARY.", cause: error)
        case EMFILE, ENFILE:
            self.init(
                .internalError,
                "The photo library in \(library) cannot be used, because no further file can be opened; raise the limit"
                    + " (ulimit -n), or close other programs.", cause: error)
        case ENOTDIR:
            let file = LibraryFolder(path: library).fileInTheWay(of: error.path) ?? error.path
            self.init(
                .accessUserDenied,
                "The photo library cannot be in \(library), because \(file) is a file and no folder; rename that file, or"
                    + " choose another folder with AVCAM_LIBRARY.", cause: error)
        case ENOLINK:
            let target = DanglingLink.target(of: error.path) ?? "another place"
            self.init(
                .libraryVolumeOffline,
                "The photo library cannot be in \(library), because \(error.path) is a link to \(target), and nothing is there;"
                    + " mount its disk, correct the link, or choose another folder with AVCAM_LIBRARY.", cause: error)
        case ENOTSUP:
            self.init(
                .accessUserDenied,
                "The photo library cannot be in \(library), because no folder can be made in \(error.path); choose another"
                    + " folder with AVCAM_LIBRARY.", cause: error)
        case EBUSY:
            self.init(
                .internalError,
                "The photo library in \(library) is held by another program; end that program, or wait for it, and try"
                    + " again.", cause: error)
        case EAGAIN:
            self.init(
                .internalError,
                "The photo library in \(library) is too busy: other programs use its catalogue (\(error.path)), whose locks could"
                    + " not be taken meanwhile; end one of them, or wait for it, and try again.", cause: error)
        case ESTALE:
            self.init(
                .internalError,
                "The photo library in \(library) was deleted or replaced while something was saved in it; none of it"
                    + " was kept. Save it again.", cause: error)
        default:
            self.init(.internalError, "The photo library in \(library) failed: \(error).", cause: error)
        }
    }
}
