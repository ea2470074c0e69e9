import CaptureEngine
import CoreVideo
import Foundation
import Locking

/// Takes photos the way programs did before ``AVCapturePhotoOutput``, which does the work here too. Each photo is the frame
/// whose time is nearest to the call.
///
/// Source: Apple, AVCaptureStillImageOutput.
@available(*, deprecated, message: "Use AVCapturePhotoOutput instead.")
public final class AVCaptureStillImageOutput: AVCaptureOutput, @unchecked Sendable {  // the state is in a Mutex
    private struct State: @unchecked Sendable {  // a property list, never changed
        var settings: [String: Any] = [AVVideoCodecKey: AVVideoCodecType.jpeg]
        var isHighResolution = false
        var isStabilized = true
        /// How many pictures are being taken.
        var captures = 0
    }

    private let state = Mutex(State())
    private let photos = BackingPhotoOutput()

    /// An output that makes JPEG.
    public override init() {
        super.init()
        photos.owner = self
    }

    // MARK: What the pictures are

    /// ``AVVideoCodecKey`` with ``AVVideoQualityKey`` (from 0 to 1), or `kCVPixelBufferPixelFormatTypeKey`; JPEG by
    /// default.
    public var outputSettings: [String: Any] {
        get { state.withLock { $0.settings } }
        set { state.withLock { $0.settings = newValue } }
    }

    /// The pixel formats that ``outputSettings`` can name, as numbers; the camera's own comes first.
    public var availableImageDataCVPixelFormatTypes: [NSNumber] {
        photos.availablePhotoPixelFormatTypes.map { NSNumber(value: $0) }
    }

    /// The codecs that ``outputSettings`` can name.
    public var availableImageDataCodecTypes: [AVVideoCodecType] { photos.availablePhotoCodecTypes }

    /// Whether pictures have the camera's largest size instead of that of its active format; `false` by default.
    public var isHighResolutionStillImageOutputEnabled: Bool {
        get { state.withLock { $0.isHighResolution } }
        set {
            photos.isHighResolutionCaptureEnabled = newValue
            state.withLock { $0.isHighResolution = newValue }
        }
    }

    /// Whether pictures can be merged from several frames: yes.
    public var isStillImageStabilizationSupported: Bool { true }

    /// Whether pictures are merged from several frames where noise would be visible; `true` by default.
    public var automaticallyEnablesStillImageStabilizationWhenAvailable: Bool {
        get { state.withLock { $0.isStabilized } }
        set { state.withLock { $0.isStabilized = newValue } }
    }

    /// Whether the next picture can be merged from several frames: not when it is one of a bracket.
    public var isStillImageStabilizationActive: Bool { automaticallyEnablesStillImageStabilizationWhenAvailable }

    // MARK: Taking pictures

    /// Whether a picture is being taken: from the call until its exposure is made. Observable.
    public var isCapturingStillImage: Bool { state.withLock { $0.captures > 0 } }

    /// Takes a picture. The flash is that of ``AVCaptureDevice/flashMode``.
    ///
    /// - Parameters:
    ///   - connection: the output's own, active and enabled.
    ///   - handler: gets the picture with its metadata as attachments, or an ``AVError``; on a private serial queue.
    @preconcurrency public func captureStillImageAsynchronously(
        from connection: AVCaptureConnection,
        completionHandler handler: @escaping @Sendable (CMSampleBuffer?, (any Error)?) -> Void
    ) {
        let method =
            "*** -[AVCaptureStillImageOutput captureStillImageAsynchronouslyFromConnection:completionHandler:]"
        require(connection, method)
        let settings = AVCapturePhotoSettings(format: format)
        if let mode = photos.device?.flashMode, photos.supportedFlashModes.contains(mode) { settings.flashMode = mode }
        settings.photoQualityPrioritization =
            automaticallyEnablesStillImageStabilizationWhenAvailable ? .balanced : .speed
        capture(settings) { picture, _, error in handler(picture, error) }
    }

    /// The JPEG file in a picture that was made with ``AVVideoCodecType`` `jpeg`.
    public class func jpegStillImageNSDataRepresentation(_ jpegSampleBuffer: CMSampleBuffer) -> Data? {
        let data = AVCapturePhotoOutput.jpegPhotoDataRepresentation(
            forJPEGSampleBuffer: jpegSampleBuffer, previewPhotoSampleBuffer: nil)
        if data == nil {
            raiseException(
                "*** +[AVCaptureStillImageOutput jpegStillImageNSDataRepresentation:] Not a JPEG sample buffer.")
        }
        return data
    }

    // MARK: Brackets

    /// How many exposures a bracket can have.
    public var maxBracketedCaptureStillImageCount: Int { photos.maxBracketedCapturePhotoCount }

    /// Whether the lens can be held still over all exposures of a bracket. Linux: no.
    public var isLensStabilizationDuringBracketedCaptureSupported: Bool {
        photos.isLensStabilizationDuringBracketedCaptureSupported
    }

    /// Whether it is. Linux: must stay `false`.
    public var isLensStabilizationDuringBracketedCaptureEnabled: Bool {
        get { false }
        set {
            guard newValue else { return }
            raiseException(
                "*** -[AVCaptureStillImageOutput setLensStabilizationDuringBracketedCaptureEnabled:] Not supported - use "
                    + "-isLensStabilizationDuringBracketedCaptureSupported")
        }
    }

