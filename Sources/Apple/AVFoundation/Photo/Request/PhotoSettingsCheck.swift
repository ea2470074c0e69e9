import CoreMedia

/// Finds mistakes in settings before a photo is taken, and reports them in Apple's words.
struct PhotoSettingsCheck {
    let output: AVCapturePhotoOutput

    /// - Returns: `nil` when the photo can be taken; the settings count as used then.
    func problem(capturing settings: AVCapturePhotoSettings) -> String? {
        if !settings.use() { return "Settings may not be re-used" }
        return problem(preparing: settings)
    }

    func problem(preparing settings: AVCapturePhotoSettings) -> String? {
        // The features of a camera that could not be opened are unknown.
        if output.device == nil, !output.lostConnections.isEmpty { return nil }
        return problem(withFormat: settings) ?? problem(withRaw: settings) ?? problem(withQuality: settings)
            ?? problem(withPictures: settings) ?? problem(withConstantColor: settings)
            ?? problem(withBracket: settings) ?? problem(withDepth: settings) ?? problem(withLivePhoto: settings)
    }

    private func problem(withFormat settings: AVCapturePhotoSettings) -> String? {
        if let codec = settings.codec {
            if !output.availablePhotoCodecTypes.contains(codec) {
                return "\(codec.rawValue) is not in availablePhotoCodecTypes"
            }
            if let type = settings.processedFileType, !output.supportedPhotoCodecTypes(for: type).contains(codec) {
                return "\(codec.rawValue) is not in supportedPhotoCodecTypesForFileType:\(type.rawValue)"
            }
        } else if let pixelFormat = settings.pixelFormat {
            if !output.availablePhotoPixelFormatTypes.contains(pixelFormat) {
                return "\(pixelFormat.letters) is not in availablePhotoPixelFormatTypes"
            }
            if let type = settings.processedFileType {
                return "\(pixelFormat.letters) is not in supportedPhotoPixelFormatTypesForFileType:\(type.rawValue)"
            }
        } else if settings.format != nil || settings.rawPhotoPixelFormatType == 0 {
            return "settings.format names neither a codec nor a pixel format"
        }
        return nil
    }

    private func problem(withRaw settings: AVCapturePhotoSettings) -> String? {
        let raw = settings.rawPhotoPixelFormatType
        guard raw != 0 else { return nil }
        if !output.availableRawPhotoPixelFormatTypes.contains(raw) {
            return "settings.rawPhotoPixelFormatType \(raw.letters) is not in availableRawPhotoPixelFormatTypes"
        }
        if let type = settings.rawFileType, !output.supportedRawPhotoPixelFormatTypes(for: type).contains(raw) {
            return "\(raw.letters) is not in supportedRawPhotoPixelFormatTypesForFileType:\(type.rawValue)"
        }
        return nil
    }

    private func problem(withQuality settings: AVCapturePhotoSettings) -> String? {
        if settings.photoQualityPrioritization.rawValue > output.maxPhotoQualityPrioritization.rawValue {
            return "settings.photoQualityPrioritization must not exceed maxPhotoQualityPrioritization"
        }
        if !output.supportedFlashModes.contains(settings.flashMode) {
            return "settings.flashMode must be set to a value present in supportedFlashModes"
        }
        if settings.isHighResolutionPhotoEnabled, !output.isHighResolutionCaptureEnabled {
            return "settings.highResolutionPhotoEnabled must be NO when highResolutionCaptureEnabled is NO"
        }
        let size = settings.maxPhotoDimensions
        if !size.isEmpty {
            if !output.supportedDimensions.contains(where: { $0.isSame(as: size) }) {
                return "settings.maxPhotoDimensions \(size.width)x\(size.height) is not in the active format's "
                    + "supportedMaxPhotoDimensions"
            }
            if !size.fits(in: output.maxPhotoDimensions) {
                return "settings.maxPhotoDimensions must not exceed maxPhotoDimensions"
            }
        }
        if settings.isShutterSoundSuppressionEnabled {
            return "settings.shutterSoundSuppressionEnabled must be NO - it is not supported"
        }
        return nil
    }

    private func problem(withPictures settings: AVCapturePhotoSettings) -> String? {
        if let preview = settings.previewPhotoFormat {
            let format = preview.pixelFormat
            if !settings.availablePreviewPhotoPixelFormatTypes.contains(where: { $0 == format }) {
                return "settings.previewPhotoFormat must name one of availablePreviewPhotoPixelFormatTypes"
            }
        }
        if settings.embeddedThumbnailPhotoFormat != nil, settings.availableEmbeddedThumbnailPhotoCodecTypes.isEmpty {
            return "settings.embeddedThumbnailPhotoFormat must be nil - the photo has no file"
        }
        return nil
    }

