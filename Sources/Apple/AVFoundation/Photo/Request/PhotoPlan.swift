import CaptureEngine
import CoreMedia
import CoreVideo
import PhotoCoding

/// What one request will do: its settings together with what the output, the camera and the photos under way allow.
struct PhotoPlan: Sendable {
    /// Where the frames come from.
    enum Way: Sendable {
        /// A frame of the stream, whose recent frames are kept.
        case stream(RecentFrames.Press)
        /// The camera makes them for this photo alone, one for each exposure.
        case stills([StillRequest])
    }

    let settings: AVCapturePhotoSettings
    let device: AVCaptureDevice
    let orientation: AVCaptureConnection.State
    let way: Way
    let priority: PhotoRecipe.Priority
    let resolved: AVCaptureResolvedPhotoSettings
    /// The size that its frames should have.
    private let frameSize: CMVideoDimensions
    let firesFlash: Bool
    /// The movie around the photo.
    let livePhoto: LivePhotoPart?

    /// Whether the flash fires.
    private struct Flash {
        /// As the flash mode says.
        let forLight: Bool
        /// For constant color, in any scene.
        let forColor: Bool

        init(_ settings: AVCapturePhotoSettings, of output: AVCapturePhotoOutput) {
            forLight = output.firesFlash(for: settings, forItsColor: false)
            forColor = output.firesFlash(for: settings, forItsColor: true)
        }
    }

    /// Whether a proxy is delivered at once and the photo later.
    var isDeferred: Bool { !resolved.deferredPhotoProxyDimensions.isEmpty }

    init(
        _ wanted: AVCapturePhotoSettings, of output: AVCapturePhotoOutput, device: AVCaptureDevice,
        orientation: AVCaptureConnection.State, pressTime: CMTime
    ) {
        let settings = wanted.frozen
        self.settings = settings
        self.device = device
        self.orientation = orientation
        let configuration = output.configuration.withLock { $0 }
        let (priority, isFast) = Self.priority(settings, configuration, backlog: output.requestCount)
        self.priority = priority
        // Evaluated once: the scene may become darker, or the camera too hot, while the photo is planned.
        let flash = Flash(settings, of: output)
        firesFlash = settings.isConstantColorEnabled ? flash.forColor : flash.forLight
        livePhoto = output.makeLivePhoto(settings, of: device, orientation: orientation, pressTime: pressTime)
        let size = Self.size(settings, of: output)
        frameSize = size
        var values = PhotoResolution(settings: settings, device: device, frameSize: size).values
        if Self.needsStill(settings, of: output, flash) {
            way = .stills(Self.stills(settings, size: size, of: output, flash))
        } else {
            var press = RecentFrames.Press(time: pressTime)
            let limit = PhotoOutputConfiguration.frameCount(priority.api)
            press.frameCount = { [photoSize = values.photo] frame in
                let recipe = Self.outline(settings, priority, photoSize, frame)
                return RecentFrames.FrameCount(
                    min(limit, PhotoRenderer.mergedCount(recipe, frame)), isWaitedFor: recipe.isWorthWaiting)
            }
            press.takesEarlierFrame = configuration.hasZeroShutterLag
            way = .stream(press)
        }
        let isDeferred =
            configuration.defersDelivery && priority > .speed && settings.codec != nil && way.isStream
            && settings.rawPhotoPixelFormatType == 0
        values.firesFlash = firesFlash
        values.reducesRedEye = firesFlash && settings.isAutoRedEyeReductionEnabled
        values.isFastCapture = isFast
        if isDeferred { values.deferredProxy = values.photo }
        if let livePhoto { values.livePhotoMovie = livePhoto.dimensions }
        values.processingTime = output.pace.withLock { $0.range(for: PhotoPace.Kind(settings, priority)) }
        resolved = AVCaptureResolvedPhotoSettings(values)
    }

    /// The quality that was requested, or less when too many photos are under way.
    private static func priority(
        _ settings: AVCapturePhotoSettings, _ configuration: PhotoOutputConfiguration, backlog: Int
    ) -> (PhotoRecipe.Priority, isFast: Bool) {
        let wanted = PhotoRecipe.Priority(rawValue: settings.photoQualityPrioritization.rawValue) ?? .balanced
        // RAW data come from one frame, and the processed photo is to show the same moment.
        if settings.rawPhotoPixelFormatType != 0 { return (.speed, false) }
        guard configuration.prefersFastCapture else { return (wanted, false) }
        let limit: PhotoRecipe.Priority = backlog >= 3 ? .speed : backlog >= 1 ? .balanced : .quality
        return (min(wanted, limit), wanted > limit)
    }

    /// The part of a photo's recipe that decides how many frames are merged.
    func outline(for frame: CMSampleBuffer) -> PhotoRecipe {
        Self.outline(settings, priority, resolved(for: frame).photoDimensions, frame)
    }

