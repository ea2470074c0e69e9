extension AVError {
    /// What went wrong. The raw values are Apple's. Source: Apple, AVError.Code.
    public enum Code: Int, Sendable {
        case unknown = -11800
        case outOfMemory = -11801
        case sessionNotRunning = -11803
        case deviceAlreadyUsedByAnotherSession = -11804
        case noDataCaptured = -11805
        case sessionConfigurationChanged = -11806
        case diskFull = -11807
        case deviceWasDisconnected = -11808
        case mediaChanged = -11809
        case maximumDurationReached = -11810
        case maximumFileSizeReached = -11811
        case mediaDiscontinuity = -11812
        case maximumNumberOfSamplesForFileFormatReached = -11813
        case deviceNotConnected = -11814
        case deviceInUseByAnotherApplication = -11815
        case deviceLockedForConfigurationByAnotherProcess = -11817
        case sessionWasInterrupted = -11818
        case mediaServicesWereReset = -11819
        case decodeFailed = -11821
        case fileAlreadyExists = -11823
        case maximumStillImageCaptureRequestsExceeded = -11830
        case encoderNotFound = -11834
        case applicationIsNotAuthorized = -11836
        case deviceIsNotAvailableInBackground = -11837
        case torchLevelUnavailable = -11846
        case operationInterrupted = -11847
        case applicationIsNotAuthorizedToUseDevice = -11852
        case recordingAlreadyInProgress = -11859
        case unsupportedOutputSettings = -11861
        case operationNotAllowed = -11862
        case formatUnsupported = -11864
        case sessionHardwareCostOverage = -11872
        case unsupportedDeviceActiveFormat = -11873
        case operationCancelled = -11878
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
            case .fileAlreadyExists: "The file exists already"
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

    public static var unknown: Code { .unknown }
    public static var sessionNotRunning: Code { .sessionNotRunning }
    public static var noDataCaptured: Code { .noDataCaptured }
    public static var sessionConfigurationChanged: Code { .sessionConfigurationChanged }
    public static var diskFull: Code { .diskFull }
    public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
    public static var maximumDurationReached: Code { .maximumDurationReached }
    public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
    public static var deviceNotConnected: Code { .deviceNotConnected }
    public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    public static var encoderNotFound: Code { .encoderNotFound }
    public static var applicationIsNotAuthorizedToUseDevice: Code { .applicationIsNotAuthorizedToUseDevice }
    public static var recordingAlreadyInProgress: Code { .recordingAlreadyInProgress }
    public static var operationInterrupted: Code { .operationInterrupted }
    public static var encodeFailed: Code { .encodeFailed }
}
