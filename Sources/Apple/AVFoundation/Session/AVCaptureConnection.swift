import CaptureEngine
import Foundation
import Locking
import PixelCoding

/// The link from an input's ports to an output or a preview layer.
///
/// Source: Apple, AVCaptureConnection.
open class AVCaptureConnection: NSObject, @unchecked Sendable {  // `state` is a Mutex, the rest is immutable
    struct State {
        var isEnabled = true
        var rotationAngle: CGFloat = 0
        var isMirrored = false
        var adjustsMirroring = true
        var deliversIntrinsics = false
        var preferredStabilization = AVCaptureVideoStabilizationMode.off
    }

    private struct Target {
        weak var output: AVCaptureOutput?
        weak var layer: AVCaptureVideoPreviewLayer?
    }

    /// The ports that the media comes from.
    public let inputPorts: [AVCaptureInput.Port]
    let mediaType: AVMediaType
    let routeID = RouteID()
    private let target: Mutex<Target>
    private let attachment = Mutex(WeakSession())
    let state = Mutex(State())
    /// Measures the sound, once somebody has asked for levels.
    let meters = Mutex<AudioMeter?>(nil)
    /// Keeps the picture steady, once somebody has wanted that.
    let steadyingSink = Mutex<SteadyingSink?>(nil)

    /// A connection to be added with ``AVCaptureSession/addConnection(_:)``.
    public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
        guard let mediaType = ports.first?.mediaType else {
            raiseException("*** -[AVCaptureConnection initWithInputPorts:output:] ports must not be empty")
        }
        inputPorts = ports
        self.mediaType = mediaType
        target = Mutex(Target(output: output, layer: nil))
        super.init()
    }

    /// A connection to be added with ``AVCaptureSession/addConnection(_:)``.
    public init(inputPort port: AVCaptureInput.Port, videoPreviewLayer layer: AVCaptureVideoPreviewLayer) {
        inputPorts = [port]
        mediaType = port.mediaType
        target = Mutex(Target(output: nil, layer: layer))
        super.init()
        // As in a mirror: that is how people know their own faces.
        state.withLock { $0.isMirrored = port.sourceDevicePosition == .front }
    }

    /// The output that the media goes to; `nil` when it is a preview layer.
    public var output: AVCaptureOutput? { target.withLock { $0.output } }

    /// The preview layer that the media goes to; `nil` when it is an output.
    public var videoPreviewLayer: AVCaptureVideoPreviewLayer? { target.withLock { $0.layer } }

    /// Whether the output or layer that the media went to is gone.
    var isOrphan: Bool { target.withLock { $0.output == nil && $0.layer == nil } }

    weak var session: AVCaptureSession? {
        get { attachment.withLock { $0.session } }
        set {
            if newValue === session { return }
            mayChange(\.isActive) { attachment.withLock { $0.session = newValue } }
            videoPreviewLayer?.refreshPreviewing()
        }
    }

    /// Whether media may flow. A preview layer whose connection is not enabled keeps showing its last frame.
    public var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            mayChange(\.isActive) { state.withLock { $0.isEnabled = newValue } }
            videoPreviewLayer?.sink.setPaused(!newValue)
            session?.routesChanged()
            videoPreviewLayer?.refreshPreviewing()
        }
    }

    /// Whether media flows when the session runs: the connection is part of a session and enabled, and so is a port.
    ///
    /// Observable.
    public var isActive: Bool {
        isWanted && inputPorts.contains { $0.isEnabled && $0.device?.isConnected != false }
    }

    /// Whether the program has done its part for media to flow; an unplugged device does not count against it.
    var isWanted: Bool {
        session != nil && !isOrphan && isEnabled && inputPorts.contains(where: \.isEnabled)
    }

    /// How the engine is to run the connection; `nil` while it is inactive or nothing wants its media.
    var route: CaptureGraph.Route? {
        guard isActive, let device = inputPorts.first?.device else { return nil }
        let isDepth = mediaType == .depthData
        if isDepth, device.activeDepthDataFormat == nil { return nil }
        let layer = videoPreviewLayer
        guard let sink = steadying(output?.sink(for: self) ?? layer?.sink) else { return nil }
        let state = self.state.withLock { $0 }
        return CaptureGraph.Route(
            source: device.id, media: isDepth ? .depth : .main, sink: sink, rotation: Int(state.rotationAngle),
            isMirrored: state.isMirrored,
            id: routeID)
    }
}
