import CaptureEngine
import Foundation
import Locking
import QuartzCore

/// How a picture fills a layer. Source: Apple, AVLayerVideoGravity.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole picture, with bars where the shapes differ. Source: Apple, AVLayerVideoGravity.resizeAspect.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// The whole layer, with what juts out cut off. Source: Apple, AVLayerVideoGravity.resizeAspectFill.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// Both whole, with the picture stretched. Source: Apple, AVLayerVideoGravity.resize.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}

/// Shows what a session's camera sees.
///
/// Linux: there is no Core Animation to draw it. The layer keeps the newest frame for whoever draws
/// (``latestSampleBuffer``, ``setFrameHandler(_:)``), and converts points and rectangles as Apple's does.
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

    /// A layer without a session, which shows nothing yet. Source: Apple, AVCaptureVideoPreviewLayer.init().
    public override init() {
        super.init()
    }

    deinit {
        // Whoever drops the last reference may hold locks of the session's.
        guard let session else { return }
        session.events.async { session.dropOrphans() }
    }

    /// A layer that shows `session`, connected with its camera.
    ///
    /// Source: Apple, AVCaptureVideoPreviewLayer.init(session:).
    public convenience init(session: AVCaptureSession) {
        self.init()
        self.session = session
    }

    /// A layer that belongs to `session` without a connection; see ``AVCaptureSession/addConnection(_:)``.
    ///
    /// Source: Apple, AVCaptureVideoPreviewLayer.init(sessionWithNoConnection:).
    public convenience init(sessionWithNoConnection session: AVCaptureSession) {
        self.init()
        setSessionWithNoConnection(session)
    }

    /// The session that the layer shows, which it keeps alive. Setting it connects the layer with the session's camera.
    ///
    /// Source: Apple, AVCaptureVideoPreviewLayer.session.
    public var session: AVCaptureSession? {
        get { state.withLock { $0.session } }
        set { replaceSession(with: newValue, connecting: true) }
    }

    /// Sets the session without making a connection.
    ///
    /// Source: Apple, AVCaptureVideoPreviewLayer.setSessionWithNoConnection(_:).
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

    /// The connection that the frames come by; `nil` while there is none.
    ///
    /// Source: Apple, AVCaptureVideoPreviewLayer.connection.
    public var connection: AVCaptureConnection? {
        session?.connections.first { $0.videoPreviewLayer === self }
    }

    /// How the picture fills the layer; `.resizeAspect` at first.
    ///
    /// Source: Apple, AVCaptureVideoPreviewLayer.videoGravity.
    public var videoGravity: AVLayerVideoGravity {
        get { state.withLock { $0.gravity } }
        set { state.withLock { $0.gravity = newValue } }
    }

    /// Whether frames are coming. Observable. Source: Apple, AVCaptureVideoPreviewLayer.isPreviewing.
    public var isPreviewing: Bool { state.withLock { $0.isPreviewing } }

    private var hasLostCamera: Bool {
        guard let session, let ports = connection?.inputPorts else { return false }
        return ports.contains { session.hasLost($0.device) }
    }

    /// Looks whether frames are coming now, after anything that may have changed it.
    func refreshPreviewing() {
        // Another thread may change it meanwhile: whoever stores last looks again.
        while true {
            let now = session?.isRunning == true && connection?.isActive == true && !hasLostCamera
            guard now != isPreviewing else { return }
            changing(\.isPreviewing) { state.withLock { $0.isPreviewing = now } }
        }
    }

    /// Whether the layer can get its frames later than the outputs: always.
    ///
    /// Source: Apple, AVCaptureVideoPreviewLayer.isDeferredStartSupported.
    public var isDeferredStartSupported: Bool { true }

    /// Whether the layer gets its frames only with the session's deferred start; `false` at first.
    ///
    /// Source: Apple, AVCaptureVideoPreviewLayer.isDeferredStartEnabled.
    public var isDeferredStartEnabled: Bool {
        get { state.withLock { $0.defersStart } }
        set { state.withLock { $0.defersStart = newValue } }
    }
}

/// Keeps the newest frame; the one before goes back to its pool.
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

    /// While paused, the last frame stays: a frame that is under way already does not replace it, nor does the end of
    /// the frames take it away.
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
