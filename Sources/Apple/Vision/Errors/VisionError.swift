import Foundation

/// What went wrong, in words. Source: Apple, VisionError.
public enum VisionError: Error, LocalizedError, Hashable {
    case dataUnavailable(String)
    case internalError(String)
    /// A property of a request is out of its range.
    case invalidArgument(String)
    case invalidFormat(String)
    /// Not a picture, or one without pixels.
    case invalidImage(String)
    case invalidModel(String)
    case invalidOperation(String)
    /// A file cannot be read.
    case ioError(String)
    case missingOption(String)
    /// A library failed.
    case operationFailed(String)
    case outOfBoundsError(String)
    case outOfMemory(String)
    case pixelBufferCreationFailed(Int32)
    /// The task was cancelled before the request began.
    case requestCancelled(String)
    case timeStampNotFound(String)
    case timeout(String)
    case unsupportedComputeDevice(String)
    case unsupportedComputeStage(String)
    /// What the request needs is not installed.
    case unsupportedRequest(String)
    case unsupportedRevision(String)

    public var errorDescription: String? {
        switch self {
        case .dataUnavailable(let words), .internalError(let words), .invalidArgument(let words),
            .invalidFormat(let words), .invalidImage(let words), .invalidModel(let words), .invalidOperation(let words),
            .ioError(let words), .missingOption(let words), .operationFailed(let words), .outOfBoundsError(let words),
            .outOfMemory(let words), .requestCancelled(let words), .timeStampNotFound(let words), .timeout(let words),
            .unsupportedComputeDevice(let words), .unsupportedComputeStage(let words), .unsupportedRequest(let words),
            .unsupportedRevision(let words):
            words
        case .pixelBufferCreationFailed(let status): "A pixel buffer could not be made: \(status)"
        }
    }

    /// An error of the older requests.
    init(_ error: any Error) {
        let error = error as NSError
        let words = error.localizedDescription
        switch error.domain == VNErrorDomain ? VNErrorCode(rawValue: error.code) : nil {
        case .requestCancelled: self = .requestCancelled(words)
        case .invalidFormat: self = .invalidFormat(words)
        case .operationFailed: self = .operationFailed(words)
        case .ioError: self = .ioError(words)
        case .outOfMemory: self = .outOfMemory(words)
        case .invalidImage: self = .invalidImage(words)
        case .invalidArgument: self = .invalidArgument(words)
        case .unsupportedRevision: self = .unsupportedRevision(words)
        case .unsupportedRequest: self = .unsupportedRequest(words)
        default: self = .internalError(words)
        }
    }
}
