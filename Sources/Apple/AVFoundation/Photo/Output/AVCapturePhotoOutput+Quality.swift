import CaptureEngine
import CoreMedia

/// How good photos are and how soon they follow each other.
extension AVCapturePhotoOutput {
    /// The most that ``AVCapturePhotoSettings/photoQualityPrioritization`` may ask for; `.balanced` at first.
    ///
    /// It decides how many recent frames are kept in memory: two, three or six.
    /// Source: Apple, AVCapturePhotoOutput.maxPhotoQualityPrioritization.
    public var maxPhotoQualityPrioritization: QualityPrioritization {
        get { configuration.withLock { $0.maxQuality } }
        set {
            let depth = configuration.withLock { configuration in
                configuration.maxQuality = newValue
                return configuration.ringDepth
            }
            recentFrames.depth = depth
        }
    }

    /// The largest size that photos may have: one of the active format's `supportedMaxPhotoDimensions`; that of the stream at
    /// first.
    ///
    /// Source: Apple, AVCapturePhotoOutput.maxPhotoDimensions.
    public var maxPhotoDimensions: CMVideoDimensions {
        get {
            let supported = supportedDimensions
            let chosen = configuration.withLock { $0.maxDimensions }
            return supported.first { size in chosen.map { $0.isSame(as: size) } ?? false } ?? supported.first
                ?? CMVideoDimensions()
        }
        set {
            guard supportedDimensions.contains(where: { $0.isSame(as: newValue) }) else {
                raiseException(
                    "*** -[AVCapturePhotoOutput setMaxPhotoDimensions:] \(newValue.width)x\(newValue.height) is not in "
                        + "the active format's supportedMaxPhotoDimensions")
            }
            configuration.withLock { $0.maxDimensions = newValue }
        }
    }

    /// Smallest first: the size of the stream.
    var supportedDimensions: [CMVideoDimensions] { device?.activeFormat.supportedMaxPhotoDimensions ?? [] }

    /// Whether photos may have the largest size of the active format; an older word for ``maxPhotoDimensions``.
    ///
    /// Source: Apple, AVCapturePhotoOutput.isHighResolutionCaptureEnabled.
    public var isHighResolutionCaptureEnabled: Bool {
        get { configuration.withLock { $0.isHighResolution } }
        set {
            let largest = supportedDimensions.last
            configuration.withLock { configuration in
                configuration.isHighResolution = newValue
                if newValue, configuration.maxDimensions == nil { configuration.maxDimensions = largest }
            }
        }
    }

    // MARK: Soon after each other

    /// Whether photos can show the moment of the press: with any camera. Source: Apple,
    /// AVCapturePhotoOutput.isZeroShutterLagSupported.
    public var isZeroShutterLagSupported: Bool { device != nil }

    /// Whether a photo may be a frame from before the press, which is nearer to it; `true` at first. Without, it is the
    /// first frame after it. Source: Apple, AVCapturePhotoOutput.isZeroShutterLagEnabled.
    public var isZeroShutterLagEnabled: Bool {
        get { configuration.withLock { $0.hasZeroShutterLag } }
        set {
            refuse(newValue, isZeroShutterLagSupported, "setZeroShutterLagEnabled:", "isZeroShutterLagSupported")
            configuration.withLock { configuration in
                configuration.hasZeroShutterLag = newValue
                if !newValue {
                    configuration.isResponsive = false
                    configuration.prefersFastCapture = false
                }
            }
            changeReadiness { [isResponsive = isResponsiveCaptureEnabled] in $0.isResponsive = isResponsive }
        }
    }

    /// Whether photos can overlap: with ``isZeroShutterLagEnabled``. Source: Apple,
    /// AVCapturePhotoOutput.isResponsiveCaptureSupported.
    public var isResponsiveCaptureSupported: Bool { isZeroShutterLagSupported && isZeroShutterLagEnabled }

    /// Whether the next photo may be taken while others are processed. Source: Apple,
    /// AVCapturePhotoOutput.isResponsiveCaptureEnabled.
    public var isResponsiveCaptureEnabled: Bool {
        get { configuration.withLock { $0.isResponsive } }
        set {
            refuse(
                newValue, isResponsiveCaptureSupported, "setResponsiveCaptureEnabled:", "isResponsiveCaptureSupported")
            configuration.withLock { configuration in
                configuration.isResponsive = newValue
                if !newValue { configuration.prefersFastCapture = false }
            }
            changeReadiness { $0.isResponsive = newValue }
        }
    }

    /// Whether quality can adapt to rapid presses: with ``isResponsiveCaptureSupported``. Source: Apple,
    /// AVCapturePhotoOutput.isFastCapturePrioritizationSupported.
    public var isFastCapturePrioritizationSupported: Bool { isResponsiveCaptureSupported }

    /// Whether photos that follow each other rapidly are made with less quality, step by step, so that none has to wait.
    /// Source: Apple, AVCapturePhotoOutput.isFastCapturePrioritizationEnabled.
    public var isFastCapturePrioritizationEnabled: Bool {
        get { configuration.withLock { $0.prefersFastCapture } }
        set {
            refuse(
                newValue, isFastCapturePrioritizationSupported, "setFastCapturePrioritizationEnabled:",
                "isFastCapturePrioritizationSupported")
            configuration.withLock { $0.prefersFastCapture = newValue }
        }
    }

    /// Whether photos can be processed later: with any camera. Source: Apple,
    /// AVCapturePhotoOutput.isAutoDeferredPhotoDeliverySupported.
    public var isAutoDeferredPhotoDeliverySupported: Bool { device != nil }

    /// Whether photos of `.balanced` and `.quality` may be delivered as proxies at once and processed later. Source:
    /// Apple, AVCapturePhotoOutput.isAutoDeferredPhotoDeliveryEnabled.
    public var isAutoDeferredPhotoDeliveryEnabled: Bool {
        get { configuration.withLock { $0.defersDelivery } }
        set {
            refuse(
                newValue, isAutoDeferredPhotoDeliverySupported, "setAutoDeferredPhotoDeliveryEnabled:",
                "isAutoDeferredPhotoDeliverySupported")
            configuration.withLock { $0.defersDelivery = newValue }
        }
    }

    func refuse(_ isWanted: Bool, _ isSupported: Bool, _ setter: String, _ query: String) {
        if isWanted, !isSupported {
            raiseException("*** -[AVCapturePhotoOutput \(setter)] Not supported - use -\(query)")
        }
    }
}
