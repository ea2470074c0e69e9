import CaptureEngine
import Foundation
import Locking

/// How several microphones become channels. Source: Apple, AVCaptureMultichannelAudioMode.
public enum AVCaptureMultichannelAudioMode: Int, Sendable {
    /// As many channels as the device chooses.
    case none = 0
    /// Left and right.
    case stereo = 1
    /// Four channels: sound from all around. Linux: not supported.
    case firstOrderAmbisonics = 2
}

/// A device as the input of a session. Source: Apple, AVCaptureDeviceInput.
open class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {  // `state` is a Mutex, the rest constant
    private struct State {
        var frameDuration = CMTime.invalid
        var unifiesExposure = false
        var audioMode = AVCaptureMultichannelAudioMode.none
        /// Ports for the cameras behind a virtual device, or for the sides of a microphone, made on demand.
        var hidden: [Port] = []
        var hasRun = false
    }

    public let device: AVCaptureDevice
    private var streams: [Port] = []
    private let state = Mutex(State())
    private var observations: [NSKeyValueObservation] = []

    /// - Throws: ``AVError`` `deviceNotConnected` when the device is gone, `applicationIsNotAuthorizedToUseDevice` when
    ///   the simulated phone refuses it. Linux: whether this user can open a device node shows only when the session
    ///   starts.
    public init(device: AVCaptureDevice) throws {
        guard device.isConnected || device.world.devices.findsAgain(device) else {
            throw AVError(
                .deviceNotConnected,
                userInfo: [
                    NSLocalizedDescriptionKey: "\(device.localizedName) is not connected", AVErrorDeviceKey: device,
                ])
        }
        if let refusal = device.surroundings.refusal(of: device.id) { throw AVError(refusal, in: device.world) }
        self.device = device
        super.init()
        let port = Port(owner: self, device: device)
        streams = [port]
        if device.mediaType == .video { streams.append(Port(owner: self, device: device, mediaType: .metadataObject)) }
        observations = [device.observe(\.activeFormat) { [weak port] _, _ in port?.tellFormat() }]
        guard device.formats.contains(where: { !$0.supportedDepthDataFormats.isEmpty }) else { return }
        let depth = Port(owner: self, device: device, mediaType: .depthData)
        streams.append(depth)
        observations.append(
            device.observe(\.activeDepthDataFormat) { [weak depth] _, _ in depth?.tellFormat() })
    }

    override weak var session: AVCaptureSession? {
        didSet { if session !== oldValue { state.withLock { $0.hasRun = false } } }
    }

    /// Called when the session runs the device. The first time it also posts the format notification: apps wait for
    /// that before they ask a preview layer where something is in the picture.
    func runs() {
        let isFirstRun = state.withLock { state in
            defer { state.hasRun = true }
            return !state.hasRun
        }
        if isFirstRun { streams.first?.tellFormat() }
    }

    /// The device's own media first; a camera also has a port for the metadata found in its picture, and one for depth if
    /// a format of it has depth formats.
    ///
    /// Source: Apple, AVCaptureInput.ports.
    public override var ports: [Port] { streams }

    /// The ports of that kind; `nil` takes any.
    ///
    /// A virtual device has ports for its constituents too, and a microphone for the sound from the front and from the
    /// back; ``ports`` lists none of them. For a camera `.unspecified` means any position, for a microphone the sound
    /// from all around. Linux: the sound of all three is the same, as no microphone reports where a sound comes from.
    public func ports(
        for mediaType: AVMediaType?, sourceDeviceType: AVCaptureDevice.DeviceType?,
        sourceDevicePosition: AVCaptureDevice.Position
    ) -> [Port] {
        let isConstituent = sourceDeviceType != nil && sourceDeviceType != device.deviceType
        let isSide = device.mediaType == .audio && sourceDevicePosition != .unspecified
        return (isConstituent || isSide ? ports + hiddenPorts : ports).filter {
            (mediaType == nil || $0.mediaType == mediaType)
                && (sourceDeviceType == nil || $0.sourceDeviceType == sourceDeviceType)
                && (sourceDevicePosition == .unspecified || $0.sourceDevicePosition == sourceDevicePosition)
        }
    }

    private var hiddenPorts: [Port] {
        let cameras = device.constituentDevices
        return state.withLock { state in
            if state.hidden.isEmpty {
                state.hidden =
                    device.mediaType == .audio
                    ? [.front, .back].map { Port(owner: self, device: device, position: $0) }
                    : cameras.map { Port(owner: self, device: $0) }
            }
            return state.hidden
        }
    }

    // MARK: Video

    /// The shortest duration of a frame that this session wants, instead of the device's
    /// ``AVCaptureDevice/activeVideoMinFrameDuration``; `.invalid`, the default, leaves it to that.
    ///
    /// Must lie in one of the active format's ranges.
    public var videoMinFrameDurationOverride: CMTime {
        get { state.withLock { $0.frameDuration } }
        set {
            let ranges = device.activeFormat.source.frameDurations
            guard !newValue.isValid || ranges.contains(where: { $0.contains(newValue) }) else {
                raiseException(
                    "*** -[AVCaptureDeviceInput setVideoMinFrameDurationOverride:] Unsupported frame duration - use "
                        + "-activeFormat.videoSupportedFrameRateRanges to discover valid ranges")
            }
            state.withLock { $0.frameDuration = newValue }
            session?.routesChanged()
        }
    }

    /// Whether photo and video formats use the same automatic exposure defaults; `false` by default.
    ///
    /// Linux: stored without effect; automatic exposure is the same in all formats.
    public var unifiedAutoExposureDefaultsEnabled: Bool {
        get { state.withLock { $0.unifiesExposure } }
        set { state.withLock { $0.unifiesExposure = newValue } }
    }

    // MARK: Sound

    /// Whether the microphone supports the mode: `.none` always, `.stereo` if it has a format with two channels.
    public func isMultichannelAudioModeSupported(_ multichannelAudioMode: AVCaptureMultichannelAudioMode) -> Bool {
        switch multichannelAudioMode {
        case .none: true
        case .stereo: stereoFormat != nil
        case .firstOrderAmbisonics: false
        }
    }

    /// How many channels are recorded; `.none` by default, which is the device's own choice.
    public var multichannelAudioMode: AVCaptureMultichannelAudioMode {
        get { state.withLock { $0.audioMode } }
        set {
            guard isMultichannelAudioModeSupported(newValue) else {
                raiseException(
                    "*** -[AVCaptureDeviceInput setMultichannelAudioMode:] Not supported - use "
                        + "-isMultichannelAudioModeSupported:")
            }
            state.withLock { $0.audioMode = newValue }
            guard device.mediaType == .audio, let format = newValue == .stereo ? stereoFormat : device.formats.first
            else { return }
            device.useFormat(format)
            session?.routesChanged()
        }
    }

    private var stereoFormat: AVCaptureDevice.Format? {
        device.formats.first { $0.formatDescription.audioStreamBasicDescription?.mChannelsPerFrame == 2 }
    }

    /// Linux: always `false`; no microphone filters wind.
    public var isWindNoiseRemovalSupported: Bool { false }

    /// Linux: always `false`; setting `true` is a programmer's mistake, see ``isWindNoiseRemovalSupported``.
    public var isWindNoiseRemovalEnabled: Bool {
        get { false }
        set {
            guard newValue else { return }
            raiseException(
                "*** -[AVCaptureDeviceInput setWindNoiseRemovalEnabled:] Not supported - use "
                    + "-isWindNoiseRemovalSupported")
        }
    }
}
