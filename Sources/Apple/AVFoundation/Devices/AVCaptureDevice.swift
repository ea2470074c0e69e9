import CaptureEngine
import Foundation
import Locking

/// A camera or a microphone.
///
/// There is one object for each device, for the life of the process. All members may be called from any thread.
///
/// On Linux a device is a V4L2 node (`v4l2:/dev/video0`), an ALSA device (`alsa:hw:0,0`), a media file
/// (`file:/path/clip.mov`) or a part of the simulated phone (`simulated:back`).
///
/// Source: Apple, AVCaptureDevice.
open class AVCaptureDevice: NSObject, @unchecked Sendable {  // `state` is a Mutex, the rest is immutable
    struct State {
        var description: DeviceDescription
        var isConnected = true
        var flashMode = FlashMode.off
        var activeFormat: Format
        /// `nil` while nobody has chosen one: then the format's default holds.
        var minFrameDuration: CMTime?
        var maxFrameDuration: CMTime?
        /// The session that the device was added to last.
        weak var session: AVCaptureSession?
        /// The one of them that runs the device now.
        weak var runner: AVCaptureSession?
        /// Whether the app has chosen the format itself, so that no preset may change it.
        var isFormatPinned = false
        /// How the camera shall see, for the engine and in the API's words.
        var settings = CameraSettings()
        var controls: Controls
        var adjustsHDR = true
        var faces = FaceDriven()
        /// How the camera saw in the last frame that observers were told of.
        var shown: CaptureConditions
        var greyWorldGains: CaptureEngine.WhiteBalanceGains?
        /// What came since, and who waits for what is still to come.
        var news = FrameNews()
        var waiting: [ShownChange] = []
        var subjectArea = SubjectArea()
        var lastSample: CMTime?
        var photoPause = CMTime.invalid
        /// `nil` before somebody looked.
        var pressure: DevicePressure?
        var lastPressureLook: CMTime?
    }

    let world: CaptureWorld
    let id: DeviceID
    let state: Mutex<State>
    let configuration = ConfigurationLock()
    /// The revision of the settings that were sent last; held while they are sent.
    let sending = Mutex<UInt64>(0)
    /// Where observers and handlers are told what frames show.
    let updates = DispatchQueue(label: "AVCaptureDevice.updates")

    /// A unique identifier that stays the same when the device is unplugged and plugged in again, such as
    /// `v4l2:/dev/video0`.
    ///
    /// Source: Apple, AVCaptureDevice.uniqueID.
    public let uniqueID: String
    /// The same for all devices of one model. Source: Apple, AVCaptureDevice.modelID.
    public let modelID: String
    /// For people. Source: Apple, AVCaptureDevice.localizedName.
    public let localizedName: String
    /// Source: Apple, AVCaptureDevice.manufacturer.
    public let manufacturer: String
    /// Source: Apple, AVCaptureDevice.deviceType.
    public let deviceType: DeviceType
    /// Source: Apple, AVCaptureDevice.position.
    public let position: Position
    /// All formats that the device can be set to; those of a camera from the smallest picture to the largest, of one size
    /// as the device prefers them. Source: Apple, AVCaptureDevice.formats.
    public let formats: [Format]

    init(_ description: DeviceDescription, deviceType: DeviceType, position: Position, in world: CaptureWorld) {
        self.world = world
        id = description.id
        uniqueID = description.id.description
        modelID = description.modelID
        localizedName = description.name
        manufacturer = description.manufacturer
        self.deviceType = deviceType
        self.position = position
        formats = Self.inOrder(description).map { Format($0, of: description) }
        guard let first = formats.first else { preconditionFailure("\(description.id) has no format") }
        let isCamera = description.kind == .camera
        let format = isCamera ? SessionFormats.format(for: .high, in: formats) ?? first : first
        state = Mutex(
            State(
                description: description, activeFormat: format, controls: Controls(description.capabilities),
                shown: CaptureConditions(atRest: description.capabilities)))
        super.init()
    }

    var engineDescription: DeviceDescription { state.withLock { $0.description } }

    var mediaType: AVMediaType { engineDescription.kind == .camera ? .video : .audio }

    /// Whether the device provides media of that kind. Source: Apple, AVCaptureDevice.hasMediaType(_:).
    public func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == self.mediaType }

    /// Whether the device is plugged in. Observable. Source: Apple, AVCaptureDevice.isConnected.
    public var isConnected: Bool { state.withLock { $0.isConnected } }

    /// Whether the device is there but cannot be used, as the camera of a closed notebook.
    ///
    /// Linux: always `false`; nothing tells. Source: Apple, AVCaptureDevice.isSuspended.
    public var isSuspended: Bool { false }

    /// Whether a session that uses this device can have the preset.
    ///
    /// Source: Apple, AVCaptureDevice.supportsSessionPreset(_:).
    public func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
        mediaType == .audio || SessionFormats.format(for: preset, in: formats) != nil
    }

    open override var description: String { "<AVCaptureDevice: \(localizedName) [\(uniqueID)]>" }
}

