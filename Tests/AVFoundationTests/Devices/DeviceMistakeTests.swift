@_spi(Linux) import AVFoundation
import TestSupport
import Testing

/// Invalid values for a device's format, zoom, light and constituent cameras, even with the lock; and invalid uses of
/// the class.
enum DeviceMistake: String, Mistake {
    case formatOfAnother, framesTooShort, framesTooLong, frameRateThatAdapts, colorsOfAnotherFormat
    case depthFormatOfACameraWithout, depthFramesTooShort
    case highDynamicRange, oneToneCurve, correctingTheLens, focusOnFacesThatIsAutomatic, exposureOfFacesThatIsAutomatic
    case zoomTooFar, rampTooFar, rampWithoutARate
    case torchOfTheFrontCamera, levelOfATorchThatThereIsNot, torchTooBright
    case switchingOfARealCamera, switchingThatIsUnsupported, conditionsWithoutRestriction, fallbackToAStranger
    case balloons
    case authorizationOfMetadata, accessToMetadata, observingAnotherCamera

    var reason: String {
        switch self {
        case .formatOfAnother: on("setActiveFormat:", "The format is not one of the device's formats")
        case .framesTooShort: on("setActiveVideoMinFrameDuration:", Self.frameDuration)
        case .framesTooLong: on("setActiveVideoMaxFrameDuration:", Self.frameDuration)
        case .frameRateThatAdapts:
            unsupported("setAutoVideoFrameRateEnabled:", "-activeFormat.autoVideoFrameRateSupported")
        case .colorsOfAnotherFormat: unsupported("setActiveColorSpace:", "-activeFormat.supportedColorSpaces")
        case .depthFormatOfACameraWithout:
            unsupported("setActiveDepthDataFormat:", "-activeFormat.supportedDepthDataFormats")
        case .depthFramesTooShort:
            unsupported(
                "setActiveDepthDataMinFrameDuration:", "-activeDepthDataFormat.videoSupportedFrameRateRanges")
        case .highDynamicRange: unsupported("setVideoHDREnabled:", "-activeFormat.videoHDRSupported")
        case .oneToneCurve: unsupported("setGlobalToneMappingEnabled:", "-activeFormat.globalToneMappingSupported")
        case .correctingTheLens:
            unsupported("setGeometricDistortionCorrectionEnabled:", "-isGeometricDistortionCorrectionSupported")
        case .focusOnFacesThatIsAutomatic:
            unsupported("setFaceDrivenAutoFocusEnabled:", "-automaticallyAdjustsFaceDrivenAutoFocusEnabled")
        case .exposureOfFacesThatIsAutomatic:
            unsupported("setFaceDrivenAutoExposureEnabled:", "-automaticallyAdjustsFaceDrivenAutoExposureEnabled")
        case .zoomTooFar: on("setVideoZoomFactor:", Self.zoomRange)
        case .rampTooFar: on("rampToVideoZoomFactor:withRate:", Self.zoomRange)
        case .rampWithoutARate:
            on("rampToVideoZoomFactor:withRate:", "The passed rate 0.0 must be greater than zero")
        case .torchOfTheFrontCamera: unsupported("setTorchMode:", "-isTorchModeSupported:")
        case .levelOfATorchThatThereIsNot: unsupported("setTorchModeOnWithLevel:error:", "-isTorchModeSupported:")
        case .torchTooBright:
            on("setTorchModeOnWithLevel:error:", "The passed torchLevel 2.0 is out of range (0, 1]")
        case .switchingOfARealCamera, .switchingThatIsUnsupported: unsupported(Self.switching, "-isVirtualDevice")
        case .conditionsWithoutRestriction:
            on(Self.switching, "Conditions may only be passed with the restricted behavior")
        case .fallbackToAStranger:
            unsupported("setFallbackPrimaryConstituentDevices:", "-supportedFallbackPrimaryConstituentDevices")
        case .balloons: unsupported("performEffectForReaction:", "-availableReactionTypes")
        case .authorizationOfMetadata: "*** +[AVCaptureDevice authorizationStatusForMediaType:] \(Self.mediaTypes)"
        case .accessToMetadata:
            "*** +[AVCaptureDevice requestAccessForMediaType:completionHandler:] \(Self.mediaTypes)"
        case .observingAnotherCamera:
            "*** +[AVCaptureDevice observe:] Only the preferred cameras of the class are observable"
        }
    }