    /// The settings of a photo of this frame. It is a frame of the stream if the camera could not take a larger still.
    func resolved(for frame: CMSampleBuffer) -> AVCaptureResolvedPhotoSettings {
        guard case .stills = way, let size = frame.formatDescription?.dimensions, !frameSize.fits(in: size) else {
            return resolved
        }
        let smaller = PhotoResolution(settings: settings, device: device, frameSize: size).values
        var values = resolved.values
        (values.photo, values.preview, values.thumbnail) = (smaller.photo, smaller.preview, smaller.thumbnail)
        return AVCaptureResolvedPhotoSettings(values)
    }

    private static func outline(
        _ settings: AVCapturePhotoSettings, _ priority: PhotoRecipe.Priority, _ size: CMVideoDimensions,
        _ frame: CMSampleBuffer
    ) -> PhotoRecipe {
        var recipe = PhotoRecipe()
        if let format = settings.pictureFormat { recipe.codec = format.id }
        recipe.priority = priority
        recipe.iso = frame.conditions.flatMap { $0.iso > 0 ? $0.iso : nil }
        // The photo is cropped.
        if settings.croppedAspectRatio != nil { recipe.size = PhotoRecipe.Size(size) }
        return recipe
    }

    /// The size of the processed photo.
    private static func size(_ settings: AVCapturePhotoSettings, of output: AVCapturePhotoOutput) -> CMVideoDimensions {
        let asked = settings.maxPhotoDimensions
        if !asked.isEmpty { return asked }
        if settings.isHighResolutionPhotoEnabled, let largest = output.supportedDimensions.last { return largest }
        return output.maxPhotoDimensions
    }

    /// Whether the settings ask for something that the stream does not have.
    static func needsStill(_ settings: AVCapturePhotoSettings, of output: AVCapturePhotoOutput) -> Bool {
        needsStill(settings, of: output, Flash(settings, of: output))
    }

    private static func needsStill(
        _ settings: AVCapturePhotoSettings, of output: AVCapturePhotoOutput, _ flash: Flash
    ) -> Bool {
        guard let device = output.device else { return false }
        let stream = device.activeFormat.formatDescription
        let raw = settings.rawPhotoPixelFormatType
        let isBeyondStream =
            !size(settings, of: output).fits(in: stream.dimensions) || (raw != 0 && raw != stream.mediaSubType.rawValue)
        return isBeyondStream || !settings.bracket.isEmpty || flash.forLight || settings.isConstantColorEnabled
            || settings.isDepthDataDeliveryEnabled
            || settings.isPortraitEffectsMatteDeliveryEnabled || settings.isCameraCalibrationDataDeliveryEnabled
            || !settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices.isEmpty
    }

    private static func stills(
        _ settings: AVCapturePhotoSettings, size: CMVideoDimensions, of output: AVCapturePhotoOutput, _ flash: Flash
    ) -> [StillRequest] {
        var request = StillRequest()
        let stream = output.device?.activeFormat.formatDescription.dimensions ?? size
        request.dimensions = size.isSame(as: stream) ? nil : size
        request.rawPixelFormat = settings.rawPhotoPixelFormatType == 0 ? nil : settings.rawPhotoPixelFormatType
        request.firesFlash = flash.forLight
        request.wantsDepth = settings.isDepthDataDeliveryEnabled || settings.isCameraCalibrationDataDeliveryEnabled
        if request.wantsDepth { request.depthFormat = output.device?.depthRequest?.format }
        request.wantsPortraitMatte = settings.isPortraitEffectsMatteDeliveryEnabled
        request.constituents = settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices.map(\.id)
        if settings.isConstantColorEnabled {
            var lit = request
            lit.firesFlash = flash.forColor
            return ConstantColorStills.requests(
                lit, fallback: settings.deliversConstantColorFallback ? request : nil)
        }
        guard !settings.bracket.isEmpty else { return [request] }
        return settings.bracket.map { exposure in
            request.exposure = StillRequest.Exposure(exposure)
            return request
        }
    }
}

extension PhotoPlan.Way {
    var isStream: Bool {
        if case .stream = self { true } else { false }
    }
}

extension PhotoRecipe.Priority {
    var api: AVCapturePhotoOutput.QualityPrioritization {
        switch self {
        case .speed: .speed
        case .balanced: .balanced
        case .quality: .quality
        }
    }
}

extension StillRequest.Exposure {
    fileprivate init(_ settings: AVCaptureBracketedStillImageSettings) {
        switch settings {
        case let automatic as AVCaptureAutoExposureBracketedStillImageSettings:
            self = .bias(automatic.exposureTargetBias)
        case let manual as AVCaptureManualExposureBracketedStillImageSettings:
            self = .manual(duration: manual.duration, iso: manual.sensitivity)
        default:
            self = .current
        }
    }
}