extension AVCaptureDevice {
    /// Which way a camera looks. Source: Apple, AVCaptureDevice.Position.
    public enum Position: Int, Sendable {
        /// Neither, or not known: a camera at the end of a cable. Source: Apple, AVCaptureDevice.Position.unspecified.
        case unspecified = 0
        /// Away from who looks at the screen. Source: Apple, AVCaptureDevice.Position.back.
        case back = 1
        /// At who looks at the screen. Source: Apple, AVCaptureDevice.Position.front.
        case front = 2

        init(_ position: DeviceDescription.Position) {
            self =
                switch position {
                case .unspecified: .unspecified
                case .back: .back
                case .front: .front
                }
        }
    }

    /// A kind of device. Source: Apple, AVCaptureDevice.DeviceType.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The usual built-in camera. Linux: any whose position is known. Source: Apple, AVCaptureDevice.DeviceType.builtInWideAngleCamera.
        public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        /// With a wider view than the usual one. Source: Apple, AVCaptureDevice.DeviceType.builtInUltraWideCamera.
        public static let builtInUltraWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
        /// With a narrower view than the usual one, for what is far. Source: Apple, AVCaptureDevice.DeviceType.builtInTelephotoCamera.
        public static let builtInTelephotoCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
        /// Wide and telephoto as one virtual device. Source: Apple, AVCaptureDevice.DeviceType.builtInDualCamera.
        public static let builtInDualCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
        /// Ultra wide and wide as one virtual device. Source: Apple, AVCaptureDevice.DeviceType.builtInDualWideCamera.
        public static let builtInDualWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualWideCamera")
        /// Ultra wide, wide and telephoto as one virtual device. Source: Apple, AVCaptureDevice.DeviceType.builtInTripleCamera.
        public static let builtInTripleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTripleCamera")
        /// A front camera that measures depth with infrared light. Source: Apple, AVCaptureDevice.DeviceType.builtInTrueDepthCamera.
        public static let builtInTrueDepthCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera")
        /// A back camera that measures depth with a laser. Source: Apple, AVCaptureDevice.DeviceType.builtInLiDARDepthCamera.
        public static let builtInLiDARDepthCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInLiDARDepthCamera")
        /// Another device's camera. Linux: none is ever of this type.
        /// Source: Apple, AVCaptureDevice.DeviceType.continuityCamera.
        public static let continuityCamera = DeviceType(rawValue: "AVCaptureDeviceTypeContinuityCamera")
        /// A camera of its own, mostly USB. Linux: a media file too. Source: Apple, AVCaptureDevice.DeviceType.external.
        public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
        /// Any microphone, built in or not. Source: Apple, AVCaptureDevice.DeviceType.microphone.
        public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
        /// An older word for ``microphone``, which it finds. Source: Apple, AVCaptureDevice.DeviceType.builtInMicrophone.
        public static let builtInMicrophone = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInMicrophone")

        init(_ module: DeviceDescription.Module) {
            self =
                switch module {
                case .wideAngle: .builtInWideAngleCamera
                case .ultraWide: .builtInUltraWideCamera
                case .telephoto: .builtInTelephotoCamera
                case .dual: .builtInDualCamera
                case .dualWide: .builtInDualWideCamera
                case .triple: .builtInTripleCamera
                case .trueDepth: .builtInTrueDepthCamera
                case .lidarDepth: .builtInLiDARDepthCamera
                case .external: .external
                case .microphone: .microphone
                }
        }
    }
}

extension AVCaptureDevice {
    /// A device was plugged in; the object is the device. Source: Apple, AVCaptureDevice.wasConnectedNotification.
    public static let wasConnectedNotification = NSNotification.Name("AVCaptureDeviceWasConnectedNotification")
    /// A device was pulled out; the object is the device. Source: Apple, AVCaptureDevice.wasDisconnectedNotification.
    public static let wasDisconnectedNotification = NSNotification.Name("AVCaptureDeviceWasDisconnectedNotification")
}

extension NSNotification.Name {
    /// A device was plugged in; the object is the ``AVCaptureDevice``.
    /// Source: Apple, NSNotification.Name.AVCaptureDeviceWasConnected.
    public static let AVCaptureDeviceWasConnected = AVCaptureDevice.wasConnectedNotification
    /// A device was pulled out; the object is the ``AVCaptureDevice``.
    /// Source: Apple, NSNotification.Name.AVCaptureDeviceWasDisconnected.
    public static let AVCaptureDeviceWasDisconnected = AVCaptureDevice.wasDisconnectedNotification
}

extension CaptureConditions {
    /// What a camera shows before its first frame.
    fileprivate init(atRest capabilities: CameraCapabilities) {
        guard let limits = capabilities.exposure else {
            self.init(exposureDuration: .invalid, iso: 0)
            return
        }
        let usual = CMTime(value: 1, timescale: 60)
        self.init(
            exposureDuration: min(max(usual, limits.durations.lowerBound), limits.durations.upperBound),
            iso: limits.iso.lowerBound)
    }
}
