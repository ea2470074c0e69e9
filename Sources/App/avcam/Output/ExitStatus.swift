import AVCamCore
import AVFoundation
import Photos

/// The program's exit status. Source: BSD, sysexits.h.
enum ExitStatus: Int32 {
    case usage = 64
    /// EX_NOINPUT: no such camera, microphone or file, or one that cannot be read.
    case noInput = 66
    /// EX_UNAVAILABLE: a device is busy, gone or broken.
    case unavailable = 69
    /// EX_SOFTWARE: a fault of the program.
    case software = 70
    /// EX_OSERR: the system provides too few threads, files or memory.
    case system = 71
    /// EX_CANTCREAT: the output cannot be created.
    case cannotCreate = 73
    /// EX_IOERR: reading or writing failed.
    case inputOutput = 74
    /// EX_NOPERM: a permission is missing.
    case noPermission = 77
    /// Ended by SIGINT, in the numbering of shells.
    case interrupted = 130

    init(_ error: any Error) {
        switch error {
        case let error as Failure: self = error.status
        case let error as CameraError: self.init(error)
        case let error as PHPhotosError where error.isAboutPlace: self = .cannotCreate
        case let error as PHPhotosError: self.init(error.code)
        // An error without a device is about a file.
        case let error as AVError where error.code == .unknown && error.userInfo[AVErrorDeviceKey] == nil:
            self = .inputOutput
        case let error as AVError: self.init(error.code)
        default: self = .software
        }
    }

    private init(_ error: CameraError) {
        switch error {
        case .noCamera, .noMicrophone, .deviceNotFound: self = .noInput
        case .unauthorized: self = .noPermission
        case .presetNotSupported, .featureNotSupported: self = .usage
        case .addInputFailed, .addOutputFailed, .startFailed, .notRunning, .noFrames, .cameraReplaced, .noPhotoData,
            .microphoneInUse, .microphoneUnplugged:
            self = .unavailable
        case .alreadyRecording, .notRecording: self = .software
        case .notRemembered: self = .cannotCreate
        }
    }

    private init(_ code: PHPhotosError.Code) {
        switch code {
        case .accessUserDenied, .accessRestricted: self = .noPermission
        case .missingResource, .identifierNotFound: self = .noInput
        default: self = .inputOutput
        }
    }

    private init(_ code: AVError.Code) {
        switch code {
        case .deviceNotConnected, .decodeFailed: self = .noInput
        case .applicationIsNotAuthorized, .applicationIsNotAuthorizedToUseDevice: self = .noPermission
        case .fileAlreadyExists: self = .cannotCreate
        case .diskFull: self = .inputOutput
        default: self = .unavailable
        }
    }
}

/// A mistake of the user, or a problem of the system, that the command line itself detects.
struct Failure: LocalizedError {
    var status: ExitStatus
    /// One sentence: what went wrong, and what to do.
    var message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    var errorDescription: String? { message }
}
