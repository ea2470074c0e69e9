import CaptureEngine
import Foundation
import MissingFoundation

/// Errors of this module, as those of Apple's.
enum AudioError {
    static let domain = "com.apple.coreaudio.avfaudio"
    /// `fmt?`
    static let unsupportedFormat = OSStatus(bitPattern: FourCharCode(letters: "fmt?"))
    /// `typ?`
    static let unsupportedFile = OSStatus(bitPattern: FourCharCode(letters: "typ?"))
    /// `wht?`
    static let unspecified = OSStatus(bitPattern: FourCharCode(letters: "wht?"))
    /// `!dev`
    static let noDevice = OSStatus(bitPattern: FourCharCode(letters: "!dev"))
    /// `!pri`: something else has the microphone.
    static let inUse = OSStatus(bitPattern: FourCharCode(letters: "!pri"))
    /// `perm`
    static let notPermitted = OSStatus(bitPattern: FourCharCode(letters: "perm"))
    static let fileNotFound: OSStatus = -43
    static let endOfFile: OSStatus = -39
    static let badArgument: OSStatus = -50

    static func make(_ code: OSStatus, _ message: String) -> NSError {
        NSError(domain: domain, code: Int(code), userInfo: [NSLocalizedDescriptionKey: message])
    }

    static func make(_ error: CaptureError) -> NSError {
        let code =
            switch error.code {
            case .formatUnsupported, .encoderNotFound: unsupportedFormat
            case .deviceNotFound: error.device == nil ? fileNotFound : noDevice
            case .deviceDisconnected: noDevice
            case .deviceInUse: inUse
            case .notAuthorized, .fileUnwritable, .fileLost: notPermitted
            case .fileUnreadable: unsupportedFile
            default: unspecified
            }
        return make(code, error.message)
    }
}
