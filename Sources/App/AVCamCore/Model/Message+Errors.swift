import AVFoundation
import Photos

/// What an error means for people. The API's own sentences are in English, and written for programmers too. Here each
/// code that a person can meet has a sentence that can be translated and says what to do.
extension Message {
    package init(_ error: any Error) {
        switch error {
        case let error as CameraError: self = error.message
        case let error as UnsavedLivePhoto: self = Message(error.movieFailure).followed(by: Message(error.failure))
        case let error as AVError:
            self.init(
                Self.sentence(for: error.code), about: error.device?.localizedName,
                detail: Self.saysMore(error) ? error.localizedDescription : nil)
        case let error as PHPhotosError:
            self.init(
                error.code == .notEnoughSpace && error.errorUserInfo[NSLocalizedRecoverySuggestionErrorKey] != nil
                    ? translatable(
                        "No space is left for the photo library. What was taken is kept; delete something, and it is added."
                    )
                    : Self.sentence(for: error.code),
                detail: error.errorUserInfo[NSUnderlyingErrorKey].map { "\($0)" } ?? error.localizedDescription)
        case let error as CocoaError:
            self.init(
                translatable("A file cannot be read or written; free some space, or give yourself permission."),
                detail: error.localizedDescription)
        default: self.init(verbatim: error.localizedDescription)
        }
    }

    /// Whether the error's text says more than its code alone: who has the device, or what a driver answered.
    private static func saysMore(_ error: AVError) -> Bool {
        error.localizedDescription != AVError(error.code).localizedDescription
    }

    private static func sentence(for code: AVError.Code) -> String {
        switch code {
        case .deviceInUseByAnotherApplication, .deviceAlreadyUsedByAnotherSession:
            translatable("Another program uses the device; close that program, or choose another device.")
        case .deviceWasDisconnected:
            translatable("The device was unplugged; plug it in again, or choose another device.")
        case .deviceNotConnected:
            translatable("The device is not there; plug it in, or choose another device.")
        case .applicationIsNotAuthorized, .applicationIsNotAuthorizedToUseDevice:
            translatable(
                "You do not have permission to use the device; give yourself permission, or choose another device.")
        case .diskFull: translatable("There is not enough space on the disk; delete something.")
        case .maximumFileSizeReached:
            translatable("The movie ended because its file reached the maximum size; start another recording.")
        case .outOfMemory: translatable("There is not enough memory; close other programs.")
        case .noDataCaptured: translatable("Nothing was captured; try again.")
        case .sessionWasInterrupted: translatable("The camera was interrupted; try again when it is free.")
        case .operationInterrupted, .operationCancelled, .sessionConfigurationChanged, .mediaChanged:
            translatable("The camera was stopped before the capture was complete; try again.")
        case .encoderNotFound:
            translatable("The encoder for this format is not installed; choose another format.")
        case .decodeFailed: translatable("The file cannot be read; choose another camera.")
        case .encodeFailed: translatable("The capture could not be encoded; choose another format.")
        case .formatUnsupported, .unsupportedDeviceActiveFormat, .unsupportedOutputSettings:
            translatable("The device cannot do that in this format; choose another one.")
        case .torchLevelUnavailable: translatable("The torch cannot be that bright now; let the device cool down.")
        case .deviceLockedForConfigurationByAnotherProcess:
            translatable("Something else is changing the device's settings; try again.")
        default: translatable("The device failed; plug it in again, or choose another device.")
        }
    }

    private static func sentence(for code: PHPhotosError.Code) -> String {
        switch code {
        case .notEnoughSpace: translatable("No space is left for the photo library; delete something.")
        case .accessUserDenied, .accessRestricted:
            translatable(
                "The photo library cannot be used; give yourself permission, or choose another folder with AVCAM_LIBRARY."
            )
        case .libraryVolumeOffline:
            translatable("The photo library's folder is a link to a disk that is not there; mount that disk.")
        case .identifierNotFound: translatable("This is no longer in the photo library.")
        case .missingResource: translatable("The file is gone or cannot be read.")
        case .invalidResource:
            translatable("The file cannot be shown: it is damaged, too large, or of an unknown type.")
        case .userCancelled: translatable("The request was cancelled.")
        default: translatable("The photo library failed; start AVCam again.")
        }
    }
}
