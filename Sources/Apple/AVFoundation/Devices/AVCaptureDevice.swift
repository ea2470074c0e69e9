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
        /// `nil` until one is chosen: then the usual one applies.
        private var chosenFormat: Format?
        /// The format for the preset `.high`.
        private let usualFormat: Once<Format>
        /// `nil` until the program chooses one: then the format's default applies.
        var minFrameDuration: CMTime?
        var maxFrameDuration: CMTime?
        /// The session that the device was added to last.
        weak var session: AVCaptureSession?
        /// The session that runs the device now.
        weak var runner: AVCaptureSession?
        /// Whether the app has chosen the format itself, so that no preset may change it.
        var isFormatPinned = false
        /// The settings of the camera, in the engine's form and in the API's.
        var settings = CameraSettings()
        var controls: Controls
        var adjustsHDR = true
        var faces = FaceDriven()
        /// The conditions of the last frame that observers were notified of.
        var shown: CaptureConditions
        var grayWorldGains: CaptureEngine.WhiteBalanceGains?
        /// What has changed since, and the handlers that wait for a frame.
        var news = FrameNews()
        var waiting: [ShownChange] = []
        var subjectArea = SubjectArea()
        var lastSample: CMTime?
        var photoPause = CMTime.invalid
        /// `nil` before the first measurement.
        var pressure: DevicePressure?
        var lastPressureLook: CMTime?

        init(_ description: DeviceDescription, usualFormat: Once<Format>) {
            self.description = description
            self.usualFormat = usualFormat
            controls = Controls(description.capabilities)
            shown = CaptureConditions(atRest: description.capabilities)
        }

        var activeFormat: Format {
            get { chosenFormat ?? usualFormat.value }
            set { chosenFormat = newValue }
        }
    }

    let world: CaptureWorld
    let id: DeviceID
    let state: Mutex<State>
    let configuration = ConfigurationLock()
    /// The revision of the settings that were sent last; held while they are sent.
    let sending = Mutex<UInt64>(0)
    /// Observers and handlers are called here with what frames show.
    let updates = DispatchQueue(label: "AVCaptureDevice.updates")

    /// A unique identifier that stays the same when the device is unplugged and plugged in again, such as
    /// `v4l2:/dev/video0`.
    public let uniqueID: String
    /// The same for all devices of one model.
    public let modelID: String
    /// A name to show to users.
    public let localizedName: String
    /// Empty when the device does not report it.
    public let manufacturer: String
    public let deviceType: DeviceType
    public let position: Position
    /// All formats that the device can be set to; those of a camera are sorted from the smallest picture to the
    /// largest, and within one size by the device's preference.
    public var formats: [Format] { formatList.value }
    /// The device is asked for its formats when they are first needed: it may have hundreds.
    private let formatList: Once<[Format]>

    init(_ description: DeviceDescription, deviceType: DeviceType, position: Position, in world: CaptureWorld) {
        self.world = world
        id = description.id
        uniqueID = description.id.description
        modelID = description.modelID
        localizedName = description.name
        manufacturer = description.manufacturer
        self.deviceType = deviceType
        self.position = position
        let formats = Once { Self.inOrder(description).map { Format($0, of: description) } }
        let usualFormat = Once {
            guard let first = formats.value.first else { preconditionFailure("\(description.id) has no format") }
            guard description.kind == .camera else { return first }
            return SessionFormats.format(for: .high, in: formats.value) ?? first
        }
        formatList = formats
        state = Mutex(State(description, usualFormat: usualFormat))
        super.init()
    }

    var engineDescription: DeviceDescription { state.withLock { $0.description } }

    var mediaType: AVMediaType { engineDescription.kind == .camera ? .video : .audio }

    /// Whether the device provides media of that kind.
    public func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == self.mediaType }

    /// Whether the device is plugged in. Observable.
    public var isConnected: Bool { state.withLock { $0.isConnected } }

    /// Whether the device is there but cannot be used, like the camera of a closed laptop.
    ///
    /// Linux: whether the privacy switch of a camera covers it, as its driver says. It is looked at twice a second while a
    /// session uses the camera, and is `false` otherwise. Observable.
    public var isSuspended: Bool { state.withLock { $0.shown.isCovered } }

    /// Whether a session that uses this device can have the preset.
    public func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
        mediaType == .audio || SessionFormats.format(for: preset, in: formats) != nil
    }

    open override var description: String { "<AVCaptureDevice: \(localizedName) [\(uniqueID)]>" }
}

extension AVCaptureDevice {
    /// Which way a camera looks. Source: Apple, AVCaptureDevice.Position.
    public enum Position: Int, Sendable {
        /// Neither, or not known, as for an external camera.
        case unspecified = 0
        /// Away from the person who looks at the screen.
        case back = 1
        /// Toward the person who looks at the screen.
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

        /// The usual built-in camera. Linux: any whose position is known.
        public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        /// A camera with a wider view than the usual one.
        public static let builtInUltraWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
        /// A camera with a narrower view than the usual one, for distant subjects.
        public static let builtInTelephotoCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
        /// Wide and telephoto as one virtual device.
        public static let builtInDualCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
        /// Ultra wide and wide as one virtual device.
        public static let builtInDualWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualWideCamera")
        /// Ultra wide, wide and telephoto as one virtual device.
        public static let builtInTripleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTripleCamera")
        /// A front camera that measures depth with infrared light.
        public static let builtInTrueDepthCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera")
        /// A back camera that measures depth with a laser.
        public static let builtInLiDARDepthCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInLiDARDepthCamera")
        /// Another device's camera. Linux: none is ever of this type.
        public static let continuityCamera = DeviceType(rawValue: "AVCaptureDeviceTypeContinuityCamera")
        /// A separate camera, mostly USB. Linux: also a media file.
        public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
        /// The older name of ``external``.
        @available(*, deprecated, renamed: "external")
        public static let externalUnknown = external
        /// The older name of ``builtInDualCamera``.
        @available(*, deprecated, renamed: "builtInDualCamera")
        public static let builtInDuoCamera = builtInDualCamera
        /// Any microphone, built in or not.
        public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
        /// The older name of ``microphone``; it finds the same devices.
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
    /// A device was plugged in; the object is the device.
    public static let wasConnectedNotification = NSNotification.Name("AVCaptureDeviceWasConnectedNotification")
    /// A device was unplugged; the object is the device.
    public static let wasDisconnectedNotification = NSNotification.Name("AVCaptureDeviceWasDisconnectedNotification")
}

extension NSNotification.Name {
    /// A device was plugged in; the object is the ``AVCaptureDevice``.
    /// Source: Apple, NSNotification.Name.AVCaptureDeviceWasConnected.
    public static let AVCaptureDeviceWasConnected = AVCaptureDevice.wasConnectedNotification
    /// A device was unplugged; the object is the ``AVCaptureDevice``.
    /// Source: Apple, NSNotification.Name.AVCaptureDeviceWasDisconnected.
    public static let AVCaptureDeviceWasDisconnected = AVCaptureDevice.wasDisconnectedNotification
}

extension CaptureConditions {
    /// The conditions before the first frame.
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
