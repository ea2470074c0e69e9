import CaptureEngine

/// Maps the engine's errors to Apple's, here and nowhere else.
extension AVError {
    /// - Parameter world: of the device that the error names.
    init(_ error: CaptureError, in world: CaptureWorld, userInfo: [String: Any] = [:]) {
        var info = userInfo
        info[NSLocalizedDescriptionKey] = error.message
        info[NSUnderlyingErrorKey] = error
        // What is at the movie's place now is something else.
        if error.code == .fileLost { info[AVErrorRecordingSuccessfullyFinishedKey] = false }
        if let id = error.device, let device = world.devices.existing(id) { info[AVErrorDeviceKey] = device }
        self.init(Code(error.code), userInfo: info)
    }
}

extension AVError.Code {
    init(_ code: CaptureError.Code) {
        self =
            switch code {
            case .deviceNotFound: .deviceNotConnected
            case .deviceInUse: .deviceInUseByAnotherApplication
            case .deviceDisconnected: .deviceWasDisconnected
            case .notAuthorized: .applicationIsNotAuthorizedToUseDevice
            case .deviceFailed, .noFrames, .fileUnwritable, .fileLost: .unknown
            case .fileUnreadable, .fileDamaged: .decodeFailed
            case .formatUnsupported: .formatUnsupported
            case .fileExists: .fileAlreadyExists
            case .diskFull, .freeSpaceLimit: .diskFull
            case .encoderNotFound: .encoderNotFound
            case .encodeFailed: .encodeFailed
            case .noData: .noDataCaptured
            case .durationLimit: .maximumDurationReached
            case .fileSizeLimit: .maximumFileSizeReached
            case .interrupted: .operationInterrupted
            case .sessionNotRunning: .sessionNotRunning
            case .reconfigured: .sessionConfigurationChanged
            case .alreadyRecording: .recordingAlreadyInProgress
            case .sessionInterrupted: .sessionWasInterrupted
            }
    }
}
