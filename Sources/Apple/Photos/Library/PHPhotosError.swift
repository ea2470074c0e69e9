import Foundation

/// The domain of ``PHPhotosError``. Source: Apple, PHPhotosErrorDomain.
public let PHPhotosErrorDomain = "PHPhotosErrorDomain"

/// What went wrong in the photo library. `localizedDescription` is one sentence for people, with what to do about it.
///
/// Source: Apple, PHPhotosError.
public struct PHPhotosError: Error, Sendable {
    /// What went wrong. Source: Apple, PHPhotosError.Code.
    public enum Code: Int, Sendable {
        case internalError = -1
        case userCancelled = 3072
        case libraryVolumeOffline = 3114
        case relinquishingLibraryBundleToWriter = 3142
        case switchingSystemPhotoLibrary = 3143
        case networkAccessRequired = 3164
        case networkError = 3169
        case identifierNotFound = 3201
        case multipleIdentifiersFound = 3202
        case changeNotSupported = 3300
        case operationInterrupted = 3301
        case invalidResource = 3302
        case missingResource = 3303
        case notEnoughSpace = 3305
        case requestNotSupportedForAsset = 3306
        case accessRestricted = 3310
        case accessUserDenied = 3311
    }

    public let code: Code
    let message: String
    /// What was underneath: a ``FileError``, an error of the database.
    let cause: (any Error)?

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    public static var internalError: Code { .internalError }
    public static var userCancelled: Code { .userCancelled }
    public static var identifierNotFound: Code { .identifierNotFound }
    public static var changeNotSupported: Code { .changeNotSupported }
    public static var invalidResource: Code { .invalidResource }
    public static var missingResource: Code { .missingResource }
    public static var notEnoughSpace: Code { .notEnoughSpace }
    public static var accessRestricted: Code { .accessRestricted }
    public static var accessUserDenied: Code { .accessUserDenied }
}

extension PHPhotosError: LocalizedError, CustomNSError, CustomStringConvertible {
    public static var errorDomain: String { PHPhotosErrorDomain }

    public var errorCode: Int { code.rawValue }

    public var errorDescription: String? { message }

    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        info[NSUnderlyingErrorKey] = cause
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
    /// Turns a refusal of the file system into the library's words.
    init(_ error: FileError, library: String) {
        switch error.number {
        case ENOSPC, EDQUOT, EFBIG:
            self.init(
                .notEnoughSpace,
                "No space is left for the photo library in \(library); delete something, or choose another folder"
                    + " with AVCAM_LIBRARY.", cause: error)
        case EACCES, EPERM, EROFS:
            self.init(
                .accessUserDenied,
                "The photo library in \(library) cannot be written (\(error)); give yourself permission, or choose"
                    + " another folder with AVCAM_LIBRARY.", cause: error)
        default:
            self.init(.internalError, "The photo library in \(library) failed: \(error).", cause: error)
        }
    }
}
