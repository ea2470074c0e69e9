import CaptureEngine
import Foundation

/// Flash, brackets, and preparation for the next photo.
extension AVCapturePhotoOutput {
    /// The flash modes that the camera has; `.off` alone without a flash.
    public var supportedFlashModes: [AVCaptureDevice.FlashMode] { hasFlash ? [.off, .on, .auto] : [.off] }

    private var hasFlash: Bool { device?.engineDescription.capabilities.hasFlash ?? false }

    /// Linux: whether there is a flash; the reduction is only noted in the metadata.
    public var isAutoRedEyeReductionSupported: Bool { hasFlash }

    /// The settings that ``isFlashScene`` applies to; they can be used repeatedly.
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

    /// Whether a photo with ``photoSettingsForSceneMonitoring`` would fire the flash now: with `.on` always, with
    /// `.auto` when it is dark. Observable.
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

    /// Whether the flash fires for a photo now; not while the camera is too hot.
    ///
    /// - Parameter forItsColor: whether the photo needs the light of the flash in any scene.
    func firesFlash(for settings: AVCapturePhotoSettings, forItsColor: Bool) -> Bool {
        guard device?.isFlashAvailable == true else { return false }
        return forItsColor || firesFlash(settings.flashMode)
    }

    /// Calls `handler` once, on any thread, when enough frames have come to tell whether an automatic flash would fire.
    package func whenFlashSceneIsJudged(_ handler: @escaping @Sendable () -> Void) { flashScene.whenJudged(handler) }

    /// On the source's thread.
    func flashSceneChanged() {
        guard photoSettingsForSceneMonitoring?.flashMode == .auto else { return }
        willChangeValue(for: \.isFlashScene)
        flashScene.commit()
        didChangeValue(for: \.isFlashScene)
    }

    /// How many exposures a bracket may have; 0 for a camera whose exposure cannot be set.
    public var maxBracketedCapturePhotoCount: Int {
        guard let capabilities = device?.engineDescription.capabilities else { return 0 }
        return capabilities.exposure != nil || capabilities.exposureBias != 0...0 ? 5 : 0
    }

    /// Linux: always `false`; no lens is stabilized.
    public var isLensStabilizationDuringBracketedCaptureSupported: Bool { false }

    /// Linux: always `false`; there is no sound to suppress.
    public var isShutterSoundSuppressionSupported: Bool { false }

    // MARK: Preparation

    /// The settings that the output is prepared for.
    public var preparedPhotoSettingsArray: [AVCapturePhotoSettings] { configuration.withLock { $0 }.prepared }

    /// Prepares for photos with such settings, so that no photo is delayed by what has to be loaded first.
    ///
    /// - `completionHandler`: called once, on an arbitrary queue, with whether the output is ready: `false` when the
    ///   session is not running. The settings can still be used for a photo.
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
        processor.add { [weak self] in handler?(self?.session?.isRunning == true, nil) }
    }

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
