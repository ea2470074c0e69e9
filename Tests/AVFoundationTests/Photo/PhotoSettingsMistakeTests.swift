import AVFoundation
import TestSupport
import Testing

/// Invalid settings for one photo.
enum PhotoSettingsMistake: String, Mistake {
    case unknownCodec, codecThatTheFileCannotHave, unknownPixelFormat, pixelsInAFile, emptyFormat
    case rawThatTheCameraLacks, rawInAFileThatCannotHoldIt
    case tooMuchQuality, unknownSize, sizeBeyondTheOutputs, highResolutionThatIsOff
    case flashThatTheCameraLacks
    case silentShutter
    case constantColorThatIsOff, constantColorWithoutFlash, constantColorOfRawData, constantColorOfSeveralCameras
    case previewInNoPixelFormat, thumbnailWithoutAFile
    case depthThatIsOff, calibrationWithoutDepth, matteThatIsOff, matteWithoutDepth, segmentationMattes
    case constituentsThatAreOff, constituentOfAnotherCamera
    case livePhotoThatIsOff, livePhotoOnTheNet, livePhotoInAnUnknownCodec

    /// The settings check's message, after the method's name.
    private var problem: String {
        switch self {
        case .unknownCodec: "apcn is not in availablePhotoCodecTypes"
        case .codecThatTheFileCannotHave: "jpeg is not in supportedPhotoCodecTypesForFileType:public.heic"
        case .unknownPixelFormat: "L008 is not in availablePhotoPixelFormatTypes"
        case .pixelsInAFile: "BGRA is not in supportedPhotoPixelFormatTypesForFileType:public.jpeg"
        case .emptyFormat: "settings.format names neither a codec nor a pixel format"
        case .rawThatTheCameraLacks:
            "settings.rawPhotoPixelFormatType gbr4 is not in availableRawPhotoPixelFormatTypes"
        case .rawInAFileThatCannotHoldIt:
            "rgg4 is not in supportedRawPhotoPixelFormatTypesForFileType:public.jpeg"
        case .tooMuchQuality: "settings.photoQualityPrioritization must not exceed maxPhotoQualityPrioritization"
        case .unknownSize:
            "settings.maxPhotoDimensions 100x100 is not in the active format's supportedMaxPhotoDimensions"
        case .sizeBeyondTheOutputs: "settings.maxPhotoDimensions must not exceed maxPhotoDimensions"
        case .highResolutionThatIsOff:
            "settings.highResolutionPhotoEnabled must be NO when highResolutionCaptureEnabled is NO"
        case .flashThatTheCameraLacks:
            "settings.flashMode must be set to a value present in supportedFlashModes"
        case .constantColorThatIsOff:
            "settings.constantColorEnabled must be NO when self.isConstantColorEnabled is NO"
        case .constantColorWithoutFlash:
            "settings.flashMode must not be AVCaptureFlashModeOff if settings.constantColorEnabled is YES"
        case .constantColorOfRawData:
            "settings.rawPhotoPixelFormatType must be 0 if settings.constantColorEnabled is YES"
        case .constantColorOfSeveralCameras:
            "settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices must be empty if "
                + "settings.constantColorEnabled is YES"
        case .silentShutter: "settings.shutterSoundSuppressionEnabled must be NO - it is not supported"
        case .previewInNoPixelFormat:
            "settings.previewPhotoFormat must name one of availablePreviewPhotoPixelFormatTypes"
        case .thumbnailWithoutAFile: "settings.embeddedThumbnailPhotoFormat must be nil - the photo has no file"
        case .depthThatIsOff:
            "settings.depthDataDeliveryEnabled must be NO when self.isDepthDataDeliveryEnabled is NO"
        case .calibrationWithoutDepth:
            "settings.cameraCalibrationDataDeliveryEnabled must be NO - it is not supported"
        case .matteThatIsOff:
            "settings.portraitEffectsMatteDeliveryEnabled must be NO when self.isPortraitEffectsMatteDeliveryEnabled is "
                + "NO"
        case .matteWithoutDepth:
            "settings.depthDataDeliveryEnabled must be YES if settings.portraitEffectsMatteDeliveryEnabled is YES"
        case .segmentationMattes:
            "settings.enabledSemanticSegmentationMatteTypes must be in self.enabledSemanticSegmentationMatteTypes"
        case .constituentsThatAreOff:
            "settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices must be empty when "
                + "self.isVirtualDeviceConstituentPhotoDeliveryEnabled is NO"
        case .constituentOfAnotherCamera:
            "settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices must be two or more of the device's "
                + "constituentDevices"
        case .livePhotoThatIsOff:
            "settings.livePhotoMovieFileURL must be nil if self.livePhotoCaptureEnabled is NO"
        case .livePhotoOnTheNet: "settings.livePhotoMovieFileURL must be a file URL"
        case .livePhotoInAnUnknownCodec:
            "settings.livePhotoVideoCodecType must be present in self.availableLivePhotoVideoCodecTypes"
        }
    }

    var reason: String { "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] \(problem)" }

    func make() throws {
        let output = AVCapturePhotoOutput()
        let session = AVCaptureSession()
        defer { withExtendedLifetime(session) {} }
        if self != .flashThatTheCameraLacks { session.addInput(try MistakeScene.input(camera)) }
        session.sessionPreset = isOfALivePhoto ? .photo : .vga640x480
        session.addOutput(output)
        prepare(output)
        output.capturePhoto(with: try settings(output), delegate: PhotoDelegate())
    }

