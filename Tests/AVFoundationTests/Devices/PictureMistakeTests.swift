import AVFoundation
import TestSupport
import Testing

/// Invalid values for a device's focus, exposure and white balance, even with the lock.
enum PictureMistake: String, Mistake {
    case focusModeOfAFixedLens, pointOfAFixedLens, positionOfAFixedLens, rangeOfAFixedLens, smoothnessOfAFixedLens
    case lensTooFar
    case exposureModeOfAMicrophone, pointOfAMicrophone, customExposureOfAMicrophone, boostOfAMicrophone
    case exposureTooLong, isoTooHigh, biasTooBright, longestExposureTooLong
    case whiteBalanceModeOfAMicrophone, gainsOfAMicrophone, currentGainsOfAMicrophone
    case gainTooSmall, gainTooLarge, chromaticityOfTooSmallAGain, temperatureOfTooSmallAGain
    case gainsOfNoColor, gainsOfBlack

    var reason: String { "*** -[AVCaptureDevice \(words)" }

    private var words: String {
        switch self {
        case .focusModeOfAFixedLens: "setFocusMode:] Not supported - use -isFocusModeSupported:"
        case .pointOfAFixedLens: "setFocusPointOfInterest:] Not supported - use -isFocusPointOfInterestSupported"
        case .positionOfAFixedLens:
            "setFocusModeLockedWithLensPosition:completionHandler:] Not supported - use "
                + "-isLockingFocusWithCustomLensPositionSupported"
        case .rangeOfAFixedLens:
            "setAutoFocusRangeRestriction:] Not supported - use -isAutoFocusRangeRestrictionSupported"
        case .smoothnessOfAFixedLens: "setSmoothAutoFocusEnabled:] Not supported - use -isSmoothAutoFocusSupported"
        case .lensTooFar:
            "setFocusModeLockedWithLensPosition:completionHandler:] The passed lensPosition 1.5 is out of range [0.0, 1.0]"
        case .exposureModeOfAMicrophone: "setExposureMode:] Not supported - use -isExposureModeSupported:"
        case .pointOfAMicrophone:
            "setExposurePointOfInterest:] Not supported - use -isExposurePointOfInterestSupported"
        case .customExposureOfAMicrophone:
            "setExposureModeCustomWithDuration:ISO:completionHandler:] Not supported - use -isExposureModeSupported:"
        case .boostOfAMicrophone:
            "setAutomaticallyEnablesLowLightBoostWhenAvailable:] Not supported - use -isLowLightBoostSupported"
        case .exposureTooLong: "setExposureModeCustomWithDuration:ISO:completionHandler:] The passed duration "
        case .isoTooHigh:
            "setExposureModeCustomWithDuration:ISO:completionHandler:] The passed ISO 1000000.0 is out of range ["
        case .biasTooBright:
            "setExposureTargetBias:completionHandler:] The passed bias 20.0 is out of range [-8.0, 8.0]"
        case .longestExposureTooLong: "setActiveMaxExposureDuration:] The passed activeMaxExposureDuration "
        case .whiteBalanceModeOfAMicrophone: "setWhiteBalanceMode:] Not supported - use -isWhiteBalanceModeSupported:"
        case .gainsOfAMicrophone, .currentGainsOfAMicrophone:
            "\(Self.gains) Not supported - use -isLockingWhiteBalanceWithCustomDeviceGainsSupported"
        case .gainTooSmall: "\(Self.gains) The passed whiteBalanceGains 0.5 is out of range [1.0, 4.0]"
        case .gainTooLarge: "\(Self.gains) The passed whiteBalanceGains 5.0 is out of range [1.0, 4.0]"
        case .chromaticityOfTooSmallAGain:
            "chromaticityValuesForDeviceWhiteBalanceGains:] The passed whiteBalanceGains 0.5 is out of range [1.0, 4.0]"
        case .temperatureOfTooSmallAGain:
            "temperatureAndTintValuesForDeviceWhiteBalanceGains:] The passed whiteBalanceGains 0.5 is out of range "
                + "[1.0, 4.0]"
        case .gainsOfNoColor:
            "deviceWhiteBalanceGainsForChromaticityValues:] The passed chromaticity values (0.9, 0.9) are out of range"
        case .gainsOfBlack:
            "deviceWhiteBalanceGainsForChromaticityValues:] The passed chromaticity values (0.0, 0.0) are out of range"
        }
    }

