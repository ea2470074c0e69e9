import Foundation

/// A session that captures from several cameras at once.
///
/// Each output and preview layer still has one camera. Adding an input connects it with the outputs that have none yet;
/// to choose, use ``AVCaptureSession/addInputWithNoConnections(_:)`` and ``AVCaptureSession/addConnection(_:)``. There
/// are no presets: set each camera's `activeFormat`. One that is pulled out leaves the others running.
///
/// Source: Apple, AVCaptureMultiCamSession.
open class AVCaptureMultiCamSession: AVCaptureSession, @unchecked Sendable {  // as its superclass
    /// A session without inputs and outputs. Source: Apple, AVCaptureMultiCamSession.init().
    public override init() {
        super.init()
        state.withLock { $0.preset = .inputPriority }
    }

    /// Linux: always `true`; three cameras at most; whether the bus that they share carries them, only opening them shows. Source: Apple, AVCaptureMultiCamSession.isMultiCamSupported.
    public class var isMultiCamSupported: Bool { true }

    /// Linux: as ``AVCaptureSession/hardwareCost``; nothing here knows what heats the machine more.
    /// Source: Apple, AVCaptureMultiCamSession.systemPressureCost.
    public var systemPressureCost: Float { hardwareCost }

    override var takesSeveralCameras: Bool { true }

    /// Only ``AVCaptureSession/Preset/inputPriority``. Source: Apple, AVCaptureSession.canSetSessionPreset(_:).
    open override func canSetSessionPreset(_ preset: Preset) -> Bool { preset == .inputPriority }
}

extension AVCaptureDevice {
    /// Whether a session can have the cameras together: one, or a set of those that
    /// ``DiscoverySession/supportedMultiCamDeviceSets`` tells.
    static func runTogether(_ cameras: [AVCaptureDevice]) -> Bool {
        cameras.count <= 1 || cameras.count <= 3 && cameras.allSatisfy(\.runsBesideOthers)
    }

    var runsBesideOthers: Bool { !isVirtualDevice && formats.contains(where: \.isMultiCamSupported) }
}
