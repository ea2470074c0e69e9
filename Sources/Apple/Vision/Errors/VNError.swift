import Foundation

/// The domain of Vision's errors. Source: Apple, VNErrorDomain.
public let VNErrorDomain = "com.apple.vis"

/// What went wrong. Source: Apple, VNErrorCode.
public enum VNErrorCode: Int, Sendable {
    case turiCoreErrorCode = -1
    case ok = 0
    /// `VNRequest.cancel()` was called.
    case requestCancelled = 1
    case invalidFormat = 2
    /// A library failed.
    case operationFailed = 3
    case outOfBoundsError = 4
    case invalidOption = 5
    /// A file cannot be read.
    case ioError = 6
    case missingOption = 7
    case notImplemented = 8
    case internalError = 9
    case outOfMemory = 10
    case unknownError = 11
    case invalidOperation = 12
    /// Not a picture, or one without pixels.
    case invalidImage = 13
    /// A property of a request is out of its range.
    case invalidArgument = 14
    case invalidModel = 15
    case unsupportedRevision = 16
    case dataUnavailable = 17
    case timeStampNotFound = 18
    /// What the request needs is not installed.
    case unsupportedRequest = 19
    case timeout = 20
    case unsupportedComputeStage = 21
    case unsupportedComputeDevice = 22
}

extension NSError {
    static func vision(_ code: VNErrorCode, _ message: String) -> NSError {
        NSError(domain: VNErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: message])
    }
}
