import AVFoundation

/// Takes photos: owns the photo output, and turns its delegate calls into values.
final class PhotoCapture: Sendable {
    let output = AVCapturePhotoOutput()
    private let platform: any CapturePlatform
    /// Whether rapid presses may lower the quality. That suits a person with a camera in hand.
    private let prefersFastCapture: Bool
    private let activity: LiveValue<CaptureActivity>
    private let willCapture: @Sendable () -> Void
    private let underWay = Mutex(PhotoCaptureProgress())

    /// - Parameter willCapture: called when an exposure is about to be made: the moment for a shutter animation.
    init(
        platform: any CapturePlatform, prefersFastCapture: Bool, activity: LiveValue<CaptureActivity>,
        willCapture: @escaping @Sendable () -> Void
    ) {
        self.platform = platform
        self.prefersFastCapture = prefersFastCapture
        self.activity = activity
        self.willCapture = willCapture
    }

    /// Takes the photos of one press: one photo, or one for each exposure of a bracket. The session must be running.
    ///
    /// - Parameters:
    ///   - features: features that the output supports.
    ///   - manual: what a person has set; a bracket is made around such an exposure.
    ///   - place: the place to write into the photos' files; `nil` for none.
    ///   - cameraName: the name in the error.
    ///   - onExposure: called when the exposure has been made.
    /// - Throws: `AVError`, ``CameraError/noPhotoData``, ``CameraError/noFrames(_:)``.
    func capturePhotos(
        with features: PhotoFeatures, manual: [ManualControl: Double], at place: CapturePlace?, cameraName: String,
        onExposure: @escaping @Sendable () -> Void
    ) async throws -> [Photo] {
        let settings = try settings(for: features, manual: manual, cameraName: cameraName)
        if let place {
            settings.metadata[kCGImagePropertyGPSDictionary as String] = place.gps
            if settings.livePhotoMovieFileURL != nil { settings.livePhotoMovieMetadata = place.movieMetadata }
        }
        let delegate = PhotoCaptureDelegate(format: features.format) {
            [weak self] step in
            if case .exposed = step { onExposure() }
            self?.tell(step)
        }
        tell(.began)
        defer { tell(.ended) }
        output.capturePhoto(with: settings, delegate: delegate)
        do {
            return try await delegate.ended.value()
        } catch {
            if let movie = settings.livePhotoMovieFileURL { unlink(movie.path) }
            if case AVError.noDataCaptured = error { throw CameraError.noFrames(cameraName) }
            throw error
        }
    }

    /// A step in the life of one request.
    enum Step {
        case began
        case willExpose
        case exposed
        case livePhotoBegan
        case livePhotoEnded
        case ended
    }

    private func tell(_ step: Step) {
        let progress = underWay.withLock { progress in
            switch step {
            case .began: progress.photos += 1
            case .livePhotoBegan: progress.livePhotos += 1
            case .livePhotoEnded: progress.livePhotos -= 1
            case .ended: progress.photos -= 1
            case .willExpose, .exposed: break
            }
            return progress
        }
        if case .willExpose = step { willCapture() }
        activity.change { activity in
            // A recording in progress takes precedence.
            if activity.isRecording { return }
            activity = progress.photos > 0 ? .photoCapture(progress) : .idle
        }
    }

    // MARK: Configuration

    /// Prepares the output for these photos. Must be called after every change of the session, before the configuration
    /// is committed.
    ///
    /// - Throws: ``CameraError/featureNotSupported(_:)`` for Live Photos that the session cannot take.
    func prepare(for features: PhotoFeatures, with camera: AVCaptureDevice) throws(CameraError) {
        guard let largest = camera.activeFormat.supportedMaxPhotoDimensions.last else { return }
        output.maxPhotoDimensions = largest
        output.maxPhotoQualityPrioritization = features.quality.prioritization
        output.isResponsiveCaptureEnabled = output.isResponsiveCaptureSupported
        if output.isFastCapturePrioritizationSupported {
            output.isFastCapturePrioritizationEnabled = prefersFastCapture
        }
        if output.isAutoDeferredPhotoDeliverySupported {
            output.isAutoDeferredPhotoDeliveryEnabled = features.isDeferred
        }
        if output.isConstantColorSupported { output.isConstantColorEnabled = features.hasConstantColor }
        guard features.isLivePhotoEnabled != output.isLivePhotoCaptureEnabled else { return }
        if features.isLivePhotoEnabled, !output.isLivePhotoCaptureSupported {
            throw .featureNotSupported(.noLivePhotos(camera.uniqueID))
        }
        output.isLivePhotoCaptureEnabled = features.isLivePhotoEnabled
    }

    private func settings(
        for features: PhotoFeatures, manual: [ManualControl: Double], cameraName: String
    ) throws(CameraError) -> AVCapturePhotoSettings {
        let (picture, rawFile) = (features.format.picture, features.format.raw)
        let raw = rawFile == nil ? 0 : output.availableRawPhotoPixelFormatTypes.first ?? 0
        // The camera can have changed since the features were checked.
        if rawFile != nil, raw == 0 { throw .featureNotSupported(.noRaw(cameraName)) }
        let processed = picture?.codec.map { [AVVideoCodecKey: $0 as Any] }
        let settings: AVCapturePhotoSettings
        if !features.bracket.isEmpty {
            let manualBracket = camera.flatMap { ManualBracket(around: manual, of: $0.activeFormat) }
            settings = AVCapturePhotoBracketSettings(
                rawPixelFormatType: raw, rawFileType: rawFile?.type, processedFormat: processed,
                processedFileType: picture?.type,
                bracketedSettings: features.bracket.map { stops in
                    manualBracket?.settings(at: stops)
                        ?? AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(
                            exposureTargetBias: stops)
                })
        } else {
            settings = AVCapturePhotoSettings(
                rawPixelFormatType: raw, rawFileType: rawFile?.type, processedFormat: processed,
                processedFileType: picture?.type)
        }
        settings.maxPhotoDimensions = size(within: features.maxSize)
        settings.photoQualityPrioritization = features.quality.prioritization
        platform.crop(settings, to: features.aspect.ratio)
        settings.flashMode = features.flashMode.api
        if let burst = features.burstID {
            // Source: exiftool, Apple tags: 11 is BurstUUID.
            settings.metadata[kCGImagePropertyMakerAppleDictionary as String] = ["11": burst]
        }
        if features.hasConstantColor, output.isConstantColorEnabled {
            settings.isConstantColorEnabled = true
            if features.flashMode == .off { settings.flashMode = .on }
        }
        if features.isLivePhotoEnabled, output.isLivePhotoCaptureEnabled {
            settings.livePhotoMovieFileURL = FileManager.default.temporaryDirectory.appendingPathComponent(
                "avcam-\(UUID().uuidString).mov")
        }
        return settings
    }

    /// The output's largest size within a limit; its largest size of all when there is no limit.
    private func size(within limit: PictureSize?) -> CMVideoDimensions {
        guard let limit, let camera else { return output.maxPhotoDimensions }
        let sizes = camera.activeFormat.supportedMaxPhotoDimensions
        return sizes.last { PictureSize($0).fits(in: limit) } ?? output.maxPhotoDimensions
    }

    /// The camera that the output is connected to.
    private var camera: AVCaptureDevice? {
        (output.connection(with: .video)?.inputPorts.first?.input as? AVCaptureDeviceInput)?.device
    }
}
