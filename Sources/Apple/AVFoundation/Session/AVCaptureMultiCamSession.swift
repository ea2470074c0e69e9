import Foundation

/// A session that captures from several cameras at once.
///
/// Each output and preview layer still has one camera. Adding an input connects it to the outputs that have none yet;
/// to choose, use ``AVCaptureSession/addInputWithNoConnections(_:)`` and ``AVCaptureSession/addConnection(_:)``. There
/// are no presets: set each camera's `activeFormat`. When one is unplugged the others keep running.
///
/// Source: Apple, AVCaptureMultiCamSession.
open class AVCaptureMultiCamSession: AVCaptureSession, @unchecked Sendable {  // as its superclass
    /// A session without inputs and outputs.
    public override init() {
        super.init()
        state.withLock { $0.preset = .inputPriority }
    }

    /// Linux: always `true`, with three cameras at most. Only opening them shows whether the bus that they share can
    /// carry them.
    public class var isMultiCamSupported: Bool { true }

    /// Linux: the same as ``AVCaptureSession/hardwareCost``; nothing here knows how much each camera heats the machine.
    public var systemPressureCost: Float { hardwareCost }

    override var takesSeveralCameras: Bool { true }

    /// Only ``AVCaptureSession/Preset/inputPriority``. Source: Apple, AVCaptureSession.canSetSessionPreset(_:).
    open override func canSetSessionPreset(_ preset: Preset) -> Bool { preset == .inputPriority }
}

extension AVCaptureDevice {
    /// Whether a session can have the cameras together: one, or one of the sets in
    /// ``DiscoverySession/supportedMultiCamDeviceSets``.
    static func runTogether(_ cameras: [AVCaptureDevice]) -> Bool {
        cameras.count <= 1 || cameras.count <= 3 && cameras.allSatisfy(\.runsBesideOthers)
    }

    var runsBesideOthers: Bool { !isVirtualDevice && formats.contains(where: \.isMultiCamSupported) }
}