    private static let switching =
        "setPrimaryConstituentDeviceSwitchingBehavior:restrictedSwitchingBehaviorConditions:"
    private static let frameDuration =
        "Unsupported frame duration - use -activeFormat.videoSupportedFrameRateRanges to discover valid ranges"
    private static let zoomRange =
        "videoZoomFactor out of range 99.0 - use -minAvailableVideoZoomFactor and -maxAvailableVideoZoomFactor [1.0, 16.0]"
    private static let mediaTypes = "Only media types AVMediaTypeVideo and AVMediaTypeAudio are supported"

    private func on(_ setter: String, _ words: String) -> String { "*** -[AVCaptureDevice \(setter)] \(words)" }

    private func unsupported(_ setter: String, _ query: String) -> String {
        on(setter, "Not supported - use \(query)")
    }

    func make() throws {
        let back = try MistakeScene.device()
        let front = try MistakeScene.device("front")
        let dual = try MistakeScene.device("back-dual-wide")
        for device in [back, front, dual] { try device.lockForConfiguration() }
        switch self {
        case .formatOfAnother: back.activeFormat = front.formats[0]
        case .framesTooShort: back.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 1000)
        case .framesTooLong: back.activeVideoMaxFrameDuration = CMTime(value: 1000, timescale: 1)
        case .frameRateThatAdapts: back.isAutoVideoFrameRateEnabled = true
        case .colorsOfAnotherFormat: back.activeColorSpace = .appleLog
        case .depthFormatOfACameraWithout: back.activeDepthDataFormat = back.formats[0]
        case .depthFramesTooShort: dual.activeDepthDataMinFrameDuration = CMTime(value: 1, timescale: 1000)
        case .highDynamicRange: back.isVideoHDREnabled = true
        case .oneToneCurve: back.isGlobalToneMappingEnabled = true
        case .correctingTheLens: back.isGeometricDistortionCorrectionEnabled = true
        case .focusOnFacesThatIsAutomatic: back.isFaceDrivenAutoFocusEnabled = true
        case .exposureOfFacesThatIsAutomatic: back.isFaceDrivenAutoExposureEnabled = true
        case .zoomTooFar: back.videoZoomFactor = 99
        case .rampTooFar: back.ramp(toVideoZoomFactor: 99, withRate: 1)
        case .rampWithoutARate: back.ramp(toVideoZoomFactor: 2, withRate: 0)
        case .torchOfTheFrontCamera: front.torchMode = .on
        case .levelOfATorchThatThereIsNot: try front.setTorchModeOn(level: 1)
        case .torchTooBright: try back.setTorchModeOn(level: 2)
        case .balloons: back.performEffect(for: .balloons)
        case .authorizationOfMetadata: _ = AVCaptureDevice.authorizationStatus(for: .metadataObject)
        case .accessToMetadata: AVCaptureDevice.requestAccess(for: .metadataObject) { _ in }
        case .observingAnotherCamera: _ = AVCaptureDevice.observe(\.favorite) { _ in }
        default: changeSwitching(back, dual, front)
        }
    }

    private func changeSwitching(_ back: AVCaptureDevice, _ dual: AVCaptureDevice, _ front: AVCaptureDevice) {
        switch self {
        case .switchingOfARealCamera:
            back.setPrimaryConstituentDeviceSwitchingBehavior(.locked, restrictedSwitchingBehaviorConditions: [])
        case .switchingThatIsUnsupported:
            dual.setPrimaryConstituentDeviceSwitchingBehavior(.unsupported, restrictedSwitchingBehaviorConditions: [])
        case .conditionsWithoutRestriction:
            dual.setPrimaryConstituentDeviceSwitchingBehavior(
                .locked, restrictedSwitchingBehaviorConditions: [.videoZoomChanged])
        default: dual.fallbackPrimaryConstituentDevices = [front]
        }
    }
}

extension AVCaptureDevice {
    fileprivate static var favorite: AVCaptureDevice? { nil }
}

@Suite struct DeviceMistakeTests {
    @Test(arguments: DeviceMistake.allCases)
    func stopsTheProcess(_ mistake: DeviceMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
