extension AVError {
    /// What went wrong. The raw values are Apple's. Source: Apple, AVError.Code.
    public enum Code: Int, Sendable {
        /// None of the others; the description and the underlying error say more.
        case unknown = -11800
        /// There was not enough memory.
        case outOfMemory = -11801
        /// The operation needs a running session.
        case sessionNotRunning = -11803
        /// Another session of the program has the device.
        case deviceAlreadyUsedByAnotherSession = -11804
        /// The recording ended before the first frame.
        case noDataCaptured = -11805
        /// The recording or photo ended because its session was changed.
        case sessionConfigurationChanged = -11806
        /// No room on the disk, or none above ``AVCaptureFileOutput/minFreeDiskSpaceLimit``.
        case diskFull = -11807
        /// The device was unplugged while it was in use.
        case deviceWasDisconnected = -11808
        /// The format changed in the middle of a recording.
        case mediaChanged = -11809
        /// The recording has reached its maximum duration; its file is complete.
        case maximumDurationReached = -11810
        /// The file has reached its maximum size, and is complete.
        case maximumFileSizeReached = -11811
        /// The media has a gap.
        case mediaDiscontinuity = -11812
        /// That kind of file cannot hold more samples.
        case maximumNumberOfSamplesForFileFormatReached = -11813
        /// There is no such device.
        case deviceNotConnected = -11814
        /// Another program has the device. Linux: never an interruption.
        case deviceInUseByAnotherApplication = -11815
        /// Somebody else holds the configuration lock. Linux: another task or thread.
        case deviceLockedForConfigurationByAnotherProcess = -11817
        /// The recording or photo ended because its session was interrupted.
        case sessionWasInterrupted = -11818
        /// The system's media services were restarted; so must the session be.
        case mediaServicesWereReset = -11819
        /// The data is damaged, or not of the expected kind. Linux: also for an unreadable file that serves as a
        /// camera.
        case decodeFailed = -11821
        /// There is already a file at the URL to record to.
        case fileAlreadyExists = -11823
        /// That kind of file cannot be read or written.
        case fileFormatNotRecognized = -11828
        /// Too many photo requests are pending.
        case maximumStillImageCaptureRequestsExceeded = -11830
        /// Nothing here encodes that format.
        case encoderNotFound = -11834
        /// The program is not allowed to do that.
        case applicationIsNotAuthorized = -11836
        /// Only a program in the foreground may use the device.
        case deviceIsNotAvailableInBackground = -11837
        /// The torch cannot be that bright now, for example because it is hot.
        case torchLevelUnavailable = -11846
        /// Something outside of the program ended the operation.
        case operationInterrupted = -11847
        /// The user refused the device. Linux: the permissions of its node or the simulated phone refuse it.
        case applicationIsNotAuthorizedToUseDevice = -11852
        /// The output is busy with another file.
        case recordingAlreadyInProgress = -11859
        /// The output does not support these settings.
        case unsupportedOutputSettings = -11861
        /// Not possible in this state, or with this device.
        case operationNotAllowed = -11862
        /// The device or the buffer has no usable format.
        case formatUnsupported = -11864
        /// ``AVCaptureSession/hardwareCost`` is above 1. Linux: never.
        case sessionHardwareCostOverage = -11872
        /// The session cannot work with the device's `activeFormat`.
        case unsupportedDeviceActiveFormat = -11873
        /// The caller cancelled the operation.
        case operationCancelled = -11878
        /// The encoder failed.
        case encodeFailed = -11883
        /// An export failed.
        case exportFailed = -11820
        /// Media cannot be used.
        case invalidSourceMedia = -11822
        /// A file is damaged, or cannot be read.
        case fileFailedToParse = -11829
        /// Media is encrypted.
        case contentIsProtected = -11831
        /// There is no picture at that time.
        case noImageAtTime = -11832
        /// There is no decoder for a format.
        case decoderNotFound = -11833
        /// An asset cannot be used for that.
        case operationNotSupportedForAsset = -11838
        /// A video composition contradicts itself or its asset.
        case invalidVideoComposition = -11841
        /// The media is not there.
        case contentIsUnavailable = -11863

