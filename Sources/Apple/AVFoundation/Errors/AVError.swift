import CoreMedia
import Foundation

/// The domain of ``AVError``.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// The device that an error concerns: an ``AVCaptureDevice``.
public let AVErrorDeviceKey = "AVErrorDeviceKey"
/// The recorded time at which a limit was reached: a `CMTime`.
public let AVErrorTimeKey = "AVErrorTimeKey"
/// The size of the file at which a limit was reached: a number of bytes.
public let AVErrorFileSizeKey = "AVErrorFileSizeKey"
/// Whether a movie that ended with an error is still playable: a `Bool`.
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey"

/// An error of the capture system.
///
/// `localizedDescription` is one sentence that names the device or file; `userInfo[NSUnderlyingErrorKey]` holds the
/// cause. Source: Apple, AVError.
public struct AVError: Error, @unchecked Sendable {  // `errorUserInfo` holds immutable values only
    public let code: Code
    public let errorUserInfo: [String: Any]

    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        var info = userInfo
        if info[NSLocalizedDescriptionKey] == nil { info[NSLocalizedDescriptionKey] = code.sentence }
        errorUserInfo = info
    }

    public var userInfo: [String: Any] { errorUserInfo }

    /// The same error as an `NSError` of ``AVFoundationErrorDomain``. Source: Apple, AVError.
    public var _nsError: NSError {
        NSError(domain: AVFoundationErrorDomain, code: code.rawValue, userInfo: errorUserInfo)
    }

    /// The device that it concerns, if it says so.
    public var device: AVCaptureDevice? { errorUserInfo[AVErrorDeviceKey] as? AVCaptureDevice }
    /// The recorded time at which a limit was reached, if it says so.
    public var time: CMTime? { errorUserInfo[AVErrorTimeKey] as? CMTime }
    /// The size of the file at which a limit was reached, in bytes, if it says so.
    public var fileSize: Int64? { (errorUserInfo[AVErrorFileSizeKey] as? any BinaryInteger).map { Int64($0) } }

    /// The error that an `NSError` of ``AVFoundationErrorDomain`` stands for; a code that is not known is
    /// ``Code/unknown``. Source: Apple, AVError.init(_nsError:).
    public init(_nsError error: NSError) {
        self.init(Code(rawValue: error.code) ?? .unknown, userInfo: error.userInfo)
    }
}

extension AVError: CustomNSError, LocalizedError {
    /// ``AVFoundationErrorDomain``.
    public static var errorDomain: String { AVFoundationErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorDescription: String? { errorUserInfo[NSLocalizedDescriptionKey] as? String }
    public var localizedDescription: String { errorDescription ?? code.sentence }
}

extension AVError: Equatable, Hashable {
    public static func == (one: AVError, other: AVError) -> Bool { one.code == other.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// `catch AVError.diskFull` matches any ``AVError`` with that code, as on Apple's systems.
/// Source: Apple, AVError.Code.~=(_:_:).
public func ~= (code: AVError.Code, error: any Error) -> Bool {
    (error as? AVError)?.code == code
}