    private func problem(withConstantColor settings: AVCapturePhotoSettings) -> String? {
        guard settings.isConstantColorEnabled else { return nil }
        if !output.isConstantColorEnabled {
            return "settings.constantColorEnabled must be NO when self.isConstantColorEnabled is NO"
        }
        if !settings.bracket.isEmpty { return "settings.constantColorEnabled must be NO for a bracket" }
        if settings.flashMode == .off {
            return "settings.flashMode must not be AVCaptureFlashModeOff if settings.constantColorEnabled is YES"
        }
        if settings.rawPhotoPixelFormatType != 0 {
            return "settings.rawPhotoPixelFormatType must be 0 if settings.constantColorEnabled is YES"
        }
        if !settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices.isEmpty {
            return "settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices must be empty if "
                + "settings.constantColorEnabled is YES"
        }
        return nil
    }

    private func problem(withBracket settings: AVCapturePhotoSettings) -> String? {
        let bracket = settings.bracket
        guard !bracket.isEmpty else { return nil }
        if bracket.count > output.maxBracketedCapturePhotoCount {
            return "settings.bracketedSettings.count must not exceed maxBracketedCapturePhotoCount"
        }
        if settings.flashMode != .off { return "settings.flashMode must be AVCaptureFlashModeOff for a bracket" }
        let capabilities = output.device?.engineDescription.capabilities
        for exposure in bracket {
            switch exposure {
            case let exposure as AVCaptureAutoExposureBracketedStillImageSettings:
                if capabilities?.exposureBias.contains(exposure.exposureTargetBias) != true {
                    return "exposureTargetBias must be between minExposureTargetBias and maxExposureTargetBias"
                }
            case let exposure as AVCaptureManualExposureBracketedStillImageSettings:
                guard let limits = capabilities?.exposure else { return "manual exposure is not supported" }
                if exposure.duration.map({ !limits.durations.contains($0) }) == true {
                    return "exposureDuration must be between minExposureDuration and maxExposureDuration"
                }
                if exposure.sensitivity.map({ !limits.iso.contains($0) }) == true {
                    return "ISO must be between minISO and maxISO"
                }
            default: break
            }
        }
        return nil
    }

    private func problem(withDepth settings: AVCapturePhotoSettings) -> String? {
        if settings.isDepthDataDeliveryEnabled, !output.isDepthDataDeliveryEnabled {
            return "settings.depthDataDeliveryEnabled must be NO when self.isDepthDataDeliveryEnabled is NO"
        }
        if settings.isCameraCalibrationDataDeliveryEnabled, !output.isCameraCalibrationDataDeliverySupported {
            return "settings.cameraCalibrationDataDeliveryEnabled must be NO - it is not supported"
        }
        if settings.isPortraitEffectsMatteDeliveryEnabled, !output.isPortraitEffectsMatteDeliveryEnabled {
            return "settings.portraitEffectsMatteDeliveryEnabled must be NO when "
                + "self.isPortraitEffectsMatteDeliveryEnabled is NO"
        }
        if settings.isPortraitEffectsMatteDeliveryEnabled, !settings.isDepthDataDeliveryEnabled {
            return
                "settings.depthDataDeliveryEnabled must be YES if settings.portraitEffectsMatteDeliveryEnabled is YES"
        }
        if !settings.enabledSemanticSegmentationMatteTypes.isEmpty {
            return
                "settings.enabledSemanticSegmentationMatteTypes must be in self.enabledSemanticSegmentationMatteTypes"
        }
        return problem(withConstituents: settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices)
    }

    private func problem(withConstituents devices: [AVCaptureDevice]) -> String? {
        guard !devices.isEmpty else { return nil }
        if !output.isVirtualDeviceConstituentPhotoDeliveryEnabled {
            return "settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices must be empty when "
                + "self.isVirtualDeviceConstituentPhotoDeliveryEnabled is NO"
        }
        let own = output.device?.engineDescription.constituents ?? []
        if devices.count < 2 || devices.contains(where: { !own.contains($0.id) }) {
            return "settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices must be two or more of the device's "
                + "constituentDevices"
        }
        return nil
    }

    private func problem(withLivePhoto settings: AVCapturePhotoSettings) -> String? {
        guard settings.livePhotoMovieFileURL != nil else { return nil }
        return settings.bracket.isEmpty
            ? output.livePhotoProblem(settings) : "settings.livePhotoMovieFileURL must be nil for a bracket"
    }
}

extension AVCaptureManualExposureBracketedStillImageSettings {
    /// `nil` leaves it as it is.
    var duration: CMTime? { exposureDuration.isNumeric ? exposureDuration : nil }

    /// `nil` leaves it as it is.
    var sensitivity: Float? { iso == AVCaptureDevice.currentISO ? nil : iso }
}
