import CaptureEngine
import Foundation

/// Flash, brackets, and what is prepared for the next photo.
extension AVCapturePhotoOutput {
    /// The flash modes that the camera has; `.off` alone without a flash. Source: Apple,
    /// AVCapturePhotoOutput.supportedFlashModes.
    public var supportedFlashModes: [AVCaptureDevice.FlashMode] { hasFlash ? [.off, .on, .auto] : [.off] }

    private var hasFlash: Bool { device?.engineDescription.capabilities.hasFlash ?? false }

    /// Linux: whether there is a flash; what it sets is said in the metadata. Source: Apple,
    /// AVCapturePhotoOutput.isAutoRedEyeReductionSupported.
    public var isAutoRedEyeReductionSupported: Bool { hasFlash }

    /// What ``isFlashScene`` shall be about; they are never used up. Source: Apple,
    /// AVCapturePhotoOutput.photoSettingsForSceneMonitoring.
    public var photoSettingsForSceneMonitoring: AVCapturePhotoSettings? {
        get { configuration.withLock { $0 }.sceneMonitoring }
        set {
            let mode = newValue?.flashMode ?? .off
            if !supportedFlashModes.contains(mode) {
                raiseException(
                    "*** -[AVCapturePhotoOutput setPhotoSettingsForSceneMonitoring:] flashMode must be set to a value "
                        + "present in supportedFlashModes")
            }
            changing(\.isFlashScene) { configuration.withLock { $0.sceneMonitoring = newValue } }
        }
    }

    /// Whether a photo with ``photoSettingsForSceneMonitoring`` would fire the flash now: always with `.on`, when it is
    /// dark with `.auto`. Observable. Source: Apple, AVCapturePhotoOutput.isFlashScene.
    public var isFlashScene: Bool {
        guard let settings = photoSettingsForSceneMonitoring else { return false }
        return firesFlash(settings.flashMode)
    }

    /// Whether the flash fires in this mode now.
    func firesFlash(_ mode: AVCaptureDevice.FlashMode) -> Bool {
        switch mode {
        case .off: false
        case .on: hasFlash
        case .auto: hasFlash && flashScene.isDark
        }
    }

    /// Whether the flash fires for a photo now; a camera that is too hot takes it without.
    ///
    /// - Parameter forItsColour: whether the photo needs the light of the flash whatever the scene.
    func firesFlash(for settings: AVCapturePhotoSettings, forItsColour: Bool) -> Bool {
        guard device?.isFlashAvailable == true else { return false }
        return forItsColour || firesFlash(settings.flashMode)
    }

    /// Calls once, on any thread, when the camera has sent enough to tell whether an automatic flash would fire.
    package func whenFlashSceneIsJudged(_ handler: @escaping @Sendable () -> Void) { flashScene.whenJudged(handler) }

    /// On the source's thread.
    func flashSceneChanged() {
        guard photoSettingsForSceneMonitoring?.flashMode == .auto else { return }
        willChangeValue(for: \.isFlashScene)
        flashScene.commit()
        didChangeValue(for: \.isFlashScene)
    }

    /// How many exposures a bracket may have; 0 for a camera whose exposure cannot be set.
    /// Source: Apple, AVCapturePhotoOutput.maxBracketedCapturePhotoCount.
    public var maxBracketedCapturePhotoCount: Int {
        guard let capabilities = device?.engineDescription.capabilities else { return 0 }
        return capabilities.exposure != nil || capabilities.exposureBias != 0...0 ? 5 : 0
    }

    /// Linux: always `false`; no lens is held still. Source: Apple,
    /// AVCapturePhotoOutput.isLensStabilizationDuringBracketedCaptureSupported.
    public var isLensStabilizationDuringBracketedCaptureSupported: Bool { false }

    /// Linux: always `false`; there is no sound to suppress. Source: Apple,
    /// AVCapturePhotoOutput.isShutterSoundSuppressionSupported.
    public var isShutterSoundSuppressionSupported: Bool { false }

    // MARK: Preparation

    /// The settings that the output is prepared for. Source: Apple, AVCapturePhotoOutput.preparedPhotoSettingsArray.
    public var preparedPhotoSettingsArray: [AVCapturePhotoSettings] { configuration.withLock { $0 }.prepared }

    /// Gets ready for photos with such settings, so that none is delayed by what has to be loaded first.
    ///
    /// - `completionHandler`: called once, on an arbitrary queue, with whether the output is ready: `false` when
    ///   the session is not running. The settings are not used up.
    ///
    /// Source: Apple, AVCapturePhotoOutput.setPreparedPhotoSettingsArray(_:completionHandler:).
    public func setPreparedPhotoSettingsArray(
        _ preparedPhotoSettingsArray: [AVCapturePhotoSettings],
        completionHandler: ((Bool, (any Error)?) -> Void)? = nil
    ) {
        for settings in preparedPhotoSettingsArray {
            guard let problem = PhotoSettingsCheck(output: self).problem(preparing: settings) else { continue }
            raiseException("*** -[AVCapturePhotoOutput setPreparedPhotoSettingsArray:completionHandler:] \(problem)")
        }
        configuration.withLock { $0.prepared = preparedPhotoSettingsArray }
        if let first = preparedPhotoSettingsArray.first { prepareLivePhoto(first) }
        nonisolated(unsafe) let handler = completionHandler  // called once, by the queue
        processing.withLock { queue in
            queue.async { [weak self] in handler?(self?.session?.isRunning == true, nil) }
        }
    }

    /// Source: Apple, AVCapturePhotoOutput.setPreparedPhotoSettingsArray(_:).
    public func setPreparedPhotoSettingsArray(_ preparedPhotoSettingsArray: [AVCapturePhotoSettings]) async throws
        -> Bool
    {
        await withCheckedContinuation { continuation in
            setPreparedPhotoSettingsArray(preparedPhotoSettingsArray) { isReady, _ in
                continuation.resume(returning: isReady)
            }
        }
    }
}
