import AVFoundation
import TestSupport
import Testing

/// Setting what needs the lock without it; the setter's name is the raw value.
enum DeviceLockMistake: String, Mistake {
    case format = "setActiveFormat:"
    case minFrameDuration = "setActiveVideoMinFrameDuration:"
    case maxFrameDuration = "setActiveVideoMaxFrameDuration:"
    case depthFormat = "setActiveDepthDataFormat:"
    case depthFrameDuration = "setActiveDepthDataMinFrameDuration:"
    case colorSpace = "setActiveColorSpace:"
    case frameRate = "setAutoVideoFrameRateEnabled:"
    case focusMode = "setFocusMode:"
    case focusPoint = "setFocusPointOfInterest:"
    case focusRange = "setAutoFocusRangeRestriction:"
    case smoothFocus = "setSmoothAutoFocusEnabled:"
    case lensPosition = "setFocusModeLockedWithLensPosition:completionHandler:"
    case exposureMode = "setExposureMode:"
    case exposurePoint = "setExposurePointOfInterest:"
    case customExposure = "setExposureModeCustomWithDuration:ISO:completionHandler:"
    case bias = "setExposureTargetBias:completionHandler:"
    case longestExposure = "setActiveMaxExposureDuration:"
    case lowLightBoost = "setAutomaticallyEnablesLowLightBoostWhenAvailable:"
    case whiteBalanceMode = "setWhiteBalanceMode:"
    case gains = "setWhiteBalanceModeLockedWithDeviceWhiteBalanceGains:completionHandler:"
    case zoom = "setVideoZoomFactor:"
    case ramp = "rampToVideoZoomFactor:withRate:"
    case endOfRamp = "cancelVideoZoomRamp"
    case torch = "setTorchMode:"
    case torchLevel = "setTorchModeOnWithLevel:error:"
    case subjectArea = "setSubjectAreaChangeMonitoringEnabled:"
    case automaticHDR = "setAutomaticallyAdjustsVideoHDREnabled:"
    case videoHDR = "setVideoHDREnabled:"
    case toneMapping = "setGlobalToneMappingEnabled:"
    case distortion = "setGeometricDistortionCorrectionEnabled:"
    case automaticFaceFocus = "setAutomaticallyAdjustsFaceDrivenAutoFocusEnabled:"
    case faceFocus = "setFaceDrivenAutoFocusEnabled:"
    case automaticFaceExposure = "setAutomaticallyAdjustsFaceDrivenAutoExposureEnabled:"
    case faceExposure = "setFaceDrivenAutoExposureEnabled:"
    case switching = "setPrimaryConstituentDeviceSwitchingBehavior:restrictedSwitchingBehaviorConditions:"
    case fallbacks = "setFallbackPrimaryConstituentDevices:"

    var reason: String {
        "*** -[AVCaptureDevice \(rawValue)] May not be set without first successfully gaining exclusive access using "
            + "lockForConfiguration:"
    }

    func make() throws {
        let device = try MistakeScene.device("back-dual-wide")
        // These have to be set first, with the lock.
        try device.lockForConfiguration()
        if self == .faceFocus { device.automaticallyAdjustsFaceDrivenAutoFocusEnabled = false }
        if self == .faceExposure { device.automaticallyAdjustsFaceDrivenAutoExposureEnabled = false }
        device.unlockForConfiguration()
        try set(device)
    }

    private func set(_ device: AVCaptureDevice) throws {
        switch self {
        case .format: device.activeFormat = device.formats[1]
        case .minFrameDuration: device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 15)
        case .maxFrameDuration: device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 15)
        case .depthFormat: device.activeDepthDataFormat = nil
        case .depthFrameDuration: device.activeDepthDataMinFrameDuration = .invalid
        case .colorSpace: device.activeColorSpace = device.activeFormat.supportedColorSpaces[0]
        case .frameRate: device.isAutoVideoFrameRateEnabled = false
        case .focusMode: device.focusMode = .autoFocus
        case .focusPoint: device.focusPointOfInterest = CGPoint(x: 0.2, y: 0.5)
        case .focusRange: device.autoFocusRangeRestriction = .near
        case .smoothFocus: device.isSmoothAutoFocusEnabled = true
        case .lensPosition: device.setFocusModeLocked(lensPosition: 0.5)
        case .exposureMode: device.exposureMode = .locked
        case .exposurePoint: device.exposurePointOfInterest = CGPoint(x: 0.2, y: 0.5)
        case .customExposure: device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 60), iso: 100)
        case .bias: device.setExposureTargetBias(1)
        case .longestExposure: device.activeMaxExposureDuration = CMTime(value: 1, timescale: 60)
        case .lowLightBoost: device.automaticallyEnablesLowLightBoostWhenAvailable = true
        case .whiteBalanceMode: device.whiteBalanceMode = .locked
        case .gains: device.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 2))
        case .zoom: device.videoZoomFactor = 2
        case .ramp: device.ramp(toVideoZoomFactor: 2, withRate: 1)
        case .endOfRamp: device.cancelVideoZoomRamp()
        case .torch: device.torchMode = .on
        case .torchLevel: try device.setTorchModeOn(level: 0.5)
        default: setRest(device)
        }
    }

    private func setRest(_ device: AVCaptureDevice) {
        switch self {
        case .subjectArea: device.isSubjectAreaChangeMonitoringEnabled = true
        case .automaticHDR: device.automaticallyAdjustsVideoHDREnabled = false
        case .videoHDR: device.isVideoHDREnabled = false
        case .toneMapping: device.isGlobalToneMappingEnabled = false
        case .distortion: device.isGeometricDistortionCorrectionEnabled = false
        case .automaticFaceFocus: device.automaticallyAdjustsFaceDrivenAutoFocusEnabled = false
        case .faceFocus: device.isFaceDrivenAutoFocusEnabled = true
        case .automaticFaceExposure: device.automaticallyAdjustsFaceDrivenAutoExposureEnabled = false
        case .faceExposure: device.isFaceDrivenAutoExposureEnabled = true
        case .switching:
            device.setPrimaryConstituentDeviceSwitchingBehavior(.locked, restrictedSwitchingBehaviorConditions: [])
        default: device.fallbackPrimaryConstituentDevices = []
        }
    }
}

@Suite struct DeviceLockMistakeTests {
    @Test(arguments: DeviceLockMistake.allCases)
    func stopsTheProcess(_ mistake: DeviceLockMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
