import CaptureEngine
import Foundation
import Locking

/// Takes photos.
///
/// A photo is the frame whose time is nearest to the call of ``capturePhoto(with:delegate:)``: the newest one the
/// camera has delivered, or the next.
///
/// Source: Apple, AVCapturePhotoOutput.
public final class AVCapturePhotoOutput: AVCaptureOutput, @unchecked Sendable {  // the state is in Mutexes
    private struct Settings {
        var maxQuality = QualityPrioritization.balanced
        var maxDimensions: CMVideoDimensions?
        /// The requests so far: settings may not be used again.
        var usedSettings: Set<Int64> = []
    }

    /// How much time a photo may cost for its quality. Source: Apple, QualityPrioritization.
    public enum QualityPrioritization: Int, Sendable {
        case speed = 1
        case balanced = 2
        case quality = 3
    }

    private let settings = Mutex(Settings())
    private let stills = StillCapture()
    /// Delegates are called here, one call at a time.
    let delegateQueue = DispatchQueue(label: "AVCapturePhotoOutput.delegate")
    /// Photos are encoded here, in the order of their capture.
    let processingQueue = DispatchQueue(label: "AVCapturePhotoOutput.processing", qos: .userInitiated)

    public override init() {}

    override var acceptedMediaTypes: [AVMediaType] { [.video] }

    override func sink(for connection: AVCaptureConnection) -> (any FrameSink)? { stills }

    /// The codecs that a photo can have.
    public var availablePhotoCodecTypes: [AVVideoCodecType] { [.jpeg] }

    /// The pixel formats that a photo can have when it is not compressed.
    public var availablePhotoPixelFormatTypes: [OSType] { VideoDelivery.Settings.pixelFormats }

    /// The flash modes that the camera has.
    ///
    /// Linux: `.off`, as no camera here has a flash that can be driven.
    public var supportedFlashModes: [AVCaptureDevice.FlashMode] { [.off] }

    /// The most that ``AVCapturePhotoSettings/photoQualityPrioritization`` may ask for; `.balanced` at first.
    public var maxPhotoQualityPrioritization: QualityPrioritization {
        get { settings.withLock { $0.maxQuality } }
        set { settings.withLock { $0.maxQuality = newValue } }
    }

    /// The largest size that photos may have: one of the active format's `supportedMaxPhotoDimensions`.
    ///
    /// Source: Apple, AVCapturePhotoOutput.maxPhotoDimensions.
    public var maxPhotoDimensions: CMVideoDimensions {
        get { settings.withLock { $0.maxDimensions } ?? supportedDimensions.last ?? CMVideoDimensions() }
        set {
            guard supportedDimensions.contains(where: { $0.width == newValue.width && $0.height == newValue.height })
            else {
                raiseException(
                    "*** -[AVCapturePhotoOutput setMaxPhotoDimensions:] \(newValue.width)x\(newValue.height) is not in "
                        + "the active format's supportedMaxPhotoDimensions")
            }
            settings.withLock { $0.maxDimensions = newValue }
        }
    }

    private var supportedDimensions: [CMVideoDimensions] {
        connection(with: .video)?.inputPorts.first?.device.activeFormat.supportedMaxPhotoDimensions ?? []
    }

    /// A request that came just after the last frame would wait for ever.
    private func abandonRequestsWithoutFrames() {
        let isLive = session?.isRunning == true && connection(with: .video)?.isActive == true
        if !isLive { stills.abandonRequests() }
    }

    override func sessionDidChange() {
        abandonRequestsWithoutFrames()
        // A size belongs to a format; another format has others.
        let supported = supportedDimensions
        settings.withLock { settings in
            guard let chosen = settings.maxDimensions else { return }
            if !supported.contains(where: { $0.width == chosen.width && $0.height == chosen.height }) {
                settings.maxDimensions = nil
            }
        }
    }

    /// Takes a photo.
    ///
    /// The delegate is kept until it has had its last call, `photoOutput(_:didFinishCaptureFor:error:)`, which comes
    /// exactly once whatever happens.
    /// - Parameter settings: not used before; ``AVCapturePhotoSettings/init(from:)`` makes new ones that ask for the
    ///   same.
    ///
    /// Source: Apple, AVCapturePhotoOutput.capturePhoto(with:delegate:).
    public func capturePhoto(with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate) {
        let pressTime = CMClockGetTime(CMClockGetHostTimeClock())
        if let problem = problem(capturing: settings) {
            raiseException("*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] \(problem)")
        }
        guard let connection = connections.first(where: { $0.mediaType == .video && $0.isWanted }),
            let device = connection.inputPorts.first?.device
        else {
            raiseException(
                "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] No active and enabled video connection")
        }
        let request = PhotoRequest(
            output: self, settings: settings, delegate: delegate, device: device,
            orientation: connection.state.withLock { $0 })
        request.begin()
        guard device.isConnected else {
            request.finish(
                with: .failure(
                    CaptureError(.deviceDisconnected, "\(device.localizedName) was unplugged", device: device.id)))
            return
        }
        guard session?.isRunning == true else {
            request.finish(with: .failure(CaptureError(.interrupted, "The capture session is not running")))
            return
        }
        stills.capture(pressTime: pressTime) { request.finish(with: $0) }
        abandonRequestsWithoutFrames()
    }

    private func problem(capturing settings: AVCapturePhotoSettings) -> String? {
        let isNew = self.settings.withLock { $0.usedSettings.insert(settings.uniqueID).inserted }
        if !isNew { return "Settings may not be re-used" }
        if let codec = settings.codec {
            if !availablePhotoCodecTypes.contains(codec) {
                return "\(codec.rawValue) is not in availablePhotoCodecTypes"
            }
        } else if let pixelFormat = settings.pixelFormat {
            if !availablePhotoPixelFormatTypes.contains(pixelFormat) {
                return "\(pixelFormat) is not in availablePhotoPixelFormatTypes"
            }
        } else {
            return "settings.format names neither a codec nor a pixel format"
        }
        if settings.photoQualityPrioritization.rawValue > maxPhotoQualityPrioritization.rawValue {
            return "settings.photoQualityPrioritization must not exceed maxPhotoQualityPrioritization"
        }
        if !supportedFlashModes.contains(settings.flashMode) {
            return "settings.flashMode must be set to a value present in supportedFlashModes"
        }
        return nil
    }
}

extension AVCaptureDevice {
    /// Whether a flash fires. Source: Apple, AVCaptureDevice.FlashMode.
    public enum FlashMode: Int, Sendable {
        case off = 0
        case on = 1
        case auto = 2
    }
}
