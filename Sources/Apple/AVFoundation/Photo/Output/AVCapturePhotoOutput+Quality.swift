import CaptureEngine
import CoreMedia

/// The quality of photos and how soon one can follow another.
extension AVCapturePhotoOutput {
    /// The highest ``AVCapturePhotoSettings/photoQualityPrioritization`` that photos may request; `.balanced` by
    /// default.
    ///
    /// It decides how many recent frames are kept in memory: two, three or six.
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

    /// The largest size that photos may have: one of the active format's `supportedMaxPhotoDimensions`; by default that
    /// of the stream.
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

    /// Whether photos may have the largest size of the active format; the older form of ``maxPhotoDimensions``.
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

    // MARK: Rapid photos

    /// Whether photos can show the moment of the press: true with any camera.
    public var isZeroShutterLagSupported: Bool { device != nil }

    /// Whether a photo may be a frame from before the press, if that is nearer to the press; `true` by default.
    /// Otherwise it is the first frame after the press.
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

    /// Whether photos can overlap: true with ``isZeroShutterLagEnabled``.
    public var isResponsiveCaptureSupported: Bool { isZeroShutterLagSupported && isZeroShutterLagEnabled }

    /// Whether the next photo may be taken while others are processed.
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

    /// Whether quality can adapt to rapid presses: true with ``isResponsiveCaptureSupported``.
    public var isFastCapturePrioritizationSupported: Bool { isResponsiveCaptureSupported }

    /// Whether the quality of photos in rapid succession is reduced step by step, so that none has to wait.
    public var isFastCapturePrioritizationEnabled: Bool {
        get { configuration.withLock { $0.prefersFastCapture } }
        set {
            refuse(
                newValue, isFastCapturePrioritizationSupported, "setFastCapturePrioritizationEnabled:",
                "isFastCapturePrioritizationSupported")
            configuration.withLock { $0.prefersFastCapture = newValue }
        }
    }

    /// Whether photos can be processed later: true with any camera.
    public var isAutoDeferredPhotoDeliverySupported: Bool { device != nil }

    /// Whether photos of `.balanced` and `.quality` may be delivered as proxies at once and processed later.
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