        var sentence: String {
            switch self {
            case .unknown: "An unknown error occurred"
            case .outOfMemory: "There is not enough memory"
            case .sessionNotRunning: "The capture session is not running"
            case .deviceAlreadyUsedByAnotherSession: "The device is used by another capture session"
            case .noDataCaptured: "Nothing was captured"
            case .sessionConfigurationChanged: "The capture session was reconfigured"
            case .diskFull: "There is not enough space on the disk"
            case .deviceWasDisconnected: "The device was unplugged"
            case .mediaChanged: "The format of the media changed"
            case .maximumDurationReached: "The recording reached its maximum duration"
            case .maximumFileSizeReached: "The recording reached its maximum file size"
            case .mediaDiscontinuity: "The media has a gap"
            case .maximumNumberOfSamplesForFileFormatReached: "The file cannot hold more samples"
            case .deviceNotConnected: "The device is not connected"
            case .deviceInUseByAnotherApplication: "The device is used by another program"
            case .deviceLockedForConfigurationByAnotherProcess: "The device is being configured by another program"
            case .sessionWasInterrupted: "The capture session was interrupted"
            case .mediaServicesWereReset: "The media services were reset"
            case .decodeFailed: "The media cannot be decoded"
            case .fileAlreadyExists: "The file already exists"
            case .fileFormatNotRecognized: "The kind of file is not supported"
            case .maximumStillImageCaptureRequestsExceeded: "Too many photos are being taken"
            case .encoderNotFound: "There is no encoder for the format"
            case .applicationIsNotAuthorized: "The program is not permitted to do this"
            case .deviceIsNotAvailableInBackground: "The device is not available in the background"
            case .torchLevelUnavailable: "The torch cannot be that bright now"
            case .operationInterrupted: "The operation was interrupted"
            case .applicationIsNotAuthorizedToUseDevice: "The program is not permitted to use the device"
            case .recordingAlreadyInProgress: "A recording is already in progress"
            case .unsupportedOutputSettings: "The output settings are not supported"
            case .operationNotAllowed: "The operation is not allowed"
            case .formatUnsupported: "The format is not supported"
            case .sessionHardwareCostOverage: "The capture session asks more of the hardware than it can give"
            case .unsupportedDeviceActiveFormat: "The device's active format is not supported"
            case .operationCancelled: "The operation was cancelled"
            case .encodeFailed: "The media cannot be encoded"
            case .exportFailed: "The export failed"
            case .invalidSourceMedia: "The media cannot be used"
            case .fileFailedToParse: "The file cannot be read"
            case .contentIsProtected: "The media is protected"
            case .noImageAtTime: "There is no picture at that time"
            case .decoderNotFound: "There is no decoder for the format"
            case .operationNotSupportedForAsset: "The operation is not supported for the asset"
            case .invalidVideoComposition: "The video composition is not valid"
            case .contentIsUnavailable: "The media is not available"
            }
        }
    }

