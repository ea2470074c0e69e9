extension AVError {
    /// What went wrong. The raw values are Apple's. Source: Apple, AVError.Code.
    public enum Code: Int, Sendable {
        /// None of the others; the sentence and the underlying error say more. Source: Apple, AVError.Code.unknown.
        case unknown = -11800
        /// Memory did not suffice. Source: Apple, AVError.Code.outOfMemory.
        case outOfMemory = -11801
        /// Only a running session can do that. Source: Apple, AVError.Code.sessionNotRunning.
        case sessionNotRunning = -11803
        /// Another session of the program has the device. Source: Apple, AVError.Code.deviceAlreadyUsedByAnotherSession.
        case deviceAlreadyUsedByAnotherSession = -11804
        /// It ended before the first frame. Source: Apple, AVError.Code.noDataCaptured.
        case noDataCaptured = -11805
        /// It ended because its session was changed. Source: Apple, AVError.Code.sessionConfigurationChanged.
        case sessionConfigurationChanged = -11806
        /// No room on the disk, or none above ``AVCaptureFileOutput/minFreeDiskSpaceLimit``. Source: Apple, AVError.Code.diskFull.
        case diskFull = -11807
        /// The device was pulled out while it was in use. Source: Apple, AVError.Code.deviceWasDisconnected.
        case deviceWasDisconnected = -11808
        /// The format changed in the middle of a recording. Source: Apple, AVError.Code.mediaChanged.
        case mediaChanged = -11809
        /// The recording is as long as it may be; its file is complete. Source: Apple, AVError.Code.maximumDurationReached.
        case maximumDurationReached = -11810
        /// The file is as large as it may be, and complete. Source: Apple, AVError.Code.maximumFileSizeReached.
        case maximumFileSizeReached = -11811
        /// The media has a gap. Source: Apple, AVError.Code.mediaDiscontinuity.
        case mediaDiscontinuity = -11812
        /// That kind of file cannot count more frames. Source: Apple, AVError.Code.maximumNumberOfSamplesForFileFormatReached.
        case maximumNumberOfSamplesForFileFormatReached = -11813
        /// There is no such device. Source: Apple, AVError.Code.deviceNotConnected.
        case deviceNotConnected = -11814
        /// Another program has the device. Linux: never an interruption. Source: Apple, AVError.Code.deviceInUseByAnotherApplication.
        case deviceInUseByAnotherApplication = -11815
        /// Somebody else keeps the lock. Linux: another task or thread. Source: Apple, AVError.Code.deviceLockedForConfigurationByAnotherProcess.
        case deviceLockedForConfigurationByAnotherProcess = -11817
        /// It ended because its session was interrupted. Source: Apple, AVError.Code.sessionWasInterrupted.
        case sessionWasInterrupted = -11818
        /// The system's media services began anew; so must the session. Source: Apple, AVError.Code.mediaServicesWereReset.
        case mediaServicesWereReset = -11819
        /// The data is damaged, or not what it was taken for. Linux: also a file as a camera that cannot be read. Source: Apple, AVError.Code.decodeFailed.
        case decodeFailed = -11821
        /// There is a file already where one shall be recorded. Source: Apple, AVError.Code.fileAlreadyExists.
        case fileAlreadyExists = -11823
        /// More photos were asked for than may wait. Source: Apple, AVError.Code.maximumStillImageCaptureRequestsExceeded.
        case maximumStillImageCaptureRequestsExceeded = -11830
        /// Nothing here encodes that format. Source: Apple, AVError.Code.encoderNotFound.
        case encoderNotFound = -11834
        /// The program may not do that. Source: Apple, AVError.Code.applicationIsNotAuthorized.
        case applicationIsNotAuthorized = -11836
        /// Only a program in the foreground may use the device. Source: Apple, AVError.Code.deviceIsNotAvailableInBackground.
        case deviceIsNotAvailableInBackground = -11837
        /// The torch cannot burn like that now, as when it is hot. Source: Apple, AVError.Code.torchLevelUnavailable.
        case torchLevelUnavailable = -11846
        /// Something from outside ended it. Source: Apple, AVError.Code.operationInterrupted.
        case operationInterrupted = -11847
        /// The user refused the device. Linux: its node does, or the simulated phone. Source: Apple, AVError.Code.applicationIsNotAuthorizedToUseDevice.
        case applicationIsNotAuthorizedToUseDevice = -11852
        /// The output is busy with another file. Source: Apple, AVError.Code.recordingAlreadyInProgress.
        case recordingAlreadyInProgress = -11859
        /// The output cannot compress like that. Source: Apple, AVError.Code.unsupportedOutputSettings.
        case unsupportedOutputSettings = -11861
        /// Not in this state, or not with this device. Source: Apple, AVError.Code.operationNotAllowed.
        case operationNotAllowed = -11862
        /// The device or the buffer has no format that is of use. Source: Apple, AVError.Code.formatUnsupported.
        case formatUnsupported = -11864
        /// ``AVCaptureSession/hardwareCost`` is above 1. Linux: never. Source: Apple, AVError.Code.sessionHardwareCostOverage.
        case sessionHardwareCostOverage = -11872
        /// The session cannot work with the device's `activeFormat`. Source: Apple, AVError.Code.unsupportedDeviceActiveFormat.
        case unsupportedDeviceActiveFormat = -11873
        /// Who asked for it took it back. Source: Apple, AVError.Code.operationCancelled.
        case operationCancelled = -11878
        /// The encoder gave up. Source: Apple, AVError.Code.encodeFailed.
        case encodeFailed = -11883

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
            }
        }
    }

    /// As ``AVError/Code/unknown``. Source: Apple, AVError.unknown.
    public static var unknown: Code { .unknown }
    /// As ``AVError/Code/sessionNotRunning``. Source: Apple, AVError.sessionNotRunning.
    public static var sessionNotRunning: Code { .sessionNotRunning }
    /// As ``AVError/Code/noDataCaptured``. Source: Apple, AVError.noDataCaptured.
    public static var noDataCaptured: Code { .noDataCaptured }
    /// As ``AVError/Code/sessionConfigurationChanged``. Source: Apple, AVError.sessionConfigurationChanged.
    public static var sessionConfigurationChanged: Code { .sessionConfigurationChanged }
    /// As ``AVError/Code/diskFull``. Source: Apple, AVError.diskFull.
    public static var diskFull: Code { .diskFull }
    /// As ``AVError/Code/deviceWasDisconnected``. Source: Apple, AVError.deviceWasDisconnected.
    public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
    /// As ``AVError/Code/maximumDurationReached``. Source: Apple, AVError.maximumDurationReached.
    public static var maximumDurationReached: Code { .maximumDurationReached }
    /// As ``AVError/Code/maximumFileSizeReached``. Source: Apple, AVError.maximumFileSizeReached.
    public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
    /// As ``AVError/Code/deviceNotConnected``. Source: Apple, AVError.deviceNotConnected.
    public static var deviceNotConnected: Code { .deviceNotConnected }
    /// As ``AVError/Code/deviceInUseByAnotherApplication``. Source: Apple, AVError.deviceInUseByAnotherApplication.
    public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
    /// As ``AVError/Code/mediaServicesWereReset``. Source: Apple, AVError.mediaServicesWereReset.
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    /// As ``AVError/Code/fileAlreadyExists``. Source: Apple, AVError.fileAlreadyExists.
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    /// As ``AVError/Code/encoderNotFound``. Source: Apple, AVError.encoderNotFound.
    public static var encoderNotFound: Code { .encoderNotFound }
    /// As ``AVError/Code/applicationIsNotAuthorizedToUseDevice``. Source: Apple, AVError.applicationIsNotAuthorizedToUseDevice.
    public static var applicationIsNotAuthorizedToUseDevice: Code { .applicationIsNotAuthorizedToUseDevice }
    /// As ``AVError/Code/recordingAlreadyInProgress``. Source: Apple, AVError.recordingAlreadyInProgress.
    public static var recordingAlreadyInProgress: Code { .recordingAlreadyInProgress }
    /// As ``AVError/Code/operationInterrupted``. Source: Apple, AVError.operationInterrupted.
    public static var operationInterrupted: Code { .operationInterrupted }
    /// As ``AVError/Code/encodeFailed``. Source: Apple, AVError.encodeFailed.
    public static var encodeFailed: Code { .encodeFailed }
}