    private static let gains = "setWhiteBalanceModeLockedWithDeviceWhiteBalanceGains:completionHandler:]"

    func make() throws {
        let back = try MistakeScene.device()
        let front = try MistakeScene.device("front")
        let microphone = try MistakeScene.device("microphone")
        for device in [back, front, microphone] { try device.lockForConfiguration() }
        switch self {
        case .focusModeOfAFixedLens: front.focusMode = .autoFocus
        case .pointOfAFixedLens: front.focusPointOfInterest = CGPoint(x: 0.5, y: 0.5)
        case .positionOfAFixedLens: front.setFocusModeLocked(lensPosition: 0.5)
        case .rangeOfAFixedLens: front.autoFocusRangeRestriction = .near
        case .smoothnessOfAFixedLens: front.isSmoothAutoFocusEnabled = true
        case .lensTooFar: back.setFocusModeLocked(lensPosition: 1.5)
        case .exposureModeOfAMicrophone: microphone.exposureMode = .locked
        case .pointOfAMicrophone: microphone.exposurePointOfInterest = CGPoint(x: 0.5, y: 0.5)
        case .customExposureOfAMicrophone:
            microphone.setExposureModeCustom(duration: CMTime(value: 1, timescale: 60), iso: 100)
        case .boostOfAMicrophone: microphone.automaticallyEnablesLowLightBoostWhenAvailable = true
        case .exposureTooLong:
            back.setExposureModeCustom(duration: CMTime(value: 3600, timescale: 1), iso: AVCaptureDevice.currentISO)
        case .isoTooHigh: back.setExposureModeCustom(duration: AVCaptureDevice.currentExposureDuration, iso: 1e6)
        case .biasTooBright: back.setExposureTargetBias(20)
        case .longestExposureTooLong: back.activeMaxExposureDuration = CMTime(value: 3600, timescale: 1)
        default: changeWhiteBalance(back, microphone)
        }
    }

    private func changeWhiteBalance(_ back: AVCaptureDevice, _ microphone: AVCaptureDevice) {
        let tooSmall = AVCaptureDevice.WhiteBalanceGains(redGain: 0.5, greenGain: 1, blueGain: 1)
        switch self {
        case .whiteBalanceModeOfAMicrophone: microphone.whiteBalanceMode = .locked
        case .gainsOfAMicrophone: microphone.setWhiteBalanceModeLocked(with: tooSmall)
        case .currentGainsOfAMicrophone:
            microphone.setWhiteBalanceModeLocked(with: AVCaptureDevice.currentWhiteBalanceGains)
        case .gainTooSmall: back.setWhiteBalanceModeLocked(with: tooSmall)
        case .gainTooLarge: back.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 5))
        case .chromaticityOfTooSmallAGain: _ = back.chromaticityValues(for: tooSmall)
        case .temperatureOfTooSmallAGain: _ = back.temperatureAndTintValues(for: tooSmall)
        case .gainsOfNoColor: _ = back.deviceWhiteBalanceGains(for: .init(x: 0.9, y: 0.9))
        default:
            _ = back.deviceWhiteBalanceGains(for: AVCaptureDevice.WhiteBalanceChromaticityValues(x: 0, y: 0))
        }
    }
}

@Suite struct PictureMistakeTests {
    @Test(arguments: PictureMistake.allCases)
    func stopsTheProcess(_ mistake: PictureMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