    /// As ``AVError/Code/unknown``.
    public static var unknown: Code { .unknown }
    /// As ``AVError/Code/sessionNotRunning``.
    public static var sessionNotRunning: Code { .sessionNotRunning }
    /// As ``AVError/Code/noDataCaptured``.
    public static var noDataCaptured: Code { .noDataCaptured }
    /// As ``AVError/Code/sessionConfigurationChanged``.
    public static var sessionConfigurationChanged: Code { .sessionConfigurationChanged }
    /// As ``AVError/Code/diskFull``.
    public static var diskFull: Code { .diskFull }
    /// As ``AVError/Code/deviceWasDisconnected``.
    public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
    /// As ``AVError/Code/maximumDurationReached``.
    public static var maximumDurationReached: Code { .maximumDurationReached }
    /// As ``AVError/Code/maximumFileSizeReached``.
    public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
    /// As ``AVError/Code/deviceNotConnected``.
    public static var deviceNotConnected: Code { .deviceNotConnected }
    /// As ``AVError/Code/deviceInUseByAnotherApplication``.
    public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
    /// As ``AVError/Code/mediaServicesWereReset``.
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    /// As ``AVError/Code/fileAlreadyExists``.
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    /// As ``AVError/Code/fileFormatNotRecognized``.
    public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
    /// As ``AVError/Code/encoderNotFound``.
    public static var encoderNotFound: Code { .encoderNotFound }
    /// As ``AVError/Code/applicationIsNotAuthorizedToUseDevice``.
    public static var applicationIsNotAuthorizedToUseDevice: Code { .applicationIsNotAuthorizedToUseDevice }
    /// As ``AVError/Code/recordingAlreadyInProgress``.
    public static var recordingAlreadyInProgress: Code { .recordingAlreadyInProgress }
    /// As ``AVError/Code/operationInterrupted``.
    public static var operationInterrupted: Code { .operationInterrupted }
    /// As ``AVError/Code/encodeFailed``.
    public static var encodeFailed: Code { .encodeFailed }
    /// As ``AVError/Code/exportFailed``.
    public static var exportFailed: Code { .exportFailed }
    /// As ``AVError/Code/invalidSourceMedia``.
    public static var invalidSourceMedia: Code { .invalidSourceMedia }
    /// As ``AVError/Code/fileFailedToParse``.
    public static var fileFailedToParse: Code { .fileFailedToParse }
    /// As ``AVError/Code/contentIsProtected``.
    public static var contentIsProtected: Code { .contentIsProtected }
    /// As ``AVError/Code/noImageAtTime``.
    public static var noImageAtTime: Code { .noImageAtTime }
    /// As ``AVError/Code/decoderNotFound``.
    public static var decoderNotFound: Code { .decoderNotFound }
    /// As ``AVError/Code/operationNotSupportedForAsset``.
    public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
    /// As ``AVError/Code/invalidVideoComposition``.
    public static var invalidVideoComposition: Code { .invalidVideoComposition }
    /// As ``AVError/Code/contentIsUnavailable``.
    public static var contentIsUnavailable: Code { .contentIsUnavailable }
    /// As ``AVError/Code/outOfMemory``.
    public static var outOfMemory: Code { .outOfMemory }
    /// As ``AVError/Code/deviceAlreadyUsedByAnotherSession``.
    public static var deviceAlreadyUsedByAnotherSession: Code { .deviceAlreadyUsedByAnotherSession }
    /// As ``AVError/Code/mediaChanged``.
    public static var mediaChanged: Code { .mediaChanged }
    /// As ``AVError/Code/mediaDiscontinuity``.
    public static var mediaDiscontinuity: Code { .mediaDiscontinuity }
    /// As ``AVError/Code/maximumNumberOfSamplesForFileFormatReached``.
    public static var maximumNumberOfSamplesForFileFormatReached: Code { .maximumNumberOfSamplesForFileFormatReached }
    /// As ``AVError/Code/deviceLockedForConfigurationByAnotherProcess``.
    public static var deviceLockedForConfigurationByAnotherProcess: Code {
        .deviceLockedForConfigurationByAnotherProcess
    }
    /// As ``AVError/Code/sessionWasInterrupted``.
    public static var sessionWasInterrupted: Code { .sessionWasInterrupted }
    /// As ``AVError/Code/decodeFailed``.
    public static var decodeFailed: Code { .decodeFailed }
    /// As ``AVError/Code/maximumStillImageCaptureRequestsExceeded``.
    public static var maximumStillImageCaptureRequestsExceeded: Code { .maximumStillImageCaptureRequestsExceeded }
    /// As ``AVError/Code/applicationIsNotAuthorized``.
    public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }
    /// As ``AVError/Code/deviceIsNotAvailableInBackground``.
    public static var deviceIsNotAvailableInBackground: Code { .deviceIsNotAvailableInBackground }
    /// As ``AVError/Code/torchLevelUnavailable``.
    public static var torchLevelUnavailable: Code { .torchLevelUnavailable }
    /// As ``AVError/Code/unsupportedOutputSettings``.
    public static var unsupportedOutputSettings: Code { .unsupportedOutputSettings }
    /// As ``AVError/Code/operationNotAllowed``.
    public static var operationNotAllowed: Code { .operationNotAllowed }
    /// As ``AVError/Code/formatUnsupported``.
    public static var formatUnsupported: Code { .formatUnsupported }
    /// As ``AVError/Code/sessionHardwareCostOverage``.
    public static var sessionHardwareCostOverage: Code { .sessionHardwareCostOverage }
    /// As ``AVError/Code/unsupportedDeviceActiveFormat``.
    public static var unsupportedDeviceActiveFormat: Code { .unsupportedDeviceActiveFormat }
    /// As ``AVError/Code/operationCancelled``.
    public static var operationCancelled: Code { .operationCancelled }
}