    private var isOfALivePhoto: Bool { self == .livePhotoOnTheNet || self == .livePhotoInAnUnknownCodec }

    private var camera: String {
        switch self {
        case .matteWithoutDepth: "front-truedepth"
        case .constituentsThatAreOff, .constituentOfAnotherCamera, .constantColorOfSeveralCameras: "back-dual-wide"
        default: "back"
        }
    }

    private func prepare(_ output: AVCapturePhotoOutput) {
        switch self {
        case .matteWithoutDepth: output.isPortraitEffectsMatteDeliveryEnabled = true
        case .constituentOfAnotherCamera: output.isVirtualDeviceConstituentPhotoDeliveryEnabled = true
        case .constantColorWithoutFlash, .constantColorOfRawData: output.isConstantColorEnabled = true
        case .constantColorOfSeveralCameras:
            output.isConstantColorEnabled = true
            output.isVirtualDeviceConstituentPhotoDeliveryEnabled = true
        case .livePhotoOnTheNet, .livePhotoInAnUnknownCodec: output.isLivePhotoCaptureEnabled = true
        default: break
        }
    }

    private func settings(_ output: AVCapturePhotoOutput) throws -> AVCapturePhotoSettings {
        switch self {
        case .unknownCodec: AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.proRes422])
        case .codecThatTheFileCannotHave: file([AVVideoCodecKey: AVVideoCodecType.jpeg], .heic)
        case .unknownPixelFormat: .pixels(kCVPixelFormatType_OneComponent8)
        case .pixelsInAFile: file([kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA], .jpg)
        case .emptyFormat: AVCapturePhotoSettings(format: [:])
        case .rawThatTheCameraLacks: AVCapturePhotoSettings(rawPixelFormatType: kCVPixelFormatType_14Bayer_GBRG)
        case .constantColorOfRawData:
            AVCapturePhotoSettings(rawPixelFormatType: output.availableRawPhotoPixelFormatTypes[0]).with(change)
        case .rawInAFileThatCannotHoldIt:
            AVCapturePhotoSettings(
                rawPixelFormatType: output.availableRawPhotoPixelFormatTypes[0], rawFileType: .jpg,
                processedFormat: nil, processedFileType: nil)
        case .thumbnailWithoutAFile: .pixels(kCVPixelFormatType_32BGRA).with(change)
        default: AVCapturePhotoSettings().with(change)
        }
    }

    private func file(_ format: [String: Any], _ type: AVFileType) -> AVCapturePhotoSettings {
        AVCapturePhotoSettings(
            rawPixelFormatType: 0, rawFileType: nil, processedFormat: format, processedFileType: type)
    }

    private func change(_ settings: AVCapturePhotoSettings) {
        let movie = URL(fileURLWithPath: "/tmp/none.mov")
        switch self {
        case .tooMuchQuality: settings.photoQualityPrioritization = .quality
        case .unknownSize: settings.maxPhotoDimensions = CMVideoDimensions(width: 100, height: 100)
        case .sizeBeyondTheOutputs: settings.maxPhotoDimensions = CMVideoDimensions(width: 4032, height: 3024)
        case .highResolutionThatIsOff: settings.isHighResolutionPhotoEnabled = true
        case .flashThatTheCameraLacks: settings.flashMode = .on
        case .constantColorThatIsOff, .constantColorOfRawData, .constantColorOfSeveralCameras:
            settings.flashMode = .on
            settings.isConstantColorEnabled = true
            if self == .constantColorOfSeveralCameras { choose(["back", "back-ultra-wide"], settings) }
        case .constantColorWithoutFlash: settings.isConstantColorEnabled = true
        case .silentShutter: settings.isShutterSoundSuppressionEnabled = true
        case .previewInNoPixelFormat: settings.previewPhotoFormat = [:]
        case .thumbnailWithoutAFile:
            settings.embeddedThumbnailPhotoFormat = [AVVideoCodecKey: AVVideoCodecType.jpeg]
        case .depthThatIsOff: settings.isDepthDataDeliveryEnabled = true
        case .calibrationWithoutDepth: settings.isCameraCalibrationDataDeliveryEnabled = true
        case .matteThatIsOff, .matteWithoutDepth: settings.isPortraitEffectsMatteDeliveryEnabled = true
        case .segmentationMattes: settings.enabledSemanticSegmentationMatteTypes = [.hair]
        case .constituentsThatAreOff, .constituentOfAnotherCamera:
            choose(["back", self == .constituentsThatAreOff ? "back-ultra-wide" : "front"], settings)
        case .livePhotoOnTheNet: settings.livePhotoMovieFileURL = URL(string: "https://example.org/none.mov")
        case .livePhotoInAnUnknownCodec:
            settings.livePhotoMovieFileURL = movie
            settings.livePhotoVideoCodecType = .proRes422
        default: settings.livePhotoMovieFileURL = movie
        }
    }

    private func choose(_ cameras: [String], _ settings: AVCapturePhotoSettings) {
        settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices = cameras.compactMap {
            try? MistakeScene.device($0)
        }
    }
}

@Suite struct PhotoSettingsMistakeTests {
    @Test(arguments: PhotoSettingsMistake.allCases)
    func stopsTheProcess(_ mistake: PhotoSettingsMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