    /// Reserves what a bracket needs. Linux: nothing has to be reserved; the handler is called at once, on a private
    /// serial queue.
    @preconcurrency public func prepareToCaptureStillImageBracket(
        from connection: AVCaptureConnection, withSettingsArray settings: [AVCaptureBracketedStillImageSettings],
        completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let method =
            "*** -[AVCaptureStillImageOutput prepareToCaptureStillImageBracketFromConnection:withSettingsArray:"
            + "completionHandler:]"
        require(connection, method)
        let isPossible = settings.count <= maxBracketedCaptureStillImageCount
        photos.delegateQueue.async {
            handler(isPossible, isPossible ? nil : AVError(.maximumStillImageCaptureRequestsExceeded))
        }
    }

    /// Takes a picture for each exposure.
    ///
    /// - Parameters:
    ///   - connection: the output's own, active and enabled.
    ///   - settings: all of one kind, at most ``maxBracketedCaptureStillImageCount``.
    ///   - handler: gets each picture with its settings, in their order, or an ``AVError``; on a private serial queue.
    @preconcurrency public func captureStillImageBracketAsynchronously(
        from connection: AVCaptureConnection, withSettingsArray settings: [AVCaptureBracketedStillImageSettings],
        completionHandler handler:
            @escaping @Sendable (CMSampleBuffer?, AVCaptureBracketedStillImageSettings?, (any Error)?) -> Void
    ) {
        let method =
            "*** -[AVCaptureStillImageOutput captureStillImageBracketAsynchronouslyFromConnection:withSettingsArray:"
            + "completionHandler:]"
        require(connection, method)
        if settings.isEmpty { raiseException("\(method) settings must not be empty") }
        if settings.count > maxBracketedCaptureStillImageCount {
            return photos.delegateQueue.async { handler(nil, nil, AVError(.maximumStillImageCaptureRequestsExceeded)) }
        }
        capture(
            AVCapturePhotoBracketSettings(
                rawPixelFormatType: 0, processedFormat: format, bracketedSettings: settings), handler)
    }

    /// ``outputSettings`` as an ``AVCapturePhotoOutput`` takes them.
    private var format: [String: Any] {
        var format = outputSettings
        if let quality = format.removeValue(forKey: AVVideoQualityKey), format[AVVideoCompressionPropertiesKey] == nil {
            format[AVVideoCompressionPropertiesKey] = [AVVideoQualityKey: quality]
        }
        return format
    }

    private func require(_ connection: AVCaptureConnection, _ method: String) {
        let isOwn = connections.contains { $0 === connection } || lostConnections.contains { $0 === connection }
        if !isOwn || !connection.isEnabled {
            raiseException("\(method) - inactive/invalid connection passed.")
        }
    }

    private func capture(
        _ settings: AVCapturePhotoSettings,
        _ handler: @escaping @Sendable (CMSampleBuffer?, AVCaptureBracketedStillImageSettings?, (any Error)?) -> Void
    ) {
        settings.isHighResolutionPhotoEnabled = isHighResolutionStillImageOutputEnabled
        if let problem = PhotoSettingsCheck(output: photos).problem(preparing: settings) {
            raiseException("*** -[AVCaptureStillImageOutput setOutputSettings:] \(problem)")
        }
        count(1)
        let delegate = StillImageDelegate(onExposure: { [self] in count(-1) }, handler)
        photos.capturePhoto(with: settings, delegate: delegate)
    }

    private func count(_ change: Int) {
        mayChange(\.isCapturingStillImage) { state.withLock { $0.captures += change } }
    }

    // MARK: What the session does

    override var acceptedMediaTypes: [AVMediaType] { [.video] }

    override var takesPhotos: Bool { true }

    override func sink(for connection: AVCaptureConnection) -> (any FrameSink)? { photos.sink(for: connection) }

    override func sessionDidChange() { photos.sessionDidChange() }
}

/// Takes photos over the connections of a still image output.
@available(*, deprecated)
private final class BackingPhotoOutput: AVCapturePhotoOutput, @unchecked Sendable {  // `owner` is set once
    weak var owner: AVCaptureStillImageOutput?

    override var connections: [AVCaptureConnection] { owner?.connections ?? [] }

    override var lostConnections: [AVCaptureConnection] {
        get { owner?.lostConnections ?? [] }
        set { owner?.lostConnections = newValue }
    }

    override weak var session: AVCaptureSession? {
        get { owner?.session }
        set { owner?.session = newValue }
    }
}

/// Turns the calls for one request into those of a handler.
private final class StillImageDelegate: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    typealias Handler = @Sendable (CMSampleBuffer?, AVCaptureBracketedStillImageSettings?, (any Error)?) -> Void

    private struct State {
        var isExposed = false
        var hasAnswered = false
    }

    private let state = Mutex(State())
    private let onExposure: @Sendable () -> Void
    private let handler: Handler

    init(onExposure: @escaping @Sendable () -> Void, _ handler: @escaping Handler) {
        self.onExposure = onExposure
        self.handler = handler
    }

    /// Of a bracket, the first exposure is told of; a request that fails has none.
    private func exposed() {
        let isFirst = state.withLock { state in
            defer { state.isExposed = true }
            return !state.isExposed
        }
        if isFirst { onExposure() }
    }

    private func answer(
        _ picture: CMSampleBuffer?, _ settings: AVCaptureBracketedStillImageSettings?, _ error: (any Error)?
    ) {
        state.withLock { $0.hasAnswered = true }
        handler(picture, settings, error)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        exposed()
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) {
        if let error { return answer(nil, photo.bracketSettings, error) }
        let picture = photo.sampleBuffer
        if let picture {
            CMSetAttachments(picture, attachments: photo.metadata, attachmentMode: kCMAttachmentMode_ShouldPropagate)
        }
        answer(picture, photo.bracketSettings, picture == nil ? AVError(.unknown) : nil)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        exposed()
        guard let error, !state.withLock({ $0.hasAnswered }) else { return }
        handler(nil, nil, error)
    }
}
