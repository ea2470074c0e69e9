import CaptureEngine
import Foundation
import Locking

/// How several microphones become channels. Source: Apple, AVCaptureMultichannelAudioMode.
public enum AVCaptureMultichannelAudioMode: Int, Sendable {
    /// As many channels as the device chooses. Source: Apple, AVCaptureMultichannelAudioMode.none.
    case none = 0
    /// Left and right. Source: Apple, AVCaptureMultichannelAudioMode.stereo.
    case stereo = 1
    /// Four channels: sound from all around. Linux: not supported. Source: Apple, AVCaptureMultichannelAudioMode.firstOrderAmbisonics.
    case firstOrderAmbisonics = 2
}

/// A device as the input of a session. Source: Apple, AVCaptureDeviceInput.
public final class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {  // `state` is a Mutex, the rest constant
    private struct State {
        var frameDuration = CMTime.invalid
        var unifiesExposure = false
        var audioMode = AVCaptureMultichannelAudioMode.none
        /// Ports for the cameras behind a virtual device, or for the sides of a microphone, made when somebody asks.
        var hidden: [Port] = []
        var hasRun = false
    }

    /// Source: Apple, AVCaptureDeviceInput.device.
    public let device: AVCaptureDevice
    private var streams: [Port] = []
    private let state = Mutex(State())
    private var observation: NSKeyValueObservation?

    /// - Throws: ``AVError`` `deviceNotConnected` when the device is gone, `applicationIsNotAuthorizedToUseDevice` when the
    ///   simulated phone refuses it. Linux: whether this user may open a device node shows when the session starts.
    ///
    /// Source: Apple, AVCaptureDeviceInput.init(device:).
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
        observation = device.observe(\.activeFormat) { [weak port] _, _ in port?.tellFormat() }
    }

    override weak var session: AVCaptureSession? {
        didSet { if session !== oldValue { state.withLock { $0.hasRun = false } } }
    }

    /// The session runs the device. The first time its format is told too: apps wait for that before they ask a preview
    /// layer where something is in the picture.
    func runs() {
        let isFirstRun = state.withLock { state in
            defer { state.hasRun = true }
            return !state.hasRun
        }
        if isFirstRun { streams.first?.tellFormat() }
    }

    /// The device's own media first; a camera has a port for what is found in its picture too.
    ///
    /// Source: Apple, AVCaptureInput.ports.
    public override var ports: [Port] { streams }

    /// The ports of that kind; `nil` takes any.
    ///
    /// A virtual device has ports for its constituents too, and a microphone for the sound from the front and from the
    /// back; ``ports`` lists none of them. `.unspecified` means any camera, but the sound from all around. Linux: the
    /// sound of all three is the same, as no microphone says where a sound comes from.
    ///
    /// Source: Apple, AVCaptureDeviceInput.ports(for:sourceDeviceType:sourceDevicePosition:).
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
    /// Must lie in one of the active format's ranges. Source: Apple, AVCaptureDeviceInput.videoMinFrameDurationOverride.
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

    /// Whether photo and video formats shall expose alike by default; `false` at first.
    ///
    /// Linux: kept, and nothing follows: automatic exposure is the same in all formats.
    /// Source: Apple, AVCaptureDeviceInput.unifiedAutoExposureDefaultsEnabled.
    public var unifiedAutoExposureDefaultsEnabled: Bool {
        get { state.withLock { $0.unifiesExposure } }
        set { state.withLock { $0.unifiesExposure = newValue } }
    }

    // MARK: Sound

    /// Whether the microphone can be recorded that way: `.none` always, `.stereo` when it has a format of two channels.
    ///
    /// Source: Apple, AVCaptureDeviceInput.isMultichannelAudioModeSupported(_:).
    public func isMultichannelAudioModeSupported(_ multichannelAudioMode: AVCaptureMultichannelAudioMode) -> Bool {
        switch multichannelAudioMode {
        case .none: true
        case .stereo: stereoFormat != nil
        case .firstOrderAmbisonics: false
        }
    }

    /// How many channels are recorded; `.none` at first, which is the device's own choice.
    ///
    /// Source: Apple, AVCaptureDeviceInput.multichannelAudioMode.
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

    /// Linux: always `false`; no microphone filters wind. Source: Apple, AVCaptureDeviceInput.isWindNoiseRemovalSupported.
    public var isWindNoiseRemovalSupported: Bool { false }

    /// Linux: always `false`; setting `true` is a programmer's mistake, see ``isWindNoiseRemovalSupported``.
    /// Source: Apple, AVCaptureDeviceInput.isWindNoiseRemovalEnabled.
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
