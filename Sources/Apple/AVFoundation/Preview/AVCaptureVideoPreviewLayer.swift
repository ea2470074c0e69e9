import CaptureEngine
import Foundation
import Locking
import QuartzCore

/// How a picture fills a layer. Source: Apple, AVLayerVideoGravity.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Shows the whole picture, with bars if the aspect ratios differ.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// Fills the whole layer, cropping the picture.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// Fills the whole layer, stretching the picture.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}

/// Shows what a session's camera sees.
///
/// Linux: a view in a window draws it. Other code that draws gets the newest frame (``latestSampleBuffer``,
/// ``setFrameHandler(_:)``).
/// Source: Apple, AVCaptureVideoPreviewLayer.
open class AVCaptureVideoPreviewLayer: CALayer, @unchecked Sendable {  // `state` and the sink's are Mutexes
    private struct State {
        var session: AVCaptureSession?
        var isPreviewing = false
        var gravity = AVLayerVideoGravity.resizeAspect
        var defersStart = false
    }

    private let state = Mutex(State())
    let sink = PreviewSink()

    /// A layer without a session, which shows nothing yet.
    public override init() {
        super.init()
    }

    /// A copy of another layer's looks, for an animation; it has no session.
    public override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? AVCaptureVideoPreviewLayer { videoGravity = other.videoGravity }
    }

    /// Linux: always `nil`, as there are no archives of layers.
    public required init?(coder: NSCoder) { nil }

    deinit {
        // The code that drops the last reference may hold locks of the session.
        guard let session else { return }
        session.events.async { session.dropOrphans() }
    }

    /// A layer that shows `session`, connected to its camera.
    public convenience init(session: AVCaptureSession) {
        self.init()
        self.session = session
    }

    /// A layer that belongs to `session` without a connection; see ``AVCaptureSession/addConnection(_:)``.
    public convenience init(sessionWithNoConnection session: AVCaptureSession) {
        self.init()
        setSessionWithNoConnection(session)
    }

    /// The session that the layer shows, which it keeps alive. Setting it connects the layer to the session's camera.
    open var session: AVCaptureSession? {
        get { state.withLock { $0.session } }
        set { replaceSession(with: newValue, connecting: true) }
    }

    /// Sets the session without making a connection.
    public func setSessionWithNoConnection(_ session: AVCaptureSession) {
        replaceSession(with: session, connecting: false)
    }

    private func replaceSession(with new: AVCaptureSession?, connecting: Bool) {
        let old = state.withLock { state in
            let old = state.session
            state.session = new
            return old
        }
        guard old !== new else { return }
        old?.detach(self)
        new?.attach(self, connecting: connecting)
        refreshPreviewing()
    }

    /// The connection through which the frames come; `nil` while there is none.
    public var connection: AVCaptureConnection? {
        session?.connections.first { $0.videoPreviewLayer === self }
    }

    /// How the picture fills the layer; `.resizeAspect` by default.
    open var videoGravity: AVLayerVideoGravity {
        get { state.withLock { $0.gravity } }
        set { state.withLock { $0.gravity = newValue } }
    }

    /// Whether frames are coming. Observable.
    public var isPreviewing: Bool { state.withLock { $0.isPreviewing } }

    private var hasLostCamera: Bool {
        guard let session, let ports = connection?.inputPorts else { return false }
        return ports.contains { $0.device.map(session.hasLost) ?? false }
    }

    /// Checks whether frames are coming now; call it after anything that may have changed that.
    func refreshPreviewing() {
        // Another thread may change it meanwhile: the last one to store the value checks again.
        while true {
            let now = session?.isRunning == true && connection?.isActive == true && !hasLostCamera
            guard now != isPreviewing else { return }
            changing(\.isPreviewing) { state.withLock { $0.isPreviewing = now } }
        }
    }

    /// Whether the layer can get its frames later than the outputs: always.
    public var isDeferredStartSupported: Bool { true }

    /// Whether the layer gets its frames only with the session's deferred start; `false` by default.
    public var isDeferredStartEnabled: Bool {
        get { state.withLock { $0.defersStart } }
        set { state.withLock { $0.defersStart = newValue } }
    }
}

/// Keeps the newest frame; the previous one returns to its pool.
final class PreviewSink: FrameSink {
    private struct State {
        var latest: CMSampleBuffer?
        var handler: (@Sendable (CMSampleBuffer) -> Void)?
        var isPaused = false
    }

    private let state = Mutex(State())

    var latest: CMSampleBuffer? { state.withLock { $0.latest } }

    func setHandler(_ handler: (@Sendable (CMSampleBuffer) -> Void)?) {
        state.withLock { $0.handler = handler }
    }

    /// While paused, the last frame stays: neither a frame that is already under way nor the end of the stream replaces
    /// it.
    func setPaused(_ isPaused: Bool) {
        state.withLock { $0.isPaused = isPaused }
    }

    func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        let handler = state.withLock { state -> (@Sendable (CMSampleBuffer) -> Void)? in
            guard !state.isPaused else { return nil }
            state.latest = sample
            return state.handler
        }
        handler?(sample)
    }

    func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {}

    func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {
        state.withLock { if !$0.isPaused { $0.latest = nil } }
    }
}
