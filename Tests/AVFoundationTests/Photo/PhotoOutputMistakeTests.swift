import AVFoundation
import TestSupport
import Testing

/// Invalid uses of a photo output, or of its camera.
enum PhotoOutputMistake: String, Mistake {
    case usingSettingsTwice, havingNoCamera, havingSwitchedTheConnectionOff, preparingForWhatCannotBe
    case choosingASizeThatTheCameraLacks
    case zeroShutterLagWithoutACamera, responsiveCaptureWithoutACamera, fastCaptureWithoutResponsiveness
    case deferredDeliveryWithoutACamera
    case watchingForAFlashThatTheCameraLacks
    case livePhotosOfAVideoPreset, suspendingLivePhotosThatAreOff, trimmingLivePhotos
    case depthOfACameraWithout, matteOfACameraWithout, segmentationMattes, constituentsOfARealCamera
    case correctingDistortion, constantColorWithoutACamera, proRAW

    private static let capturing = "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:]"

    var reason: String {
        switch self {
        case .usingSettingsTwice: "\(Self.capturing) Settings may not be re-used"
        case .havingNoCamera, .havingSwitchedTheConnectionOff:
            "\(Self.capturing) No active and enabled video connection"
        case .preparingForWhatCannotBe:
            "*** -[AVCapturePhotoOutput setPreparedPhotoSettingsArray:completionHandler:] "
                + "settings.photoQualityPrioritization must not exceed maxPhotoQualityPrioritization"
        case .choosingASizeThatTheCameraLacks:
            "*** -[AVCapturePhotoOutput setMaxPhotoDimensions:] 100x100 is not in the active format's "
                + "supportedMaxPhotoDimensions"
        case .zeroShutterLagWithoutACamera: unsupported("setZeroShutterLagEnabled:", "isZeroShutterLagSupported")
        case .responsiveCaptureWithoutACamera:
            unsupported("setResponsiveCaptureEnabled:", "isResponsiveCaptureSupported")
        case .fastCaptureWithoutResponsiveness:
            unsupported("setFastCapturePrioritizationEnabled:", "isFastCapturePrioritizationSupported")
        case .deferredDeliveryWithoutACamera:
            unsupported("setAutoDeferredPhotoDeliveryEnabled:", "isAutoDeferredPhotoDeliverySupported")
        case .watchingForAFlashThatTheCameraLacks:
            "*** -[AVCapturePhotoOutput setPhotoSettingsForSceneMonitoring:] flashMode must be set to a value present in "
                + "supportedFlashModes"
        case .livePhotosOfAVideoPreset:
            "*** -[AVCapturePhotoOutput setLivePhotoCaptureEnabled:] Live Photo capture is not supported - use "
                + "-isLivePhotoCaptureSupported"
        case .suspendingLivePhotosThatAreOff:
            "*** -[AVCapturePhotoOutput setLivePhotoCaptureSuspended:] Live Photo capture is not enabled"
        case .trimmingLivePhotos:
            "*** -[AVCapturePhotoOutput setLivePhotoAutoTrimmingEnabled:] Live Photo auto trimming is not supported"
        case .depthOfACameraWithout: unsupported("setDepthDataDeliveryEnabled:", "isDepthDataDeliverySupported")
        case .matteOfACameraWithout:
            unsupported("setPortraitEffectsMatteDeliveryEnabled:", "isPortraitEffectsMatteDeliverySupported")
        case .segmentationMattes:
            unsupported("setEnabledSemanticSegmentationMatteTypes:", "availableSemanticSegmentationMatteTypes")
        case .constituentsOfARealCamera:
            unsupported(
                "setVirtualDeviceConstituentPhotoDeliveryEnabled:", "isVirtualDeviceConstituentPhotoDeliverySupported")
        case .correctingDistortion:
            unsupported("setContentAwareDistortionCorrectionEnabled:", "isContentAwareDistortionCorrectionSupported")
        case .constantColorWithoutACamera: unsupported("setConstantColorEnabled:", "isConstantColorSupported")
        case .proRAW: unsupported("setAppleProRAWEnabled:", "isAppleProRAWSupported")
        }
    }

    private func unsupported(_ setter: String, _ query: String) -> String {
        "*** -[AVCapturePhotoOutput \(setter)] Not supported - use -\(query)"
    }

    func make() throws {
        let output = AVCapturePhotoOutput()
        switch self {
        case .havingNoCamera:
            AVCaptureSession().addOutput(output)
            output.capturePhoto(with: AVCapturePhotoSettings(), delegate: PhotoDelegate())
        case .zeroShutterLagWithoutACamera: output.isZeroShutterLagEnabled = true
        case .responsiveCaptureWithoutACamera: output.isResponsiveCaptureEnabled = true
        case .deferredDeliveryWithoutACamera: output.isAutoDeferredPhotoDeliveryEnabled = true
        case .constantColorWithoutACamera: output.isConstantColorEnabled = true
        case .watchingForAFlashThatTheCameraLacks:
            output.photoSettingsForSceneMonitoring = AVCapturePhotoSettings().with { $0.flashMode = .on }
        default: try make(with: output)
        }
    }

    private func make(with output: AVCapturePhotoOutput) throws {
        let session = try MistakeScene.session(outputs: [output])
        defer { withExtendedLifetime(session) {} }
        switch self {
        case .usingSettingsTwice:
            let settings = AVCapturePhotoSettings()
            output.capturePhoto(with: settings, delegate: PhotoDelegate())
            output.capturePhoto(with: settings, delegate: PhotoDelegate())
        case .havingSwitchedTheConnectionOff:
            output.connections[0].isEnabled = false
            output.capturePhoto(with: AVCapturePhotoSettings(), delegate: PhotoDelegate())
        case .preparingForWhatCannotBe:
            let settings = AVCapturePhotoSettings().with { $0.photoQualityPrioritization = .quality }
            output.setPreparedPhotoSettingsArray([settings])
        case .choosingASizeThatTheCameraLacks:
            output.maxPhotoDimensions = CMVideoDimensions(width: 100, height: 100)
        case .fastCaptureWithoutResponsiveness:
            output.isZeroShutterLagEnabled = false
            output.isFastCapturePrioritizationEnabled = true
        case .livePhotosOfAVideoPreset: output.isLivePhotoCaptureEnabled = true
        case .suspendingLivePhotosThatAreOff: output.isLivePhotoCaptureSuspended = true
        case .trimmingLivePhotos: output.isLivePhotoAutoTrimmingEnabled = true
        case .depthOfACameraWithout: output.isDepthDataDeliveryEnabled = true
        case .matteOfACameraWithout: output.isPortraitEffectsMatteDeliveryEnabled = true
        case .segmentationMattes: output.enabledSemanticSegmentationMatteTypes = [.hair]
        case .constituentsOfARealCamera: output.isVirtualDeviceConstituentPhotoDeliveryEnabled = true
        case .correctingDistortion: output.isContentAwareDistortionCorrectionEnabled = true
        default: output.isAppleProRAWEnabled = true
        }
    }
}

@Suite struct PhotoOutputMistakeTests {
    @Test(arguments: PhotoOutputMistake.allCases)
    func stopsTheProcess(_ mistake: PhotoOutputMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
