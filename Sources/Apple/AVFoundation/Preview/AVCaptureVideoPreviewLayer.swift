import CaptureEngine
import Foundation
import Locking

/// How a picture fills a layer. Source: Apple, AVLayerVideoGravity.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole picture, with bars where the shapes differ.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// The whole layer, with what juts out cut off.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// Both whole, with the picture stretched.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}

/// Shows what a session's camera sees.
///
/// Linux: there is no Core Animation to draw it. The layer keeps the newest frame for whoever draws
/// (``latestSampleBuffer``, ``setFrameHandler(_:)``), and converts points and rectangles as Apple's does.
/// Source: Apple, AVCaptureVideoPreviewLayer.
open class AVCaptureVideoPreviewLayer: CALayer, @unchecked Sendable {  // `state` and the sink's are Mutexes
    private struct State {
        weak var session: AVCaptureSession?
        var gravity = AVLayerVideoGravity.resizeAspect
    }

    private let state = Mutex(State())
    let sink = PreviewSink()

    public override init() {
        super.init()
    }

    /// A layer that shows `session`, connected with its camera.
    public convenience init(session: AVCaptureSession) {
        self.init()
        self.session = session
    }

    /// A layer that belongs to `session` without a connection; see ``AVCaptureSession/addConnection(_:)``.
    public convenience init(sessionWithNoConnection session: AVCaptureSession) {
        self.init()
        setSessionWithNoConnection(session)
    }

    /// The session that the layer shows. Setting it connects the layer with the session's camera.
    public var session: AVCaptureSession? {
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
    }

    /// The connection that the frames come by; `nil` while there is none.
    public var connection: AVCaptureConnection? {
        session?.connections.first { $0.videoPreviewLayer === self }
    }

    /// How the picture fills the layer; `.resizeAspect` at first.
    public var videoGravity: AVLayerVideoGravity {
        get { state.withLock { $0.gravity } }
        set { state.withLock { $0.gravity = newValue } }
    }

    /// Whether frames are coming.
    public var isPreviewing: Bool { session?.isRunning == true && connection?.isActive == true }

    // MARK: What Linux adds

    /// The newest frame as the camera delivers it: neither turned nor mirrored; `nil` before the first and after the
    /// last. Linux only.
    public var latestSampleBuffer: CMSampleBuffer? { sink.latest }

    /// Calls `handler` for each new frame, on the camera's thread, which it must not hold up: in it the session and the
    /// layer may not be changed. Linux only.
    public func setFrameHandler(_ handler: (@Sendable (CMSampleBuffer) -> Void)?) {
        sink.setHandler(handler)
    }
}

/// Keeps the newest frame; the one before goes back to its pool.
final class PreviewSink: FrameSink {
    private struct State {
        var latest: CMSampleBuffer?
        var handler: (@Sendable (CMSampleBuffer) -> Void)?
    }

    private let state = Mutex(State())

    var latest: CMSampleBuffer? { state.withLock { $0.latest } }

    func setHandler(_ handler: (@Sendable (CMSampleBuffer) -> Void)?) {
        state.withLock { $0.handler = handler }
    }

    func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        let handler = state.withLock { state in
            state.latest = sample
            return state.handler
        }
        handler?(sample)
    }

    func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {}

    func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {
        state.withLock { $0.latest = nil }
    }
}
